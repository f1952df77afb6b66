//! What the grass of a scene is planted from, to plant it again in another way.

use super::assemble::SceneError;
use super::clutter::{Clutter, ClutterGround, Collision, GroundChoice, Planting};
use super::heightfield::Heightfield;
use super::overlay::{Choice, Overlay, OverlayError, Subject};
use crate::formats::xray::{Cform, DetailModel, Details};

/// All that the grass depends on, but for how it is planted.
#[derive(Debug)]
pub struct Seed {
    /// What grows.
    pub sown: Sown,
    /// The collision mesh of the level, where there is one.
    pub collision: Option<Cform>,
    /// For each material of the mesh whether it is flagged passable; empty where that isn't known.
    pub passable: Vec<bool>,
    /// The scene has a world.
    pub has_world: bool,
}

/// What grows.
#[derive(Debug)]
pub enum Sown {
    /// The slots of a level.
    Level(Details),
    /// A bed of one plant.
    Bed(DetailModel),
}

impl Seed {
    /// The grass, without its texture.
    ///
    /// # Errors
    /// When the scene lacks the ground that is asked for.
    pub fn clutter(&self, planting: &Planting) -> Result<Clutter, SceneError> {
        let ground = planting.settle_ground(self.has_world, self.collision.is_some())?;
        let clutter = match &self.sown {
            Sown::Level(details) => {
                let mesh = self.mesh().filter(|_| ground == GroundChoice::Cform);
                Clutter::from_details(details, planting, mesh)?
            }
            Sown::Bed(model) => Clutter::from_model(model, planting),
        };
        Ok(match (ground, &self.sown) {
            // A bed has no slots in the mesh: it lies on top of it.
            (GroundChoice::Heightfield, _) | (GroundChoice::Cform, Sown::Bed(_)) => {
                Clutter { ground: ClutterGround::Heightfield, ..clutter }
            }
            _ => clutter,
        })
    }

    /// An overlay over grass that was planted so.
    ///
    /// # Errors
    /// When the level lacks what it shows.
    pub fn overlay(
        &self,
        choice: &Choice,
        clutter: &Clutter,
        planting: &Planting,
        ground: &Heightfield,
    ) -> Result<Overlay, OverlayError> {
        let Sown::Level(details) = &self.sown else {
            return Err(OverlayError::NoLevel(choice.to_string()));
        };
        let subject = Subject { details, clutter, planting, ground, collision: self.mesh() };
        Overlay::new(choice, &subject)
    }

    fn mesh(&self) -> Option<Collision<'_>> {
        self.collision.as_ref().map(|mesh| Collision { mesh, passable: &self.passable })
    }
}
