//! Roads as lines over the ground.

/// What a road is made of, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The ring and what hangs on it: asphalt with a middle line.
    Main,
    /// In villages: narrow asphalt.
    Street,
    /// Between farms and to the harbour: gravel.
    Dirt,
    /// Up into the hills: two ruts.
    Track,
}

impl Class {
    /// Width in metres.
    pub fn width(self) -> f32 {
        match self {
            Class::Main => 7.0,
            Class::Street => 5.0,
            Class::Dirt => 4.0,
            Class::Track => 3.0,
        }
    }
}

/// A road from one junction or end to another.
#[derive(Debug, Clone)]
pub struct Road {
    /// What it is made of.
    pub class: Class,
    /// Its middle line, x and z in metres. Roads that meet share a point exactly.
    pub points: Vec<[f32; 2]>,
}
