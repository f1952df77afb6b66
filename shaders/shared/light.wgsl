// Sun, sky, haze and the way from light to pixel.
#import frame

// Light of the sky in a direction, without the sun's disc.
fn sky_color(direction: vec3f) -> vec3f {
    let up = max(direction.y, 0.0);
    let toward_sun = max(dot(direction, frame.sun_direction), 0.0);
    let base = mix(frame.horizon_color, frame.zenith_color, 1.0 - exp(-up * 4.6));
    let six = toward_sun * toward_sun * toward_sun * toward_sun * toward_sun * toward_sun;
    let twelve = six * six;
    let glow = six * 0.10 + twelve * twelve * twelve * twelve * 0.20;
    return base + frame.sun_color * glow * exp(-up * 1.5) * 0.35;
}

// Light of the sky on a surface that sees `visible` of it.
fn ambient(normal: vec3f, visible: f32) -> vec3f {
    let from_above = 0.5 + 0.5 * normal.y;
    // Less blue than the sky itself: haze and lit ground all around mix in.
    let sky = mix(mix(frame.horizon_color, frame.zenith_color, 0.5), frame.sun_color * 0.2, 0.35) * 0.86;
    // What the ground throws back is warm and weak.
    let ground = frame.sun_color * vec3f(0.085, 0.078, 0.058);
    return mix(ground, sky, from_above) * visible;
}

// The air between the eye and a surface: its own light, and in w what is left of the surface's.
fn air(relative: vec3f) -> vec4f {
    let distance = length(relative);
    let direction = relative / max(distance, 0.001);
    // The air thins with height: average its density along the ray.
    let low = (eye_height() - frame.haze_base) * 0.0007;
    let high = low + relative.y * 0.0007;
    let density = 0.5 * (exp(-max(low, 0.0)) + exp(-max(high, 0.0)));
    let left = exp(-density * distance / frame.haze_length);
    let flat_direction = normalize(vec3f(direction.x, max(direction.y, 0.02), direction.z));
    return vec4f(sky_color(flat_direction) * (1.0 - left), left);
}

fn haze(color: vec3f, relative: vec3f) -> vec3f {
    let between = air(relative);
    return color * between.w + between.rgb;
}

// From light to the picture: a soft shoulder so that nothing burns out, a short toe for depth.
fn tonemap(light: vec3f) -> vec3f {
    let x = light * 1.05;
    return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), vec3f(0.0), vec3f(1.0));
}

struct ShadowPlace {
    at: vec3f,
    // 1 inside the map, 0 beyond its edge.
    inside: f32,
}

// `least` metres at least are left between the surface and its place.
fn shadow_place(relative: vec3f, normal: vec3f, least: f32) -> ShadowPlace {
    // Leave the surface by a texel, so that it doesn't shadow itself.
    let lifted = relative + normal * max(frame.shadow_texel * 1.5, least);
    var place: ShadowPlace;
    place.at = (frame.shadow_from_relative * vec4f(lifted, 1.0)).xyz;
    let edge = max(abs(place.at.x - 0.5), abs(place.at.y - 0.5));
    let deep = place.at.z <= 0.0 || place.at.z >= 1.0 || frame.shadow_texel <= 0.0;
    place.inside = select(1.0 - smoothstep(0.42, 0.5, edge), 0.0, deep);
    return place;
}

// 1 in the sun, 0 in the shadow of an object, with soft edges.
fn object_sun(relative: vec3f, normal: vec3f) -> f32 {
    let place = shadow_place(relative, normal, 0.0);
    if place.inside <= 0.0 {
        return 1.0;
    }
    let texel = 1.0 / vec2f(textureDimensions(shadow_map));
    // Five looks: the steps of an edge of a roof would be seen where the sun grazes the wall under it.
    let a = textureSampleCompareLevel(shadow_map, shadow_sampler, place.at.xy, place.at.z);
    let b = textureSampleCompareLevel(shadow_map, shadow_sampler, place.at.xy + texel * vec2f(-1.3, -0.6), place.at.z);
    let c = textureSampleCompareLevel(shadow_map, shadow_sampler, place.at.xy + texel * vec2f(0.6, -1.3), place.at.z);
    let d = textureSampleCompareLevel(shadow_map, shadow_sampler, place.at.xy + texel * vec2f(1.3, 0.6), place.at.z);
    let e = textureSampleCompareLevel(shadow_map, shadow_sampler, place.at.xy + texel * vec2f(-0.6, 1.3), place.at.z);
    return mix(1.0, (a + b + c + d + e) / 5.0, place.inside);
}

// The same with one look, for small things.
fn object_sun_hard(relative: vec3f, normal: vec3f) -> f32 {
    // Facets of crowns that the sun grazes would be hatched with less.
    let place = shadow_place(relative, normal, 0.19);
    if place.inside <= 0.0 {
        return 1.0;
    }
    let lit = textureSampleCompareLevel(shadow_map, shadow_sampler, place.at.xy, place.at.z);
    return mix(1.0, lit, place.inside);
}
