// Draws objects whose paint is a picture.
#import frame
#import ground
#import light
#import object_instance
#import object_surface

// What of a model is painted with a picture.
struct Painting {
    // West, lowest, south of the painted surface, in model space.
    low: vec3f,
    // Vertices that take less of the instance's tint are not painted.
    least_tint: f32,
    // Extent of the painted surface.
    size: vec3f,
}

@group(2) @binding(0) var picture: texture_2d<f32>;
@group(2) @binding(1) var picture_sampler: sampler;
@group(2) @binding(2) var<uniform> painting: Painting;

struct PaintedFragment {
    @location(4) uv: vec2f,
    // 1 where the surface is painted.
    @location(5) painted: f32,
    @builtin(position) clip: vec4f,
    @location(0) relative: vec4f,
    @location(1) normal: vec4f,
    @location(2) color: vec4f,
}

@vertex
fn vertex(in: ObjectVertex) -> PaintedFragment {
    let plain = seen(in);
    // Each side of the box shows the picture once, upright and as one reads it who looks at that side from outside.
    let place = (in.position - painting.low) / painting.size;
    let n = in.normal.xyz;
    let across = select(
        select(place.x, 1.0 - place.x, n.z > 0.0),
        select(1.0 - place.z, place.z, n.x > 0.0),
        abs(n.x) > abs(n.z),
    );
    let lies = abs(n.y) > max(abs(n.x), abs(n.z));
    var out: PaintedFragment;
    out.uv = select(vec2f(across, 1.0 - place.y), vec2f(place.x, 1.0 - place.z), lies);
    out.painted = step(painting.least_tint, in.color.a);
    out.clip = plain.clip;
    out.relative = plain.relative;
    out.normal = plain.normal;
    out.color = plain.color;
    return out;
}

@fragment
fn fragment(in: PaintedFragment) -> @location(0) vec4f {
    let texel = textureSample(picture, picture_sampler, in.uv);
    let plain = ObjectFragment(in.clip, in.relative, in.normal, in.color);
    return lit(plain, mix(in.color.rgb, texel.rgb, texel.a * in.painted));
}
