//! Writes the island as files, and believes in them only after reading them back.

use super::Island;
use crate::formats::bfres::Bfres;
use crate::formats::bytes::FormatError;
use crate::formats::{bfres, wrp, xray};
use crate::scene::clutter::Atlas;
use crate::scene_file::{SceneFile, SceneTextError};
use ddsfile::{D3DFormat, Dds, NewD3dParams};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why the island could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The disk says no.
    #[error("{path:?}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The world has no place in its format.
    #[error("{WORLD}")]
    World(#[from] wrp::EncodeError),
    /// The details have no place in their format.
    #[error("{DETAILS}")]
    Details(#[from] xray::EncodeError),
    /// The models have no place in their format.
    #[error("{BFRES}")]
    Bfres(#[from] bfres::EncodeError),
    /// The texture has no place in its format.
    #[error("{ATLAS}")]
    Atlas(#[from] ddsfile::Error),
    /// The scene has no place in a text.
    #[error("{SCENE}")]
    Scene(#[from] SceneTextError),
    /// A file of that name is there already and is not the island's.
    #[error("{path:?} is there already and holds something else: choose another folder, or remove it")]
    Taken {
        /// The file.
        path: PathBuf,
    },
    /// A file that was just written can't be read.
    #[error("reading {path:?} back")]
    ReadBack {
        /// The file.
        path: PathBuf,
        /// What its decoder says.
        source: Box<FormatError>,
    },
    /// A file that was just written holds something else.
    #[error("{path:?} read back: {field} differs from what was written")]
    Differs {
        /// The file.
        path: PathBuf,
        /// The first field that differs.
        field: &'static str,
    },
}

const WORLD: &str = "island.wrp";
const DETAILS: &str = "level.details";
const ATLAS: &str = "build_details.dds";
const BFRES: &str = "island.bfres";
const SCENE: &str = "island.toml";

/// Writes `island.wrp`, `level.details`, `build_details.dds`, `island.bfres` and `island.toml`, the scene of them all,
/// into `folder`, which is made where it isn't there.
///
/// Each file appears whole or not at all. All are read back through the decoders and compared field by field before
/// any of them gets its name; a file of another content is never replaced. Returns their paths.
///
/// # Errors
/// When the disk doesn't take them, a name is taken, or what was read back isn't what was written.
pub fn write(island: &Island, folder: &Path) -> Result<[PathBuf; 5], WriteError> {
    fs::create_dir_all(folder).map_err(|source| WriteError::Io { path: folder.to_owned(), source })?;
    let world = wrp::encode(&island.world)?;
    let details = xray::encode_details(&island.details)?;
    let atlas = encode_atlas(&island.atlas)?;
    let bfres = bfres::encode(&island.bfres)?;
    let scene = scene(island).to_text()?.into_bytes();
    let files = [(WORLD, &world), (DETAILS, &details), (ATLAS, &atlas), (BFRES, &bfres), (SCENE, &scene)];
    for (name, bytes) in files {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|there| there != *bytes) {
            return Err(WriteError::Taken { path });
        }
    }
    let world = Draft::new(folder, WORLD, &world)?;
    let details = Draft::new(folder, DETAILS, &details)?;
    let atlas = Draft::new(folder, ATLAS, &atlas)?;
    let bfres = Draft::new(folder, BFRES, &bfres)?;
    let scene_file = Draft::new(folder, SCENE, &scene)?;

    let read = wrp::decode(&world.read()?).map_err(|source| world.unreadable(source))?;
    world.same(differing_field(&island.world, &read))?;
    let read = xray::decode_details(&details.read()?).map_err(|source| details.unreadable(source))?;
    details.same(differing_detail(&island.details, &read))?;
    let read = decode_atlas(&atlas.read()?)?;
    atlas.same((read != island.atlas).then_some("levels"))?;

    let read = bfres::decode(&bfres.read()?).map_err(|source| bfres.unreadable(source))?;
    bfres.same(differing_part(&island.bfres, &read))?;

    Ok([world.publish()?, details.publish()?, atlas.publish()?, bfres.publish()?, scene_file.publish()?])
}

/// What `island.toml` says.
fn scene(island: &Island) -> SceneFile {
    SceneFile { inputs: [WORLD, DETAILS, BFRES].map(PathBuf::from).to_vec(), bind: island.binds.clone() }
}

/// A file under a name that nobody looks for. It goes away when it isn't published.
struct Draft {
    draft: PathBuf,
    path: PathBuf,
}

impl Draft {
    fn new(folder: &Path, name: &str, bytes: &[u8]) -> Result<Self, WriteError> {
        let draft = folder.join(format!(".{name}.{}.draft", std::process::id()));
        let this = Self { draft, path: folder.join(name) };
        fs::write(&this.draft, bytes).map_err(|source| this.failed(source))?;
        Ok(this)
    }

    fn read(&self) -> Result<Vec<u8>, WriteError> {
        fs::read(&self.draft).map_err(|source| self.failed(source))
    }

    fn same(&self, differing: Option<&'static str>) -> Result<(), WriteError> {
        differing.map_or(Ok(()), |field| Err(WriteError::Differs { path: self.path.clone(), field }))
    }

    fn publish(self) -> Result<PathBuf, WriteError> {
        fs::rename(&self.draft, &self.path).map_err(|source| self.failed(source))?;
        Ok(self.path.clone())
    }

    fn failed(&self, source: io::Error) -> WriteError {
        WriteError::Io { path: self.path.clone(), source }
    }

    fn unreadable(&self, source: FormatError) -> WriteError {
        WriteError::ReadBack { path: self.path.clone(), source: Box::new(source) }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Once published it is no longer there, and more than trying can't be done.
        let _ = fs::remove_file(&self.draft);
    }
}

/// The texture as uncompressed RGBA with its own mip levels, in the header that tools of the time of DirectX 9 know.
///
/// # Errors
/// When the library can't write the header.
pub fn encode_atlas(atlas: &Atlas) -> Result<Vec<u8>, ddsfile::Error> {
    let mut dds = Dds::new_d3d(NewD3dParams {
        width: atlas.size[0],
        height: atlas.size[1],
        depth: None,
        format: D3DFormat::A8B8G8R8,
        mipmap_levels: Some(atlas.levels.len() as u32),
        caps2: None,
    })?;
    dds.data = atlas.levels.concat();
    let mut bytes = Vec::new();
    dds.write(&mut bytes)?;
    Ok(bytes)
}

/// What [`encode_atlas`] wrote, level by level and without any change.
fn decode_atlas(bytes: &[u8]) -> Result<Atlas, ddsfile::Error> {
    let dds = Dds::read(bytes)?;
    let size = [dds.get_width(), dds.get_height()];
    let mut rest = dds.data.as_slice();
    let levels = (0..dds.get_num_mipmap_levels())
        .map(|level| {
            let [width, height] = size.map(|edge| (edge >> level).max(1) as usize);
            let (own, finer) = rest.split_at_checked(width * height * 4).unwrap_or((rest, &[]));
            rest = finer;
            own.to_vec()
        })
        .collect();
    Ok(Atlas { size, levels })
}

/// The first field in which two worlds differ.
fn differing_field(a: &wrp::World, b: &wrp::World) -> Option<&'static str> {
    [
        ("variant", a.variant == b.variant),
        ("app_id", a.app_id == b.app_id),
        ("header_unknown", a.header_unknown == b.header_unknown),
        ("land", a.land == b.land),
        ("terrain", a.terrain == b.terrain),
        ("land_cell", a.land_cell == b.land_cell),
        ("geography", a.geography == b.geography),
        ("sound_map", a.sound_map == b.sound_map),
        ("peaks", a.peaks == b.peaks),
        ("material_index", a.material_index == b.material_index),
        ("random", a.random == b.random),
        ("grass_approx", a.grass_approx == b.grass_approx),
        ("primary_texture", a.primary_texture == b.primary_texture),
        ("elevation", a.elevation == b.elevation),
        ("materials", a.materials == b.materials),
        ("models", a.models == b.models),
        ("entities", a.entities == b.entities),
        ("object_offsets", a.object_offsets == b.object_offsets),
        ("map_object_offsets", a.map_object_offsets == b.map_object_offsets),
        ("persistent", a.persistent == b.persistent),
        ("subdivision_hints", a.subdivision_hints == b.subdivision_hints),
        ("max_object_id", a.max_object_id == b.max_object_id),
        ("roads", a.roads == b.roads),
        ("objects", a.objects == b.objects),
        ("map_info", a.map_info == b.map_info),
        ("warnings", a.warnings == b.warnings),
        ("a field that this list lacks", a == b),
    ]
    .into_iter()
    .find_map(|(field, same)| (!same).then_some(field))
}

/// The first field in which two BFRES differ.
fn differing_part(a: &Bfres, b: &Bfres) -> Option<&'static str> {
    [
        ("version", a.version == b.version),
        ("name", a.name == b.name),
        ("models", a.models == b.models),
        ("textures", a.textures == b.textures),
        ("texture_patterns", a.texture_patterns == b.texture_patterns),
        ("warnings", a.warnings == b.warnings),
        ("a field that this list lacks", a == b),
    ]
    .into_iter()
    .find_map(|(field, same)| (!same).then_some(field))
}

/// The first field in which two details differ.
fn differing_detail(a: &xray::Details, b: &xray::Details) -> Option<&'static str> {
    [
        ("version", a.version == b.version),
        ("size", a.size == b.size),
        ("offset", a.offset == b.offset),
        ("models", a.models == b.models),
        ("slots", a.slots == b.slots),
        ("warnings", a.warnings == b.warnings),
        ("a field that this list lacks", a == b),
    ]
    .into_iter()
    .find_map(|(field, same)| (!same).then_some(field))
}
