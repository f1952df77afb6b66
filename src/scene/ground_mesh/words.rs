//! What the words in the names of materials look like.

/// A colour as in a picture (sRGB), and how far plants grow on it, 0 to 1.
pub type Seen = ([u8; 3], f32);

/// Where several words are in a name, the first of this list decides: `tree_trunk` before `tree`.
pub const WORDS: &[(&str, Seen)] = &[
    ("water", ([58, 84, 84], WET)),
    ("puddle", ([58, 76, 74], WET)),
    ("glass", ([128, 152, 156], WET)),
    // Before what lies around it.
    ("asphalt", ([88, 87, 86], 0.0)),
    ("tarmac", ([88, 87, 86], 0.0)),
    ("gravel", ([132, 124, 110], 0.1)),
    ("rubble", ([130, 120, 108], 0.05)),
    ("railroad", ([112, 102, 92], 0.05)),
    ("sand", ([188, 168, 126], 0.15)),
    ("trunk", ([92, 72, 54], 0.0)),
    ("bush", ([70, 84, 46], 0.6)),
    ("leaves", ([84, 92, 50], 0.6)),
    ("grass", ([88, 94, 56], 0.8)),
    ("earth", ([112, 96, 68], 0.45)),
    ("ground", ([112, 96, 68], 0.45)),
    ("dirt", ([112, 90, 64], 0.25)),
    ("mud", ([86, 70, 50], 0.15)),
    ("swamp", ([76, 76, 48], 0.5)),
    ("soil", ([104, 84, 60], 0.4)),
    ("snow", ([226, 230, 236], 0.0)),
    ("brick", ([146, 90, 70], 0.0)),
    ("shifer", ([132, 134, 130], 0.0)),
    ("slate", ([110, 114, 118], 0.0)),
    ("roof", ([132, 84, 66], 0.0)),
    ("tile", ([172, 150, 130], 0.0)),
    ("stucco", ([196, 186, 164], 0.0)),
    ("plaster", ([200, 192, 174], 0.0)),
    ("concrete", ([152, 150, 144], 0.0)),
    ("beton", ([152, 150, 144], 0.0)),
    ("stone", ([134, 128, 118], 0.0)),
    ("rock", ([126, 118, 108], 0.1)),
    ("rust", ([134, 84, 54], 0.0)),
    ("barrel", ([104, 112, 100], 0.0)),
    ("setka", ([120, 124, 126], 0.0)),
    ("grate", ([112, 114, 114], 0.0)),
    ("metal", ([122, 126, 130], 0.0)),
    ("\\tin", ([136, 142, 146], 0.0)),
    ("carpet", ([122, 84, 72], 0.0)),
    ("\\car", ([110, 116, 122], 0.0)),
    ("plank", ([142, 112, 78], 0.0)),
    ("board", ([142, 112, 78], 0.0)),
    ("wood", ([134, 104, 72], 0.0)),
    ("tree", ([80, 88, 48], 0.3)),
    ("cloth", ([124, 112, 96], 0.0)),
    ("plastic", ([150, 156, 150], 0.0)),
    ("rubber", ([62, 62, 62], 0.0)),
    ("paper", ([196, 188, 168], 0.0)),
    ("book", ([138, 112, 86], 0.0)),
    ("monitor", ([74, 78, 82], 0.0)),
    ("bone", ([196, 186, 160], 0.0)),
    ("human", ([176, 136, 112], 0.0)),
    ("creature", ([150, 110, 92], 0.0)),
    ("death", ([126, 108, 96], 0.2)),
    ("fake", ([150, 146, 150], 0.0)),
];

/// Instead of plants: the sky is mirrored.
pub const WET: f32 = 2.0;

/// What has no known word: plastered, as most that is built.
pub const UNKNOWN: Seen = ([158, 150, 138], 0.0);

/// What grows where nobody says what the ground is made of.
pub const NATURAL: Seen = ([94, 94, 56], 0.9);

/// Instead of names: told apart, and quiet enough for a whole level. Greys, earths, brick, wood, slate.
pub const PALETTE: &[[u8; 3]] = &[
    [150, 147, 140],
    [92, 91, 90],
    [148, 96, 76],
    [136, 108, 78],
    [118, 124, 130],
    [186, 170, 136],
    [118, 98, 74],
    [172, 162, 146],
    [96, 106, 108],
    [160, 128, 94],
    [128, 130, 114],
    [126, 92, 84],
];

/// Sectors: hues all around, of about one lightness, none of them loud.
pub const SECTORS: &[[u8; 3]] = &[
    [116, 129, 90],
    [85, 116, 150],
    [168, 127, 75],
    [137, 91, 114],
    [80, 131, 121],
    [160, 95, 78],
    [113, 101, 147],
    [155, 149, 88],
    [90, 129, 78],
    [164, 113, 124],
    [78, 101, 119],
    [134, 109, 85],
];
