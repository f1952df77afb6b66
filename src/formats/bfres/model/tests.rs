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
        assert_eq!(material.samplers.len(), 1);
        assert_eq!((material.samplers[0].name.as_str(), material.textures[0].as_str()), ("_a0", "Rock.0"));
        assert_eq!(material.samplers[0].wrap(), [TextureWrap::Mirror, TextureWrap::Clamp]);
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

/// Two bones, at 10, 0, 0 and at 0, 20, 0, of which the second is twice as tall as wide; the matrices 0 (smooth) and 1
/// (rigid) are theirs. Three vertices, with these matrices.
fn skinned(skin_count: u8, matrices: [u8; 3]) -> Model {
    let parts = MeshParts {
        name: "skin".into(),
        positions: vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        normals: vec![[0.6, 0.8, 0.0]; 3],
        lods: vec![vec![[0, 1, 2]]],
        ..MeshParts::default()
    };
    let mut model = Model::of_meshes("model", vec![Material::plain("m", &[])], &[parts]);
    let mut bones = vec![model.skeleton.bones[0].clone(); 2];
    bones[0].translation = [10.0, 0.0, 0.0];
    bones[1].translation = [0.0, 20.0, 0.0];
    bones[1].scale = [1.0, 2.0, 1.0];
    model.skeleton.bones = bones;
    model.skeleton.matrix_to_bone = vec![0, 1];
    model.skeleton.inverse_matrices =
        vec![[[1.0, 0.0, 0.0, -10.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]];
    model.shapes[0].skin_count = skin_count;
    model.shapes[0].bone = 1;
    let vertices = &mut model.vertex_buffers[0];
    vertices.skin_count = skin_count;
    vertices.attributes.push(Attribute { name: "_i0".into(), buffer: 1, offset: 0, format: 0x100 });
    vertices.buffers.push(Buffer { stride: 1, buffering: 1, data: matrices.to_vec() });
    model
}

fn assembled(model: &Model) -> (Vec<AssembledShape>, Vec<&'static str>) {
    let mut warnings = Warnings::default();
    let shapes = model.assembled(&mut warnings);
    (shapes, warnings.iter().map(|warning| warning.kind).collect())
}

#[test]
fn a_shape_that_is_not_skinned_hangs_on_its_bone() {
    let (shapes, kinds) = assembled(&skinned(0, [0; 3]));
    assert_eq!(kinds, [""; 0]);
    is_near(&shapes[0].positions, &[[1.0, 20.0, 0.0], [0.0, 22.0, 0.0], [0.0, 20.0, 1.0]]);
    // Twice as tall, a slope leans less to the side that is up.
    let expected = glam::Vec3::new(0.6, 0.4, 0.0).normalize();
    assert!(glam::Vec3::from(shapes[0].normals[0]).distance(expected) < 2e-3, "{:?}", shapes[0].normals);
}

#[test]
fn rigid_vertices_hang_on_the_bones_of_their_matrices() {
    let (shapes, kinds) = assembled(&skinned(1, [1, 0, 1]));
    assert_eq!(kinds, [""; 0]);
    // The second one's matrix is a smooth one: it undoes the rest.
    is_near(&shapes[0].positions, &[[1.0, 20.0, 0.0], [0.0, 1.0, 0.0], [0.0, 20.0, 1.0]]);
    let (shapes, kinds) = assembled(&skinned(1, [1, 2, 255]));
    assert_eq!(kinds, ["unknown-bone"]);
    is_near(&shapes[0].positions, &[[1.0, 20.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
}

#[test]
fn what_is_no_matrix_index_is_an_unknown_bone() {
    // As floats, halves and fractions an index can be anything; it was cast to 0 once.
    for (format, len, index) in [(0x806, 4, f32::NAN), (0x806, 4, -1.0), (0x806, 4, 0.5), (0x806, 4, 1e9)] {
        let mut model = skinned(1, [0; 3]);
        let vertices = &mut model.vertex_buffers[0];
        vertices.attributes.last_mut().unwrap().format = format;
        vertices.buffers[1] = Buffer { stride: len, buffering: 1, data: index.to_be_bytes().repeat(3) };
        model.skeleton.inverse_matrices.clear(); // Matrix 0 would move them.
        let (shapes, kinds) = assembled(&model);
        assert_eq!(kinds, ["unknown-bone"], "{index}");
        is_near(&shapes[0].positions, &[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    }
}

#[test]
fn smooth_vertices_are_in_model_space_already() {
    let (shapes, kinds) = assembled(&skinned(2, [1; 3]));
    assert_eq!(kinds, [""; 0]);
    is_near(&shapes[0].positions, &[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
}

#[test]
fn what_cannot_be_drawn_is_left_out_and_told() {
    let sound = skinned(2, [0; 3]);
    let told = |change: fn(&mut Model)| {
        let mut model = sound.clone();
        change(&mut model);
        let (shapes, kinds) = assembled(&model);
        (shapes.first().map(|shape| shape.lods[0].len()), kinds)
    };
    fn all(model: &mut Model) {
        model.shapes[0].meshes[0].parts.clear();
    }
    assert_eq!(told(|_| ()), (Some(1), vec![]));
    let bad = told(|model| {
        all(model);
        model.shapes[0].meshes[0].indices.extend([0, 1, 3, 2, 1, 0, u32::MAX, 0, 1]);
    });
    assert_eq!(bad, (Some(2), vec!["bad-index"]));
    assert_eq!(told(|model| model.shapes[0].meshes[0].first_vertex = u32::MAX), (None, vec!["bad-index"]));
    assert_eq!(told(|model| model.shapes[0].meshes[0].primitive = 1), (None, vec!["unknown-primitive"]));
    assert_eq!(told(|model| model.shapes[0].vertex_buffer = 1), (None, vec!["shape-without-vertices"]));
    assert_eq!(
        told(|model| model.vertex_buffers[0].attributes.clear()),
        (None, vec!["shape-without-vertices"])
    );
    assert_eq!(told(|model| model.materials[0].flags = 0), (None, vec![]));
    assert_eq!(told(|model| model.skeleton.bones[1].flags = 0), (None, vec![]));
    let infinite =
        told(|model| model.vertex_buffers[0].buffers[0].data[..4].copy_from_slice(&[0x7f, 0xc0, 0, 0]));
    assert_eq!(infinite, (None, vec!["bad-vertex"]));
    let shared = told(|model| {
        model.vertex_buffers[0].count = 1000;
        let stride = usize::from(model.vertex_buffers[0].buffers[0].stride);
        model.vertex_buffers[0].buffers[0].data.resize(1000 * stride, 0);
        model.shapes[0].meshes[0].indices = (0..999).collect();
        all(model);
        model.shapes = vec![model.shapes[0].clone(); 1000];
    });
    assert_eq!(shared, (Some(333), vec!["shared-vertices"]));
}

#[test]
fn an_attribute_of_an_unknown_format_is_left_out_and_named() {
    let version = Version([3, 4, 0, 4]);
    let mut bytes = by_hand(version);
    bytes[0xf8..0xfc].copy_from_slice(&0x999u32.to_be_bytes());
    let (model, warnings) = read_model(&bytes, version);
    assert!(model.vertex_buffers[0].attributes.is_empty());
    let warning = warnings.iter().next().unwrap();
    assert_eq!((warning.kind, warning.offset), ("unknown-vertex-format", 0xf8));
    assert!(warning.message.contains("\"_p0\"") && warning.message.contains("0x0999"), "{warning}");
    // And one that isn't there for all vertices.
    let mut bytes = by_hand(version);
    bytes[0xd8..0xdc].copy_from_slice(&7u32.to_be_bytes());
    let (_, warnings) = read_model(&bytes, version);
    assert_eq!(warnings.iter().next().unwrap().kind, "short-vertices");
}

#[test]
fn parts_begin_at_bytes_or_at_indices_whichever_makes_them_follow() {
    let version = Version([3, 4, 0, 4]);
    let mut bytes = by_hand(version);
    // One mesh of six indices in two parts; the parts are where the second mesh's buffer was.
    bytes[0x167] = 1;
    bytes[0x198..0x19c].copy_from_slice(&6u32.to_be_bytes());
    bytes[0x19c..0x19e].copy_from_slice(&2u16.to_be_bytes());
    bytes[0x1a0..0x1a4].copy_from_slice(&(0x1f0i32 - 0x1a0).to_be_bytes());
    bytes[0x1dc..0x1e0].copy_from_slice(&12u32.to_be_bytes());
    for second in [6u32, 3] {
        let parts = [0, 3, second, 3].map(u32::to_be_bytes);
        bytes[0x1f0..0x200].copy_from_slice(parts.as_flattened());
        let (model, _) = read_model(&bytes, version);
        assert_eq!(model.shapes[0].meshes[0].parts, [[0, 3], [3, 3]]);
    }
}

#[test]
fn no_cut_and_no_changed_byte_makes_a_model_panic() {
    for version in [[2, 4, 0, 0], [3, 3, 0, 0], [3, 4, 0, 4], [4, 5, 0, 3]].map(Version) {
        let sound = by_hand(version);
        let look_at = |bytes: &[u8]| {
            let file = File::new(bytes, version);
            let model = read(file.place(0), &mut Warnings::default())?;
            for shape in model.assembled(&mut Warnings::default()) {
                let there = shape.positions.len() as u32;
                assert!(shape.lods.as_slice().iter().flatten().flatten().all(|&index| index < there));
                assert!(shape.positions.as_flattened().iter().all(|value| value.is_finite()));
            }
            Result::Ok(())
        };
        for len in 0..sound.len() {
            let cut = look_at(&sound[..len]);
            // Where the last part of a kind begins, all before it can't be whole.
            assert!(cut.is_err() || len > 0x350, "{len:#x}");
        }
        for at in 0..sound.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut bytes = sound.clone();
                bytes[at] = value;
                let _ = look_at(&bytes);
            }
        }
    }
}
