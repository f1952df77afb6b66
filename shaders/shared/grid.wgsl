// Lines over the ground, where its cells and each kilometre begin.
#import frame

const KILOMETRE: f32 = 1000.0;

// How much lines a step apart cover, 0 to 1: x the line itself, y with the shade along it. Where lines come so near to
// each other that they would hide the ground, they fade. Distances in metres, `width` in pixels.
fn lines(metres: vec2f, pixel: vec2f, step_length: f32, width: f32) -> vec2f {
    let away = abs(metres - round(metres / step_length) * step_length) / pixel;
    let clear = 1.0 - smoothstep(vec2f(0.06), vec2f(0.22), pixel / step_length);
    let line = (1.0 - smoothstep(vec2f(width * 0.5 - 0.3), vec2f(width * 0.5 + 0.7), away)) * clear;
    let shade = (1.0 - smoothstep(vec2f(width * 0.5), vec2f(width * 0.5 + 2.2), away)) * clear;
    return vec2f(max(line.x, line.y), max(shade.x, shade.y));
}

// The grid at a place: its colour, and how much it covers. `ground` is 0 on walls, which have none. Call it outside of
// branches.
fn grid(relative: vec3f, ground: f32) -> vec4f {
    let metres = relative.xz - frame.grid_offset;
    let dx = dpdx(metres);
    let dy = dpdy(metres);
    let pixel = max(sqrt(dx * dx + dy * dy), vec2f(1e-6));
    let fine = lines(metres, pixel, frame.grid_steps.x, 1.0) * 0.35;
    let land = lines(metres, pixel, frame.grid_steps.y, 1.4) * 0.75;
    let far = lines(metres, pixel, KILOMETRE, 2.0) * 0.95;
    let white = max(fine.x, land.x);
    let line = max(white, far.x);
    let shade = max(max(fine.y, land.y), far.y) * 0.45;
    let color = mix(vec3f(0.86, 0.88, 0.84), vec3f(0.95, 0.62, 0.12), step(white, far.x) * step(0.001, far.x));
    let covered = line + shade * (1.0 - line);
    return vec4f(color * (line / max(covered, 1e-4)), covered * ground);
}
