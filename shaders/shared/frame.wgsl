// What every pass of a frame shares. "Relative" means: world axes and metres, seen from the eye.

struct Frame {
    clip_from_relative: mat4x4f,
    // World position of the eye in two parts: high + low is exact to a micrometre 30 km from the origin.
    eye_high: vec3f,
    // What one pixel spans at a distance of one metre, in metres.
    pixel_angle: f32,
    eye_low: vec3f,
    // Metres after which haze has taken 63 % of the light.
    haze_length: f32,
    // Unit vector towards the sun.
    sun_direction: vec3f,
    // World height of the sea, metres; far below everything where there is none.
    sea_level: f32,
    sun_color: vec3f,
    // Metres between two points of the heightfield.
    ground_cell: f32,
    zenith_color: vec3f,
    // World height at which the haze is densest, metres.
    haze_base: f32,
    horizon_color: vec3f,
    // Metres that one texel of the shadow map covers; 0 without a shadow map.
    shadow_texel: f32,
    // Direction through the middle of the picture, and what one unit of clip space adds to it.
    ray_forward: vec3f,
    // World height at which the ground is cut off at the map's edge, metres.
    base_level: f32,
    ray_right: vec3f,
    // Texels of the overlay to a metre; 0 without an overlay.
    overlay_scale: f32,
    ray_up: vec3f,
    // Edge of a slot in texels of the overlay where the edges are drawn, else 0.
    overlay_slot: f32,
    // A point of the heightfield near the eye, and its relative x and z: what is near stays exact far from the origin.
    ground_point: vec2i,
    ground_offset: vec2f,
    // Points of the heightfield to the east and to the north.
    ground_size: vec2u,
    // Slots of the grass to the east and to the north; 0 where there is none.
    slots_size: vec2u,
    // Relative x and z of the south-west corner of the slots.
    slots_offset: vec2f,
    // Relative x and z of the overlay's south-western corner.
    overlay_corner: vec2f,
    // Relative x and z of a place near the eye where lines of the grid of every step cross.
    grid_offset: vec2f,
    // Metres between two of its finest lines, and of the next finest.
    grid_steps: vec2f,
    // What `thin_keep` goes by; 0 where plants are not thinned.
    thin_pixels: f32,
    // Rows: shadow map texture coordinates and depth from a relative position.
    shadow_from_relative: mat4x4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var heights: texture_2d_array<f32>;
// Height in metres below which the relief keeps the sun away.
@group(0) @binding(2) var shadow_heights: texture_2d<f32>;
// Of the ground, r: how much of the sky it sees; g: how much of it plants and houses cover; b: 1 in the sun, 0 in the
// shadow of the relief.
@group(0) @binding(3) var ground_light: texture_2d<f32>;
// Four independent tiling noises with mip levels.
@group(0) @binding(4) var noise: texture_2d<f32>;
@group(0) @binding(5) var repeat_sampler: sampler;
@group(0) @binding(6) var clamp_sampler: sampler;
@group(0) @binding(7) var shadow_map: texture_depth_2d;
@group(0) @binding(8) var shadow_sampler: sampler_comparison;
// A texel a slot: the colour of its plants from afar, and how much of the ground they hide.
@group(0) @binding(9) var grass_cover: texture_2d<f32>;
// What is told about the ground; premultiplied, 0 where nothing is.
@group(0) @binding(10) var overlay: texture_2d<f32>;

// A world position seen from the eye, without the jitter of large numbers.
fn relative_from_world(world: vec3f) -> vec3f {
    return (world - frame.eye_high) - frame.eye_low;
}

fn eye_height() -> f32 {
    return frame.eye_high.y + frame.eye_low.y;
}
