//! Puts a scene together from what was opened.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

pub use super::beside::found_beside;

use super::Scene;
use super::beside::{self, BrokenBeside, file_name};
use super::bfres_beside;
use super::bind::{Bind, Place};
use super::clutter::{self, Atlas, Clutter, GroundChoice, MissingGround, Planting};
use super::heightfield::Heightfield;
use super::level_mesh;
use super::models::Models;
use super::objects::Objects;
use super::overlay::{Choice, OverlayError};
use super::peaks::{self, Peak};
use super::roads::{self, Roads};
use super::seed::{Seed, Sown};
use super::sources::{Placing, Sources, file_names};
use super::timeline::{Driven, Timeline, TimelineError};
use crate::formats::bfres::Bfres;
use crate::formats::bytes::Warnings;
use crate::formats::wrp::World;
use crate::formats::xray::{Cform, DetailModel, Details, GameMaterials};
use crate::formats::{Content, Opened};
use crate::scatter::TooManyOverlaps;

/// Height of the sea in every world.
const SEA_LEVEL: f32 = 0.0;

/// Peaks that are looked for in a world that states none.
const MOST_PEAKS_FOUND: usize = 12;

/// What a scene is made of: a world, grass, the ground of a level, or several of them.
#[derive(Debug, Default)]
pub struct Parts {
    /// Shown to people.
    pub name: String,
    /// The terrain.
    pub world: Option<World>,
    /// What grows on it, or on its own ground where there is no world.
    pub grass: Option<Grass>,
    /// The collision mesh of a level.
    pub collision: Option<Cform>,
    /// What the triangles of the collision mesh are made of.
    pub materials: Option<GameMaterials>,
    /// Wii U models, textures and animations, in the order of the inputs.
    pub bfres: Vec<Bfres>,
    /// What patterns drive beside the materials of the models.
    pub binds: Vec<Bind>,
    /// The animations that are played; all where it is empty.
    pub chosen: Vec<String>,
    /// The scene is to be listed and not to be seen: a level's mesh isn't made ready to be drawn.
    pub listed: bool,
    /// What is to be drawn over the ground.
    pub overlay: Option<Choice>,
    /// What the grass is planted from is kept, so that it can be planted otherwise and explained: [`Scene::seed`].
    pub keeps_seed: bool,
    /// What the files say is kept for questions: [`Scene::sources`].
    pub keeps_sources: bool,
}

/// What grows.
#[derive(Debug)]
pub enum Grass {
    /// The plants of a level, and their texture where there is one.
    Level(Details, Option<Atlas>),
    /// A bed of one plant.
    Bed(DetailModel),
}

/// Why inputs make no scene.
#[derive(Debug, thiserror::Error)]
pub enum SceneError {
    /// More than one world.
    #[error(
        "{} and {} are both worlds, expected one at most: leave one of them out",
        first.display(),
        second.display()
    )]
    TwoWorlds {
        /// The one that came first.
        first: PathBuf,
        /// The one too many.
        second: PathBuf,
    },
    /// More than one grass.
    #[error(
        "{} and {} both bring grass, expected one at most: leave one of them out",
        first.display(),
        second.display()
    )]
    TwoGrasses {
        /// The one that came first.
        first: PathBuf,
        /// The one too many.
        second: PathBuf,
    },
    /// More than one collision mesh.
    #[error(
        "{} and {} are both collision meshes, expected one at most: leave one of them out",
        first.display(),
        second.display()
    )]
    TwoCollisions {
        /// The one that came first.
        first: PathBuf,
        /// The one too many.
        second: PathBuf,
    },
    /// More than one list of materials.
    #[error(
        "{} and {} are both lists of materials, expected one at most: leave one of them out",
        first.display(),
        second.display()
    )]
    TwoMaterials {
        /// The one that came first.
        first: PathBuf,
        /// The one too many.
        second: PathBuf,
    },
    /// Neither a world nor grass.
    #[error(
        "there is neither ground nor grass nor a model, expected a world, a level.details, a level.cform, a .dm or a BFRES"
    )]
    Empty,
    /// Wii U files without anything to draw.
    #[error(
        "there is no model in it, but {patterns} texture patterns and {textures} textures, expected a file with a \
         model: name that one too, or see what is in this one with `sward info`"
    )]
    NoModel {
        /// Texture patterns of all files.
        patterns: usize,
        /// Textures of all files.
        textures: usize,
    },
    /// No triangle of ground.
    #[error("the ground has {} x {} heights, expected at least 2 x 2", size[0], size[1])]
    NoGround {
        /// Points to the east and to the north.
        size: [u32; 2],
    },
    /// The grass has no ground of the kind that was asked for.
    #[error(transparent)]
    MissingGround(#[from] MissingGround),
    /// The collision mesh beside a level, which its plants are to stand on.
    #[error("{0}; the level's plants stand on it: mend it, or let them stand on the boxes of their slots")]
    BrokenCollision(BrokenBeside),
    /// A collision mesh that nobody would make.
    #[error(transparent)]
    TooManyOverlaps(#[from] TooManyOverlaps),
    /// Animations can't be bound.
    #[error(transparent)]
    Timeline(#[from] TimelineError),
    /// The overlay can't be drawn.
    #[error(transparent)]
    Overlay(#[from] OverlayError),
}

impl Parts {
    /// Sorts inputs by what they bring, and finds what belongs to a level beside it: the texture of its grass, its
    /// collision mesh (where none is given, and neither a world unless `ground` asks for it), and the materials of
    /// that, also two folders up.
    ///
    /// What is odd about the files that were found is counted in `warnings`; a broken one is left out with a warning,
    /// but for a mesh that plants are to stand on. The warnings of the inputs themselves are dropped: tell them before.
    ///
    /// # Errors
    /// When there is nothing, more than one of a kind, or a mesh beside the level that is needed is broken.
    pub fn from_inputs(
        inputs: Vec<Opened>,
        ground: GroundChoice,
        warnings: &mut Warnings,
    ) -> Result<Self, SceneError> {
        Self::gather(inputs, ground, clutter::load_atlas, warnings)
    }

    /// As [`Parts::from_inputs`], for who makes no picture: the texture of the grass isn't looked for.
    ///
    /// # Errors
    /// As [`Parts::from_inputs`].
    pub fn without_texture(
        inputs: Vec<Opened>,
        ground: GroundChoice,
        warnings: &mut Warnings,
    ) -> Result<Self, SceneError> {
        let parts = Self::gather(inputs, ground, |_, _| None, warnings)?;
        Ok(Self { listed: true, ..parts })
    }

    fn gather(
        inputs: Vec<Opened>,
        ground: GroundChoice,
        load_atlas: fn(&Path, &mut Warnings) -> Option<Atlas>,
        warnings: &mut Warnings,
    ) -> Result<Self, SceneError> {
        let mut names = Vec::new();
        let (mut world, mut grass, mut collision, mut materials) = (None, None, None, None);
        let mut bfres = Vec::new();
        let paths: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
        let mut seen = HashSet::new();
        for mut input in inputs {
            let is_first = seen.insert(input.path.canonicalize().unwrap_or_else(|_| input.path.clone()));
            if matches!(input.content, Content::Bfres(_)) && !is_first {
                warnings.add("given-twice", file_name(&input.path), 0, || {
                    "is given more than once; it is shown once".to_owned()
                });
                continue;
            }
            bfres_beside::complete(&mut input, &paths, warnings);
            let Opened { path, content, .. } = input;
            names.push(file_name(&path));
            match content {
                Content::World(second) => put(&mut world, path, *second)
                    .map_err(|[first, second]| SceneError::TwoWorlds { first, second })?,
                Content::Details(details) => {
                    let atlas = load_atlas(&path, warnings);
                    put(&mut grass, path, Grass::Level(details, atlas)).map_err(two_grasses)?;
                }
                Content::DetailModel(model, _) => {
                    put(&mut grass, path, Grass::Bed(model)).map_err(two_grasses)?;
                }
                Content::Cform(second) => put(&mut collision, path, second)
                    .map_err(|[first, second]| SceneError::TwoCollisions { first, second })?,
                Content::GameMaterials(second) => put(&mut materials, path, second)
                    .map_err(|[first, second]| SceneError::TwoMaterials { first, second })?,
                Content::Bfres(mut files) => bfres.append(&mut files),
            }
        }
        if world.is_none() && grass.is_none() && collision.is_none() && bfres.is_empty() {
            return Err(SceneError::Empty);
        }
        if let (Some((level, Grass::Level(..))), None) = (&grass, &collision) {
            collision = match ground {
                GroundChoice::Auto if world.is_some() => None,
                GroundChoice::Auto | GroundChoice::Cform => {
                    beside::sound_collision(level, warnings).map_err(SceneError::BrokenCollision)?
                }
                _ if world.is_some() => None,
                _ => beside::collision(level, warnings),
            };
        }
        let mut materials = materials.map(|(_, materials)| materials);
        if let (Some((mesh, _)), None) = (&collision, &materials) {
            materials = beside::materials(mesh, warnings);
        }
        Ok(Self {
            name: names.join(" and "),
            world: world.map(|(_, world)| world),
            grass: grass.map(|(_, grass)| grass),
            collision: collision.map(|(_, cform)| cform),
            materials,
            bfres,
            binds: Vec::new(),
            chosen: Vec::new(),
            listed: false,
            overlay: None,
            keeps_seed: false,
            keeps_sources: false,
        })
    }
}

/// Puts the first of a kind into its place; with a second one come both paths back.
fn put<T>(place: &mut Option<(PathBuf, T)>, path: PathBuf, value: T) -> Result<(), [PathBuf; 2]> {
    if let Some((first, _)) = place {
        return Err([first.clone(), path]);
    }
    *place = Some((path, value));
    Ok(())
}

fn two_grasses([first, second]: [PathBuf; 2]) -> SceneError {
    SceneError::TwoGrasses { first, second }
}

impl Scene {
    /// Puts parts together; what is odd is counted in `warnings`. Grass is planted as `planting` says.
    ///
    /// Takes the parts by value: heights are moved, and the rest is given back on the way.
    ///
    /// # Errors
    /// When there is nothing, no triangle of ground, or no ground as the grass is to have it.
    pub fn assemble(parts: Parts, planting: &Planting, warnings: &mut Warnings) -> Result<Self, SceneError> {
        let Parts { name, world, grass, collision, materials, bfres, binds, chosen, .. } = parts;
        let Parts { listed, overlay, keeps_seed, keeps_sources, .. } = parts;
        let models = if listed { None } else { Models::of_files(&bfres, warnings) };
        let mut models = models.filter(|models| !models.shapes.is_empty());
        let ground = planting.settle_ground(world.is_some(), collision.is_some())?;
        let has_world = world.is_some();
        let mut scene = match (world, &collision, &grass) {
            (Some(world), _, _) => Self::of_world(name, world, keeps_sources, warnings),
            (None, Some(_), Some(Grass::Level(details, _))) if listed => {
                Self::of_ground(name, clutter::ground_of(details))
            }
            (None, Some(cform), _) => Self::of_mesh(name, cform, materials.as_ref()),
            (None, None, Some(Grass::Level(details, _))) => {
                Self::of_ground(name, clutter::ground_of(details))
            }
            (None, None, Some(Grass::Bed(_))) => Self::of_ground(name, level_ground()),
            (None, None, None) => match models.take() {
                Some(models) => Self::of_models(name, models),
                None => return Err(without_model(&bfres)),
            },
        };
        if models.is_some() {
            scene.models = models;
        }
        let size = [scene.ground.width, scene.ground.depth];
        if size.iter().any(|&points| points < 2) {
            return Err(SceneError::NoGround { size });
        }
        let mut atlas = None;
        let sown = match grass {
            Some(Grass::Level(details, texture)) => {
                warn_of_ground(planting, ground, &materials, warnings);
                warn_of_version(details.version, planting, warnings);
                atlas = texture;
                Some(Sown::Level(details))
            }
            Some(Grass::Bed(model)) => Some(Sown::Bed(model)),
            None => None,
        };
        let seed =
            sown.map(|sown| Seed { sown, collision, passable: passable(materials.as_ref()), has_world });
        if let Some(seed) = &seed {
            scene.clutter = Some(Clutter { atlas, ..seed.clutter(planting)? });
        }
        if let Some(choice) = overlay {
            let (Some(seed), Some(clutter)) = (&seed, &scene.clutter) else {
                return Err(OverlayError::NoLevel(choice.to_string()).into());
            };
            scene.overlay = Some(seed.overlay(&choice, clutter, planting, &scene.ground)?);
        }
        scene.seed = seed.filter(|_| keeps_seed);
        if keeps_sources {
            scene.sources.materials = materials;
            scene.sources.files = file_names(&bfres);
        }
        if !listed {
            scene.animate(bfres, &chosen, &binds, warnings)?;
        }
        Ok(scene)
    }

    /// Binds the animations of files to what they drive.
    fn animate(
        &mut self,
        mut files: Vec<Bfres>,
        chosen: &[String],
        binds: &[Bind],
        warnings: &mut Warnings,
    ) -> Result<(), SceneError> {
        let nothing = Models::default();
        let driven = Driven {
            models: self.models.as_ref().unwrap_or(&nothing),
            clutter: self.clutter.as_ref(),
            objects: &self.objects,
        };
        (self.timeline, self.bound) = Timeline::new(&mut files, driven, chosen, binds, warnings)?;
        // The far grass takes its colour from the texture, and so from the first pictures.
        let first = self.timeline.at(0.0).bound;
        for (bound, image) in self.bound.iter().zip(first) {
            let image = image.and_then(|image| bound.images.get(image as usize));
            if let (Place::Grass(part), Some(image), Some(clutter)) = (bound.place, image, &mut self.clutter)
            {
                let atlas = clutter.atlas.get_or_insert_with(Atlas::plain);
                let patch = atlas.patch(part, image);
                atlas.lay(&patch);
            }
        }
        Ok(())
    }

    /// A world with everything but grass.
    fn of_world(name: String, mut world: World, keeps_sources: bool, warnings: &mut Warnings) -> Self {
        let (ground, replaced) = Heightfield::from_world(&mut world);
        count(
            warnings,
            "height-not-finite",
            "elevation",
            replaced,
            "heights without a number; they become 0",
        );
        let (mut placed, ((roads, roads_skipped), (peaks, peaks_skipped))) = rayon::join(
            || Objects::place(&world, &ground, warnings),
            || (roads::of_world(&world, &ground), peaks_of(&world, &ground)),
        );
        count(warnings, "road-skipped", "roads", roads_skipped, "roads without a place on the ground");
        count(warnings, "peak-skipped", "peaks", peaks_skipped, "peaks without a place on the ground");
        let land_cell = Some(world.land_cell).filter(|metres| metres.is_finite() && *metres > 0.0);
        let sea_level = Some(SEA_LEVEL);
        let objects = std::mem::take(&mut placed.objects);
        let world = keeps_sources.then(|| Placing::new(world, placed));
        let sources = Sources { world, ..Sources::default() };
        Self { objects, roads, peaks, sea_level, land_cell, sources, ..Self::of_ground(name, ground) }
    }

    /// The collision mesh of a level as the ground; see [`level_mesh::of_cform`].
    pub fn of_mesh(name: String, cform: &Cform, materials: Option<&GameMaterials>) -> Self {
        let (mesh, ground) = level_mesh::of_cform(cform, materials);
        Self { mesh: Some(mesh), ..Self::of_ground(name, ground) }
    }

    /// Models that stand alone: they are the ground.
    pub fn of_models(name: String, models: Models) -> Self {
        let ground = models.heights();
        Self { models: Some(Models { are_ground: true, ..models }), ..Self::of_ground(name, ground) }
    }

    /// Bare ground without a sea.
    fn of_ground(name: String, ground: Heightfield) -> Self {
        Self {
            name,
            ground,
            mesh: None,
            models: None,
            sea_level: None,
            land_cell: None,
            objects: Objects::default(),
            roads: Roads::default(),
            peaks: Vec::new(),
            clutter: None,
            seed: None,
            sources: Sources::default(),
            timeline: Timeline::default(),
            bound: Vec::new(),
            overlay: None,
        }
    }
}

/// Why files without a shape make no scene.
fn without_model(files: &[Bfres]) -> SceneError {
    if files.is_empty() {
        return SceneError::Empty;
    }
    SceneError::NoModel {
        patterns: files.iter().map(|file| file.texture_patterns.len()).sum(),
        textures: files.iter().map(|file| file.textures.len()).sum(),
    }
}

/// For each material whether it is flagged passable.
fn passable(materials: Option<&GameMaterials>) -> Vec<bool> {
    let count = materials.map_or(0, |materials| materials.materials.len() as u32); // Each was read from bytes.
    (0..count).map(|index| materials.is_some_and(|materials| materials.passable(index))).collect()
}

/// Says what the ground is not, where the engine would have had another.
fn warn_of_ground(
    planting: &Planting,
    ground: GroundChoice,
    materials: &Option<GameMaterials>,
    warnings: &mut Warnings,
) {
    if ground == GroundChoice::Box && planting.ground == GroundChoice::Auto {
        warnings.add("missing-collision", "level.cform", 0, || {
            "found none beside the level; the plants stand in the boxes of their slots".to_owned()
        });
    }
    // A broken list was told already.
    let broken = warnings.iter().any(|warning| warning.kind == "broken-game-materials");
    if ground == GroundChoice::Cform
        && materials.is_none()
        && !broken
        && planting.rules.profile.minds_passable()
    {
        warnings.add("missing-materials", "gamemtl.xr", 0, || {
            "found none beside the level or two folders up; all of its ground is taken as solid".to_owned()
        });
    }
}

/// Version 2 is older than the seed: most of its builds planted otherwise each time (public code and its history).
fn warn_of_version(version: u32, planting: &Planting, warnings: &mut Warnings) {
    if version == 2 {
        warnings.add("unseeded-builds", "header.version", 0, || {
            format!(
                "found 2, whose builds mostly seeded their generators at random, so that no tool can tell where they \
                 planted; planted as {} does",
                planting.rules.profile.name()
            )
        });
    }
}

/// The peaks that the world states, else those that its heights show, and how many of the stated ones were skipped.
fn peaks_of(world: &World, ground: &Heightfield) -> (Vec<Peak>, usize) {
    match peaks::stated(&world.peaks, ground) {
        (stated, skipped) if stated.is_empty() => {
            (peaks::find(ground, Some(SEA_LEVEL), MOST_PEAKS_FOUND), skipped)
        }
        stated => stated,
    }
}

fn count(warnings: &mut Warnings, kind: &'static str, field: &str, number: usize, what: &str) {
    if number > 0 {
        warnings.add(kind, field, 0, || format!("found {number} {what}"));
    }
}

/// What a bed of 4 x 4 metres about the origin lies on.
fn level_ground() -> Heightfield {
    Heightfield { width: 4, depth: 4, cell: 2.0, origin: [-3.0; 2], heights: vec![0.0; 16] }
}
