// Draws the boxes of slots as lines: twelve edges a box, each a quad that is some pixels wide.
#import frame

struct SlotBox {
    // The south-western lower corner.
    @location(0) low: vec3f,
    // Metres.
    @location(1) height: f32,
    // sRGB, and how much of what is behind is covered.
    @location(2) color: vec4f,
    // Half the width of a line in clip space, to the right and up.
    @location(3) half_line: vec2f,
}

struct LineFragment {
    @builtin(position) clip: vec4f,
    @location(0) @interpolate(flat) color: vec4f,
}

const SLOT_SIZE: f32 = 2.0;

// Nearer than this a line is cut off, metres.
const NEAREST: f32 = 0.05;

// The corner with the bits x, y, z of `index`.
fn box_corner(of_slot: SlotBox, index: u32) -> vec4f {
    let bits = vec3f(vec3u(index, index >> 1u, index >> 2u) & vec3u(1u));
    let relative = of_slot.low + bits * vec3f(SLOT_SIZE, of_slot.height, SLOT_SIZE);
    return frame.clip_from_relative * vec4f(relative, 1.0);
}

@vertex
fn vertex(@builtin(vertex_index) index: u32, of_slot: SlotBox) -> LineFragment {
    // Four edges along each axis: the edge's place gives the other two bits.
    let edge = index / 6u;
    let axis = edge / 4u;
    let place = edge % 4u;
    let low_bits = place & ((1u << axis) - 1u);
    let start = low_bits | ((place & ~((1u << axis) - 1u)) << 1u);
    var a = box_corner(of_slot, start);
    var b = box_corner(of_slot, start | (1u << axis));
    // What is behind the eye is cut off; w is the distance.
    let behind_a = clamp((NEAREST - a.w) / (b.w - a.w), 0.0, 1.0);
    let behind_b = clamp((NEAREST - b.w) / (a.w - b.w), 0.0, 1.0);
    let from_a = select(a, mix(a, b, behind_a), a.w < NEAREST);
    let from_b = select(b, mix(b, a, behind_b), b.w < NEAREST);
    a = from_a;
    b = from_b;

    let corner = index % 6u;
    let at_end = corner == 1u || corner >= 4u;
    let left = corner == 2u || corner == 3u || corner == 5u;
    let along = (b.xy / max(b.w, NEAREST) - a.xy / max(a.w, NEAREST)) / of_slot.half_line;
    let direction = along / max(length(along), 1e-6);
    let side = vec2f(-direction.y, direction.x) * select(-1.0, 1.0, left) * of_slot.half_line;
    var clip = select(a, b, at_end);
    clip = vec4f(clip.xy + side * clip.w, clip.z, clip.w);
    var out: LineFragment;
    // Wholly behind the eye: nowhere.
    out.clip = select(clip, vec4f(0.0, 0.0, -1.0, 1.0), max(a.w, b.w) < NEAREST * 0.999);
    out.color = vec4f(pow(of_slot.color.rgb, vec3f(2.2)), of_slot.color.a);
    return out;
}

@fragment
fn fragment(in: LineFragment) -> @location(0) vec4f {
    return in.color;
}
