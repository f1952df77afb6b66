// Draws models that bring materials and textures of their own, and their shadows into the shadow map.
#import frame
#import ground
#import light
#import pick

struct ModelMaterial {
    // How albedo and emission lie: u and v are the products with (u, v, 1).
    albedo_u: vec3f,
    // What alpha is compared with.
    alpha_reference: f32,
    albedo_v: vec3f,
    // The sum of what is true: see the constants.
    flags: u32,
    // Scale and offset of the coordinates of baked occlusion, then of baked light.
    occlusion_place: vec4f,
    light_place: vec4f,
    // For albedo, emission, occlusion and light: where red, green, blue and alpha come from, a byte each, red lowest;
    // 0 to 3 for the four channels, 4 for 0, 5 for 1.
    channels: vec4u,
}

// It has these textures.
const ALBEDO: u32 = 1u;
const EMISSION: u32 = 2u;
const OCCLUSION: u32 = 4u;
const BAKED_LIGHT: u32 = 8u;
// Alpha is tested, and that under the reference is drawn.
const TESTED: u32 = 16u;
const UNDER: u32 = 32u;
const TRANSLUCENT: u32 = 64u;
// It stands on the ground of the scene, whose relief throws a shadow on it.
const STANDS: u32 = 128u;

// What is behind it is lit by it, or coloured.
const ADDED: u32 = 256u;
const MULTIPLIED: u32 = 512u;

// Channels as they are.
const STRAIGHT: u32 = 0x03020100u;

@group(1) @binding(0) var<uniform> material: ModelMaterial;
@group(1) @binding(1) var albedo_texture: texture_2d<f32>;
@group(1) @binding(2) var albedo_sampler: sampler;
@group(1) @binding(3) var emission_texture: texture_2d<f32>;
@group(1) @binding(4) var emission_sampler: sampler;
@group(1) @binding(5) var occlusion_texture: texture_2d<f32>;
@group(1) @binding(6) var occlusion_sampler: sampler;
@group(1) @binding(7) var light_texture: texture_2d<f32>;
@group(1) @binding(8) var light_sampler: sampler;

struct ModelVertex {
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) color: vec4f,
    @location(3) uv: vec2f,
    @location(4) bake_uv: vec2f,
}

struct ModelFragment {
    @builtin(position) clip: vec4f,
    // w: 1 in the sun, 0 in the shadow of the relief.
    @location(0) relative: vec4f,
    // w: how much of the sky is seen.
    @location(1) normal: vec4f,
    @location(2) color: vec4f,
    // Before any matrix; zw: of what is baked.
    @location(3) uv: vec4f,
}

struct CutFragment {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) alpha: f32,
}

// Twin of normal::packed.
fn unpacked_normal(packed: vec2f) -> vec3f {
    let y = 1.0 - abs(packed.x) - abs(packed.y);
    let under = vec2f(max(-y, 0.0));
    let flat = packed + select(under, -under, packed >= vec2f(0.0));
    return normalize(vec3f(flat.x, y, flat.y));
}

// Textures of these games are painted lighter than surfaces are: white in the sun would be all glare.
const PAINTED: f32 = 0.5;

fn has(flag: u32) -> bool {
    return (material.flags & flag) != 0u;
}

fn channel(texel: vec4f, place: u32) -> f32 {
    let index = place & 0xffu;
    return select(texel[min(index, 3u)], f32(index == 5u), index > 3u);
}

fn selected(texel: vec4f, channels: u32) -> vec4f {
    if channels == STRAIGHT {
        return texel;
    }
    return vec4f(
        channel(texel, channels),
        channel(texel, channels >> 8u),
        channel(texel, channels >> 16u),
        channel(texel, channels >> 24u),
    );
}

// Where the material's matrix lays a place of the first coordinates.
fn lying(uv: vec2f) -> vec2f {
    return vec2f(dot(material.albedo_u, vec3f(uv, 1.0)), dot(material.albedo_v, vec3f(uv, 1.0)));
}

fn albedo_at(uv: vec2f) -> vec4f {
    if !has(ALBEDO) {
        return vec4f(1.0);
    }
    return selected(textureSample(albedo_texture, albedo_sampler, lying(uv)), material.channels.x);
}

fn passes(alpha: f32) -> bool {
    return (alpha < material.alpha_reference) == has(UNDER);
}

@vertex
fn vertex(in: ModelVertex) -> ModelFragment {
    let relative = relative_from_world(in.position);
    var out: ModelFragment;
    out.clip = frame.clip_from_relative * vec4f(relative, 1.0);
    out.relative = vec4f(relative, 1.0);
    out.normal = vec4f(unpacked_normal(in.normal), 1.0);
    if has(STANDS) {
        // The relief's light changes slowly: the vertices are near enough.
        let grid = grid_from_relative(relative.xz);
        out.relative.w = relief_sun(grid, in.position.y);
        out.normal.w = textureSampleLevel(ground_light, clamp_sampler, ground_uv(grid), 0.0).x;
    }
    out.color = in.color;
    out.uv = vec4f(in.uv, in.bake_uv);
    return out;
}

@fragment
fn fragment(in: ModelFragment, @builtin(front_facing) anticlockwise: bool) -> @location(0) vec4f {
    let albedo = albedo_at(in.uv.xy) * in.color;
    var emission = vec3f(0.0);
    if has(EMISSION) {
        let texel = textureSample(emission_texture, emission_sampler, lying(in.uv.xy));
        emission = selected(texel, material.channels.y).rgb;
    }
    var occlusion = 1.0;
    if has(OCCLUSION) {
        let uv = in.uv.zw * material.occlusion_place.xy + material.occlusion_place.zw;
        occlusion = selected(textureSample(occlusion_texture, occlusion_sampler, uv), material.channels.z).r;
    }
    var lamps = vec3f(0.0);
    if has(BAKED_LIGHT) {
        let uv = in.uv.zw * material.light_place.xy + material.light_place.zw;
        lamps = selected(textureSample(light_texture, light_sampler, uv), material.channels.w).rgb;
    }
    if has(TESTED) && !passes(albedo.a) {
        discard;
    }
    let relative = in.relative.xyz;
    if has(MULTIPLIED) {
        let filtered = clamp(albedo.rgb, vec3f(0.0), vec3f(1.0));
        return vec4f(1.0 - (1.0 - filtered) * air(relative).w, clamp(albedo.a, 0.0, 1.0));
    }
    // Fronts are clockwise.
    let normal = normalize(in.normal.xyz) * select(1.0, -1.0, anticlockwise);
    let sun = in.relative.w * object_sun(relative, normal);
    let light = (frame.sun_color * max(dot(normal, frame.sun_direction), 0.0) * sun + ambient(normal, in.normal.w))
        * occlusion + max(lamps, vec3f(0.0));
    let color = max(albedo.rgb, vec3f(0.0)) * PAINTED * light + max(emission, vec3f(0.0));
    let alpha = select(1.0, clamp(albedo.a, 0.0, 1.0), has(TRANSLUCENT));
    if has(ADDED) {
        return vec4f(tonemap(color * air(relative).w), alpha);
    }
    return vec4f(tonemap(haze(color, relative)), alpha);
}

fn shadow_clip(position: vec3f) -> vec4f {
    let at = (frame.shadow_from_relative * vec4f(relative_from_world(position), 1.0)).xyz;
    return vec4f(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, at.z, 1.0);
}

@vertex
fn shadow_vertex(@location(0) position: vec3f) -> @builtin(position) vec4f {
    return shadow_clip(position);
}

@vertex
fn cut_vertex(in: ModelVertex) -> CutFragment {
    var out: CutFragment;
    out.clip = shadow_clip(in.position);
    out.uv = in.uv;
    out.alpha = in.color.a;
    return out;
}

// What the alpha test leaves out throws no shadow.
@fragment
fn cut_fragment(in: CutFragment) {
    if !passes(albedo_at(in.uv).a * in.alpha) {
        discard;
    }
}

struct ShapePick {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) alpha: f32,
    @location(2) @interpolate(flat) index: u32,
}

// A shape is drawn as the instance of its own number.
@vertex
fn pick_vertex(@builtin(instance_index) index: u32, in: ModelVertex) -> ShapePick {
    let clip = frame.clip_from_relative * vec4f(relative_from_world(in.position), 1.0);
    return ShapePick(clip, in.uv, in.color.a, index);
}

// What is hardly seen can't be pointed at.
const LEAST_PICKED: f32 = 0.1;

@fragment
fn pick(in: ShapePick) -> @location(0) vec4u {
    let alpha = albedo_at(in.uv).a * in.alpha;
    // What is added or multiplied is seen whatever its alpha.
    let mixed = has(TRANSLUCENT) && !has(ADDED) && !has(MULTIPLIED);
    if has(TESTED) && !passes(alpha) || mixed && alpha < LEAST_PICKED {
        discard;
    }
    return picked(SHAPE, in.index, in.clip, 0u);
}
