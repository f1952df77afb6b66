//! The shaders, carried in the binary, with their `#import` lines resolved.

use std::io;
use std::path::Path;

use naga::valid::{Capabilities, ValidationFlags, Validator};

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
    ("outline", include_str!("../../shaders/outline.wgsl")),
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
    ("shared/pick", include_str!("../../shaders/shared/pick.wgsl")),
    ("shared/scatter_ground", include_str!("../../shaders/shared/scatter_ground.wgsl")),
    ("shared/scatter_random", include_str!("../../shaders/shared/scatter_random.wgsl")),
    ("shared/thin", include_str!("../../shaders/shared/thin.wgsl")),
];

/// The whole text of a shader: a line `#import name` is replaced by `shared/name`, each file once.
///
/// # Errors
/// [`GpuError::Shader`] when a name is unknown.
pub fn resolve(name: &str) -> Result<String, GpuError> {
    resolve_in(None, name)
}

/// As [`resolve`], with the files of a folder in place of those in the binary. A file that the folder lacks is taken from
/// the binary.
///
/// # Errors
/// [`GpuError::Shader`] when a name is unknown or a file can't be read.
pub fn resolve_in(folder: Option<&Path>, name: &str) -> Result<String, GpuError> {
    let mut text = String::new();
    append(folder, name, &mut Vec::new(), &mut text)?;
    Ok(text)
}

/// The text of one file, without its imports.
fn source(folder: Option<&Path>, name: &str) -> Result<String, GpuError> {
    let error = |message: String| GpuError::Shader { name: name.to_owned(), message };
    if let Some(folder) = folder {
        match std::fs::read_to_string(folder.join(format!("{name}.wgsl"))) {
            Err(lack) if lack.kind() == io::ErrorKind::NotFound => {}
            read => return read.map_err(|fault| error(fault.to_string())),
        }
    }
    match SOURCES.iter().find(|(known, _)| *known == name) {
        Some((_, source)) => Ok((*source).to_owned()),
        None => Err(error("there is no shader of this name".to_owned())),
    }
}

/// Says what is wrong with the whole text of a shader, with the lines that it is about.
///
/// # Errors
/// [`GpuError::Shader`].
fn judge(name: &str, text: &str) -> Result<(), GpuError> {
    let error = |message: String| GpuError::Shader { name: name.to_owned(), message };
    let module = naga::front::wgsl::parse_str(text)
        .map_err(|fault| error(fault.emit_to_string_with_path(text, name)))?;
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|fault| error(fault.emit_to_string_with_path(text, name)))?;
    Ok(())
}

fn append(
    folder: Option<&Path>,
    name: &str,
    done: &mut Vec<String>,
    text: &mut String,
) -> Result<(), GpuError> {
    if done.iter().any(|seen| seen == name) {
        return Ok(()); // Also ends a circle.
    }
    done.push(name.to_owned());
    for line in source(folder, name)?.lines() {
        match line.strip_prefix("#import ") {
            Some(import) => append(folder, &format!("shared/{}", import.trim()), done, text)?,
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    Ok(())
}

impl Gpu {
    /// Compiles a shader, of [`Gpu::shaders`] where that is set. What the driver finds wrong is reported by
    /// [`Gpu::check`].
    ///
    /// # Errors
    /// [`GpuError::Shader`] when it or an import is unknown, or a file of the folder is wrong.
    pub fn shader(&self, name: &str) -> Result<wgpu::ShaderModule, GpuError> {
        let source = resolve_in(self.shaders.as_deref(), name)?;
        if self.shaders.is_some() {
            judge(name, &source)?; // Those in the binary are judged by the tests.
        }
        Ok(self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(name),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        }))
    }
}
