//! From the bytes of a file to a world: what it is, and whether it is packed as a whole.

use super::super::archive::lzss;
use super::super::bytes::{Cursor, Result, UNSUPPORTED};
use super::{Layers, Variant, World, oprw, oprw_old, wvr4, wvr8};

/// Signatures of worlds, also of those that are refused.
const SIGNATURES: [&[u8; 4]; 7] = [b"OPRW", b"8WVR", b"4WVR", b"3WVR", b"2WVR", b"1WVR", b"ACRE"];

/// Short name of the format as long as it isn't known better.
const FORMAT: &str = "WRP";

/// Decodes a world with every field.
///
/// # Errors
/// When the bytes are not a world of a supported layout, or are cut or damaged so that the rest can't be read.
pub fn decode(bytes: &[u8]) -> Result<World> {
    decode_layers(bytes, Layers::All)
}

/// Decodes what a picture needs.
///
/// The rest is checked and stepped over, but never held: `sound_map`, `random`, `grass_approx`, `primary_texture`,
/// `object_offsets`, `map_object_offsets`, `persistent` and `subdivision_hints` are `None`. Of a world with 8192 x 8192
/// elevations that saves 192 MiB.
///
/// # Errors
/// As for [`decode`].
pub fn decode_for_drawing(bytes: &[u8]) -> Result<World> {
    decode_layers(bytes, Layers::Drawing)
}

/// True when the bytes begin like a world, packed as a whole or not, supported or not.
pub fn recognise(bytes: &[u8]) -> bool {
    has_signature(bytes) || is_packed(bytes)
}

fn has_signature(bytes: &[u8]) -> bool {
    SIGNATURES.iter().any(|signature| bytes.starts_with(*signature))
}

/// True for a world packed with LZSS as a whole: a flag byte that promises literals, and the signature as these.
fn is_packed(bytes: &[u8]) -> bool {
    matches!(bytes, [flags, rest @ ..] if flags & 15 == 15 && has_signature(rest))
}

fn decode_layers(bytes: &[u8], layers: Layers) -> Result<World> {
    if is_packed(bytes) {
        let unpacked = lzss::unpack_whole(bytes)
            .map_err(|error| error.in_file(&Cursor::new("WRP packed as a whole", bytes), "file"))?;
        return decode_unpacked(&unpacked, layers);
    }
    decode_unpacked(bytes, layers)
}

fn decode_unpacked(bytes: &[u8], layers: Layers) -> Result<World> {
    let mut cur = Cursor::new(FORMAT, bytes);
    let signature = cur.array("signature")?;
    match &signature {
        b"OPRW" => {
            cur.set_format("OPRW");
            let version = cur.u32("version")?;
            cur.set_format(format!("OPRW {version}"));
            match version {
                2 | 3 => oprw_old::decode(&mut cur, version, layers),
                _ => oprw::decode(&cur, version, layers),
            }
        }
        b"8WVR" => {
            cur.set_format("8WVR");
            wvr8::decode(&mut cur)
        }
        b"4WVR" => {
            cur.set_format("4WVR");
            wvr4::decode(&mut cur, Variant::Wvr4)
        }
        b"3WVR" => {
            cur.set_format("3WVR");
            wvr4::decode(&mut cur, Variant::Wvr3)
        }
        _ => {
            let found = match &signature {
                b"2WVR" => "2WVR, a world of an early Operation Flashpoint".to_owned(),
                b"1WVR" => "1WVR, a world of the Operation Flashpoint demo".to_owned(),
                b"ACRE" => "ACRE, a cut-down world of a radio mod that holds no picture".to_owned(),
                other => format!("{:?}", other.escape_ascii().to_string()),
            };
            let error = cur.error(0, "signature", found, "OPRW, 8WVR, 4WVR or 3WVR");
            Err(error.with_code(UNSUPPORTED))
        }
    }
}
