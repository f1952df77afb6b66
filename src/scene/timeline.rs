//! What moves: which textures the materials show at a frame, and how they lie.

mod clip;

use std::collections::BTreeMap;

use super::bind::{Bind, Place};
use super::clutter::Clutter;
use super::image::Image;
use super::models::uv_matrix::{ALBEDO_PARAM, albedo_value, uv_matrix};
use super::models::{MaterialState, ModelMaterial, Models, TextureUse, UvMatrix};
use super::objects::Objects;
use crate::formats::bfres::{Bfres, ParamAnimation, TexturePattern};
use crate::formats::bytes::Warnings;

/// The animations of a scene, bound to what they drive.
#[derive(Debug, Default)]
pub struct Timeline {
    patterns: Vec<TexturePattern>,
    params: Vec<ParamAnimation>,
    /// What each material shows without an animation.
    rest: Vec<MaterialState>,
    tracks: Vec<Track>,
    movements: Vec<Movement>,
    bound: Vec<BoundTrack>,
}

/// A pattern's track on a material of a model.
#[derive(Debug)]
struct Track {
    pattern: usize,
    /// Indices of the material and the sampler in the pattern.
    of: [usize; 2],
    /// The driven material, and what the texture is to it.
    material: usize,
    used_as: TextureUse,
    /// The textures of the pattern by name.
    textures: BTreeMap<String, u32>,
}

/// A texture that moves over a material.
#[derive(Debug)]
struct Movement {
    animation: usize,
    material: usize,
    /// The material's name.
    name: String,
    /// The parameter's value in the material.
    rest: Vec<u8>,
}

/// A pattern's track on something else than a model.
#[derive(Debug)]
struct BoundTrack {
    pattern: usize,
    of: [usize; 2],
    /// Index of each picture by the name of its texture.
    images: BTreeMap<String, u32>,
}

/// A picture that changes, and where it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    /// Where.
    pub place: Place,
    /// All that it may be.
    pub images: Vec<Image>,
}

/// Everything that moves, at a frame.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Moment {
    /// What each material of [`Models`] shows.
    pub materials: Vec<MaterialState>,
    /// Which picture each [`Bound`] shows; `None` where it stays as it is.
    pub bound: Vec<Option<u32>>,
}

/// Why animations can't be bound.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimelineError {
    /// No pattern or texture animation of that name.
    #[error("there is no animation {name:?}, expected {}", one_of(there))]
    NoAnimation {
        /// What was asked for.
        name: String,
        /// The names that there are.
        there: Vec<String>,
    },
    /// The pattern drives no such material and sampler.
    #[error(
        "pattern {pattern:?} drives no sampler {sampler:?} of a material {material:?}, expected {}",
        one_of(there)
    )]
    NoTrack {
        /// Its name.
        pattern: String,
        /// What was asked for.
        material: String,
        /// What was asked for.
        sampler: String,
        /// What it drives.
        there: Vec<String>,
    },
    /// The scene has nothing that the texture could be shown on.
    #[error("the scene has nothing that {target} means, to which pattern {pattern:?} is bound")]
    NoTarget {
        /// The pattern's name.
        pattern: String,
        /// The target, as it is written.
        target: String,
    },
}

/// Names to choose from, as words.
fn one_of(there: &[String]) -> String {
    match there {
        [] => "none: the scene has none".to_owned(),
        [only] => format!("{only:?}"),
        many => format!("one of {many:?}"),
    }
}

/// What animations are bound to.
#[derive(Debug, Clone, Copy)]
pub struct Driven<'a> {
    /// The models.
    pub models: &'a Models,
    /// The grass.
    pub clutter: Option<&'a Clutter>,
    /// The objects of a world.
    pub objects: &'a Objects,
}

impl Timeline {
    /// Binds the animations of files to materials by name; those called `chosen` alone where any are. Where several
    /// drive the same texture the first one does, which is told in `warnings`. `binds` are bound beside.
    ///
    /// # Errors
    /// When something that is asked for by name isn't there.
    pub fn new(
        files: &mut [Bfres],
        driven: Driven<'_>,
        chosen: &[String],
        binds: &[Bind],
        warnings: &mut Warnings,
    ) -> Result<(Self, Vec<Bound>), TimelineError> {
        check_chosen(files, chosen)?;
        let is_chosen = |name: &String| chosen.is_empty() || chosen.contains(name);
        let (mut patterns, mut params) = (Vec::new(), Vec::new());
        for (index, file) in (0..).zip(files.iter_mut()) {
            patterns.extend(std::mem::take(&mut file.texture_patterns).into_iter().map(|part| (index, part)));
            params.extend(std::mem::take(&mut file.param_animations).into_iter().map(|part| (index, part)));
        }
        let mut timeline = Self { rest: driven.models.rest(), ..Self::default() };
        let mut bound = Vec::new();
        for bind in binds {
            bound.push(timeline.bind(bind, &patterns, files, driven)?);
        }
        timeline.drive(&patterns, &is_chosen, driven.models, warnings);
        timeline.move_textures(&params, &is_chosen, files, driven.models);
        timeline.patterns = patterns.into_iter().map(|(_, pattern)| pattern).collect();
        timeline.params = params.into_iter().map(|(_, animation)| animation).collect();
        Ok((timeline, bound))
    }

    /// Everything at a frame, which may lie between two.
    pub fn at(&self, frame: f32) -> Moment {
        let mut materials = self.rest.clone();
        for Track { pattern, of, material, used_as, textures } in &self.tracks {
            let shown = self.texture_at(*pattern, *of, frame).and_then(|name| textures.get(name));
            if let (Some(&shown), Some(state)) = (shown, materials.get_mut(*material)) {
                state.textures[*used_as as usize] = Some(shown);
            }
        }
        for movement in &self.movements {
            if let (Some(matrix), Some(state)) =
                (self.matrix_at(movement, frame), materials.get_mut(movement.material))
            {
                state.albedo_matrix = matrix;
            }
        }
        let bound = self.bound.iter().map(|BoundTrack { pattern, of, images }| {
            images.get(self.texture_at(*pattern, *of, frame)?).copied()
        });
        Moment { materials, bound: bound.collect() }
    }

    /// The last frame of the longest animation that drives something.
    pub fn last_frame(&self) -> u32 {
        let tracks =
            self.tracks.iter().map(|track| track.pattern).chain(self.bound.iter().map(|track| track.pattern));
        let patterns = tracks.filter_map(|index| Some(self.patterns.get(index)?.last_frame));
        let movements = self
            .movements
            .iter()
            .filter_map(|movement| Some(self.params.get(movement.animation)?.last_frame));
        patterns.chain(movements).max().and_then(|last| u32::try_from(last).ok()).unwrap_or_default()
    }

    /// Whether anything is driven at all.
    pub fn is_moving(&self) -> bool {
        !(self.tracks.is_empty() && self.movements.is_empty() && self.bound.is_empty())
    }

    fn texture_at(&self, pattern: usize, [material, sampler]: [usize; 2], frame: f32) -> Option<&str> {
        self.patterns.get(pattern)?.track(material, sampler)?.texture_at(frame)
    }

    /// How a texture lies that moves.
    fn matrix_at(&self, movement: &Movement, frame: f32) -> Option<UvMatrix> {
        let mut value = movement.rest.clone();
        self.params.get(movement.animation)?.apply(&movement.name, ALBEDO_PARAM, &mut value, frame);
        uv_matrix(&value)
    }

    /// Finds the materials that patterns drive.
    fn drive(
        &mut self,
        patterns: &[(u32, TexturePattern)],
        is_chosen: &impl Fn(&String) -> bool,
        models: &Models,
        warnings: &mut Warnings,
    ) {
        let mut taken: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (index, (file, pattern)) in
            patterns.iter().enumerate().filter(|(_, (_, pattern))| is_chosen(&pattern.name))
        {
            let textures: BTreeMap<String, u32> = pattern
                .textures
                .iter()
                .filter_map(|name| Some((name.clone(), models.texture(*file, name)?)))
                .collect();
            for (of, [name, sampler]) in samplers_of(pattern) {
                for (material, driven) in
                    models.materials.iter().enumerate().filter(|(_, driven)| driven.name == name)
                {
                    let Some(used_as) = driven.use_of(sampler) else { continue };
                    let first = *taken.entry((material, used_as as usize)).or_insert(index);
                    if first != index {
                        let first = patterns.get(first).map_or("", |(_, pattern)| pattern.name.as_str());
                        warnings.add("pattern-not-shown", "texture_patterns", 0, || {
                            format!(
                                "{:?} drives what {first:?} drives, too, which is shown: choose it with --pattern {}",
                                pattern.name, pattern.name
                            )
                        });
                        continue;
                    }
                    self.tracks.push(Track {
                        pattern: index,
                        of,
                        material,
                        used_as,
                        textures: textures.clone(),
                    });
                }
            }
        }
    }

    /// Binds a track to what isn't a model.
    fn bind(
        &mut self,
        bind: &Bind,
        patterns: &[(u32, TexturePattern)],
        files: &[Bfres],
        driven: Driven<'_>,
    ) -> Result<Bound, TimelineError> {
        let Bind { pattern: name, material, sampler, target } = bind;
        let found = patterns.iter().enumerate().find(|(_, (_, pattern))| pattern.name == *name);
        let Some((index, (file, pattern))) = found else {
            let there = patterns.iter().map(|(_, pattern)| pattern.name.clone()).collect();
            return Err(TimelineError::NoAnimation { name: name.clone(), there });
        };
        let Some((of, _)) = samplers_of(pattern).find(|(_, names)| *names == [material, sampler]) else {
            return Err(TimelineError::NoTrack {
                pattern: name.clone(),
                material: material.clone(),
                sampler: sampler.clone(),
                there: samplers_of(pattern).map(|(_, names)| names.join(" ")).collect(),
            });
        };
        let place = target
            .find(driven.clutter, driven.objects)
            .ok_or_else(|| TimelineError::NoTarget { pattern: name.clone(), target: target.to_string() })?;
        let (mut images, mut names) = (Vec::new(), BTreeMap::new());
        for name in &pattern.textures {
            if let Some(image) = image_named(files, *file, name) {
                names.insert(name.clone(), images.len() as u32);
                images.push(image);
            }
        }
        self.bound.push(BoundTrack { pattern: index, of, images: names });
        Ok(Bound { place, images })
    }

    /// Finds the materials over which textures move.
    fn move_textures(
        &mut self,
        params: &[(u32, ParamAnimation)],
        is_chosen: &impl Fn(&String) -> bool,
        files: &[Bfres],
        models: &Models,
    ) {
        for (index, (_, animation)) in
            params.iter().enumerate().filter(|(_, (_, part))| is_chosen(&part.name))
        {
            let moves = |name: &String| {
                let mut materials = animation.materials.iter().filter(|part| part.material == *name);
                materials.any(|part| part.params.iter().any(|param| param.name == ALBEDO_PARAM))
            };
            for (material, driven) in models.materials.iter().enumerate() {
                let taken = self.movements.iter().any(|movement| movement.material == material);
                if taken || !moves(&driven.name) {
                    continue;
                }
                if let Some(rest) = rest_of(files, driven) {
                    self.movements.push(Movement {
                        animation: index,
                        material,
                        name: driven.name.clone(),
                        rest,
                    });
                }
            }
        }
    }
}

/// Every sampler of a pattern: its place, and the names of material and sampler.
fn samplers_of(pattern: &TexturePattern) -> impl Iterator<Item = ([usize; 2], [&str; 2])> {
    pattern.materials.iter().enumerate().flat_map(|(place, material)| {
        let samplers = material.samplers.iter().enumerate();
        samplers.map(move |(index, sampler)| {
            ([place, index], [material.material.as_str(), sampler.sampler.as_str()])
        })
    })
}

/// The value in the file of a material that says how its albedo lies.
fn rest_of(files: &[Bfres], driven: &ModelMaterial) -> Option<Vec<u8>> {
    let models = files.get(driven.file as usize)?.models.iter().filter(|model| model.name == driven.model);
    let mut materials =
        models.flat_map(|model| &model.materials).filter(|material| material.name == driven.name);
    materials.find_map(albedo_value).map(<[u8]>::to_vec)
}

/// The first level of the texture of a name, that of the file `file` before that of another; `None` where there is none
/// or it can't be decoded.
pub fn image_named(files: &[Bfres], file: u32, name: &str) -> Option<Image> {
    let own = files.get(file as usize);
    let texture =
        own.into_iter().chain(files).flat_map(|file| &file.textures).find(|texture| texture.name == name)?;
    Some(Image { size: texture.level_size(0), rgba: texture.rgba(0, 0).ok()? })
}

/// The names of all animations that can be chosen.
pub fn names_of_animations(files: &[Bfres]) -> Vec<String> {
    let of_file = |file: &Bfres| -> Vec<String> {
        let patterns = file.texture_patterns.iter().map(|pattern| &pattern.name);
        patterns.chain(file.param_animations.iter().map(|animation| &animation.name)).cloned().collect()
    };
    files.iter().flat_map(of_file).collect()
}

/// Names that are asked for must be there.
fn check_chosen(files: &[Bfres], chosen: &[String]) -> Result<(), TimelineError> {
    let there = names_of_animations(files);
    match chosen.iter().find(|name| !there.contains(name)) {
        Some(name) => Err(TimelineError::NoAnimation { name: name.clone(), there }),
        None => Ok(()),
    }
}
