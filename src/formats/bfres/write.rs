//! Writes a file: its structures, then the pool of names, then the data.

use std::collections::{BTreeMap, HashMap};

use super::Version;

/// The place of an offset that is still to be pointed somewhere.
#[derive(Debug)]
#[must_use]
pub(super) struct Field(usize);

/// Builds a file, of which the structures come first.
#[derive(Debug)]
pub(super) struct Writer {
    /// Decides about layouts.
    pub version: Version,
    bytes: Vec<u8>,
    /// Offsets to names, which stand in a pool behind all structures.
    names: Vec<(usize, String)>,
    /// Offsets to data behind the names, with their alignment.
    data: Vec<(usize, Vec<u8>, usize)>,
    /// Where the textures stand, by name, and offsets to them.
    textures: HashMap<String, usize>,
    texture_refs: Vec<(usize, String)>,
    /// The same for models.
    models: HashMap<String, usize>,
    model_refs: Vec<(usize, String)>,
}

/// A finished file, and where its pool of names lies.
#[derive(Debug)]
pub(super) struct Written {
    pub bytes: Vec<u8>,
    pub pool_at: usize,
    pub pool_len: usize,
}

impl Writer {
    pub fn new(version: Version) -> Self {
        Self {
            version,
            bytes: Vec::new(),
            names: Vec::new(),
            data: Vec::new(),
            textures: HashMap::new(),
            texture_refs: Vec::new(),
            models: HashMap::new(),
            model_refs: Vec::new(),
        }
    }

    /// The offset of what is written next.
    pub fn here(&self) -> usize {
        self.bytes.len()
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub fn i8(&mut self, value: i8) {
        self.bytes(&value.to_be_bytes());
    }

    pub fn u16(&mut self, value: u16) {
        self.bytes(&value.to_be_bytes());
    }

    pub fn u32(&mut self, value: u32) {
        self.bytes(&value.to_be_bytes());
    }

    pub fn i32(&mut self, value: i32) {
        self.bytes(&value.to_be_bytes());
    }

    pub fn f32(&mut self, value: f32) {
        self.bytes(&value.to_be_bytes());
    }

    /// Zeros up to a multiple of `to`.
    pub fn align(&mut self, to: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(to), 0);
    }

    /// An offset that points nowhere.
    pub fn null(&mut self) {
        self.u32(0);
    }

    /// An offset to a name.
    pub fn name(&mut self, name: &str) {
        self.names.push((self.here(), name.to_owned()));
        self.null();
    }

    /// An offset that is pointed somewhere later; until then nowhere.
    pub fn field(&mut self) -> Field {
        let field = Field(self.here());
        self.null();
        field
    }

    /// Points an offset to a name.
    pub fn point_to_name(&mut self, field: Field, name: &str) {
        self.names.push((field.0, name.to_owned()));
    }

    /// An offset to what was written at `at`.
    pub fn offset_to(&mut self, at: usize) {
        let here = self.here();
        self.null();
        self.point_to(here, at);
    }

    /// Points an offset to what is written next.
    pub fn point(&mut self, field: Field) {
        let here = self.here();
        self.point_to(field.0, here);
    }

    /// An offset to data, which goes behind the names; nowhere where it is empty.
    pub fn data(&mut self, data: &[u8], alignment: usize) {
        if !data.is_empty() {
            self.data.push((self.here(), data.to_owned(), alignment));
        }
        self.null();
    }

    /// The texture of that name is written next.
    pub fn texture_is_here(&mut self, name: &str) {
        self.textures.insert(name.to_owned(), self.here());
    }

    /// An offset to the texture of that name; nowhere where the file has none.
    pub fn texture(&mut self, name: &str) {
        self.texture_refs.push((self.here(), name.to_owned()));
        self.null();
    }

    /// The model of that name is written next.
    pub fn model_is_here(&mut self, name: &str) {
        self.models.insert(name.to_owned(), self.here());
    }

    /// An offset to the model of that name; nowhere where the file has none.
    pub fn model(&mut self, name: &str) {
        self.model_refs.push((self.here(), name.to_owned()));
        self.null();
    }

    fn point_to(&mut self, from: usize, to: usize) {
        // Files are far smaller than 2 GiB: `encode` refuses others.
        let relative = (to as i64 - from as i64) as i32;
        if let Some(field) = self.bytes.get_mut(from..from + 4) {
            field.copy_from_slice(&relative.to_be_bytes());
        }
    }

    /// The whole file.
    pub fn finish(mut self) -> Written {
        self.align(4);
        let pool_at = self.here();
        let mut pool: BTreeMap<String, usize> = BTreeMap::new();
        for (_, name) in &self.names {
            pool.insert(name.clone(), 0);
        }
        for (name, at) in &mut pool {
            self.bytes.extend((name.len() as u32).to_be_bytes());
            *at = self.bytes.len();
            self.bytes.extend(name.as_bytes());
            self.bytes.push(0);
            self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        }
        let pool_len = self.here() - pool_at;
        for (from, name) in std::mem::take(&mut self.names) {
            if let Some(&to) = pool.get(&name) {
                self.point_to(from, to);
            }
        }
        for (from, name) in std::mem::take(&mut self.texture_refs) {
            if let Some(&to) = self.textures.get(&name) {
                self.point_to(from, to);
            }
        }
        for (from, name) in std::mem::take(&mut self.model_refs) {
            if let Some(&to) = self.models.get(&name) {
                self.point_to(from, to);
            }
        }
        for (from, data, alignment) in std::mem::take(&mut self.data) {
            self.align(alignment.max(1));
            let here = self.here();
            self.point_to(from, here);
            self.bytes(&data);
        }
        Written { bytes: self.bytes, pool_at, pool_len }
    }
}
