//! What `sward info` tells about a Wii U file.

use serde::Serialize;
use sward::formats::bfres::Bfres;

/// All files of an input as one.
#[derive(Debug, Serialize)]
pub struct BfresReport<'a> {
    pub format: &'static str,
    /// Of the first file.
    pub version: String,
    pub models: Vec<ModelReport<'a>>,
}

#[derive(Debug, Serialize)]
pub struct ModelReport<'a> {
    pub name: &'a str,
}

pub fn report(files: &[Bfres]) -> BfresReport<'_> {
    BfresReport {
        format: "BFRES",
        version: files.first().map_or_else(String::new, |file| file.version.to_string()),
        models: files
            .iter()
            .flat_map(|file| &file.models)
            .map(|model| ModelReport { name: &model.name })
            .collect(),
    }
}
