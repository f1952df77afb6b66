//! `check` finds each fault where it was put, and nothing in sound files.

mod grounds;
mod levels;
mod output;
mod worlds;

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use sward::check::{Finding, MOST_PLACES, Place, RULES, Severity, check};
use sward::formats::xray::{
    DetailModel, DetailVertex, Details, Part, Slot, SlotBounds, SlotLight, encode_details,
};
use sward::formats::{self, bytes::Warnings, wrp};

use worlds::world;

const EMPTY: Part = Part { model: None, density: [0; 4] };

fn part(model: u16) -> Part {
    Part { model: Some(model), density: [1, 2, 3, 4] }
}

fn plant() -> DetailModel {
    let vertex = |x, y| DetailVertex { position: [x, y, 0.0], uv: [x, 1.0 - y] };
    DetailModel {
        shader: "details\\blend".into(),
        texture: "build_details".into(),
        flags: 0,
        min_scale: 0.5,
        max_scale: 2.0,
        vertices: vec![vertex(0.0, 0.0), vertex(1.0, 0.0), vertex(0.0, 1.0), vertex(1.0, 1.0)],
        indices: vec![0, 1, 2, 2, 1, 3],
        dropped_triangles: 0,
    }
}

/// 5 x 4 slots with two plants, all in order.
fn level(version: u32) -> Details {
    let slot = match version {
        2 => Slot {
            bounds: SlotBounds::Absolute { bottom: 1.0, top: 2.0 },
            parts: [part(0), EMPTY, part(1), EMPTY],
            light: SlotLight::Corners([9; 4]),
        },
        _ => Slot {
            bounds: SlotBounds::Quantised { base: 1005, height: 10 },
            parts: [part(0), EMPTY, part(1), EMPTY],
            light: SlotLight::Baked { sun: 0, hemi: 7, rgb: [0; 3] },
        },
    };
    let mut details = Details {
        version,
        size: [5, 4],
        offset: [2, -10],
        models: vec![plant(), plant()],
        slots: vec![slot; 20],
        warnings: Warnings::default(),
    };
    details.slots[19] = Slot { parts: [EMPTY; 4], ..nothing(version) };
    details
}

/// A slot that the compiler left alone.
fn nothing(version: u32) -> Slot {
    match version {
        2 => Slot {
            bounds: SlotBounds::Absolute { bottom: 0.0, top: 0.0 },
            parts: [EMPTY; 4],
            light: SlotLight::Corners([0; 4]),
        },
        _ => Slot {
            bounds: SlotBounds::Quantised { base: 0, height: 0 },
            parts: [EMPTY; 4],
            light: SlotLight::Baked { sun: 0, hemi: 0, rgb: [0; 3] },
        },
    }
}

/// An uncompressed texture, drawn in its left half, with as many mip levels as are asked for.
fn texture(size: [u32; 2], levels: u32, alpha: impl Fn(u32) -> u8) -> Vec<u8> {
    let mut dds = ddsfile::Dds::new_d3d(ddsfile::NewD3dParams {
        width: size[0],
        height: size[1],
        depth: None,
        format: ddsfile::D3DFormat::A8B8G8R8,
        mipmap_levels: Some(levels),
        caps2: None,
    })
    .unwrap();
    dds.data = (0..levels)
        .flat_map(|level| {
            let [width, height] = size.map(|edge| (edge >> level).max(1));
            (0..width * height).flat_map(|at| [40, 90, 30, alpha(at)]).collect::<Vec<_>>()
        })
        .collect();
    let mut bytes = Vec::new();
    dds.write(&mut bytes).unwrap();
    bytes
}

fn sound_texture() -> Vec<u8> {
    texture([8, 16], 5, |at| if at % 2 == 0 { 255 } else { 0 })
}

/// Writes a level with its texture, and checks it as the command does.
fn findings_of_level(details: &Details) -> Vec<Finding> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("build_details.dds"), sound_texture()).unwrap();
    findings_of(folder.path(), "level.details", &encode_details(details).unwrap())
}

fn findings_of(folder: &Path, name: &str, bytes: &[u8]) -> Vec<Finding> {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    check(vec![formats::open(&path)], [0.0; 2])
}

/// The only finding, which must have `code`; its first place.
fn only(findings: &[Finding], code: &str) -> Place {
    assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [code], "{findings:#?}");
    findings[0].places[0].clone()
}

#[test]
fn a_file_that_does_not_decode_is_a_finding_with_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let sound = encode_details(&level(3)).unwrap();
    let mut compressed = sound.clone();
    compressed[3] = 0x80;
    let cut = sound[..sound.len() - 1].to_vec();
    let mut version = sound.clone();
    let header = version.len() - 24;
    version[header] = 9;
    let faults: [(&str, &[u8]); 6] = [
        ("compressed-chunk", &compressed),
        ("damaged", &cut),
        ("unsupported-version", &version),
        ("unknown-file", b"Hello, world"),
        ("not-opened", b"DDS texture"),
        ("unreadable", b""),
    ];
    for (code, bytes) in faults {
        let findings = findings_of(folder.path(), "level.details", bytes);
        assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [code]);
        assert_eq!(findings[0].severity, Severity::Error);
    }
    let findings = findings_of(folder.path(), "level.details", &compressed);
    assert_eq!(findings[0].places[0].offset, Some(0));
}

#[test]
fn the_demo_island_is_silent() {
    let folder = tempfile::tempdir().unwrap();
    let files = sward::demo::write(&sward::demo::island(), folder.path()).unwrap();
    assert_eq!(check(files[..2].iter().map(|path| formats::open(path)).collect(), [0.0; 2]), []);
}

/// Every kebab-case word that the decoders give to a warning or an error as its kind.
fn kinds_in(folder: &Path, kinds: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            kinds_in(&path, kinds);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (before, after) in ["add(", "add_many(", "warn(", "with_code(", "&'static str = ", "&str = "]
                .iter()
                .flat_map(|call| text.match_indices(call).map(|(at, found)| text.split_at(at + found.len())))
            {
                let Some(rest) = after.trim_start().strip_prefix('"') else { continue };
                let word = rest.split('"').next().unwrap_or_default();
                let kebab = word.contains('-') && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
                if kebab && !before.ends_with("tests::") {
                    kinds.push(word.to_owned());
                }
            }
        }
    }
}

#[test]
fn every_kind_of_warning_and_error_has_a_rule() {
    let mut kinds = Vec::new();
    kinds_in(concat!(env!("CARGO_MANIFEST_DIR"), "/src/formats").as_ref(), &mut kinds);
    assert!(kinds.len() > 20, "{kinds:?}");
    for kind in kinds {
        assert!(RULES.iter().any(|rule| rule.code == kind), "{kind} has no rule in src/check/rules.rs");
    }
    let mut codes: Vec<_> = RULES.iter().map(|rule| rule.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), RULES.len(), "a code is there twice");
    for rule in RULES {
        assert!(!rule.title.ends_with('.') && rule.advice.ends_with('.'), "{}", rule.code);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_bytes_make_the_check_panic(
        of_world in any::<bool>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes =
            if of_world { wrp::encode(&world()).unwrap() } else { encode_details(&level(3)).unwrap() };
        for (place, value) in flips {
            *place.get_mut(&mut bytes) = value;
        }
        let folder = tempfile::tempdir().unwrap();
        for finding in findings_of(folder.path(), "file", &bytes) {
            prop_assert!(finding.count >= finding.places.len() as u64 && finding.count > 0);
            prop_assert!(finding.places.len() <= MOST_PLACES);
        }
    }
}
