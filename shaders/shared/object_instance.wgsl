// A placed object.
struct ObjectInstance {
    x_axis: vec3f,
    model: u32,
    y_axis: vec3f,
    // sRGB, r in the low byte.
    tint: u32,
    z_axis: vec3f,
    id: u32,
    // World position of the model's origin, metres.
    position: vec3f,
    radius: f32,
}
