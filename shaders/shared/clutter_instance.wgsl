// A planted instance, as the scatter writes it.
struct Instance {
    position: vec3f,
    scale: f32,
    yaw: f32,
    // Index of the model in the low 16 bits, then 8 bits each for x and z of the candidate.
    model_cell: u32,
    // Index of the slot; the part in bits 30 and 31.
    slot: u32,
    // Sun in bits 0 to 7, sky in 8 to 15, as the file has them.
    light: u32,
}
