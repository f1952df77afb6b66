//! How the grass of a scene is to be planted: what the person who looks at it decides.

use crate::scatter::Rules;

/// The choices for planting a level.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Planting {
    /// The engine and its settings.
    pub rules: Rules,
    /// What the plants stand on.
    pub ground: GroundChoice,
    /// Metres by which the level is moved over the world, east and north.
    pub moved: [f64; 2],
    /// The corners of the light in a level of version 2.
    pub v2_light: V2Light,
}

/// What the plants are to stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GroundChoice {
    /// The world where there is one, else the collision mesh, else the boxes.
    #[default]
    Auto,
    /// The collision mesh of the level.
    Cform,
    /// The heights of the world.
    Heightfield,
    /// The lower ends of the slots' boxes.
    Box,
}

/// Why plants can't stand on what they are to stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MissingGround {
    /// No collision mesh.
    #[error(
        "the grass is to stand on a collision mesh, but there is none: name a level.cform or put it beside the \
         level.details"
    )]
    Cform,
    /// No world.
    #[error("the grass is to stand on the heights of a world, but there is none: name a .wrp")]
    World,
    /// Moved over nothing.
    #[error("the grass is to be moved over a world, but there is none: name a .wrp")]
    MovedOverNothing,
    /// Moved away from its own ground.
    #[error("grass that is moved over a world can't stand on its own collision mesh: choose another ground")]
    MovedOffItsMesh,
}

impl Planting {
    /// What the plants of a scene stand on, given what there is; never [`GroundChoice::Auto`].
    ///
    /// # Errors
    /// When there is no such ground, or a level is moved where it can't be.
    pub fn settle_ground(&self, world: bool, cform: bool) -> Result<GroundChoice, MissingGround> {
        let choice = match self.ground {
            GroundChoice::Auto if world => GroundChoice::Heightfield,
            GroundChoice::Auto if cform => GroundChoice::Cform,
            GroundChoice::Auto => GroundChoice::Box,
            chosen => chosen,
        };
        match choice {
            GroundChoice::Cform if !cform => Err(MissingGround::Cform),
            GroundChoice::Heightfield if !world => Err(MissingGround::World),
            _ if self.moved != [0.0; 2] && !world => Err(MissingGround::MovedOverNothing),
            GroundChoice::Cform if self.moved != [0.0; 2] => Err(MissingGround::MovedOffItsMesh),
            choice => Ok(choice),
        }
    }
}

/// The order of the corners in the light of a level of version 2; the file doesn't tell it (unverified).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum V2Light {
    /// Builds 1096 to 1230: as the densities.
    #[default]
    Early,
    /// Builds 1233 to 1558: the two rows are swapped.
    Late,
}
