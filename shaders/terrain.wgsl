// Draws the ground: patches of 32 x 32 quads whose vertices slide onto the next coarser grid with distance.
#import frame
#import ground
#import light
#import natural_ground
#import grass_cover
#import overlay
#import grid
#import pick

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

// As `vertex`, a little nearer: the grid lies on the ground.
@vertex
fn grid_vertex(@builtin(vertex_index) index: u32, ground_patch: Patch) -> TerrainVertex {
    let local = vec2u(index % ROW, index / ROW);
    var out: TerrainVertex;
    out.relative = vec4f(morphed_vertex(ground_patch, local), 0.0);
    out.clip = frame.clip_from_relative * vec4f(out.relative.xyz, 1.0);
    out.clip.z *= 1.0002;
    return out;
}

@fragment
fn grid_fragment(in: TerrainVertex) -> @location(0) vec4f {
    return grid(in.relative.xyz, 1.0);
}

// Colours as in a picture (sRGB), made linear when the shader is compiled.
const SOIL: vec3f = pow(vec3f(124.0, 104.0, 80.0) / 255.0, vec3f(2.2));
const STONE: vec3f = pow(vec3f(142.0, 134.0, 122.0) / 255.0, vec3f(2.2));

struct GroundPicture {
    color: vec3f,
    light: vec3f,
}

// The ground as it is seen; with `grass` it takes on the colour of far plants.
fn ground_picture(relative: vec3f, grass: bool) -> GroundPicture {
    let grid = grid_from_relative(relative.xz);
    let footprint = length(fwidth(grid)) * 0.5;
    let y = relative.y + eye_height();
    let normal = ground_normal(grid, footprint);
    let baked = textureSampleLevel(ground_light, clamp_sampler, ground_uv(grid), 0.0);
    let metres = grid * frame.ground_cell;
    let pixel = max(length(dpdx(metres)), length(dpdy(metres)));
    var look = natural_ground(metres, pixel, y, y - frame.sea_level, normal, baked.y, length(relative));
    if grass {
        look.albedo = with_grass(look.albedo, relative, pixel);
    }
    let facing = max(dot(look.normal, frame.sun_direction), 0.0);
    let sun = baked.z * object_sun(relative, normal);
    // Far woods are drawn with few or no triangles: their shade stays on the ground.
    let shade = 1.0 - 0.45 * baked.y;
    let sky = baked.x * (1.0 - 0.5 * baked.y);
    let light = frame.sun_color * (facing * sun * shade) + ambient(look.normal, sky);
    return GroundPicture(tonemap(haze(look.albedo * light, relative)), light);
}

// Three ways to draw it: a driver in software pays for every look at a texture, needed or not.
@fragment
fn fragment(in: TerrainVertex) -> @location(0) vec4f {
    return vec4f(ground_picture(in.relative.xyz, false).color, 1.0);
}

@fragment
fn grass_fragment(in: TerrainVertex) -> @location(0) vec4f {
    return vec4f(ground_picture(in.relative.xyz, true).color, 1.0);
}

@fragment
fn told_fragment(in: TerrainVertex) -> @location(0) vec4f {
    let picture = ground_picture(in.relative.xyz, true);
    return vec4f(with_overlay(picture.color, in.relative.xyz, picture.light, 1.0), 1.0);
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

@fragment
fn pick(in: TerrainVertex) -> @location(0) vec4u {
    return picked(GROUND, 0u, in.clip, 0u);
}
