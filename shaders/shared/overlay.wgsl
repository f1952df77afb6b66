// Draws what is told about the ground over its picture.
#import frame

// How much of the ground's own colour an overlay covers.
const OVERLAY_STRENGTH: f32 = 0.8;

// Looks at the texture along a pixel that is longer than a texel.
const LOOKS: i32 = 4;

// `color` is the finished picture of the ground at a place, linear; `light` is the light that falls on it. The overlay is
// shaded by little of that, so that its colours stay those of the key, and hides no relief. What is told is of the ground,
// so walls have none of it: `ground` is 0 there. Call it outside of branches.
fn with_overlay(color: vec3f, relative: vec3f, light: vec3f, ground: f32) -> vec3f {
    let texel = (relative.xz - frame.overlay_corner) * frame.overlay_scale;
    let dx = dpdx(texel);
    let dy = dpdy(texel);
    if frame.overlay_scale <= 0.0 {
        return color;
    }
    let size = vec2f(textureDimensions(overlay));
    let pixel = max(sqrt(dx * dx + dy * dy), vec2f(1e-6));
    var told = vec4f(0.0);
    if max(pixel.x, pixel.y) < 1.0 {
        // Near the eye texels have sharp edges: only within a pixel of an edge two of them are mixed.
        let edge = floor(texel + 0.5);
        let sharp = edge + clamp((texel - edge) / pixel, vec2f(-0.5), vec2f(0.5));
        told = textureSampleLevel(overlay, clamp_sampler, sharp / size, 0.0);
    } else {
        // Seen aslant a pixel is long and narrow: several looks along it, each as wide as the pixel is narrow.
        let along = select(dy, dx, dot(dx, dx) > dot(dy, dy));
        let across = select(dx, dy, dot(dx, dx) > dot(dy, dy));
        let width = max(length(across), length(along) / f32(LOOKS)) / size;
        for (var look = 0; look < LOOKS; look++) {
            let shift = along * ((f32(look) + 0.5) / f32(LOOKS) - 0.5);
            let at = (texel + shift) / size;
            told += textureSampleGrad(overlay, clamp_sampler, at, vec2f(width.x, 0.0), vec2f(0.0, width.y));
        }
        told /= f32(LOOKS);
    }
    let inside = step(vec2f(0.0), texel) * step(texel, size);
    told *= inside.x * inside.y * ground;

    // All else is grey, so that no green of a meadow passes for one of the key.
    let grey = dot(color, vec3f(0.2126, 0.7152, 0.0722));
    let quiet = mix(vec3f(grey), color, 0.12) * mix(0.8, 0.55, told.a);
    let lit = mix(0.62, 1.0, smoothstep(0.1, 1.5, dot(light, vec3f(0.2126, 0.7152, 0.0722))));
    var shown = quiet * (1.0 - told.a * OVERLAY_STRENGTH) + told.rgb * (lit * OVERLAY_STRENGTH);

    if frame.overlay_slot > 0.0 {
        let slots = texel / frame.overlay_slot;
        let width = pixel / frame.overlay_slot;
        let distance = abs(slots - floor(slots + 0.5)) / width;
        let line = (1.0 - smoothstep(vec2f(0.4), vec2f(1.4), distance)) * (1.0 - smoothstep(vec2f(0.06), vec2f(0.2), width));
        shown = mix(shown, vec3f(0.01), max(line.x, line.y) * inside.x * inside.y * ground * mix(0.25, 0.7, told.a));
    }
    return shown;
}
