// Draws ground that is a mesh: hills, houses and what is in them, seen from both sides. Triangles that are large on the
// screen are lit at their pixels, small ones at their vertices.
#import frame
#import ground
#import light
#import natural_ground
#import grass_cover
#import overlay
#import grid
#import pick

// How a material or a sector looks: first all materials, then all sectors.
struct SurfaceLook {
    // Linear.
    color: vec3f,
    // 0 bare to 1 overgrown; 2 is wet and mirrors the sky.
    growth: f32,
}

struct MeshParams {
    // Where the looks of the sectors begin; 0 where materials are shown.
    sectors: u32,
    // 1 where the mesh is in the shadow map.
    casts: u32,
}

@group(1) @binding(0) var<storage, read> surface_looks: array<SurfaceLook>;
@group(1) @binding(1) var<uniform> mesh_params: MeshParams;

struct GroundVertex {
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) tints: vec2u,
}

struct GroundFragment {
    @builtin(position) clip: vec4f,
    // w: growth of the look.
    @location(0) relative: vec4f,
    @location(1) normal: vec3f,
    @location(2) color: vec3f,
}

struct LitFragment {
    @builtin(position) clip: vec4f,
    // w: what is left of the light on the way to the eye.
    @location(0) light: vec4f,
    // What the air adds to it.
    @location(1) air: vec3f,
}

// What is behind has less light: one sees that it is behind.
const BEHIND: vec3f = vec3f(0.40, 0.38, 0.43);

// Twin of normal::packed.
fn unpacked_normal(packed: vec2f) -> vec3f {
    let y = 1.0 - abs(packed.x) - abs(packed.y);
    let under = vec2f(max(-y, 0.0));
    let flat = packed + select(under, -under, packed >= vec2f(0.0));
    return normalize(vec3f(flat.x, y, flat.y));
}

fn look_of(tints: vec2u) -> SurfaceLook {
    let last = arrayLength(&surface_looks) - 1u;
    let material = surface_looks[min(tints.x, last)];
    if mesh_params.sectors == 0u {
        return material;
    }
    // As light or dark as the material, so that roads and roofs are still told apart.
    let brightness = dot(material.color, vec3f(0.3, 0.6, 0.1));
    let sector = surface_looks[min(mesh_params.sectors + tints.y, last)];
    return SurfaceLook(sector.color * clamp(sqrt(brightness / 0.16), 0.6, 1.5), 0.0);
}

fn clip_position(relative: vec3f, normal: vec3f) -> vec4f {
    var clip = frame.clip_from_relative * vec4f(relative, 1.0);
    // Two faces at one place, back to back: the one that is seen from its front is nearer.
    clip.z *= select(1.0, 0.9985, dot(normal, relative) > 0.0);
    return clip;
}

// Stone, metal, plaster: stains of several sizes, drawn out downwards on walls.
fn built_surface(color: vec3f, metres: vec2f, footprint: f32, y: f32, normal: vec3f, distance: f32) -> vec3f {
    let side = vec2f(select(metres.x, metres.y, abs(normal.x) > abs(normal.z)), y);
    let upright = abs(normal.y) < 0.6;
    let place = select(metres, side, upright);
    let stretched = place * select(vec2f(1.0), vec2f(1.0, 0.35), upright);
    let wide = noise_at(stretched, 31.0, 0.0, footprint);
    let middle = noise_at(stretched, 6.1, 0.3, footprint);
    let fine = noise_at(place, 1.3, 0.0, footprint);
    // The finest tiles end before they are seen to repeat.
    let seen = 1.0 - smoothstep(6.0, 30.0, distance);
    let stains = (wide.x - 0.5) * 0.30 + (middle.y - 0.5) * 0.30 + (fine.z - 0.5) * 0.35 * seen;
    let warm = mix(vec3f(1.0), vec3f(1.06, 1.0, 0.90), (wide.w - 0.5) * 1.6);
    return max(color * warm * (1.0 + stains), vec3f(0.004));
}

struct Shade {
    // The light that leaves a place towards the eye.
    color: vec3f,
    // The light that falls on it.
    light: vec3f,
}

// The light of a place. `normal` is that of the side which is seen, `footprint` what a pixel covers, metres.
fn shade(relative: vec3f, normal: vec3f, look: SurfaceLook, footprint: f32) -> Shade {
    let distance = length(relative);
    let y = relative.y + eye_height();
    let grid = grid_from_relative(relative.xz);
    let metres = grid * frame.ground_cell;

    // A wall is lit by what is before it, not by what is over it: look a little way along the normal.
    let reach = 1.0 + 1.0 / frame.ground_cell;
    let before = clamp(grid + normal.xz * reach, vec2f(0.0), vec2f(frame.ground_size - 1u));
    let top = smooth_height(before);
    // Under a roof, in a tunnel.
    let inside = smoothstep(1.2, 3.6, top - y);
    let baked = textureSampleLevel(ground_light, clamp_sampler, ground_uv(before), 0.0);

    let wet = look.growth > 1.5;
    let growth = select(look.growth, 0.0, wet) * (1.0 - 0.8 * inside);
    var albedo = vec3f(0.0);
    var rough = normal;
    if growth < 1.0 {
        albedo = built_surface(look.color, metres, footprint, y, normal, distance) * (1.0 - growth);
    }
    if growth > 0.0 {
        // No sea tells how high a place is: meadows grow on all of it.
        let land = natural_ground(metres, footprint, y, 60.0, normal, baked.y, distance);
        albedo += land.albedo * growth;
        rough = land.normal;
        albedo = mix(albedo, with_grass(albedo, relative, footprint), smoothstep(0.4, 0.7, normal.y) * (1.0 - inside));
    }

    let place = shadow_place(relative, normal, 0.0);
    let in_map = place.inside * f32(mesh_params.casts);
    let thrown = object_sun(relative, normal);
    let sun = mix(relief_sun(before, y) * thrown, thrown, in_map);
    // The foot of a wall is darker, a room sees the sky through its windows alone.
    let foot = mix(0.62, 1.0, smoothstep(-0.4, 1.6, y - top + abs(normal.y) * 2.0));
    let sky = mix(max(baked.x, 0.4) * foot * (1.0 - 0.4 * baked.y), 0.5, inside);
    var light = frame.sun_color * max(dot(rough, frame.sun_direction), 0.0) * sun + ambient(rough, sky);
    // Where no sky is, a weak light from the eye keeps the shapes apart.
    let toward_eye = -relative / max(distance, 0.001);
    let turned = 1.0 + 0.14 * normal.x + 0.08 * normal.z;
    light += frame.horizon_color * inside * turned * (0.10 + 0.30 * max(dot(normal, toward_eye), 0.0));
    light = mix(light, dot(light, vec3f(0.3, 0.6, 0.1)) * vec3f(1.05, 1.0, 0.92), 0.7 * inside);
    var color = albedo * light;
    if wet {
        let mirrored = reflect(-toward_eye, normalize(normal + vec3f(0.02, 0.0, 0.01)));
        let grazing = 1.0 - max(dot(toward_eye, normal), 0.0);
        let fresnel = 0.03 + 0.97 * grazing * grazing * grazing * grazing * grazing;
        color = mix(color, sky_color(vec3f(mirrored.x, abs(mirrored.y) + 0.02, mirrored.z)) * sky, fresnel);
    }
    return Shade(color, light);
}

fn seen_vertex(in: GroundVertex) -> GroundFragment {
    let relative = relative_from_world(in.position);
    let look = look_of(in.tints);
    var out: GroundFragment;
    out.normal = unpacked_normal(in.normal);
    out.relative = vec4f(relative, look.growth);
    out.color = look.color;
    out.clip = clip_position(relative, out.normal);
    return out;
}

@vertex
fn vertex(in: GroundVertex) -> GroundFragment {
    return seen_vertex(in);
}

@fragment
fn fragment(in: GroundFragment, @builtin(front_facing) anticlockwise: bool) -> @location(0) vec4f {
    let relative = in.relative.xyz;
    // Fronts are clockwise.
    let behind = anticlockwise;
    let normal = normalize(in.normal) * select(1.0, -1.0, behind);
    let footprint = max(length(dpdx(relative)), length(dpdy(relative)));
    let lit = shade(relative, normal, SurfaceLook(in.color, in.relative.w), footprint);
    let picture = tonemap(haze(lit.color * select(vec3f(1.0), BEHIND, behind), relative));
    // Nothing is planted on walls, nor on what is seen from behind.
    let ground = smoothstep(0.2, 0.4, normal.y) * select(1.0, 0.0, behind);
    return vec4f(with_overlay(picture, relative, lit.light, ground), 1.0);
}

@vertex
fn lit_vertex(in: GroundVertex) -> LitFragment {
    let relative = relative_from_world(in.position);
    let normal = unpacked_normal(in.normal);
    // The back of a small face is as bright as its front, but for being behind.
    let between = air(relative);
    var out: LitFragment;
    out.light = vec4f(shade(relative, normal, look_of(in.tints), length(relative) * frame.pixel_angle * 5.0).color, between.w);
    out.air = between.rgb;
    out.clip = clip_position(relative, normal);
    return out;
}

@fragment
fn lit_fragment(in: LitFragment, @builtin(front_facing) anticlockwise: bool) -> @location(0) vec4f {
    let color = in.light.rgb * select(vec3f(1.0), BEHIND, anticlockwise);
    return vec4f(tonemap(color * in.light.w + in.air), 1.0);
}

// As `vertex`, a little nearer: the grid lies on the ground.
@vertex
fn grid_vertex(in: GroundVertex) -> GroundFragment {
    var out = seen_vertex(in);
    out.clip.z *= 1.0002;
    return out;
}

@fragment
fn grid_fragment(in: GroundFragment) -> @location(0) vec4f {
    return grid(in.relative.xyz, smoothstep(0.2, 0.4, normalize(in.normal).y));
}

@vertex
fn shadow_vertex(@location(0) position: vec3f) -> @builtin(position) vec4f {
    let at = (frame.shadow_from_relative * vec4f(relative_from_world(position), 1.0)).xyz;
    return vec4f(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, at.z, 1.0);
}

struct MeshPick {
    @builtin(position) clip: vec4f,
    @location(0) @interpolate(flat) tints: vec2u,
}

@vertex
fn pick_vertex(in: GroundVertex) -> MeshPick {
    return MeshPick(clip_position(relative_from_world(in.position), unpacked_normal(in.normal)), in.tints);
}

@fragment
fn pick(in: MeshPick) -> @location(0) vec4u {
    return picked(MESH, in.tints.x, in.clip, in.tints.y);
}
