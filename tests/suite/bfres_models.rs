//! Models of the Wii U: what is written is read back, and broken files are told.

use proptest::prelude::*;
use sward::formats::bfres::model::{
    Attribute, Bone, Buffer, Material, Mesh, MeshParts, RenderState, Sampler, ShaderAssign, ShaderParam,
    Shape, Skeleton, VertexBuffer,
};
use sward::formats::bfres::{self, Bfres, Model, UserData, UserValues, Version};
use sward::formats::bytes::Warnings;

const VERSIONS: [Version; 5] = [
    Version([2, 5, 0, 3]),
    Version([3, 3, 0, 0]),
    Version([3, 4, 0, 2]),
    Version([3, 4, 0, 4]),
    Version([4, 5, 0, 3]),
];

fn name() -> impl Strategy<Value = String> {
    "[a-z_]{1,6}[0-9]{0,2}"
}

fn float() -> impl Strategy<Value = f32> {
    (-1000i32..1000).prop_map(|value| value as f32 / 8.0)
}

fn user_data() -> impl Strategy<Value = Vec<UserData>> {
    let values = prop_oneof![
        prop::collection::vec(any::<i32>(), 0..3).prop_map(UserValues::Ints),
        prop::collection::vec(float(), 0..3).prop_map(UserValues::Floats),
        prop::collection::vec(name(), 0..3).prop_map(UserValues::Texts),
    ];
    prop::collection::vec((name(), values).prop_map(|(name, values)| UserData { name, values }), 0..3)
}

fn bone() -> impl Strategy<Value = Bone> {
    let numbers =
        (prop::array::uniform3(float()), prop::array::uniform4(float()), prop::array::uniform3(float()));
    (name(), prop::option::of(0..4u16), any::<u32>(), any::<[i16; 3]>(), numbers, user_data()).prop_map(
        |(name, parent, flags, matrix_indices, (scale, rotation, translation), user_data)| Bone {
            name,
            parent,
            flags,
            matrix_indices,
            scale,
            rotation,
            translation,
            user_data,
        },
    )
}

/// Each matrix has a bone of its own: old files keep the inverse matrices with the bones.
fn skeleton() -> impl Strategy<Value = Skeleton> {
    (prop::collection::vec(bone(), 0..5), any::<u32>(), 0..5usize).prop_perturb(
        |(bones, flags, smooth), mut random| {
            let count = bones.len();
            let mut matrix_to_bone: Vec<u16> = (0..count as u16).collect();
            if count > 1 {
                matrix_to_bone.rotate_left(random.random_range(0..count));
            }
            let inverse = |index: usize| [[index as f32, 1.0, 2.0, 3.0], [0.5; 4], [-1.0; 4]];
            let inverse_matrices = (0..smooth.min(count)).map(inverse).collect();
            Skeleton { flags, bones, matrix_to_bone, inverse_matrices }
        },
    )
}

fn vertices() -> impl Strategy<Value = VertexBuffer> {
    let attributes =
        [("_p0", 0, 0, 0x811), ("_n0", 0, 12, 0x20b), ("_u0", 1, 0, 0x007), ("_i0", 1, 4, 0x104)];
    (0..20u32, 0..=4usize, any::<u8>(), any::<u8>()).prop_map(move |(count, known, skin_count, fill)| {
        VertexBuffer {
            attributes: attributes[..known]
                .iter()
                .map(|&(name, buffer, offset, format)| Attribute {
                    name: name.into(),
                    buffer,
                    offset,
                    format,
                })
                .collect(),
            buffers: [16u16, 6]
                .map(|stride| Buffer {
                    stride,
                    buffering: 1,
                    data: vec![fill; count as usize * usize::from(stride)],
                })
                .to_vec(),
            count,
            skin_count,
        }
    })
}

fn mesh() -> impl Strategy<Value = Mesh> {
    let indices = prop::collection::vec(0..=0xffffu32, 0..24);
    (indices, 0..30u32, prop::sample::select(vec![0, 1, 4, 9]), any::<u32>(), 0..=24usize).prop_map(
        |(indices, primitive, index_format, first_vertex, split)| {
            let split = split.min(indices.len()) as u32;
            let parts = vec![[0, split], [split, indices.len() as u32 - split]];
            Mesh { primitive, parts, indices, index_format, first_vertex }
        },
    )
}

fn shape() -> impl Strategy<Value = Shape> {
    let meshes = prop::collection::vec(mesh(), 0..4);
    let numbers = (any::<u32>(), 0..3u16, 0..5u16, 0..3u16, 0..4u8);
    (name(), numbers, meshes, prop::collection::vec(any::<u16>(), 0..4)).prop_map(
        |(name, (flags, material, bone, vertex_buffer, skin_count), meshes, skin_bones)| Shape {
            name,
            flags,
            material,
            bone,
            vertex_buffer,
            skin_count,
            radii: (0..meshes.len()).map(|index| index as f32 + 0.5).collect(),
            meshes,
            skin_bones,
        },
    )
}

fn texts() -> impl Strategy<Value = Vec<[String; 2]>> {
    prop::collection::vec(prop::array::uniform2(name()), 0..3)
}

fn material() -> impl Strategy<Value = Material> {
    let samplers = prop::collection::vec(
        (name(), any::<[u32; 3]>()).prop_map(|(name, registers)| Sampler { name, registers }),
        0..4,
    );
    let state = (any::<[u32; 4]>(), float(), any::<[u32; 7]>()).prop_map(
        |([flags, polygon, depth, alpha_test], alpha_reference, rest)| RenderState {
            flags,
            polygon,
            depth,
            alpha_test,
            alpha_reference,
            rest,
        },
    );
    let params = prop::collection::vec(
        (name(), 0..32u8, any::<u16>(), 1..=28u8).prop_map(|(name, kind, offset, size)| ShaderParam {
            name,
            kind,
            offset,
            size,
        }),
        0..4,
    );
    let shader = (name(), name(), texts(), texts(), texts()).prop_map(
        |(archive, model, attributes, samplers, options)| ShaderAssign {
            archive,
            model,
            attributes,
            samplers,
            options,
        },
    );
    let data = prop::collection::vec(any::<u8>(), 0..64);
    let textures = prop::collection::vec(name(), 0..4);
    ((name(), any::<u32>(), samplers, textures, state), (params, data, user_data(), shader, user_data()))
        .prop_map(
            |(
                (name, flags, samplers, textures, render_state),
                (params, param_data, render_info, shader, user_data),
            )| {
                Material {
                    name,
                    flags,
                    samplers,
                    textures,
                    render_state,
                    params,
                    param_data,
                    render_info,
                    shader,
                    user_data,
                }
            },
        )
}

fn model() -> impl Strategy<Value = Model> {
    (
        (name(), name(), skeleton()),
        prop::collection::vec(vertices(), 0..4),
        prop::collection::vec(shape(), 0..4),
        prop::collection::vec(material(), 0..3),
        user_data(),
    )
        .prop_map(|((name, path, skeleton), vertex_buffers, shapes, materials, user_data)| Model {
            name,
            path,
            skeleton,
            vertex_buffers,
            shapes,
            materials,
            user_data,
        })
}

fn file(version: Version, model: Model) -> Bfres {
    Bfres { models: vec![model], ..Bfres::empty(version) }
}

/// A pyramid of two levels of detail, the second without its colours' worth of triangles.
fn pyramid() -> Model {
    let parts = MeshParts {
        name: "pyramid".into(),
        material: 0,
        positions: vec![[-1.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 0.0, -1.0], [0.0, 1.5, 0.0]],
        normals: vec![[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        uvs: vec![[0.0, 1.0], [1.0, 1.0], [0.5, 0.0], [3.25, -2.0]],
        colors: vec![[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [51, 102, 153, 204]],
        lods: vec![vec![[0, 1, 3], [1, 2, 3], [2, 0, 3]], vec![[0, 1, 3]]],
    };
    Model::of_meshes("pyramid", vec![Material::plain("stone", &[("_a0", "stone_alb")])], &[parts])
}

#[test]
fn a_model_of_plain_lists_is_written_and_put_together_as_it_was() {
    for version in VERSIONS {
        let bytes = bfres::encode(&file(version, pyramid())).unwrap();
        let read = bfres::decode(&bytes).unwrap();
        assert!(read.warnings.is_empty(), "{version}: {:?}", read.warnings);
        let mut warnings = Warnings::default();
        let shapes = read.models[0].assembled(&mut warnings);
        assert!(warnings.is_empty(), "{version}: {warnings:?}");
        let [shape] = shapes.as_slice() else { panic!("{} shapes", shapes.len()) };
        // The vertices are in the order in which the triangles name them.
        assert_eq!(shape.positions, [[-1.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.5, 0.0], [0.0, 0.0, -1.0]]);
        assert_eq!(shape.normals, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]);
        assert_eq!(shape.uvs[0], [[0.0, 1.0], [1.0, 1.0], [3.25, -2.0], [0.5, 0.0]]);
        assert_eq!(shape.colors[2], [0.2, 0.4, 0.6, 0.8]);
        assert_eq!(shape.lods, [vec![[0, 1, 2], [1, 3, 2], [3, 0, 2]], vec![[0, 1, 2]]]);
        assert!(shape.uvs[1].is_empty());
        let material = &read.models[0].materials[shape.material.unwrap()];
        assert_eq!(material.sampler_index("_a0"), Some(0));
        assert_eq!(material.textures[0], "stone_alb");
        assert!(material.is_visible() && material.culls_back() && material.alpha_test().is_none());
    }
}

#[test]
fn what_no_field_can_hold_is_not_written() {
    let refused = |change: fn(&mut Model)| {
        let mut model = pyramid();
        change(&mut model);
        bfres::encode(&file(Version([3, 4, 0, 4]), model)).unwrap_err().to_string()
    };
    let textures = refused(|model| model.materials[0].textures = vec!["t".into(); 256]);
    assert!(textures.contains("textures of a material: found 256, expected at most 255"), "{textures}");
    let index = refused(|model| model.shapes[0].meshes[0].indices[0] = 65536);
    assert!(index.contains("index: found 65536"), "{index}");
    let format = refused(|model| model.shapes[0].meshes[0].index_format = 2);
    assert!(format.contains("index format: found 2"), "{format}");
    let matrices = refused(|model| model.skeleton.inverse_matrices = vec![[[0.0; 4]; 3]]);
    assert!(matrices.contains("inverse matrices"), "{matrices}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_model_is_read_as_it_was_written(mut model in model(), version in prop::sample::select(VERSIONS.to_vec())) {
        if version < Version::V4_5 {
            model.shapes.iter_mut().for_each(|shape| shape.radii = vec![2.5]);
        }
        let bytes = bfres::encode(&file(version, model.clone())).unwrap();
        let read = bfres::decode(&bytes).unwrap();
        prop_assert!(read.warnings.is_empty(), "{:?}", read.warnings);
        prop_assert_eq!(&read.models[0], &model);
        model.assembled(&mut Warnings::default());
    }

    #[test]
    fn no_bytes_make_a_model_panic(
        model in model(),
        version in prop::sample::select(VERSIONS.to_vec()),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = bfres::encode(&file(version, model)).unwrap();
        let cut = bfres::decode(&bytes[..cut.index(bytes.len())]);
        for (place, value) in flips {
            *place.get_mut(&mut bytes) = value;
        }
        for read in [bfres::decode(&bytes), cut].into_iter().flatten() {
            for shape in read.models.iter().flat_map(|model| model.assembled(&mut Warnings::default())) {
                let there = shape.positions.len();
                prop_assert!(shape.positions.as_flattened().iter().all(|value| value.is_finite()));
                prop_assert!(shape.lods.iter().flatten().flatten().all(|&index| (index as usize) < there));
                prop_assert!([0, there].contains(&shape.normals.len()) && [0, there].contains(&shape.colors.len()));
            }
        }
    }
}
