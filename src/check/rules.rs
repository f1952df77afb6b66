//! Every kind of finding: its code, what it means, how bad it is, and what to do.

use serde::Serialize;

/// How bad a finding is; the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something is lost, or the game is likely to fail.
    Error,
    /// It looks or works otherwise than its author meant.
    Warning,
    /// Worth knowing; sound files have it too.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Stable name: it keeps its meaning from version to version.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in a sentence without a full stop.
    pub title: &'static str,
    /// What to do about it.
    pub advice: &'static str,
}

const fn error(code: &'static str, title: &'static str, advice: &'static str) -> Rule {
    Rule { code, severity: Severity::Error, title, advice }
}

const fn warning(code: &'static str, title: &'static str, advice: &'static str) -> Rule {
    Rule { code, severity: Severity::Warning, title, advice }
}

const fn note(code: &'static str, title: &'static str, advice: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, title, advice }
}

/// All kinds, by subject: files, levels, detail models, their texture, collision meshes, worlds.
pub const RULES: &[Rule] = &[
    // Files that can't be opened.
    error("unreadable", "the file can't be read", "Check the path and who may read it."),
    error(
        "unknown-file",
        "the file is of no kind that Sward knows",
        "Check that it is the right file, whole and unpacked.",
    ),
    error(
        "not-opened",
        "Sward doesn't open this kind of file",
        "Give the file that the message names, or leave it out.",
    ),
    error(
        "damaged",
        "the file is cut short or broken",
        "Export it again, or fetch it again: a copy may have been cut short.",
    ),
    error(
        "unsupported-version",
        "this version of the format isn't read",
        "Convert or export it in a version that is read.",
    ),
    error("encrypted", "the file is encrypted", "Ask its author for a plain one: only the game can open it."),
    error(
        "compressed-chunk",
        "a chunk of the file is compressed",
        "Store it plainly: the engine can't use it as it is.",
    ),
    // Any file.
    warning(
        "trailing-bytes",
        "bytes follow that belong to nothing",
        "Export the file again; what wrote it may have written too much.",
    ),
    warning(
        "unknown-chunk",
        "the file has a chunk of no known kind",
        "Export it again with the level's own tools; nothing reads this chunk.",
    ),
    warning("double-chunk", "the file has a chunk twice", "Export it again; the second one is not used."),
    // Slots of a level.
    error(
        "slot-without-model",
        "a part of a slot names a model that the file lacks",
        "Empty the part or add the model: the engine may crash, and nothing grows there.",
    ),
    warning(
        "duplicate-model",
        "a slot names one model in two of its parts",
        "Keep one of the parts: both only take turns.",
    ),
    warning(
        "saturated-box",
        "the box of a slot stands at the end of its range",
        "Look at the ground there: what lies outside of the box is not planted.",
    ),
    warning(
        "slot-bounds",
        "the box of a slot has no sensible heights",
        "Compile the level again; the box is taken to end 200 m up or down.",
    ),
    warning(
        "slot-without-light",
        "a used slot has neither sun nor sky light, so its plants are black",
        "Compile the level's details again; a build.details has no light yet.",
    ),
    note(
        "phantom-slot",
        "a used slot has no ground, so nothing grows there",
        "Nothing, if the level ends there; else put ground under it and compile again.",
    ),
    note(
        "part-without-density",
        "a part of a slot names a model but has no density, so it grows nothing",
        "Empty the part, or paint some density.",
    ),
    note(
        "density-without-model",
        "a part of a slot has densities but no model",
        "Name a model, or clear the densities.",
    ),
    note(
        "unused-model",
        "no slot names the model",
        "Remove it from the level's detail objects, or plant it.",
    ),
    warning("far-off-grid", "the grid lies thousands of kilometres away", "Check the offset in the header."),
    warning("model-count", "the header counts other models than there are", "Export the level again."),
    error(
        "too-many-models",
        "the level has more models than a slot can name",
        "Remove models that are not used.",
    ),
    warning(
        "ground-outside-box",
        "the ground lies outside of a slot's box, so the slot stays bare or nearly so",
        "Compile the level's details again: the ground has changed since.",
    ),
    warning(
        "slot-without-ground",
        "there is no ground under a used slot, so nothing grows there",
        "Put ground under it, or clear the slot.",
    ),
    warning(
        "ground-looks-down",
        "the triangles under a used slot look down, so nothing grows there",
        "Turn them: plants stand on the front of a triangle only.",
    ),
    error(
        "too-many-overlaps",
        "the triangles of the collision mesh overlap far too many slots",
        "Compile the level again: its triangles are of an absurd size.",
    ),
    warning(
        "level-outside-map",
        "the level lies beyond the edge of the world, so nothing is planted there",
        "Move it with --clutter-at, or check that the two belong together.",
    ),
    // Detail models.
    error(
        "bad-index",
        "a triangle names a vertex that isn't there",
        "Export the model again; the engine reads beyond its vertices.",
    ),
    error(
        "too-many-indices",
        "the indices of a detail model take more than 64 KB",
        "Split the model or draw it with fewer triangles: the engine's buffer is full.",
    ),
    warning("empty-model", "a detail model has no triangles", "Export it again, or remove it."),
    warning(
        "zero-scale",
        "a detail model has a scale of 0, so it may be invisible",
        "Set both scales above 0.",
    ),
    warning(
        "odd-model-scale",
        "the scales of a detail model are no rising range above 0",
        "Set a smallest and a largest scale above 0.",
    ),
    warning(
        "unknown-model-flags",
        "a detail model has flags of no known meaning",
        "Only bit 0 is known (it doesn't wave); clear the others.",
    ),
    note(
        "uv-outside-texture",
        "a detail model's texture coordinates lie outside of 0 to 1",
        "Move them into the atlas: what lies outside shows other plants.",
    ),
    // Their texture.
    warning(
        "missing-texture",
        "there is no build_details.dds beside the level",
        "Put the level's build_details.dds beside it; plants are drawn in a plain colour.",
    ),
    error(
        "broken-texture",
        "the texture of the plants can't be read",
        "Save it again as a DDS (DXT1, DXT5 or uncompressed).",
    ),
    warning(
        "texture-size",
        "an edge of the plants' texture is no power of two",
        "Save it with edges such as 512 or 1024 pixels.",
    ),
    note(
        "texture-shape",
        "the plants' texture is more than four times as long as wide",
        "Pack the plants into a squarer atlas.",
    ),
    warning(
        "texture-without-mips",
        "the plants' texture has no mip levels, so far plants flicker",
        "Save it with mip levels.",
    ),
    warning("texture-cut-mips", "the plants' texture lacks bytes of its mip levels", "Save it again."),
    warning(
        "texture-without-alpha",
        "the plants' texture is opaque everywhere, so plants are drawn as boards",
        "Save it with alpha (DXT1 with a key, or DXT5).",
    ),
    warning(
        "texture-all-clear",
        "the plants' texture is clear everywhere, so no plant is seen",
        "Save it with alpha where plants are to be seen.",
    ),
    // Collision meshes.
    warning("bounds", "the box in the header is not that of the vertices", "Compile the level again."),
    warning(
        "mesh-material-out-of-range",
        "collision triangles name a material that isn't in the list of gamemtl.xr",
        "Give the gamemtl.xr that the level was compiled with; such triangles are taken for solid.",
    ),
    note(
        "triangle-without-area",
        "a collision triangle has no area",
        "Nothing: rays pass it by. A cleaner mesh has none.",
    ),
    note(
        "material-order",
        "the materials of the game are not numbered in the order of their list",
        "Nothing: the engine goes by the place in the list.",
    ),
    warning("no-materials", "the list of materials is empty", "Give the gamemtl.xr of the game."),
    warning(
        "broken-cform",
        "the collision mesh beside the level can't be read, so its ground is not checked",
        "Compile the level again, or fetch the file again.",
    ),
    warning(
        "broken-game-materials",
        "the materials beside the level can't be read, so all ground is taken for solid",
        "Fetch the gamemtl.xr of the game again.",
    ),
    warning(
        "no-triangles",
        "the collision mesh has no triangles, so nothing is planted",
        "Compile the level with its geometry.",
    ),
    // Worlds as a whole.
    warning(
        "more-worlds",
        "the archive holds more than one world",
        "Unpack the others and give them by name.",
    ),
    warning(
        "bytes-after-end",
        "bytes follow after the end of the world",
        "Export it again; what wrote it may have written too much.",
    ),
    warning(
        "unknown-map-info",
        "the in-game map has a record of no known type",
        "Nothing in the world is lost but the records after it.",
    ),
    warning("cut-map-info", "the in-game map ends in the middle of a record", "Binarise the world again."),
    // Ground of a world.
    error(
        "elevation-not-finite",
        "a height of the ground is no number",
        "Import the heights again; a picture shows it at 0 m.",
    ),
    warning(
        "elevation-out-of-range",
        "a height of the ground is more than 20 km from the sea",
        "Check the import of the heights and their unit.",
    ),
    error(
        "material-out-of-range",
        "a land cell names a material that isn't in the list",
        "Generate the layers again.",
    ),
    warning(
        "empty-material",
        "a material has no path",
        "Generate the layers again, or let its land cells have another one.",
    ),
    warning(
        "peak-skipped",
        "a peak lies outside of the map or has no height",
        "Remove it, or move it onto the map.",
    ),
    // Roads of a world.
    error("road-not-finite", "a point of a road is no number", "Export the roads again."),
    warning("road-outside-map", "a road leaves the map", "Move it onto the map, or cut it at the edge."),
    warning(
        "road-skipped",
        "a road link is longer or has more connections than any real one",
        "Export the roads again; a picture doesn't show it.",
    ),
    warning(
        "odd-road-model",
        "the path of a road's model has control characters",
        "Binarise the world again.",
    ),
    // Objects of a world.
    error(
        "model-out-of-range",
        "an object names a model that isn't in the list",
        "Remove the object or export the world again; it is not drawn.",
    ),
    warning(
        "object-without-model",
        "an object has an empty path for a model",
        "Remove it, or give it its model.",
    ),
    error(
        "matrix-not-finite",
        "the place or turn of an object is no number",
        "Remove the object and place it again.",
    ),
    error(
        "degenerate-matrix",
        "the matrix of an object is flat or of an absurd size, so it can't be seen",
        "Set its scale and turn again.",
    ),
    note(
        "mirrored-matrix",
        "the matrix of an object mirrors it",
        "Turn it instead of mirroring it: faces show their inside.",
    ),
    warning(
        "object-outside-map",
        "an object stands outside of the map",
        "Remove it, or move it onto the map.",
    ),
    warning(
        "object-under-ground",
        "an object lies far under the ground",
        "Set it on the ground, or remove it if it was meant to be hidden.",
    ),
    warning(
        "object-over-ground",
        "an object hangs far over the ground, and nothing near is as high",
        "Set it on the ground.",
    ),
    warning(
        "duplicate-object-id",
        "two objects have one id",
        "Give each an id of its own; scripts and the map mistake them.",
    ),
    warning(
        "duplicate-object",
        "two objects of one model stand at one place",
        "Remove one of them: they flicker and cost twice.",
    ),
    // Models, textures and animations of the Wii U.
    warning(
        "missing-mips",
        "a texture has fewer levels in this file than it says",
        "Look for a file of the same name with .Tex2: some games keep the smaller levels there. Without them the largest \
         is shrunk.",
    ),
    warning(
        "missing-model-texture",
        "a material shows a texture that is in none of the files",
        "Give the file that has it, too, such as the one of the same name with .Tex1; until then the material is gray.",
    ),
    warning(
        "unread-model-texture",
        "a texture is stored in a way that isn't read",
        "Save it as one of the formats and tile modes in the README; until then what shows it is gray.",
    ),
    warning(
        "missing-pattern-texture",
        "a texture pattern shows a texture that is in none of the files",
        "Give the file that has it, too; until then it is drawn gray.",
    ),
    note(
        "pattern-without-material",
        "a texture pattern drives a sampler that no model of the files has",
        "Nothing if the pattern is for another model or bound by a scene file; else compare the names.",
    ),
    warning(
        "missing-pixels",
        "a texture has its smaller levels in this file, but not its largest",
        "Open the file of the same name with .Tex1: some games keep the largest levels there.",
    ),
    error(
        "bad-texture-index",
        "a texture pattern shows a texture that it doesn't have",
        "Set its key or base value to one of its textures; until then another one stays: see the message.",
    ),
    warning(
        "bad-last-frame",
        "an animation ends before its first frame",
        "Set its last frame; until then it stays at frame 0.",
    ),
    error(
        "bad-curve-index",
        "a texture pattern names a curve that it doesn't have",
        "Export the pattern again; until then its base value is shown.",
    ),
    warning(
        "bad-bound-model",
        "a texture pattern is bound to what is no model",
        "Nothing: patterns find materials by their names. A sound export binds it to a model or to none.",
    ),
    warning(
        "old-param-animation",
        "an animation of shader parameters is of a version that isn't read",
        "Nothing: it is left out. Files of version 3.4 or later have such animations played.",
    ),
    warning(
        "file-length",
        "the header states another length than the file has",
        "Fetch or export the file again: it may have been cut short.",
    ),
    warning(
        "wrong-hash",
        "the hash of a file in an archive isn't that of its name",
        "Pack the archive again: the game can't find the file.",
    ),
    error(
        "broken-entry",
        "a file in an archive can't be read, so it is left out",
        "Put a sound one into the archive.",
    ),
    error(
        "broken-textures",
        "the file with the textures can't be read, so they are left out",
        "Fetch a sound .Tex1 or .Tex2 and put it beside the file.",
    ),
    warning(
        "user-data-left-out",
        "a value that the makers attached can't be read, so it is left out",
        "Nothing: no picture needs it. Export the file again if a tool does.",
    ),
    warning(
        "unknown-vertex-format",
        "the numbers of a vertex are stored in a way that isn't known, so they are left out",
        "Export the model again, with formats of the console's graphics interface.",
    ),
    warning(
        "short-vertices",
        "a buffer has fewer bytes than its vertices need, so what it would tell of them is left out",
        "Export the model again: its file may have been cut short.",
    ),
    warning(
        "unknown-index-format",
        "the indices of a mesh are stored in a way that isn't known, so it isn't drawn",
        "Export the model again.",
    ),
    warning(
        "short-indices",
        "a mesh has fewer bytes than its indices need; those that are there are drawn",
        "Export the model again: its file may have been cut short.",
    ),
    warning(
        "unknown-primitive",
        "a mesh is of points or lines, or of something that isn't known, so it isn't drawn",
        "Export the mesh as triangles.",
    ),
    warning(
        "shape-without-vertices",
        "a shape names vertices that aren't there, so it isn't drawn",
        "Export the model again.",
    ),
    warning(
        "shared-vertices",
        "many shapes take the same vertices, so many that some aren't drawn",
        "Give the shapes vertices of their own.",
    ),
    warning(
        "unknown-bone",
        "a shape hangs on a bone that isn't there, so it may stand in the wrong place",
        "Export the model with its skeleton.",
    ),
    warning(
        "bad-vertex",
        "a corner of a triangle isn't a finite number, so the triangle is left out",
        "Export the model again.",
    ),
    warning(
        "material-part-left-out",
        "what a material tells the game's renderer or shader can't be read, so it is left out",
        "Nothing: no picture needs it. Export the file again if the game fails on it.",
    ),
    warning(
        "param-animation-left-out",
        "an animation of shader parameters can't be read, so it isn't played",
        "Export the file again; if the game plays it, it is of a layout that isn't known.",
    ),
    note(
        "unread-group",
        "a group of parts that aren't read can't be counted",
        "Nothing: skeleton, visibility and shape animations, scenes and embedded files aren't shown.",
    ),
];

/// The rule of a code. A decoder's warning that has none of its own is told as it is.
pub(super) fn of(code: &str) -> Rule {
    const OTHER: Rule =
        warning("", "something in the file is odd", "Export the file again with its own tools.");
    RULES.iter().copied().find(|rule| rule.code == code).unwrap_or(OTHER)
}
