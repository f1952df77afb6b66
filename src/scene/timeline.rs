//! What moves: which textures the materials show at a frame, and how they lie.

pub use list::{Animation, AnimationKind};

mod clip;
mod list;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

use super::bind::{Bind, Place, Target};
use super::by_name::{ByName, TexturesByName};
use super::clutter::Clutter;
use super::image::Image;
use super::models::uv_matrix::{ALBEDO_PARAM, albedo_value, uv_matrix};
use super::models::{MaterialState, Models, TextureUse, UvMatrix};
use super::objects::Objects;
use crate::formats::bfres::curve::{Keys, Offset};
use crate::formats::bfres::{Bfres, ParamAnimation, TexturePattern};
use crate::formats::bytes::Warnings;

/// The animations of a scene, bound to what they drive.
#[derive(Debug, Default)]
pub struct Timeline {
    patterns: Vec<TexturePattern>,
    /// For each pattern that drives a model: the textures of the models by their place in the pattern.
    textures: HashMap<usize, Vec<Option<u32>>>,
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
}

/// A texture that moves over a material.
#[derive(Debug)]
struct Movement {
    animation: usize,
    /// Indices of the material and the parameter in the animation.
    of: [usize; 2],
    material: usize,
    /// The parameter's value in the material.
    rest: Vec<u8>,
}

/// A pattern's track on something else than a model.
#[derive(Debug)]
struct BoundTrack {
    pattern: usize,
    of: [usize; 2],
    /// Index of each picture by the place of its texture in the pattern.
    images: HashMap<usize, u32>,
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
    #[error("there is no animation {name:?}: {}", animations_among(there))]
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
    #[error("the scene has nothing that {target} means, to which pattern {pattern:?} is bound: {there}")]
    NoTarget {
        /// The pattern's name.
        pattern: String,
        /// The target, as it is written.
        target: String,
        /// What the scene has of its kind, in words.
        there: String,
    },
    /// A file asks for it.
    #[error("{}: {what}", path.display())]
    InFile {
        /// The scene file.
        path: PathBuf,
        /// What is wrong in it.
        what: Box<Self>,
    },
}

/// Names to choose from, as words.
fn one_of(there: &[String]) -> String {
    match there {
        [] => "none".to_owned(),
        [only] => format!("{only:?}"),
        many => {
            let names: Vec<_> = many.iter().map(|name| format!("{name:?}")).collect();
            format!("one of {}", names.join(", "))
        }
    }
}

/// The animations to choose from, as words.
fn animations_among(there: &[String]) -> String {
    match there {
        [] => "the inputs have no animations at all; they come with BFRES files".to_owned(),
        _ => format!("expected {}", one_of(there)),
    }
}

/// An error with the file that asks for the bind, where there is one.
fn in_file(bind: &Bind, error: TimelineError) -> TimelineError {
    match &bind.from {
        Some(path) => TimelineError::InFile { path: path.clone(), what: Box::new(error) },
        None => error,
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
    /// Binds the animations of files to materials by name; those called `chosen` alone where any are. The materials of a
    /// file are driven by its own animations first and by those of other files where it has none for them. Where several
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
        let textures = TexturesByName::new(files);
        let mut room = MOST_BOUND_BYTES;
        let (mut bound, mut left_out) = (Vec::new(), 0);
        for bind in binds {
            let (pictures, too_many) = timeline
                .bind(bind, &patterns, &textures, &mut room, driven)
                .map_err(|error| in_file(bind, error))?;
            bound.push(pictures);
            left_out += too_many;
        }
        if left_out > 0 {
            warnings.add_many("left-out-texture", "binds", 0, left_out, || {
                format!("pictures of patterns are left out: those before them take {MOST_BOUND_BYTES} bytes")
            });
        }
        let all = || patterns.iter().map(|(_, pattern)| &pattern.name).enumerate();
        // What is chosen comes in the order in which it was asked for.
        let order: Vec<usize> = match chosen {
            [] => (0..patterns.len()).collect(),
            _ => {
                let called = |wanted| all().filter(move |(_, name)| *name == wanted).map(|(index, _)| index);
                chosen.iter().flat_map(called).collect()
            }
        };
        timeline.drive(&patterns, &order, driven.models, warnings);
        timeline.move_textures(&params, &is_chosen, files, driven.models);
        timeline.patterns = patterns.into_iter().map(|(_, pattern)| pattern).collect();
        timeline.params = params.into_iter().map(|(_, animation)| animation).collect();
        Ok((timeline, bound))
    }

    /// Everything at a frame, which may lie between two.
    pub fn at(&self, frame: f32) -> Moment {
        let mut materials = self.rest.clone();
        for Track { pattern, of, material, used_as } in &self.tracks {
            let textures = self.textures.get(pattern);
            let shown = textures.zip(self.index_at(*pattern, *of, frame));
            let shown = shown.and_then(|(textures, index)| textures.get(index).copied().flatten());
            if let (Some(shown), Some(state)) = (shown, materials.get_mut(*material)) {
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
            images.get(&self.index_at(*pattern, *of, frame)?).copied()
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

    fn index_at(&self, pattern: usize, [material, sampler]: [usize; 2], frame: f32) -> Option<usize> {
        self.patterns.get(pattern)?.track(material, sampler)?.index_at(frame)
    }

    /// How a texture lies that moves.
    fn matrix_at(&self, movement: &Movement, frame: f32) -> Option<UvMatrix> {
        let animation = self.params.get(movement.animation)?;
        let [material, param] = movement.of;
        let param = animation.materials.get(material)?.params.get(param)?;
        let mut value = movement.rest.clone();
        param.apply(&mut value, animation.shown_frame(frame));
        uv_matrix(&value)
    }

    /// Finds the materials that patterns drive: each with what its own file has for it, then with what others have.
    fn drive(
        &mut self,
        patterns: &[(u32, TexturePattern)],
        order: &[usize],
        models: &Models,
        warnings: &mut Warnings,
    ) {
        let mut slots: HashMap<Slot<'_>, SlotState> = HashMap::new();
        // The files with a slot of a name, in order.
        let mut files: HashMap<[&str; 2], Vec<u32>> = HashMap::new();
        for (index, material) in models.materials.iter().enumerate() {
            // Of samplers with one name the first is driven.
            let mut seen = HashSet::new();
            for sampler in material.samplers.iter().filter(|sampler| seen.insert(sampler.name.as_str())) {
                let Some(used_as) = sampler.used_as else { continue };
                let names = [material.name.as_str(), sampler.name.as_str()];
                let slot = slots.entry((material.file, names)).or_insert_with(|| {
                    files.entry(names).or_default().push(material.file);
                    SlotState::default()
                });
                slot.materials.push((index, used_as));
            }
        }
        let chosen = || order.iter().filter_map(|&index| Some((index, patterns.get(index)?)));
        let mut hidden = Vec::new();
        for (index, (file, pattern)) in chosen() {
            for (of, names) in samplers_of(pattern) {
                if let Some(slot) = slots.get_mut(&(*file, names)) {
                    hidden.extend(self.take(slot, index, of).map(|first| (index, first)));
                }
            }
        }
        for (index, (file, pattern)) in chosen() {
            for (of, names) in samplers_of(pattern) {
                let Some(others) = files.get_mut(&names) else { continue };
                let mut first = None;
                // Whoever comes first takes all that is left: nothing is looked at twice.
                for other in others.split_off(others.len().min(1)).into_iter().chain(others.first().copied())
                {
                    if let Some(slot) = slots.get_mut(&(other, names)) {
                        first = first.or(self.take(slot, index, of));
                    }
                }
                let drives = self.tracks.last().is_some_and(|track| track.pattern == index && track.of == of);
                let has_own = slots.contains_key(&(*file, names));
                hidden.extend(first.filter(|_| !drives && !has_own).map(|first| (index, first)));
            }
        }
        for (index, first) in hidden {
            let [name, first] =
                [index, first].map(|index| patterns.get(index).map_or("", |(_, pattern)| &pattern.name));
            warnings.add("pattern-not-shown", "texture_patterns", 0, || match name == first {
                true => format!("two patterns {name:?} drive the same, of which the first is shown"),
                false => format!(
                    "{name:?} drives what {first:?} drives, too, which is shown: choose it with --pattern {name}"
                ),
            });
        }
        let textures = models.textures_by_name();
        for track in &self.tracks {
            if let Some((file, pattern)) = patterns.get(track.pattern) {
                self.textures.entry(track.pattern).or_insert_with(|| {
                    pattern.textures.iter().map(|name| textures.find(*file, name)).collect()
                });
            }
        }
    }

    /// Lets a pattern drive a slot, unless another does: that one is told.
    fn take(&mut self, slot: &mut SlotState, pattern: usize, of: [usize; 2]) -> Option<usize> {
        match slot.taken_by {
            Some(first) => (first != pattern).then_some(first),
            None => {
                slot.taken_by = Some(pattern);
                let tracks = slot.materials.drain(..);
                self.tracks.extend(tracks.map(|(material, used_as)| Track {
                    pattern,
                    of,
                    material,
                    used_as,
                }));
                None
            }
        }
    }

    /// Binds a track to what isn't a model; tells how many of its pictures had no room, too.
    fn bind(
        &mut self,
        bind: &Bind,
        patterns: &[(u32, TexturePattern)],
        textures: &TexturesByName<'_>,
        room: &mut u64,
        driven: Driven<'_>,
    ) -> Result<(Bound, u64), TimelineError> {
        let Bind { pattern: name, material, sampler, target, from: _ } = bind;
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
        let place = target.find(driven.clutter, driven.objects).ok_or_else(|| TimelineError::NoTarget {
            pattern: name.clone(),
            target: target.to_string(),
            there: there_is(target, driven),
        })?;
        let (mut images, mut places, mut left_out) = (Vec::new(), HashMap::new(), 0);
        let mut of_name: HashMap<&str, Option<u32>> = HashMap::new();
        for place in places_shown(pattern, of) {
            let Some(name) = pattern.textures.get(place) else { continue };
            let image = *of_name.entry(name).or_insert_with(|| {
                let [width, height] = textures.find(*file, name)?.1.level_size(0).map(u64::from);
                match room.checked_sub(4 * width * height) {
                    Some(rest) => {
                        images.push(textures.image(*file, name)?);
                        *room = rest;
                        Some(images.len() as u32 - 1) // Each has a name in the file.
                    }
                    None => {
                        left_out += 1;
                        None
                    }
                }
            });
            places.extend(image.map(|image| (place, image)));
        }
        self.bound.push(BoundTrack { pattern: index, of, images: places });
        Ok((Bound { place, images }, left_out))
    }

    /// Finds the materials over which textures move, those of the own file first.
    fn move_textures(
        &mut self,
        params: &[(u32, ParamAnimation)],
        is_chosen: &impl Fn(&String) -> bool,
        files: &[Bfres],
        models: &Models,
    ) {
        let mut moves = ByName::default();
        for (index, (file, animation)) in
            params.iter().enumerate().filter(|(_, (_, part))| is_chosen(&part.name))
        {
            for (place, material) in animation.materials.iter().enumerate() {
                if let Some(param) = material.params.iter().position(|param| param.name == ALBEDO_PARAM) {
                    moves.add(*file, &material.material, (index, [place, param]));
                }
            }
        }
        let mut rests: HashMap<(u32, &str, &str), &[u8]> = HashMap::new();
        for (file, model) in
            (0..).zip(files).flat_map(|(file, bfres)| bfres.models.iter().map(move |m| (file, m)))
        {
            for material in &model.materials {
                if let Some(value) = albedo_value(material) {
                    rests.entry((file, &model.name, &material.name)).or_insert(value);
                }
            }
        }
        for (material, driven) in models.materials.iter().enumerate() {
            let rest = rests.get(&(driven.file, driven.model.as_str(), driven.name.as_str()));
            if let Some(((animation, of), rest)) = moves.find(driven.file, &driven.name).zip(rest) {
                self.movements.push(Movement { animation, of, material, rest: rest.to_vec() });
            }
        }
    }
}

/// Bytes of all decoded pictures that patterns drive beside the models.
const MOST_BOUND_BYTES: u64 = 256 << 20;

/// What a pattern finds its way to: the file of a material, and the names of the material and of its sampler.
type Slot<'a> = (u32, [&'a str; 2]);

/// Everything that one slot means, and the pattern that drives it.
#[derive(Debug, Default)]
struct SlotState {
    materials: Vec<(usize, TextureUse)>,
    taken_by: Option<usize>,
}

/// The places in a pattern of all textures that a track may show, each once.
fn places_shown(pattern: &TexturePattern, [material, sampler]: [usize; 2]) -> BTreeSet<usize> {
    let material = pattern.materials.get(material);
    let Some((material, sampler)) = material.and_then(|m| Some((m, m.samplers.get(sampler)?))) else {
        return BTreeSet::new();
    };
    let all = 0..pattern.textures.len();
    let base = usize::from(sampler.base);
    let curve = sampler.curve.and_then(|index| material.curves.get(usize::from(index)));
    match curve.map(|curve| (&curve.keys, curve.offset, curve.kind.is_whole(), curve.delta)) {
        None => [base].into(),
        Some((Keys::Int(keys), Offset::Int(offset), true, 0.0)) => {
            let values = keys.iter().map(|&key| i64::from(key) + i64::from(offset));
            let places = values.filter_map(|value| usize::try_from(value).ok()).chain([base]);
            places.filter(|place| all.contains(place)).collect()
        }
        // Between keys a curve may be anything.
        Some(_) => all.collect(),
    }
}

/// What a scene has of the kind of a target, in words.
fn there_is(target: &Target, driven: Driven<'_>) -> String {
    match target {
        Target::Grass(_) => match driven.clutter.map(|clutter| clutter.models.as_slice()) {
            None | Some([]) => "there is no grass".to_owned(),
            Some(models) => {
                let names: BTreeSet<_> = models.iter().map(|model| model.texture.as_str()).collect();
                let last = models.len() - 1;
                format!("the grass has the models 0 to {last}, with the textures {names:?}")
            }
        },
        Target::Objects(_) => {
            let drawn: BTreeSet<u32> =
                driven.objects.instances.iter().map(|instance| instance.model).collect();
            let models = drawn.iter().filter_map(|&model| driven.objects.models.get(model as usize));
            let names: BTreeSet<_> = models.map(|model| model.name.to_lowercase()).collect();
            match names.is_empty() {
                true => "there are no objects".to_owned(),
                false => format!("the objects are drawn as {}", Vec::from_iter(names).join(", ")),
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

#[cfg(test)]
mod tests;
