//! From bytes to typed values: pure, bounded and without a panic, whatever the bytes.
//!
//! [`open`] reads a file of any kind; the decoders themselves take bytes and know no path.

pub mod archive;
pub mod bfres;
pub mod bytes;
pub mod file;
pub mod grid;
pub mod kind;
mod nintendo;
pub mod wrp;
pub mod xray;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use archive::pbo;
use bytes::{FormatError, Warnings};
use file::{FileBytes, ReadError};
use kind::Kind;

/// A file that was read and decoded.
#[derive(Debug)]
pub struct Opened {
    /// The path that was opened.
    pub path: PathBuf,
    /// Length of the file in bytes.
    pub len: u64,
    /// The name inside of the archive, when `path` is one.
    pub inside: Option<String>,
    /// What the file holds.
    pub content: Content,
}

/// What a file holds.
#[derive(Debug)]
pub enum Content {
    /// A terrain.
    World(Box<wrp::World>),
    /// The grass of a level.
    Details(xray::Details),
    /// One plant, and what was odd about it.
    DetailModel(xray::DetailModel, Warnings),
    /// The collision mesh of a level.
    Cform(xray::Cform),
    /// The materials of a game.
    GameMaterials(xray::GameMaterials),
    /// Models, textures and animations of a Wii U game: one file, or all of an archive; never empty.
    Bfres(Vec<bfres::Bfres>),
}

impl Opened {
    /// What was odd in the file.
    pub fn warnings(&self) -> Cow<'_, Warnings> {
        Cow::Borrowed(match &self.content {
            Content::World(world) => &world.warnings,
            Content::Details(details) => &details.warnings,
            Content::DetailModel(_, warnings) => warnings,
            Content::Cform(cform) => &cform.warnings,
            Content::GameMaterials(materials) => &materials.warnings,
            Content::Bfres(files) => match files.as_slice() {
                [only] => &only.warnings,
                several => return Cow::Owned(warnings_of(several)),
            },
        })
    }
}

/// What was odd in any of the files of an archive; a field says of which one it is.
fn warnings_of(files: &[bfres::Bfres]) -> Warnings {
    let mut all = Warnings::default();
    for file in files {
        all.append(&file.warnings, &file.name);
    }
    all
}

/// Why a path could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("{}", path.display())]
pub struct OpenError {
    /// The path as it was given.
    pub path: PathBuf,
    /// What is wrong with it.
    pub source: Box<OpenErrorKind>,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum OpenErrorKind {
    /// No bytes.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Bytes of a known kind that don't decode.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A known kind that this version doesn't open.
    #[error("is {name}, which Sward doesn't open: {advice}")]
    Foreign {
        /// What it is, with its article.
        name: &'static str,
        /// What to do about it, or when it comes.
        advice: &'static str,
    },
    /// Nothing fits.
    #[error("begins with {}, which is no kind of file that Sward knows, expected {}", begin, kind::OPENED)]
    Unknown {
        /// The first bytes, readable.
        begin: String,
    },
}

/// How much of a world to decode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Everything,
    Drawing,
}

/// Reads and decodes all of a file, recognised by its content.
///
/// # Errors
/// When it can't be read, isn't of a kind that this version opens, or is damaged.
pub fn open(path: &Path) -> Result<Opened, OpenError> {
    open_for(path, Purpose::Everything)
}

/// As [`open`], but leaves out the layers of a world that no picture needs.
///
/// # Errors
/// As [`open`].
pub fn open_for_drawing(path: &Path) -> Result<Opened, OpenError> {
    open_for(path, Purpose::Drawing)
}

fn open_for(path: &Path, purpose: Purpose) -> Result<Opened, OpenError> {
    let opened = FileBytes::read(path).map_err(OpenErrorKind::from).and_then(|file| {
        let (inside, content) = file.read_through(|bytes| decode_for(bytes, purpose))?;
        Ok(Opened { path: path.to_owned(), len: file.bytes().len() as u64, inside, content })
    });
    opened.map_err(|source| OpenError { path: path.to_owned(), source: source.into() })
}

/// Decodes the bytes of a file of any kind, recognised by its content: what it holds, and the name inside where they are
/// an archive.
///
/// # Errors
/// As [`open`], but for reading.
pub fn decode(bytes: &[u8]) -> Result<(Option<String>, Content), OpenErrorKind> {
    decode_for(bytes, Purpose::Everything)
}

fn decode_for(bytes: &[u8], purpose: Purpose) -> Result<(Option<String>, Content), OpenErrorKind> {
    match kind::recognise(bytes) {
        Some(Kind::Wrp) => Ok((None, Content::World(Box::new(decode_world(bytes, purpose)?)))),
        Some(Kind::Pbo) => {
            let found = pbo::find_world(bytes)?;
            let mut world = decode_world(&found.bytes, purpose)?;
            if !found.others.is_empty() {
                let others = found.others.join(", ");
                world.warnings.add_many("more-worlds", "entries", 0, found.others.len() as u64, || {
                    format!("found {others:?} too, expected one world in an archive")
                });
            }
            Ok((Some(found.name), Content::World(Box::new(world))))
        }
        Some(Kind::Details) => Ok((None, Content::Details(xray::decode_details(bytes)?))),
        Some(Kind::DetailModel) => {
            let (model, warnings) = xray::decode_dm(bytes)?;
            Ok((None, Content::DetailModel(model, warnings)))
        }
        Some(Kind::Cform) => Ok((None, Content::Cform(xray::decode_cform(bytes)?))),
        Some(Kind::GameMaterials) => Ok((None, Content::GameMaterials(xray::decode_game_materials(bytes)?))),
        Some(Kind::Bfres | Kind::BfresPart | Kind::Yaz0 | Kind::Sarc) => {
            let (inside, files) = nintendo::open(bytes)?;
            Ok((inside, Content::Bfres(files)))
        }
        Some(Kind::Foreign { name, advice }) => Err(OpenErrorKind::Foreign { name, advice }),
        None => {
            let begin = bytes.get(..8).unwrap_or(bytes);
            Err(OpenErrorKind::Unknown { begin: format!("\"{}\"", begin.escape_ascii()) })
        }
    }
}

fn decode_world(bytes: &[u8], purpose: Purpose) -> bytes::Result<wrp::World> {
    match purpose {
        Purpose::Everything => wrp::decode(bytes),
        Purpose::Drawing => wrp::decode_for_drawing(bytes),
    }
}
