//! The words of a model's path.

/// A model's path, cut into words: runs of letters in lower case, so that `Str_Smrk2s` gives `str`, `smrk`, `s`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Name {
    /// Words of the file's name, in order.
    words: Vec<String>,
    /// Words of the folders, in order.
    folders: Vec<String>,
    /// The numbers of the file's name, in order: 10 and 25 of `asf10 25.p3d`.
    pub numbers: Vec<f32>,
    /// A number that the same path always gives; chooses between variants.
    pub hash: u32,
}

impl Name {
    /// Cuts `path`; folders are parted by `\` or `/`, and the extension is left out.
    pub fn new(path: &str) -> Self {
        let path = path.to_ascii_lowercase();
        let (folders, file) = path.rsplit_once(['\\', '/']).unwrap_or(("", &path));
        let stem = file.strip_suffix(".p3d").unwrap_or(file);
        // FNV-1a, then mixed: the last letters of the names of a family differ in few bits.
        let hash = path
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        Self {
            words: letters(stem).map(str::to_owned).collect(),
            folders: letters(folders).map(str::to_owned).collect(),
            numbers: stem
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|digits| digits.parse().ok())
                .collect(),
            hash: mix(hash),
        }
    }

    /// The words of the file's name.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The words of the folders.
    pub fn folders(&self) -> &[String] {
        &self.folders
    }

    /// True when the file's name has one of `patterns`, which spaces part: whole words, `word*` or `*word`.
    pub fn has(&self, patterns: &str) -> bool {
        patterns.split(' ').any(|pattern| self.words.iter().any(|word| matches(word, pattern)))
    }
}

/// Spreads the bits of a number, so that neighbours have nothing in common.
pub(crate) fn mix(mut bits: u32) -> u32 {
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x7feb_352d);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x846c_a68b);
    bits ^ (bits >> 16)
}

fn letters(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty())
}

fn matches(word: &str, pattern: &str) -> bool {
    if let Some(start) = pattern.strip_suffix('*') {
        word.starts_with(start)
    } else if let Some(end) = pattern.strip_prefix('*') {
        word.ends_with(end)
    } else {
        word == pattern
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_cut_into_words_and_numbers() {
        let name = Name::new(r"DZ\plants2\tree\T_PiceaAbies_2sb.P3D");
        assert_eq!(name.words(), ["t", "piceaabies", "sb"]);
        assert_eq!(name.folders(), ["dz", "plants", "tree"]);
        assert_eq!(Name::new("data3d/asf3_10 100.p3d").numbers, [3.0, 10.0, 100.0]);
    }

    #[test]
    fn a_word_is_matched_whole_by_its_start_or_by_its_end() {
        let name = Name::new("ca/misc/stonewall_big.p3d");
        assert!(name.has("*wall") && name.has("stone*") && name.has("nothing big"));
        assert!(!name.has("wall stone bi"));
        assert!(!name.has("misc"));
    }

    #[test]
    fn an_empty_path_has_no_words() {
        let name = Name::new("");
        assert!(name.words().is_empty() && name.folders().is_empty() && name.numbers.is_empty());
    }
}
