// Draws a line around what is marked, over the finished picture: bright, with a dark rim, so that it is seen on any ground.

// What covers each pixel of a part of the picture, as shared/pick.wgsl tells it; nothing but what is marked.
@group(0) @binding(0) var marked: texture_2d<u32>;

struct OutlineFragment {
    @builtin(position) clip: vec4f,
    // In pixels of `marked`.
    @location(0) at: vec2f,
}

// One triangle over all of the viewport.
@vertex
fn vertex(@builtin(vertex_index) index: u32) -> OutlineFragment {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0;
    let size = vec2f(textureDimensions(marked));
    return OutlineFragment(vec4f(corner.x * 2.0 - 1.0, 1.0 - corner.y * 2.0, 0.0, 1.0), corner * size);
}

fn is_marked(at: vec2i) -> bool {
    let last = vec2i(textureDimensions(marked)) - 1;
    return textureLoad(marked, clamp(at, vec2i(0), last), 0).x != 0u;
}

// Something is marked on a circle of so many pixels about a pixel.
fn near(at: vec2i, straight: i32, slanted: i32) -> bool {
    return is_marked(at + vec2i(straight, 0)) || is_marked(at - vec2i(straight, 0))
        || is_marked(at + vec2i(0, straight)) || is_marked(at - vec2i(0, straight))
        || is_marked(at + vec2i(slanted, slanted)) || is_marked(at - vec2i(slanted, slanted))
        || is_marked(at + vec2i(slanted, -slanted)) || is_marked(at - vec2i(slanted, -slanted));
}

const LINE: vec3f = vec3f(1.0, 0.62, 0.08);
const RIM: vec3f = vec3f(0.008, 0.010, 0.014);

@fragment
fn fragment(in: OutlineFragment) -> @location(0) vec4f {
    let at = vec2i(in.at);
    if is_marked(at) {
        discard;
    }
    if near(at, 1, 1) || near(at, 2, 1) {
        return vec4f(LINE, 1.0);
    }
    if !near(at, 3, 2) {
        discard;
    }
    return vec4f(RIM, 0.75);
}
