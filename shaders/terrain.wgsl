// Draws the ground: patches of 32 x 32 quads whose vertices slide onto the next coarser grid with distance.
#import frame
#import ground
#import light
#import grass_cover

// A patch, as lod::Patch. Local vertex (i, j), each 0 to 32, is point `first + (i, j) << level`.
struct Patch {
    @location(0) first: vec2u,
    @location(1) level: u32,
    // Metres from the eye to the nearest ground, the same in all patches of a frame.
    @location(2) clearance: f32,
    // Distances in metres at which the morph to the next level starts and ends.
    @location(3) morph: vec2f,
}

struct TerrainVertex {
    @builtin(position) clip: vec4f,
    // w: metres under the edge of the map: where it is cut off, one sees into the ground.
    @location(0) relative: vec4f,
}

const ROW: u32 = 33u;

// Twin of lod::morph.
fn morph(distance: f32, range: vec2f) -> f32 {
    return clamp((distance - range.x) / (range.y - range.x), 0.0, 1.0);
}

// Twin of lod::morphed_vertex, in relative metres.
fn morphed_vertex(ground_patch: Patch, local: vec2u) -> vec3f {
    let last = frame.ground_size - 1u;
    let own_point = min(ground_patch.first + (local << vec2u(ground_patch.level)), last);
    let even_point = min(ground_patch.first + ((local & vec2u(0xfffffffeu)) << vec2u(ground_patch.level)), last);
    let own = relative_from_point(own_point);
    let even = relative_from_point(even_point);
    let k = morph(length(vec3f(own.x, ground_patch.clearance, own.z)), ground_patch.morph);
    // Not `own + (even - own) * k`, which need not reach `even`.
    return own * (1.0 - k) + even * k;
}

// Vertices 0 to 33² - 1 are the patch; then come its four edges once more, south, north, west, east, which hang down
// as walls where the map ends, and lie in the patch elsewhere.
@vertex
fn vertex(@builtin(vertex_index) index: u32, ground_patch: Patch) -> TerrainVertex {
    var local = vec2u(index % ROW, index / ROW);
    var hangs = false;
    if index >= ROW * ROW {
        let side = (index - ROW * ROW) / ROW;
        let along = (index - ROW * ROW) % ROW;
        let last = frame.ground_size - 1u;
        let end = ground_patch.first + (vec2u(32u) << vec2u(ground_patch.level));
        switch side {
            case 0u: { local = vec2u(along, 0u); hangs = ground_patch.first.y == 0u; }
            case 1u: { local = vec2u(along, 32u); hangs = end.y >= last.y; }
            case 2u: { local = vec2u(0u, along); hangs = ground_patch.first.x == 0u; }
            default: { local = vec2u(32u, along); hangs = end.x >= last.x; }
        }
    }
    var relative = vec4f(morphed_vertex(ground_patch, local), 0.0);
    if hangs {
        let base = (frame.base_level - frame.eye_high.y) - frame.eye_low.y;
        relative.w = max(relative.y - base, 0.0);
        relative.y -= relative.w;
    }
    var out: TerrainVertex;
    out.relative = relative;
    out.clip = frame.clip_from_relative * vec4f(relative.xyz, 1.0);
    return out;
}

// Colours as in a picture (sRGB), made linear when the shader is compiled.
const SOIL: vec3f = pow(vec3f(124.0, 104.0, 80.0) / 255.0, vec3f(2.2));
const STONE: vec3f = pow(vec3f(142.0, 134.0, 122.0) / 255.0, vec3f(2.2));
const LUSH: vec3f = pow(vec3f(70.0, 83.0, 42.0) / 255.0, vec3f(2.2));
const MEADOW: vec3f = pow(vec3f(98.0, 101.0, 55.0) / 255.0, vec3f(2.2));
const DRY: vec3f = pow(vec3f(128.0, 116.0, 78.0) / 255.0, vec3f(2.2));
const FLOOR_OF_WOOD: vec3f = pow(vec3f(58.0, 56.0, 34.0) / 255.0, vec3f(2.2));
const EARTH: vec3f = pow(vec3f(108.0, 88.0, 62.0) / 255.0, vec3f(2.2));
const ROCK: vec3f = pow(vec3f(132.0, 124.0, 112.0) / 255.0, vec3f(2.2));
const DARK_ROCK: vec3f = pow(vec3f(84.0, 78.0, 71.0) / 255.0, vec3f(2.2));
const SAND: vec3f = pow(vec3f(196.0, 174.0, 130.0) / 255.0, vec3f(2.2));
const SEABED: vec3f = pow(vec3f(116.0, 116.0, 88.0) / 255.0, vec3f(2.2));

struct GroundLook {
    albedo: vec3f,
    normal: vec3f,
}

// The natural ramp: what grows or lies where, from slope, height, shore and cover.
fn natural_ground(grid: vec2f, y: f32, normal: vec3f, cover: f32, distance: f32) -> GroundLook {
    let metres = grid * frame.ground_cell;
    let turned = vec2f(metres.x * 0.83 - metres.y * 0.56, metres.x * 0.56 + metres.y * 0.83);
    let wide = textureSample(noise, repeat_sampler, metres / 2713.0);
    // Two scales at an angle, so that the tiles don't show from above.
    let middle = 0.5 * (textureSample(noise, repeat_sampler, turned / 419.0)
        + textureSample(noise, repeat_sampler, metres / 173.0 + 0.37));
    let near = textureSample(noise, repeat_sampler, turned / 29.0);
    let fine = textureSample(noise, repeat_sampler, metres / 3.1);
    let tuft = textureSample(noise, repeat_sampler, turned / 0.83);
    // Seen from afar the small noises are only their mean.
    let close = 1.0 / (1.0 + distance * 0.0015);
    // The finest tiles end before they are small enough to be seen repeating.
    let fine_seen = 1.0 - smoothstep(14.0, 60.0, distance);
    let grain = ((near.x - 0.5) * 0.6 + ((fine.y - 0.5) * 0.8 + (tuft.z - 0.5) * 0.7) * fine_seen)
        * mix(0.3, 1.0, close);
    // From kilometres away only the widest noises show, so that no tile is seen to repeat.
    let widest = textureSample(noise, repeat_sampler, turned / 8641.0 + 0.61);
    let patchy_near = wide.x * 0.45 + middle.y * 0.45 + near.z * 0.10;
    let patchy_far = widest.x * 0.45 + wide.x * 0.30 + widest.y * 0.25;
    let patchy = mix(patchy_near, patchy_far, 0.75 * smoothstep(1500.0, 6000.0, distance));


    var color = mix(LUSH, MEADOW, smoothstep(0.34, 0.58, patchy));
    color = mix(color, DRY, smoothstep(0.50, 0.72, patchy + (middle.w - 0.5) * 0.5 * (1.0 - 0.7 * smoothstep(1500.0, 6000.0, distance))) * 0.8);
    color = mix(color, FLOOR_OF_WOOD, smoothstep(0.1, 0.7, cover) * 0.85);
    // Before one's feet, blades and bare earth between them.
    let at_feet = 1.0 - smoothstep(6.0, 45.0, distance);
    color = mix(color, EARTH * 0.8, smoothstep(0.52, 0.72, fine.w * 0.5 + tuft.x * 0.5) * near.y * 0.8 * at_feet);
    color = mix(color, LUSH, smoothstep(0.50, 0.70, fine.x * 0.6 + tuft.y * 0.4) * near.z * 0.8 * at_feet);
    // Higher ground is barer.
    let over_sea = y - frame.sea_level;
    let bare = smoothstep(260.0, 900.0, over_sea + (middle.x - 0.5) * 260.0);
    color = mix(color, mix(DRY, EARTH, near.w) * vec3f(0.9, 0.9, 0.92), bare * 0.6);
    // Earth shows on slopes, rock on steep ones; noise breaks the line.
    let steep = 1.0 - normal.y;
    let broken = steep + (near.y - 0.5) * 0.08 + (middle.z - 0.5) * 0.16;
    color = mix(color, EARTH, smoothstep(0.10, 0.20, broken) * 0.5);
    // Beds of rock: bands that wander and fade.
    let bed = (y + (middle.x - 0.5) * 60.0 + (near.x - 0.5) * 8.0) * 0.16;
    let strata = mix(0.5, 0.5 + 0.5 * sin(bed), 0.6 * wide.y);
    let bedrock = mix(DARK_ROCK, ROCK, clamp(0.1 + strata * 0.5 + (fine.z + middle.w) * 0.25, 0.0, 1.0));
    let rocky = smoothstep(0.21, 0.34, broken);
    color = mix(color, bedrock, rocky);
    // Beaches where the shore is flat.
    let shore = smoothstep(3.0, 1.4, over_sea + (near.x - 0.5) * 1.4 + (middle.y - 0.5) * 2.4)
        * smoothstep(0.12, 0.05, steep);
    color = mix(color, SAND * (0.9 + 0.2 * fine.x), shore);
    color = mix(color, color * vec3f(0.58, 0.55, 0.5), smoothstep(0.7, 0.1, over_sea) * (1.0 - rocky * 0.5));
    color = mix(color, SEABED, smoothstep(0.0, -6.0, over_sea) * 0.7);

    color *= 1.0 + grain * mix(0.55, 0.35, rocky) + (wide.y - 0.5) * 0.20 + (widest.z - 0.5) * 0.20;
    var look: GroundLook;
    look.albedo = max(color, vec3f(0.005));
    // Fine relief near the eye.
    let rough = mix(0.16, 0.35, rocky) * (1.0 - smoothstep(40.0, 260.0, distance));
    let tilt = vec2f(near.x - near.y, near.z - near.w) + (vec2f(fine.x - fine.z, fine.y - fine.w)
        + vec2f(tuft.x - tuft.z, tuft.y - tuft.w)) * fine_seen;
    look.normal = normalize(normal + vec3f(tilt.x, 0.0, tilt.y) * rough);
    return look;
}

@fragment
fn fragment(in: TerrainVertex) -> @location(0) vec4f {
    let relative = in.relative.xyz;
    let grid = grid_from_relative(relative.xz);
    let footprint = length(fwidth(grid)) * 0.5;
    let y = relative.y + eye_height();
    let normal = ground_normal(grid, footprint);
    let baked = textureSampleLevel(ground_light, clamp_sampler, ground_uv(grid), 0.0);
    var look = natural_ground(grid, y, normal, baked.y, length(relative));
    look.albedo = with_grass(look.albedo, relative);
    let facing = max(dot(look.normal, frame.sun_direction), 0.0);
    let sun = baked.z * object_sun(relative, normal);
    // Far woods are drawn with few or no triangles: their shade stays on the ground.
    let shade = 1.0 - 0.45 * baked.y;
    let sky = baked.x * (1.0 - 0.5 * baked.y);
    let light = frame.sun_color * (facing * sun * shade) + ambient(look.normal, sky);
    return vec4f(tonemap(haze(look.albedo * light, relative)), 1.0);
}

// What is seen where the map is cut off: layers of earth over rock.
@fragment
fn wall_fragment(in: TerrainVertex) -> @location(0) vec4f {
    let relative = in.relative.xyz;
    let metres = grid_from_relative(relative.xz) * frame.ground_cell;
    let y = relative.y + eye_height();
    let wander = textureSample(noise, repeat_sampler, metres / 97.0).x;
    let layer = textureSample(noise, repeat_sampler, vec2f(wander * 0.1, y / 41.0)).y;
    let albedo = mix(SOIL, STONE, smoothstep(1.0, 9.0, in.relative.w + wander * 6.0)) * (0.7 + 0.6 * layer);
    let flat = normalize(cross(dpdx(relative), dpdy(relative)));
    let normal = flat * -sign(dot(flat, relative));
    let light = frame.sun_color * max(dot(normal, frame.sun_direction), 0.0) + ambient(normal, 1.0);
    return vec4f(tonemap(haze(albedo * light, relative)), 1.0);
}
