//! What a file is, told by its bytes and never by its name.

use super::archive::{pbo, sarc, yaz0};
use super::bfres;
use super::bytes::Cursor;
use super::wrp;
use super::xray::{cform, game_materials};

/// A kind of file that Sward knows by sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A terrain of Operation Flashpoint, Arma or DayZ, LZSS-wrapped or not.
    Wrp,
    /// An archive of the same games.
    Pbo,
    /// Grass of an X-Ray level.
    Details,
    /// One detail model of an X-Ray level.
    DetailModel,
    /// Collision mesh of an X-Ray level.
    Cform,
    /// Materials of an X-Ray game.
    GameMaterials,
    /// Models, textures and animations of a Wii U game.
    Bfres,
    /// A part of such a file on its own.
    BfresPart,
    /// A packed file of the same games.
    Yaz0,
    /// An archive of the same games.
    Sarc,
    /// Known, but not opened by this version.
    Foreign {
        /// What it is, with its article.
        name: &'static str,
        /// What to do about it, or when it comes; may be empty.
        advice: &'static str,
    },
}

/// What this version opens, for messages.
pub const OPENED: &str = "a .wrp world, a .pbo archive with one inside, a level.details, a .dm detail model, \
                          a level.cform, a gamemtl.xr or a Wii U .bfres (also packed, in an archive, or in parts)";

/// Files that are told by their first bytes alone: the bytes, the name, the advice.
const FOREIGN: &[(&[u8], &str, &str)] = &[
    (b"Gfx2", "a Wii U texture (GTX)", "open the .bfres that it was made for"),
    (b"BNTX", "a texture archive of the Switch (BNTX)", "open a .bfres of the Wii U"),
    (b"ODOL", "an object model (binarised P3D)", "object models come in a later version"),
    (b"MLOD", "an object model (editable P3D)", "object models come in a later version"),
    (b"SP3X", "an object model (early P3D)", "object models come in a later version"),
    (b"\0raP", "a binarised configuration", "open the .wrp that it belongs to"),
    (b"DDS ", "a DDS texture", "open the level.details that it belongs to"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture", "open the world, not its picture"),
    (b"\xff\xd8\xff", "a JPEG picture", "open the world, not its picture"),
    (b"BM", "a BMP picture", "open the world, not its picture"),
    (b"II*\0", "a TIFF picture", "open the world, not its picture"),
    (b"PK\x03\x04", "a ZIP archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first"),
    (b"Rar!\x1a\x07", "a RAR archive", "unpack it first"),
    (b"\x1f\x8b", "a gzip file", "unpack it first"),
    (b"ncols", "an ESRI ASCII grid", "open the .wrp that was made from it"),
];

/// Files of the Wii U.
const OF_THE_WII_U: &[(&[u8], Kind)] = &[
    (bfres::MAGIC, Kind::Bfres),
    (bfres::EXPORTED, Kind::BfresPart),
    (bfres::PATTERN, Kind::BfresPart),
    (yaz0::MAGIC, Kind::Yaz0),
    (sarc::MAGIC, Kind::Sarc),
];

impl Kind {
    /// What it is, with its article.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wrp => "a world",
            Self::Pbo => "a PBO archive",
            Self::Details => "the grass of a level",
            Self::DetailModel => "a detail model",
            Self::Cform => "a collision mesh",
            Self::GameMaterials => "a list of materials",
            Self::Bfres => "a Wii U file (BFRES)",
            Self::BfresPart => "a part of a Wii U file (BFRES)",
            Self::Yaz0 => "a Yaz0-packed file",
            Self::Sarc => "an archive (SARC)",
            Self::Foreign { name, .. } => name,
        }
    }
}

/// The kind of the file that holds `bytes`; `None` when nothing fits.
pub fn recognise(bytes: &[u8]) -> Option<Kind> {
    if wrp::recognise(bytes) {
        return Some(Kind::Wrp);
    }
    if bytes.starts_with(b"\0sreV") {
        return Some(Kind::Pbo);
    }
    if let Some(&(_, kind)) = OF_THE_WII_U.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Some(kind);
    }
    if let Some(&(_, name, advice)) = FOREIGN.iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        return Some(Kind::Foreign { name, advice });
    }
    if bytes.get(2..6) == Some(b"GGAT") {
        return Some(Kind::Foreign { name: "a PAA texture", advice: "textures come in a later version" });
    }
    if is_ogf(bytes).unwrap_or(false) {
        let advice = "the drawn geometry of X-Ray levels comes in a later version";
        return Some(Kind::Foreign { name: "an X-Ray model (OGF)", advice });
    }
    if is_details(bytes) {
        return Some(Kind::Details);
    }
    if cform::recognise(bytes) {
        return Some(Kind::Cform);
    }
    if game_materials::recognise(bytes) {
        return Some(Kind::GameMaterials);
    }
    if is_detail_model(bytes).unwrap_or(false) {
        return Some(Kind::DetailModel);
    }
    // Last, because an archive without properties begins like many things: with text.
    pbo::recognise(bytes).then_some(Kind::Pbo)
}

/// A header chunk (id 1) of version 3 or 4 comes first; it holds a bounding box and a sphere since version 4.
fn is_ogf(bytes: &[u8]) -> Option<bool> {
    let mut cur = Cursor::new("", bytes);
    let id = cur.u32("").ok()?;
    let len = cur.u32("").ok()?;
    let version = cur.u8("").ok()?;
    Some(id == 1 && ((version == 4 && len == 44) || (version == 3 && len == 4)))
}

/// Chunks 0, 1 and 2 in any order. A file that was cut short must still be told, so that the decoder can say where:
/// then the chunks before the cut decide, and what is known of the first one.
fn is_details(bytes: &[u8]) -> bool {
    let mut cur = Cursor::new("", bytes);
    let mut seen = [false; 3];
    while let (Ok(id), Ok(len)) = (cur.u32(""), cur.u32("")) {
        // The highest bit says that the chunk is packed: the decoder will say so, once the file is known.
        let packed = id >> 31 == 1;
        let id = id & 0x7fff_ffff;
        let Some(seen) = usize::try_from(id).ok().and_then(|id| seen.get_mut(id)) else { break };
        let plausible = match id {
            0 => len == 24 || len == 0, // Files of build 1233 may begin with an empty one.
            1 => packed || len == 0 || first_model_fits(cur.rest(), len).unwrap_or(false),
            _ => true,
        };
        if !plausible {
            break;
        }
        *seen |= len > 0;
        let Ok(len) = usize::try_from(len) else { break };
        if cur.bytes("", len).is_err() {
            break;
        }
    }
    // Slots alone prove nothing: any number and a length that fits look like them.
    seen[0] || seen[1]
}

/// The chunk of the models begins with the chunk of model 0, which holds at least its counts and two empty names.
fn first_model_fits(chunk: &[u8], chunk_len: u32) -> Option<bool> {
    let mut cur = Cursor::new("", chunk);
    let id = cur.u32("").ok()?;
    let len = cur.u32("").ok()?;
    Some(id & 0x7fff_ffff == 0 && len >= 22 && len.checked_add(8)? <= chunk_len)
}

/// Two names, then counts that explain the whole length. One that was cut short is told by its shader's name.
fn is_detail_model(bytes: &[u8]) -> Option<bool> {
    if bytes.starts_with(b"details\\") {
        return Some(true);
    }
    let mut cur = Cursor::new("", bytes);
    for _ in 0..2 {
        let name = cur.asciiz("").ok()?;
        if name.is_empty() || name.len() > 260 || name.iter().any(|byte| byte.is_ascii_control()) {
            return Some(false);
        }
    }
    cur.bytes("", 12).ok()?; // Flags and the two scales.
    let vertices = u64::from(cur.u32("").ok()?);
    let indices = u64::from(cur.u32("").ok()?);
    Some(20 * vertices + 2 * indices == cur.remaining() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(id: u32, payload: &[u8]) -> Vec<u8> {
        let len = u32::try_from(payload.len()).unwrap_or(u32::MAX);
        [&id.to_le_bytes(), &len.to_le_bytes(), payload].concat()
    }

    fn detail_model(shader: &str) -> Vec<u8> {
        let mut bytes = format!("{shader}\0grass\0").into_bytes();
        bytes.extend([0; 12]);
        bytes.extend(3u32.to_le_bytes());
        bytes.extend(3u32.to_le_bytes());
        bytes.extend([0; 66]);
        bytes
    }

    #[test]
    fn a_world_is_known_by_its_signature_plain_or_wrapped() {
        for signature in ["OPRW", "8WVR", "4WVR", "3WVR"] {
            assert_eq!(recognise(signature.as_bytes()), Some(Kind::Wrp));
            assert_eq!(recognise(format!("\u{7f}{signature}").as_bytes()), Some(Kind::Wrp));
        }
        assert_eq!(recognise(b"\x00OPRW"), None, "flags that say that the first four bytes are no literals");
    }

    #[test]
    fn details_are_known_whatever_the_order_of_their_chunks() {
        let header = chunk(0, &[0; 24]);
        let models = chunk(1, &chunk(0, &detail_model("details\\blend")));
        let slots = chunk(2, &[0; 16]);
        for order in [[&header, &models, &slots], [&models, &slots, &header], [&slots, &header, &models]] {
            assert_eq!(recognise(&order.map(Vec::as_slice).concat()), Some(Kind::Details));
        }
    }

    #[test]
    fn details_that_were_cut_short_are_still_told() {
        let file = [chunk(1, &chunk(0, &detail_model("details\\blend"))), chunk(2, &[0; 16])].concat();
        for len in 17..file.len() {
            assert_eq!(recognise(&file[..len]), Some(Kind::Details), "{len} bytes");
        }
    }

    #[test]
    fn details_without_models_or_with_packed_ones_are_told() {
        let header = chunk(0, &[0; 24]);
        let empty = [chunk(1, &[]), chunk(2, &[]), header.clone()].concat();
        assert_eq!(recognise(&empty), Some(Kind::Details));
        let packed = [chunk(0x8000_0001, &[7; 40]), chunk(2, &[]), header].concat();
        assert_eq!(recognise(&packed), Some(Kind::Details));
    }

    #[test]
    fn a_detail_model_is_known_by_its_shader_or_by_its_length() {
        assert_eq!(recognise(&detail_model("details\\blend")), Some(Kind::DetailModel));
        let other = detail_model("own");
        assert_eq!(recognise(&other), Some(Kind::DetailModel));
        assert_eq!(recognise(&other[..other.len() - 1]), None);
    }

    #[test]
    fn what_later_versions_open_is_named() {
        for (magic, name, advice) in FOREIGN {
            assert_eq!(recognise(magic), Some(Kind::Foreign { name, advice }));
        }
    }

    #[test]
    fn a_collision_mesh_is_known_by_its_counts_or_by_its_box() {
        for (version, triangle_len) in [(2u32, 32), (3, 32), (4, 16)] {
            let mut cform = [version, 2, 3].map(u32::to_le_bytes).concat();
            cform.resize(36 + 2 * 12 + 3 * triangle_len, 0);
            assert_eq!(recognise(&cform), Some(Kind::Cform));
            assert_eq!(recognise(&cform[..80]), None, "a box without a size");
            for (corner, bytes) in
                [-50f32, -1.0, -50.0, 50.0, -1.0, 50.0].iter().zip(cform[12..].chunks_mut(4))
            {
                bytes.copy_from_slice(&corner.to_le_bytes());
            }
            for len in 36..cform.len() {
                assert_eq!(recognise(&cform[..len]), Some(Kind::Cform), "{len} bytes");
            }
        }
    }

    #[test]
    fn materials_are_known_by_their_chunks() {
        let version = chunk(0x1000, &[1, 0]);
        let rest = [chunk(0x1001, &[0; 8]), chunk(0x1002, &[])].concat();
        assert_eq!(recognise(&[&version[..], &rest].concat()), Some(Kind::GameMaterials));
        assert_eq!(recognise(&[&rest[..], &version].concat()), Some(Kind::GameMaterials));
        assert_eq!(recognise(&version), Some(Kind::GameMaterials));
        assert_eq!(recognise(&rest), None);
    }

    #[test]
    fn files_of_the_wii_u_are_known_by_their_first_bytes() {
        let cases = [
            (&b"FRES\x03\x04\x00\x04"[..], Kind::Bfres),
            (b"\x7ffresSUB", Kind::BfresPart),
            (b"FTXP", Kind::BfresPart),
            (b"Yaz0", Kind::Yaz0),
            (b"SARC", Kind::Sarc),
        ];
        for (begin, kind) in cases {
            assert_eq!(recognise(begin), Some(kind), "{begin:?}");
        }
    }

    #[test]
    fn noise_and_text_are_nothing() {
        for bytes in [&b""[..], b"a", b"Hello, world", &[0; 64], &[0xff; 64], &[2; 64]] {
            assert_eq!(recognise(bytes), None, "{bytes:?}");
        }
    }
}
