//! Skeletons (FSKL), and where their bones are in rest.

use glam::{EulerRot, Mat4, Quat, Vec3};

use super::super::encode::{EncodeError, count16};
use super::super::read::Place;
use super::super::write::{Field, Writer};
use super::super::{UserData, Version, dict, user_data};
use crate::formats::bytes::{Result, Warnings};

/// The bones of a model (FSKL).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Skeleton {
    /// All bits of the flags; they tell how scale and rotation are to be taken.
    pub flags: u32,
    /// Parents come before their children in sound files.
    pub bones: Vec<Bone>,
    /// Which bone each matrix index of the vertices means: first those of smooth skinning, then those of rigid skinning.
    pub matrix_to_bone: Vec<u16>,
    /// From model space to bone space in rest, one for each of the smooth matrices; rows of 3 x 4.
    pub inverse_matrices: Vec<[[f32; 4]; 3]>,
}

/// A bone.
#[derive(Debug, Clone, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: String,
    /// Index of its parent.
    pub parent: Option<u16>,
    /// All bits of the flags: bit 0 says that what hangs on it is visible.
    pub flags: u32,
    /// Smooth and rigid matrix, -1 without; then the billboard's index.
    pub matrix_indices: [i16; 3],
    /// Relative to the parent.
    pub scale: [f32; 3],
    /// Radians x, y, z (turned in this order), or a quaternion where the flags say so.
    pub rotation: [f32; 4],
    /// Relative to the parent.
    pub translation: [f32; 3],
    /// What its makers attached.
    pub user_data: Vec<UserData>,
}

/// Stored where a bone has no parent.
const NO_PARENT: u16 = u16::MAX;
/// In the flags of a skeleton and of a bone: rotations are angles, not quaternions.
const EULER: u32 = 1 << 12;
/// In the flags of a bone: its parent's scale doesn't reach it, if the skeleton's scaling is Maya's.
const KEEPS_SCALE: u32 = 1 << 23;
const VISIBLE: u32 = 1;
/// Where a file says nothing else.
const IDENTITY: [[f32; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

impl Bone {
    /// Whether what hangs on it is visible.
    pub fn is_visible(&self) -> bool {
        self.flags & VISIBLE != 0
    }
}

impl Skeleton {
    /// The matrix from the space of each bone to that of the model, in rest.
    ///
    /// Parents may be anywhere in the list. A bone whose parent isn't there, or that is its own forefather, hangs on
    /// the model itself.
    pub fn model_from_bones(&self) -> Vec<Mat4> {
        let mut found: Vec<Option<Mat4>> = vec![None; self.bones.len()];
        let mut on_path = vec![false; self.bones.len()];
        let mut path = Vec::new();
        for first in 0..self.bones.len() {
            // Up to the first forefather that is known already, or to the last one.
            let mut next = Some(first);
            while let Some(index) = next {
                if on_path.get(index).copied().unwrap_or(true)
                    || found.get(index).copied().flatten().is_some()
                {
                    break;
                }
                if let Some(mark) = on_path.get_mut(index) {
                    *mark = true;
                }
                path.push(index);
                next = self.bones.get(index).and_then(|bone| bone.parent).map(usize::from);
            }
            // And down again.
            while let Some(index) = path.pop() {
                if let Some(mark) = on_path.get_mut(index) {
                    *mark = false;
                }
                let Some(bone) = self.bones.get(index) else { continue };
                let parent = bone.parent.map(usize::from);
                let parent =
                    parent.and_then(|parent| Some((self.bones.get(parent)?, (*found.get(parent)?)?)));
                let matrix = self.model_from_bone(bone, parent);
                if let Some(found) = found.get_mut(index) {
                    *found = Some(matrix);
                }
            }
        }
        found.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn model_from_bone(&self, bone: &Bone, parent: Option<(&Bone, Mat4)>) -> Mat4 {
        // 0 none, 1 standard, 2 Maya's, 3 Softimage's, which is taken as Maya's (public code, from the games).
        let scaling = self.flags >> 8 & 3;
        let scale = if scaling == 0 { Vec3::ONE } else { bone.scale.into() };
        let parent_from_bone =
            Mat4::from_scale_rotation_translation(scale, self.rotation(bone), bone.translation.into());
        let Some((parent, mut model_from_parent)) = parent else { return parent_from_bone };
        if scaling >= 2 && bone.flags & KEEPS_SCALE != 0 {
            let [x, y, z] = parent.scale.map(|scale| if scale == 0.0 { 1.0 } else { scale });
            model_from_parent.x_axis /= x;
            model_from_parent.y_axis /= y;
            model_from_parent.z_axis /= z;
        }
        model_from_parent * parent_from_bone
    }

    /// The flag is in the skeleton and in each bone. Where they differ, the numbers decide: a quaternion is of length 1.
    fn rotation(&self, bone: &Bone) -> Quat {
        let quaternion = Quat::from_array(bone.rotation);
        let is_quaternion = match (self.flags & EULER, bone.flags & EULER) {
            (0, 0) => true,
            (0, _) | (_, 0) => (quaternion.length_squared() - 1.0).abs() < 1e-3,
            _ => false,
        };
        if !is_quaternion {
            let [x, y, z, _] = bone.rotation;
            return Quat::from_euler(EulerRot::ZYX, z, y, x); // x is turned first.
        }
        if quaternion.length_squared() > 0.0 { quaternion.normalize() } else { Quat::IDENTITY }
    }

    /// What a vertex's matrix index does to its position in rest; `None` for an index that isn't there.
    ///
    /// Smooth matrices come first. They are the bone's with its inverse of the rest, so that nothing is left of them.
    pub(super) fn model_from_matrix(&self, index: usize, model_from_bones: &[Mat4]) -> Option<Mat4> {
        let bone = usize::from(*self.matrix_to_bone.get(index)?);
        if index < self.inverse_matrices.len() {
            return Some(Mat4::IDENTITY);
        }
        model_from_bones.get(bone).copied()
    }
}

/// Bytes of the header that all versions have.
const HEADER: u64 = 0x20;

/// Bytes of a bone: older ones end with their inverse matrix.
fn bone_len(version: Version) -> u64 {
    if version >= Version::V3_4 { 0x40 } else { 0x70 }
}

pub(super) fn read(mut place: Place<'_, '_>, warnings: &mut Warnings) -> Result<Skeleton> {
    let version = place.file.version;
    place.part("skeleton", b"FSKL", HEADER)?;
    let flags = place.u32("skeleton.flags")?;
    let bone_count = place.u16("skeleton.bones")?;
    let smooth_count = place.u16("skeleton.matrices")?;
    let rigid_count = place.u16("skeleton.matrices")?;
    place.u16("skeleton.unused")?;
    place.u32("skeleton.bones")?; // The index group, whose entries are those of the array.
    let bones = place.offset("skeleton.bones")?;
    let matrices = place.offset("skeleton.matrices")?;
    let inverses = if version >= Version::V3_4 { place.offset("skeleton.inverse_matrices")? } else { None };

    let mut skeleton = Skeleton { flags, ..Skeleton::default() };
    let mut inverse_of_bones = Vec::new();
    if let Some(place) = bones {
        let len = bone_len(version);
        for index in 0..place.items("skeleton.bones", bone_count.into(), len)? {
            let (bone, inverse) = read_bone(place.plus(index as u64 * len), warnings)?;
            skeleton.bones.push(bone);
            inverse_of_bones.extend(inverse);
        }
    }
    if let Some(mut place) = matrices {
        let count = u32::from(smooth_count) + u32::from(rigid_count);
        for _ in 0..place.items("skeleton.matrices", count.into(), 2)? {
            skeleton.matrix_to_bone.push(place.u16("skeleton.matrices")?);
        }
        let smooth = skeleton.matrix_to_bone.get(..smooth_count.into()).unwrap_or_default();
        match inverses {
            Some(mut place) => {
                for _ in 0..place.items("skeleton.inverse_matrices", smooth_count.into(), 48)? {
                    skeleton.inverse_matrices.push(matrix(&mut place)?);
                }
            }
            None => skeleton.inverse_matrices.extend(
                smooth
                    .iter()
                    .map(|&bone| inverse_of_bones.get(usize::from(bone)).copied().unwrap_or(IDENTITY)),
            ),
        }
    }
    Ok(skeleton)
}

fn matrix(place: &mut Place<'_, '_>) -> Result<[[f32; 4]; 3]> {
    let field = "skeleton.inverse_matrices";
    Ok([place.f32s(field)?, place.f32s(field)?, place.f32s(field)?])
}

fn read_bone(mut place: Place<'_, '_>, warnings: &mut Warnings) -> Result<(Bone, Option<[[f32; 4]; 3]>)> {
    let name = place.name("bone.name")?;
    place.u16("bone.index")?;
    let parent = Some(place.u16("bone.parent")?).filter(|&parent| parent != NO_PARENT);
    let mut matrix_indices = [0; 3];
    for index in &mut matrix_indices {
        *index = place.u16("bone.matrix_indices")?.cast_signed();
    }
    place.u16("bone.user_data")?; // Their number, which their group has as well.
    let mut bone = Bone {
        name,
        parent,
        flags: place.u32("bone.flags")?,
        matrix_indices,
        scale: place.f32s("bone.scale")?,
        rotation: place.f32s("bone.rotation")?,
        translation: place.f32s("bone.translation")?,
        user_data: Vec::new(),
    };
    if let Some(place) = place.offset("bone.user_data")? {
        bone.user_data = user_data::read_dict(place, "bone.user_data", warnings)?;
    }
    let inverse = if place.file.version >= Version::V3_4 { None } else { Some(matrix(&mut place)?) };
    Ok((bone, inverse))
}

pub(super) fn write(out: &mut Writer, skeleton: &Skeleton) -> std::result::Result<(), EncodeError> {
    let smooth_count = skeleton.inverse_matrices.len();
    let Some(rigid_count) = skeleton.matrix_to_bone.len().checked_sub(smooth_count) else {
        let found = format!("{smooth_count} for {} matrices", skeleton.matrix_to_bone.len());
        return Err(EncodeError::Value {
            what: "inverse matrices",
            found,
            expected: "no more than matrices",
        });
    };
    out.bytes(b"FSKL");
    out.u32(skeleton.flags);
    out.u16(count16("bones", skeleton.bones.len())?);
    out.u16(count16("smooth matrices", smooth_count)?);
    out.u16(count16("rigid matrices", rigid_count)?);
    out.u16(0);
    let names = out.field();
    let bones = out.field();
    let matrices = out.field();
    let inverses = (out.version >= Version::V3_4).then(|| out.field());
    out.null(); // A pointer of the console.
    if !skeleton.bones.is_empty() {
        write_bones(out, skeleton, names, bones)?;
    }
    if !skeleton.matrix_to_bone.is_empty() {
        out.point(matrices);
        skeleton.matrix_to_bone.iter().for_each(|&bone| out.u16(bone));
        out.align(4);
    }
    if let Some(field) = inverses.filter(|_| smooth_count > 0) {
        out.point(field);
        skeleton.inverse_matrices.as_flattened().as_flattened().iter().for_each(|&value| out.f32(value));
    }
    Ok(())
}

fn write_bones(
    out: &mut Writer,
    skeleton: &Skeleton,
    names: Field,
    array: Field,
) -> std::result::Result<(), EncodeError> {
    out.point(names);
    let all: Vec<&str> = skeleton.bones.iter().map(|bone| bone.name.as_str()).collect();
    let entries = dict::write(out, &all);
    out.point(array);
    let mut user_data = Vec::new();
    for (index, (bone, field)) in skeleton.bones.iter().zip(entries).enumerate() {
        let index = index as u16; // Their number fits.
        out.point(field);
        out.name(&bone.name);
        out.u16(index);
        out.u16(bone.parent.unwrap_or(NO_PARENT));
        bone.matrix_indices.iter().for_each(|&index| out.u16(index.cast_unsigned()));
        out.u16(count16("user data", bone.user_data.len())?);
        out.u32(bone.flags);
        let floats = bone.scale.iter().chain(&bone.rotation).chain(&bone.translation);
        floats.for_each(|&value| out.f32(value));
        user_data.push(out.field());
        if out.version < Version::V3_4 {
            let smooth = skeleton.matrix_to_bone.iter().position(|&bone| bone == index);
            let inverse =
                smooth.and_then(|smooth| skeleton.inverse_matrices.get(smooth)).unwrap_or(&IDENTITY);
            inverse.as_flattened().iter().for_each(|&value| out.f32(value));
        }
    }
    for (field, bone) in user_data.into_iter().zip(&skeleton.bones) {
        user_data::write_dict(out, field, &bone.user_data)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scaling as Maya's, rotations as angles.
    const MAYA: u32 = 2 << 8 | EULER;

    fn bone(parent: Option<u16>, scale: f32, rotation: [f32; 4], translation: [f32; 3], flags: u32) -> Bone {
        Bone {
            name: String::new(),
            parent,
            flags,
            matrix_indices: [-1; 3],
            scale: [scale; 3],
            rotation,
            translation,
            user_data: Vec::new(),
        }
    }

    fn moved(parent: Option<u16>, x: f32) -> Bone {
        bone(parent, 1.0, [0.0, 0.0, 0.0, 1.0], [x, 0.0, 0.0], EULER)
    }

    fn origins(flags: u32, bones: Vec<Bone>) -> Vec<Vec3> {
        let skeleton = Skeleton { flags, bones, ..Skeleton::default() };
        skeleton.model_from_bones().iter().map(|matrix| matrix.transform_point3(Vec3::ZERO)).collect()
    }

    #[test]
    fn parents_may_come_after_their_children() {
        let found = origins(MAYA, vec![moved(Some(2), 1.0), moved(None, 10.0), moved(Some(1), 100.0)]);
        assert_eq!(found, [Vec3::X * 111.0, Vec3::X * 10.0, Vec3::X * 110.0]);
    }

    #[test]
    fn a_circle_of_bones_ends_and_a_parent_that_is_not_there_is_none() {
        let circle =
            vec![moved(Some(1), 1.0), moved(Some(0), 10.0), moved(Some(2), 5.0), moved(Some(77), 3.0)];
        let found = origins(MAYA, circle);
        assert_eq!(found[2..], [Vec3::X * 5.0, Vec3::X * 3.0]);
        // Where a circle is cut is nobody's concern; that each is somewhere is.
        assert!(found.iter().all(|origin| origin.is_finite()));
        let long = (0..u16::MAX).map(|index| moved(Some(index + 1), 1.0)).chain([moved(Some(0), 1.0)]);
        assert_eq!(origins(MAYA, long.collect()).len(), 65536);
    }

    #[test]
    fn angles_turn_about_x_then_y_then_z() {
        use std::f32::consts::FRAC_PI_2;
        let turned = bone(None, 1.0, [FRAC_PI_2, 0.0, FRAC_PI_2, 1.0], [0.0; 3], EULER);
        let skeleton = Skeleton { flags: MAYA, bones: vec![turned], ..Skeleton::default() };
        // About x, z becomes -y; that about z becomes x.
        let found = skeleton.model_from_bones()[0].transform_point3(Vec3::Z);
        assert!(found.distance(Vec3::X) < 1e-6, "{found}");
    }

    #[test]
    fn quaternions_are_told_by_the_flags_and_then_by_their_length() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        for (skeleton_flags, bone_flags) in [(0x200, 0), (MAYA, 0), (0x200, EULER)] {
            let turned = bone(None, 1.0, [0.0, 0.0, half, half], [0.0; 3], bone_flags);
            let skeleton = Skeleton { flags: skeleton_flags, bones: vec![turned], ..Skeleton::default() };
            let found = skeleton.model_from_bones()[0].transform_point3(Vec3::X);
            assert!(found.distance(Vec3::Y) < 1e-6, "{found}");
        }
    }

    #[test]
    fn scale_reaches_children_as_the_flags_say() {
        let far_end = |flags, keeps| {
            let parent = bone(None, 2.0, [0.0, 0.0, 0.0, 1.0], [0.0; 3], EULER);
            let child = bone(Some(0), 1.0, [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0], EULER | keeps);
            let skeleton = Skeleton { flags, bones: vec![parent, child], ..Skeleton::default() };
            skeleton.model_from_bones()[1].transform_point3(Vec3::X).x
        };
        assert_eq!(far_end(1 << 8 | EULER, KEEPS_SCALE), 4.0);
        assert_eq!(far_end(MAYA, 0), 4.0);
        assert_eq!(far_end(MAYA, KEEPS_SCALE), 2.0);
        assert_eq!(far_end(EULER, 0), 2.0);
    }
}
