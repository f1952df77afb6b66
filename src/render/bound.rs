//! Pictures that patterns drive on plants and on objects.

use super::clutter::ClutterData;
use super::frame::FrameLayout;
use super::objects::{ObjectData, ObjectPass};
use super::pass::Target;
use crate::gpu::{Gpu, GpuError};
use crate::scene::clutter::{Clutter, Patch};
use crate::scene::objects::Objects;
use crate::scene::timeline::Bound;

/// A bound picture on the GPU.
#[derive(Debug)]
pub(crate) enum BoundData {
    /// All that a part of the grass's texture may show.
    Grass(Vec<Patch>),
    /// The place of the painted form among those of the objects.
    Objects(usize),
    /// On something that isn't drawn.
    Nothing,
}

impl BoundData {
    /// The pictures of a part of the texture of the grass: left, top, right, bottom, 0 to 1.
    pub fn grass(clutter: Option<&Clutter>, part: [f32; 4], bound: &Bound) -> Self {
        match clutter.and_then(|clutter| clutter.atlas.as_ref()) {
            Some(atlas) => Self::Grass(bound.images.iter().map(|image| atlas.patch(part, image)).collect()),
            None => Self::Nothing,
        }
    }

    /// The pictures of the stand-ins of a form.
    ///
    /// # Errors
    /// When the adapter can't hold them.
    pub fn objects(
        gpu: &Gpu,
        (data, passes): (&mut ObjectData, &ObjectPass),
        frame: (Target, &FrameLayout),
        (index, objects): (u32, &Objects),
        bound: &Bound,
    ) -> Result<Self, GpuError> {
        match objects.models.get(index as usize) {
            Some(model) => data.paint(gpu, passes, frame, (index, model), &bound.images).map(Self::Objects),
            None => Ok(Self::Nothing),
        }
    }

    /// Shows a picture.
    pub fn show(
        &self,
        gpu: &Gpu,
        image: u32,
        clutter: Option<&ClutterData>,
        objects: Option<&mut ObjectData>,
    ) {
        match (self, clutter, objects) {
            (Self::Grass(patches), Some(clutter), _) => {
                if let Some(patch) = patches.get(image as usize) {
                    clutter.lay(gpu, patch);
                }
            }
            (Self::Objects(painted), _, Some(objects)) => objects.show(*painted, image),
            _ => {}
        }
    }
}
