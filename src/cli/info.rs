//! `sward info`: what a file holds, as a table for people or as JSON for machines.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use sward::formats::bytes::Warnings;
use sward::formats::wrp::{Variant, World};
use sward::formats::xray::{Cform, DetailModel, Details, GameMaterials};
use sward::formats::{self, Content, Opened};
use sward::scene::bfres_beside;
use sward::scene_file::SceneFile;

use super::args::Info;
use super::info_bfres::{self, BfresReport};
use super::{Failure, Outcome, info_table};

/// What is told about a file. The names of the fields are the keys of the JSON, and so a promise.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    pub file: String,
    pub bytes: u64,
    /// The names inside of an archive, else `None`.
    pub inside: Option<&'a str>,
    #[serde(flatten)]
    pub content: ContentReport<'a>,
    pub warnings: Cow<'a, Warnings>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum ContentReport<'a> {
    World(WorldReport),
    Details(DetailsReport<'a>),
    Model(ModelReport<'a>),
    Cform(CformReport),
    GameMaterials(GameMaterialsReport<'a>),
    Bfres(BfresReport<'a>),
}

#[derive(Debug, Serialize)]
pub struct WorldReport {
    pub format: &'static str,
    /// `None` where the format has no version besides its signature.
    pub version: Option<u32>,
    pub app_id: Option<u32>,
    /// Land cells to the east and to the north.
    pub land: [u32; 2],
    /// Elevations to the east and to the north.
    pub terrain: [u32; 2],
    /// Metres.
    pub land_cell: f32,
    /// Metres.
    pub terrain_cell: f32,
    /// Metres to the east and to the north.
    pub size: [f64; 2],
    pub elevation: Range,
    pub materials: usize,
    pub models: usize,
    pub entities: usize,
    pub objects: usize,
    pub roads: RoadsReport,
    pub peaks: usize,
    /// Records by the number of their type.
    pub map_info: BTreeMap<u32, u64>,
    /// The names of the types that occur, by the same number.
    pub map_info_names: BTreeMap<u32, &'static str>,
    pub max_object_id: i32,
}

/// Metres.
#[derive(Debug, Serialize)]
pub struct Range {
    pub min: f32,
    pub max: f32,
}

#[derive(Debug, Serialize)]
pub struct RoadsReport {
    pub links: usize,
    pub points: usize,
}

#[derive(Debug, Serialize)]
pub struct DetailsReport<'a> {
    pub format: &'static str,
    pub version: u32,
    pub models: Vec<PlantReport<'a>>,
    /// Slots to the east and to the north.
    pub grid: [u32; 2],
    /// In slots.
    pub offset: [i32; 2],
    /// Slots with at least one model.
    pub used_slots: usize,
    /// Used slots whose stored base and height are both 0: nothing grows there.
    pub phantom_slots: usize,
}

/// A lone model, in the same shape as those of a level.
#[derive(Debug, Serialize)]
pub struct ModelReport<'a> {
    pub format: &'static str,
    pub models: [PlantReport<'a>; 1],
}

#[derive(Debug, Serialize)]
pub struct PlantReport<'a> {
    pub index: usize,
    pub shader: &'a str,
    pub texture: &'a str,
    pub flags: u32,
    pub min_scale: f32,
    pub max_scale: f32,
    pub vertices: usize,
    pub triangles: usize,
}

#[derive(Debug, Serialize)]
pub struct CformReport {
    pub format: &'static str,
    pub version: u32,
    /// Smallest and largest corner, metres, as the file states them.
    pub bounds: [[f32; 3]; 2],
    pub vertices: usize,
    pub triangles: usize,
    /// How many sectors the triangles name.
    pub sectors: usize,
    /// The materials that the triangles name, by their place in `gamemtl.xr`.
    pub materials: Vec<UsedMaterial>,
}

#[derive(Debug, Serialize)]
pub struct UsedMaterial {
    pub index: u32,
    pub triangles: u64,
}

#[derive(Debug, Serialize)]
pub struct GameMaterialsReport<'a> {
    pub format: &'static str,
    pub materials: Vec<MaterialReport<'a>>,
}

#[derive(Debug, Serialize)]
pub struct MaterialReport<'a> {
    /// What a triangle of a `level.cform` names.
    pub index: usize,
    pub id: u32,
    pub name: &'a str,
    pub passable: bool,
}

/// Runs the verb.
pub fn run(args: &Info) -> Outcome {
    if SceneFile::is_named(&args.input) {
        return Err(Failure::Usage(anyhow::anyhow!(
            "{} is a scene file: ask about one of the files that it names; `sward check` takes all of them",
            args.input.display()
        )));
    }
    let mut opened = formats::open(&args.input).map_err(|error| Failure::Input(error.into()))?;
    let mut of_beside = Warnings::default();
    bfres_beside::complete(&mut opened, &[], &mut of_beside);
    let mut report = report(&opened);
    report.warnings.to_mut().append(&of_beside, "");
    if args.json {
        let json =
            serde_json::to_string_pretty(&report).map_err(|error| Failure::Environment(error.into()))?;
        super::print(format!("{json}\n").as_bytes())
    } else {
        super::print(info_table::text(&report).as_bytes())
    }
}

fn report(opened: &Opened) -> Report<'_> {
    let content = match &opened.content {
        Content::World(world) => ContentReport::World(world_report(world)),
        Content::Details(details) => ContentReport::Details(details_report(details)),
        Content::DetailModel(model, _) => {
            ContentReport::Model(ModelReport { format: "dm", models: [plant_report(0, model)] })
        }
        Content::Cform(cform) => ContentReport::Cform(cform_report(cform)),
        Content::GameMaterials(materials) => ContentReport::GameMaterials(game_materials_report(materials)),
        Content::Bfres(files) => ContentReport::Bfres(info_bfres::report(files)),
    };
    Report {
        file: opened.path.display().to_string(),
        bytes: opened.len,
        inside: opened.inside.as_deref(),
        content,
        warnings: opened.warnings(),
    }
}

fn world_report(world: &World) -> WorldReport {
    let (format, version) = match world.variant {
        Variant::Oprw(version) => ("OPRW", Some(version)),
        Variant::Wvr8 => ("8WVR", None),
        Variant::Wvr4 => ("4WVR", None),
        Variant::Wvr3 => ("3WVR", None),
    };
    let mut map_info = BTreeMap::new();
    let mut map_info_names = BTreeMap::new();
    for record in &world.map_info {
        *map_info.entry(record.kind).or_insert(0) += 1;
        map_info_names.insert(record.kind, record.type_name().unwrap_or("unknown"));
    }
    let heights = &world.elevation.cells;
    WorldReport {
        format,
        version,
        app_id: world.app_id,
        land: world.land,
        terrain: world.terrain,
        land_cell: world.land_cell,
        terrain_cell: terrain_cell(world),
        size: world.land.map(|cells| f64::from(cells) * f64::from(world.land_cell)),
        elevation: Range {
            min: heights.iter().copied().fold(f32::INFINITY, f32::min),
            max: heights.iter().copied().fold(f32::NEG_INFINITY, f32::max),
        },
        materials: world.materials.len(),
        models: world.models.len(),
        entities: world.entities.len(),
        objects: world.objects.len(),
        roads: RoadsReport {
            links: world.roads.len(),
            points: world.roads.iter().map(|link| link.positions.len()).sum(),
        },
        peaks: world.peaks.len(),
        map_info,
        map_info_names,
        max_object_id: world.max_object_id,
    }
}

/// Metres between two elevations: both grids cover the same square.
fn terrain_cell(world: &World) -> f32 {
    let [land, terrain] = [world.land, world.terrain].map(|[east, _]| f64::from(east));
    (f64::from(world.land_cell) * land / terrain) as f32
}

fn details_report(details: &Details) -> DetailsReport<'_> {
    DetailsReport {
        format: "level.details",
        version: details.version,
        models: details.models.iter().enumerate().map(|(index, model)| plant_report(index, model)).collect(),
        grid: details.size,
        offset: details.offset,
        used_slots: details.used_slots(),
        phantom_slots: details.phantom_slots(),
    }
}

fn plant_report(index: usize, model: &DetailModel) -> PlantReport<'_> {
    PlantReport {
        index,
        shader: &model.shader,
        texture: &model.texture,
        flags: model.flags,
        min_scale: model.min_scale,
        max_scale: model.max_scale,
        vertices: model.vertices.len(),
        triangles: model.indices.len() / 3,
    }
}

fn cform_report(cform: &Cform) -> CformReport {
    let mut materials = BTreeMap::new();
    let mut sectors = BTreeSet::new();
    for triangle in &cform.triangles {
        *materials.entry(triangle.material).or_insert(0) += 1;
        sectors.insert(triangle.sector);
    }
    CformReport {
        format: "level.cform",
        version: cform.version,
        bounds: cform.bounds,
        vertices: cform.vertices.len(),
        triangles: cform.triangles.len(),
        sectors: sectors.len(),
        materials: materials
            .into_iter()
            .map(|(index, triangles)| UsedMaterial { index, triangles })
            .collect(),
    }
}

fn game_materials_report(list: &GameMaterials) -> GameMaterialsReport<'_> {
    let materials = list.materials.iter().enumerate();
    GameMaterialsReport {
        format: "gamemtl.xr",
        materials: materials
            .map(|(index, material)| MaterialReport {
                index,
                id: material.id,
                name: &material.name,
                passable: material.passable(),
            })
            .collect(),
    }
}
