//! Changes of a scene that is shown: another sun, other plants, another overlay.
//!
//! [`Renderer`] makes a change from what the scene has, on any thread; [`SceneData::take`] is quick and comes between two
//! frames.

use std::sync::Arc;
use std::time::Duration;

use super::boxes::BoxData;
use super::clutter::ClutterData;
use super::frame::SlotsPlace;
use super::ground::GroundTextures;
use super::overlay::OverlayPlace;
use super::terrain::Laid;
use super::{Renderer, SceneData, SunDirection, cover, laid, overlay, slots_place};
use crate::gpu::{Gpu, GpuError};
use crate::scene::Scene;
use crate::scene::clutter::Clutter;
use crate::scene::ground_light::{GroundLight, Relief};
use crate::scene::heightfield::Heightfield;
use crate::scene::overlay::Overlay;

/// The baked light, and what it is baked from.
#[derive(Debug)]
pub(crate) struct Bake {
    pub relief: Relief,
    pub light: GroundLight,
}

/// What of a scene on the GPU its changes are made from.
#[derive(Debug, Clone)]
pub struct Site {
    ground: GroundTextures,
    bake: Option<Arc<Bake>>,
}

/// Something new, ready to be shown.
#[derive(Debug)]
pub struct Change(Kind);

#[derive(Debug)]
enum Kind {
    Light(GroundTextures),
    Plants { clutter: Option<(ClutterData, Duration)>, cover: wgpu::TextureView, slots: SlotsPlace },
    Overlay(Box<Laying>),
}

/// An overlay, or none any more.
#[derive(Debug)]
struct Laying {
    laid: Laid,
    texels: wgpu::TextureView,
    place: Option<OverlayPlace>,
    boxes: Option<BoxData>,
    wants_plants: bool,
}

impl Renderer {
    /// The ground in the light of another sun; `None` where the scene was uploaded with `release`.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn relight(
        &self,
        gpu: &Gpu,
        ground: &Heightfield,
        site: &Site,
        sun: SunDirection,
    ) -> Result<Option<Change>, GpuError> {
        let Some(bake) = &site.bake else { return Ok(None) };
        let mut light = bake.light.clone();
        bake.relief.bake_sun(sun.direction(), &mut light);
        let relit = site.ground.relit(gpu, ground, &light)?;
        gpu.check()?;
        Ok(Some(Change(Kind::Light(relit))))
    }

    /// Plants grass in place of that of the scene.
    ///
    /// # Errors
    /// As [`Renderer::upload`].
    pub fn replant(
        &self,
        gpu: &Gpu,
        ground: &Heightfield,
        site: &Site,
        clutter: &Clutter,
    ) -> Result<Change, GpuError> {
        let planted = self.plant(gpu, clutter, ground, &site.ground.heights)?;
        let cover = cover::upload(gpu, Some(clutter))?;
        gpu.check()?;
        Ok(Change(Kind::Plants { clutter: planted, cover, slots: slots_place(clutter) }))
    }

    /// Lays an overlay over the ground of a scene, or takes it away.
    ///
    /// # Errors
    /// [`GpuError::Limit`] when the adapter's textures may not be so large.
    pub fn lay(&self, gpu: &Gpu, scene: &Scene, overlay: Option<&Overlay>) -> Result<Change, GpuError> {
        let laid = laid(scene, overlay.is_some());
        self.terrain.prepare(gpu, self.target, &self.frame, laid);
        let laying = Laying {
            laid,
            texels: overlay::upload(gpu, overlay)?,
            place: overlay.map(OverlayPlace::of),
            boxes: self.boxes_of(gpu, overlay)?,
            wants_plants: overlay.is_none_or(|overlay| overlay.plants),
        };
        gpu.check()?;
        Ok(Change(Kind::Overlay(Box::new(laying))))
    }
}

impl SceneData {
    /// What changes are made from.
    pub fn site(&self) -> Site {
        Site { ground: self.ground.clone(), bake: self.bake.clone() }
    }

    /// Shows the overlay that lies on the ground, or hides it for a while: the one that is given was laid before.
    pub fn show_overlay(&mut self, overlay: Option<&Overlay>) {
        self.place.overlay = overlay.map(OverlayPlace::of);
    }

    /// Shows a change from the next frame on. After other plants [`SceneData::show`] has to follow: their texture is new.
    pub fn take(&mut self, gpu: &Gpu, renderer: &Renderer, change: Change) {
        match change.0 {
            Kind::Light(ground) => self.ground = ground,
            Kind::Plants { clutter, cover, slots } => {
                let (clutter, time) = clutter.unzip();
                self.clutter = clutter;
                self.scatter_time = time.unwrap_or_default();
                self.told.cover = cover;
                self.slots = Some(slots);
            }
            Kind::Overlay(laying) => {
                let Laying { laid, texels, place, boxes, wants_plants } = *laying;
                self.terrain.laid = laid;
                self.told.overlay = texels;
                self.place.overlay = place;
                self.boxes = boxes;
                self.shows_plants = self.asked_for || wants_plants;
            }
        }
        self.place.slots = self.slots.filter(|_| self.shows_plants);
        let bind = |shadow| renderer.frame.bind(gpu, &self.uniform, &self.ground, shadow, &self.told);
        (self.group, self.shadow_group) = (bind(&renderer.shadow.map), bind(&renderer.shadow.nothing));
    }
}
