#![allow(clippy::unwrap_used)]
//! Models: by hand, there and back, and broken.

use super::super::Version;
use super::super::read::File;
use super::*;

/// Bytes by hand: what stands at which offset.
struct Bytes(Vec<u8>);

impl Bytes {
    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn u8(&mut self, at: usize, value: u8) {
        self.put(at, &[value]);
    }

    fn u16(&mut self, at: usize, value: u16) {
        self.put(at, &value.to_be_bytes());
    }

    fn u32(&mut self, at: usize, value: u32) {
        self.put(at, &value.to_be_bytes());
    }

    fn f32s(&mut self, at: usize, values: &[f32]) {
        for (index, value) in values.iter().enumerate() {
            self.put(at + 4 * index, &value.to_be_bytes());
        }
    }

    /// An offset at `at` to `to`.
    fn offset(&mut self, at: usize, to: usize) {
        self.put(at, &(to as i32 - at as i32).to_be_bytes());
    }

    /// A group of one entry.
    fn group(&mut self, at: usize, name: usize, data: usize) {
        self.u32(at, 0x28);
        self.u32(at + 4, 1);
        self.u32(at + 8, u32::MAX);
        self.u16(at + 12, 1);
        self.offset(at + 0x20, name);
        self.offset(at + 0x24, data);
    }
}

const ROOT: usize = 0x320;
const SHAPE: usize = 0x328;
const POSITION: usize = 0x330;
const MATERIAL: usize = 0x338;
const SAMPLER: usize = 0x340;
const TEXTURE: usize = 0x348;
const PARAM: usize = 0x350;
const MODEL: usize = 0x360;

/// A model as files of 3.4 and 4.5 have it: one bone, which turns by a quarter about z and moves by 1, 2, 3; a triangle
/// and another one as its second level; one material.
fn by_hand(version: Version) -> Vec<u8> {
    let mut bytes = Bytes(vec![0; 0x3e0]);
    for (at, name) in [
        (ROOT, "root"),
        (SHAPE, "shape"),
        (POSITION, "_p0"),
        (MATERIAL, "stone"),
        (SAMPLER, "_a0"),
        (TEXTURE, "Rock.0"),
        (PARAM, "tex_mtx0"),
        (MODEL, "Island"),
    ] {
        bytes.put(at, name.as_bytes());
    }

    bytes.put(0, b"FMDL");
    bytes.offset(4, MODEL);
    bytes.offset(0xc, 0x30); // Skeleton.
    bytes.offset(0x10, 0xd0); // Vertices.
    bytes.offset(0x14, 0x120); // Shapes.
    bytes.offset(0x18, 0x210); // Materials.
    [1, 1, 1, 0].iter().enumerate().for_each(|(index, &count)| bytes.u16(0x20 + 2 * index, count));
    bytes.u32(0x28, 6);

    bytes.put(0x30, b"FSKL");
    bytes.u32(0x34, 0x1200);
    bytes.u16(0x38, 1);
    bytes.offset(0x40, 0x60);
    bytes.offset(0x44, 0x90);
    bytes.group(0x60, ROOT, 0x90);
    bytes.offset(0x90, ROOT);
    bytes.u16(0x96, u16::MAX); // No parent,
    bytes.put(0x98, &[0xff; 6]); // no matrices.
    bytes.u32(0xa0, 0x1001);
    bytes.f32s(0xa4, &[1.0, 1.0, 1.0, 0.0, 0.0, std::f32::consts::FRAC_PI_2, 1.0, 1.0, 2.0, 3.0]);

    bytes.put(0xd0, b"FVTX");
    bytes.u8(0xd4, 1);
    bytes.u8(0xd5, 1);
    bytes.u32(0xd8, 6);
    bytes.offset(0xe0, 0xf0);
    bytes.offset(0xe8, 0x100);
    bytes.offset(0xf0, POSITION);
    bytes.u32(0xf8, 0x811);
    bytes.u32(0x104, 72);
    bytes.u16(0x10c, 12);
    bytes.u16(0x10e, 1);
    bytes.offset(0x114, 0x380);
    let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 5.0, 2.0, 0.0, 5.0, 0.0, 2.0, 5.0];
    bytes.f32s(0x380, &corners);

    bytes.group(0x120, SHAPE, 0x150);
    bytes.put(0x150, b"FSHP");
    bytes.offset(0x154, SHAPE);
    bytes.u32(0x158, 2);
    bytes.u8(0x167, 2);
    if version >= Version::V4_5 {
        bytes.offset(0x16c, 0x3d8);
        bytes.f32s(0x3d8, &[7.5, 6.5]);
    } else {
        bytes.f32s(0x16c, &[7.5]);
    }
    bytes.offset(0x170, 0xd0);
    bytes.offset(0x174, 0x190);
    for (mesh, buffer, data, first_vertex) in [(0x190, 0x1d8, 0x3c8, 0), (0x1ac, 0x1f0, 0x3d0, 3)] {
        bytes.u32(mesh, 4);
        bytes.u32(mesh + 4, 4);
        bytes.u32(mesh + 8, 3);
        bytes.u16(mesh + 0xc, 1);
        bytes.offset(mesh + 0x10, 0x1d0);
        bytes.offset(mesh + 0x14, buffer);
        bytes.u32(mesh + 0x18, first_vertex);
        bytes.u32(buffer + 4, 6);
        bytes.u16(buffer + 0xe, 1);
        bytes.offset(buffer + 0x14, data);
        [0, 1, 2].iter().enumerate().for_each(|(index, &vertex)| bytes.u16(data + 2 * index, vertex));
    }
    bytes.u32(0x1d4, 3);

    bytes.group(0x210, MATERIAL, 0x240);
    bytes.put(0x240, b"FMAT");
    bytes.offset(0x244, MATERIAL);
    bytes.u32(0x248, 1);
    bytes.u8(0x250, 1);
    bytes.u8(0x251, 1);
    bytes.u16(0x252, 1);
    bytes.u16(0x256, 24);
    bytes.offset(0x260, 0x2b0);
    bytes.offset(0x268, 0x290);
    bytes.offset(0x26c, 0x298);
    bytes.offset(0x274, 0x2e0);
    bytes.offset(0x27c, 0x2f8);
    bytes.offset(0x290, TEXTURE);
    bytes.u32(0x298, 0b010_001); // Mirrored in x, clamped in y.
    bytes.offset(0x2a8, SAMPLER);
    bytes.u32(0x2b0, 2);
    bytes.u32(0x2b4, 0b010);
    bytes.u32(0x2b8, 0b0011_0110);
    bytes.u32(0x2bc, 0b1100);
    bytes.f32s(0x2c0, &[0.25]);
    bytes.put(0x2e0, &[30, 24, 0, 0]);
    bytes.offset(0x2f0, PARAM);
    bytes.f32s(0x2fc, &[2.0, 3.0]);
    bytes.0
}

fn read_model(bytes: &[u8], version: Version) -> (Model, Warnings) {
    let file = File::new(bytes, version);
    let mut warnings = Warnings::default();
    let model = read(file.place(0), &mut warnings).unwrap();
    (model, warnings)
}

fn is_near(found: &[[f32; 3]], expected: &[[f32; 3]]) {
    assert_eq!(found.len(), expected.len());
    let distances = found.as_flattened().iter().zip(expected.as_flattened()).map(|(a, b)| (a - b).abs());
    assert!(distances.fold(0.0, f32::max) < 1e-5, "{found:?} {expected:?}");
}

#[test]
fn a_model_by_hand_is_read_and_put_together() {
    for (version, radii) in [([3, 4, 0, 4], vec![7.5]), ([4, 5, 0, 3], vec![7.5, 6.5])] {
        let version = Version(version);
        let (model, warnings) = read_model(&by_hand(version), version);
        assert_eq!((model.name.as_str(), model.shapes[0].name.as_str()), ("Island", "shape"));
        assert_eq!(model.shapes[0].radii, radii);
        assert_eq!(model.shapes[0].meshes[1].parts, [[0, 3]]);
        assert_eq!(model.skeleton.bones[0].parent, None);

        let material = &model.materials[0];
        assert_eq!(material.texture_of("_a0"), Some("Rock.0"));
        assert_eq!(material.texture_of("_n0"), None);
        assert_eq!(material.wrap(0), Some([TextureWrap::Mirror, TextureWrap::Clamp]));
        assert_eq!(material.alpha_test(), Some((Compare::Greater, 0.25)));
        assert!(material.culls_back() && !material.culls_front() && !material.is_translucent());
        assert!(material.render_state.writes_depth() && !material.render_state.front_is_clockwise());
        assert_eq!(material.render_state.depth_test(), Some(Compare::LessOrEqual));
        let matrix = material.param("tex_mtx0").unwrap();
        assert_eq!((matrix.len(), &matrix[4..8]), (24, 2f32.to_be_bytes().as_slice()));

        let mut told = warnings;
        let shapes = model.assembled(&mut told);
        assert!(told.is_empty(), "{told:?}");
        // x becomes y and y becomes -x, then 1, 2, 3 is added.
        is_near(
            &shapes[0].positions,
            &[
                [1.0, 2.0, 3.0],
                [1.0, 3.0, 3.0],
                [0.0, 2.0, 3.0],
                [1.0, 2.0, 8.0],
                [1.0, 4.0, 8.0],
                [-1.0, 2.0, 8.0],
            ],
        );
        assert_eq!(shapes[0].lods, [[[0, 1, 2]], [[3, 4, 5]]]);
        assert_eq!((shapes[0].material, shapes[0].normals.len()), (Some(0), 0));
    }
}
