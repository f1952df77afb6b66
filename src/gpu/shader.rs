//! The shaders, carried in the binary, with their `#import` lines resolved.

use super::{Gpu, GpuError};

/// Every shader file: name without extension, and text. `shared/` holds what others import.
pub const SOURCES: &[(&str, &str)] = &[
    ("boxes", include_str!("../../shaders/boxes.wgsl")),
    ("clutter", include_str!("../../shaders/clutter.wgsl")),
    ("cull_clutter", include_str!("../../shaders/cull_clutter.wgsl")),
    ("cull_objects", include_str!("../../shaders/cull_objects.wgsl")),
    ("ground_mesh", include_str!("../../shaders/ground_mesh.wgsl")),
    ("labels", include_str!("../../shaders/labels.wgsl")),
    ("models", include_str!("../../shaders/models.wgsl")),
    ("objects", include_str!("../../shaders/objects.wgsl")),
    ("painted", include_str!("../../shaders/painted.wgsl")),
    ("roads", include_str!("../../shaders/roads.wgsl")),
    ("scatter", include_str!("../../shaders/scatter.wgsl")),
    ("sky", include_str!("../../shaders/sky.wgsl")),
    ("terrain", include_str!("../../shaders/terrain.wgsl")),
    ("water", include_str!("../../shaders/water.wgsl")),
    ("shared/clutter_instance", include_str!("../../shaders/shared/clutter_instance.wgsl")),
    ("shared/cull", include_str!("../../shaders/shared/cull.wgsl")),
    ("shared/frame", include_str!("../../shaders/shared/frame.wgsl")),
    ("shared/grass_cover", include_str!("../../shaders/shared/grass_cover.wgsl")),
    ("shared/grid", include_str!("../../shaders/shared/grid.wgsl")),
    ("shared/ground", include_str!("../../shaders/shared/ground.wgsl")),
    ("shared/heights", include_str!("../../shaders/shared/heights.wgsl")),
    ("shared/light", include_str!("../../shaders/shared/light.wgsl")),
    ("shared/natural_ground", include_str!("../../shaders/shared/natural_ground.wgsl")),
    ("shared/object_instance", include_str!("../../shaders/shared/object_instance.wgsl")),
    ("shared/object_surface", include_str!("../../shaders/shared/object_surface.wgsl")),
    ("shared/overlay", include_str!("../../shaders/shared/overlay.wgsl")),
    ("shared/scatter_ground", include_str!("../../shaders/shared/scatter_ground.wgsl")),
    ("shared/scatter_random", include_str!("../../shaders/shared/scatter_random.wgsl")),
    ("shared/thin", include_str!("../../shaders/shared/thin.wgsl")),
];

/// The whole text of a shader: a line `#import name` is replaced by `shared/name`, each file once.
///
/// # Errors
/// [`GpuError::Shader`] when a name is unknown.
pub fn resolve(name: &str) -> Result<String, GpuError> {
    let mut text = String::new();
    append(name, &mut Vec::new(), &mut text)?;
    Ok(text)
}

fn append(name: &str, done: &mut Vec<String>, text: &mut String) -> Result<(), GpuError> {
    if done.iter().any(|seen| seen == name) {
        return Ok(()); // Also ends a circle.
    }
    done.push(name.to_owned());
    let source =
        SOURCES.iter().find(|(known, _)| *known == name).map(|(_, source)| source).ok_or_else(|| {
            GpuError::Shader { name: name.to_owned(), message: "there is no shader of this name".to_owned() }
        })?;
    for line in source.lines() {
        match line.strip_prefix("#import ") {
            Some(import) => append(&format!("shared/{}", import.trim()), done, text)?,
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    Ok(())
}

impl Gpu {
    /// Compiles a shader. What is wrong with its text is reported by [`Gpu::check`].
    ///
    /// # Errors
    /// [`GpuError::Shader`] when it or an import is unknown.
    pub fn shader(&self, name: &str) -> Result<wgpu::ShaderModule, GpuError> {
        let source = resolve(name)?;
        Ok(self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(name),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        }))
    }
}
