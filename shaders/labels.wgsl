// Draws labels: quads that stand upright over their place on the screen.

@group(1) @binding(0) var sheet: texture_2d<f32>;
@group(1) @binding(1) var sheet_sampler: sampler;

struct LabelVertex {
    @location(0) clip: vec4f,
    @location(1) uv: vec2f,
}

struct LabelFragment {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
}

@vertex
fn vertex(in: LabelVertex) -> LabelFragment {
    var out: LabelFragment;
    out.clip = in.clip;
    out.uv = in.uv;
    return out;
}

@fragment
fn fragment(in: LabelFragment) -> @location(0) vec4f {
    let texel = textureSample(sheet, sheet_sampler, in.uv);
    let dark = vec3f(0.012, 0.016, 0.02);
    let light = vec3f(0.95, 0.95, 0.9);
    return vec4f(mix(dark, light, texel.r), max(texel.r, texel.g * 0.75));
}
