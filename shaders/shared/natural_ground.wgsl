// What bare and overgrown land looks like.
#import frame

// Colours as in a picture (sRGB), made linear when the shader is compiled.
const LUSH: vec3f = pow(vec3f(70.0, 83.0, 42.0) / 255.0, vec3f(2.2));
const MEADOW: vec3f = pow(vec3f(98.0, 101.0, 55.0) / 255.0, vec3f(2.2));
const DRY: vec3f = pow(vec3f(128.0, 116.0, 78.0) / 255.0, vec3f(2.2));
const FLOOR_OF_WOOD: vec3f = pow(vec3f(58.0, 56.0, 34.0) / 255.0, vec3f(2.2));
const EARTH: vec3f = pow(vec3f(108.0, 88.0, 62.0) / 255.0, vec3f(2.2));
const ROCK: vec3f = pow(vec3f(132.0, 124.0, 112.0) / 255.0, vec3f(2.2));
const DARK_ROCK: vec3f = pow(vec3f(84.0, 78.0, 71.0) / 255.0, vec3f(2.2));
const SAND: vec3f = pow(vec3f(196.0, 174.0, 130.0) / 255.0, vec3f(2.2));
const SEABED: vec3f = pow(vec3f(116.0, 116.0, 88.0) / 255.0, vec3f(2.2));

// The noises, repeated every `period` metres, at the mip level that a texel of `footprint` metres asks for: without
// derivatives, so that vertices and branches may ask too.
fn noise_at(metres: vec2f, period: f32, shift: f32, footprint: f32) -> vec4f {
    const EDGE: f32 = 256.0;
    return textureSampleLevel(noise, repeat_sampler, metres / period + shift, log2(footprint) + log2(EDGE / period));
}

struct GroundLook {
    albedo: vec3f,
    normal: vec3f,
}

// The natural ramp: what grows or lies where, from slope, height, shore and cover. `metres` count from the first point
// of the heightfield, `footprint` is what a pixel covers, metres, `y` is the world height.
fn natural_ground(
    metres: vec2f,
    footprint: f32,
    y: f32,
    over_sea: f32,
    normal: vec3f,
    cover: f32,
    distance: f32,
) -> GroundLook {
    let turned = vec2f(metres.x * 0.83 - metres.y * 0.56, metres.x * 0.56 + metres.y * 0.83);
    let wide = noise_at(metres, 2713.0, 0.0, footprint);
    // Two scales at an angle, so that the tiles don't show from above.
    let middle = 0.5 * (noise_at(turned, 419.0, 0.0, footprint)
        + noise_at(metres, 173.0, 0.37, footprint));
    let near = noise_at(turned, 29.0, 0.0, footprint);
    let fine = noise_at(metres, 3.1, 0.0, footprint);
    let tuft = noise_at(turned, 0.83, 0.0, footprint);
    // Seen from afar the small noises are only their mean.
    let close = 1.0 / (1.0 + distance * 0.0015);
    // The finest tiles end before they are small enough to be seen repeating.
    let fine_seen = 1.0 - smoothstep(14.0, 60.0, distance);
    let grain = ((near.x - 0.5) * 0.6 + ((fine.y - 0.5) * 0.8 + (tuft.z - 0.5) * 0.7) * fine_seen)
        * mix(0.3, 1.0, close);
    // From kilometres away only the widest noises show, so that no tile is seen to repeat.
    let widest = noise_at(turned, 8641.0, 0.61, footprint);
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
