//! What an object is, as far as its model's path and the in-game map tell.

mod words;

use std::collections::HashMap;
use std::sync::LazyLock;

use super::name::Name;

/// Kinds of objects; each is drawn in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Spruce, pine, fir, ...
    Conifer,
    /// Oak, birch, palm, ... and a tree that doesn't say which.
    Broadleaf,
    /// A bare tree, a stump or a fallen trunk.
    DeadTree,
    /// A piece of wood as one object, as Operation Flashpoint has them.
    Woods,
    /// A bush or a hedge.
    Bush,
    /// Reed, fern, a flower: lower than a bush.
    Tuft,
    /// A rock, from a stone to a cliff.
    Rock,
    /// A house or anything else with walls and a roof.
    Building,
    /// A church or a chapel.
    Church,
    /// A hall, a hangar, a factory.
    Industrial,
    /// Much higher than wide: a lighthouse, a stack, a water tower.
    Tower,
    /// A wall: no light comes through.
    Wall,
    /// A fence or a gate.
    Fence,
    /// A pole, a lamp, a sign.
    Pole,
    /// A pier or a quay.
    Pier,
    /// A bridge.
    Bridge,
    /// What is left of a building.
    Ruin,
    /// A piece of road, path, runway or railway: drawn as a ribbon, not as an object.
    RoadPart,
    /// A vehicle or its wreck, on land or in water.
    Vehicle,
    /// A pond: a flat piece of water.
    Pond,
    /// Anything small: a box, a bench, a well.
    Item,
    /// Nothing is known about it.
    Unknown,
}

impl Kind {
    /// The kind of a model, from the words of its path and the map-info type of its objects.
    ///
    /// The file's name decides; a type that tells more about a building than its name refines it. Where the name
    /// says nothing the type decides, and where there is none, the folders.
    pub(crate) fn of(name: &Name, map_type: Option<u32>) -> Self {
        let mapped = map_type.and_then(Self::from_map_type);
        match (Self::from_words(name), mapped) {
            (Some(Self::Building | Self::Industrial), Some(kind)) if kind.is_structure() => kind,
            (Some(kind), _) | (None, Some(kind)) => kind,
            (None, None) => Self::from_folders(name).unwrap_or(Self::Unknown),
        }
    }

    /// The kind of a model by its path alone, such as `ca\plants2\tree\t_picea2s.p3d`.
    pub fn from_path(path: &str) -> Self {
        Self::of(&Name::new(path), None)
    }

    /// The kind behind a map-info type; `None` for a type that no object is drawn for or that tells nothing.
    pub fn from_map_type(map_type: u32) -> Option<Self> {
        Some(match map_type {
            0 | 1 => Self::Broadleaf,
            2 => Self::Bush,
            3 | 4 | 12 | 13 | 18 | 19 | 23 => Self::Building,
            5 | 6 | 7 | 25 => Self::Woods,
            8 | 9 => Self::Church,
            10 | 34 => Self::Pole,
            11 | 33 => Self::Rock,
            14 | 29 | 36 | 37 => Self::Item,
            15 | 16 | 26 | 27 | 30 | 38 => Self::Tower,
            17 => Self::Pier,
            20 => Self::Fence,
            21 => Self::Wall,
            24 | 31 | 32 | 35 | 41..=43 => Self::RoadPart,
            28 => Self::Ruin,
            39 => Self::Vehicle,
            _ => return None,
        })
    }

    /// Plants bend with the ground's slope no more than the sun makes them: they stand upright.
    pub fn is_plant(self) -> bool {
        matches!(self, Self::Conifer | Self::Broadleaf | Self::DeadTree | Self::Bush | Self::Tuft)
    }

    /// One of them, in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Conifer => "conifer",
            Self::Broadleaf => "broadleaf",
            Self::DeadTree => "dead tree",
            Self::Woods => "piece of wood",
            Self::Bush => "bush",
            Self::Tuft => "tuft",
            Self::Rock => "rock",
            Self::Building => "building",
            Self::Church => "church",
            Self::Industrial => "hall",
            Self::Tower => "tower",
            Self::Wall => "wall",
            Self::Fence => "fence",
            Self::Pole => "pole",
            Self::Pier => "pier",
            Self::Bridge => "bridge",
            Self::Ruin => "ruin",
            Self::RoadPart => "piece of road",
            Self::Vehicle => "vehicle",
            Self::Pond => "pond",
            Self::Item => "small thing",
            Self::Unknown => "unknown",
        }
    }

    /// True for the kinds that say more about a building than that it is one.
    fn is_structure(self) -> bool {
        matches!(self, Self::Church | Self::Tower | Self::Ruin | Self::Pier | Self::Industrial)
    }

    fn from_words(name: &Name) -> Option<Self> {
        NAMES.find(name.words())
    }

    fn from_folders(name: &Name) -> Option<Self> {
        FOLDERS.find(name.folders())
    }
}

static NAMES: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::new(words::NAMES));
static FOLDERS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::new(words::FOLDERS));

/// The groups of a word list, ready to be asked: a word costs a few look-ups, however long the list is.
struct Vocabulary {
    /// Kind of each group.
    kinds: Vec<Kind>,
    whole: HashMap<&'static str, usize>,
    first: HashMap<&'static str, usize>,
    starts: HashMap<&'static str, usize>,
    ends: HashMap<&'static str, usize>,
}

impl Vocabulary {
    fn new(groups: &'static [(Kind, &'static str)]) -> Self {
        let mut this = Self {
            kinds: groups.iter().map(|group| group.0).collect(),
            whole: HashMap::new(),
            first: HashMap::new(),
            starts: HashMap::new(),
            ends: HashMap::new(),
        };
        for (rank, (_, words)) in groups.iter().enumerate() {
            for word in words.split_whitespace() {
                let (map, key) = if let Some(key) = word.strip_suffix('*') {
                    (&mut this.starts, key)
                } else if let Some(key) = word.strip_prefix('*') {
                    (&mut this.ends, key)
                } else if let Some(key) = word.strip_prefix('^') {
                    (&mut this.first, key)
                } else {
                    (&mut this.whole, word)
                };
                map.entry(key).or_insert(rank);
            }
        }
        this
    }

    /// The kind of the strongest group that knows one of the words, or two neighbours written as one.
    fn find(&self, words: &[String]) -> Option<Kind> {
        let first =
            words.first().filter(|_| words.len() > 1).and_then(|word| self.first.get(word.as_str()).copied());
        let alone = words.iter().filter_map(|word| self.rank(word));
        let pairs = words.windows(2).filter_map(|pair| self.rank(&pair.concat()));
        let rank = first.into_iter().chain(alone).chain(pairs).min()?;
        self.kinds.get(rank).copied()
    }

    fn rank(&self, word: &str) -> Option<usize> {
        // Words are ASCII letters; no word of the lists is as long as this.
        let word = &word[..word.len().min(48)];
        let whole = self.whole.get(word);
        let starts = (2..=word.len()).filter_map(|end| self.starts.get(&word[..end]));
        let ends = (1..word.len().saturating_sub(2)).filter_map(|start| self.ends.get(&word[start..]));
        whole.into_iter().chain(starts).chain(ends).min().copied()
    }
}

#[cfg(test)]
mod tests;
