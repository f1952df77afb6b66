//! The command line: verbs, options, and what their values may be.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use sward::check::RULES;
use sward::render::{Layers, SunDirection};
use sward::scene::camera_pose::{CameraPose, CameraPoseError};
use sward::scene::overlay::{Choice, NAMES, UnknownOverlay};

use super::animation::Rate;
use super::planting::PlantingArgs;

/// Everything after `sward`.
#[derive(Debug, Parser)]
#[command(
    name = "sward",
    version,
    about = "Shows Arma and DayZ worlds, the grass of X-Ray levels, and Wii U models with their texture patterns",
    after_help = "Examples:
  sward                                       fly over the built-in demo island
  sward utes.wrp level.details                fly over a world with grass on its ground
  sward shot -o island.png                    draw the built-in demo island
  sward shot utes.wrp -o utes.png             draw a world, framed from the south-west
  sward shot utes.wrp level.details -o a.png  the same with grass on its ground
  sward info utes.wrp                         tell what a file holds
  sward clutter level.details -o plants.csv   list every plant of a level
  sward check utes.wrp level.details          tell what is wrong in files
  sward diff old.wrp new.wrp -o heat.png      tell what differs between two versions, and draw a map of it
  sward extract kart.szs -o textures          write the textures of a Wii U file as pictures
  sward demo demo-island                      write the demo island's files

Exit codes: 0 done, 1 the input is bad, 2 no adapter or the environment is at fault, 64 wrong usage."
)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    pub verb: Option<Verb>,

    /// Without a verb the inputs are shown.
    #[command(flatten)]
    pub view: View,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Fly over a scene in a window; also without a verb
    View(View),
    /// Take a picture of a scene, without a window or a display
    Shot(Shot),
    /// Tell what a file holds
    Info(Info),
    /// List every plant of a level, exactly where the game grows it
    Clutter(Clutter),
    /// Tell what is wrong or odd in files, where, and what to do
    Check(Check),
    /// Tell what differs between two versions of a file
    Diff(Diff),
    /// Write the textures of a Wii U file as pictures
    Extract(Extract),
    /// Write the demo island's files into a folder
    Demo(Demo),
}

/// `sward view`, and `sward` without a verb.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sward                                        fly over the built-in demo island
  sward utes.wrp level.details                 a world with grass on its ground
  sward view course.szs --camera 0,20,-60,0,-12
  sward view --against old.wrp new.wrp         two versions with a line between them, and what changed

In the window F1 shows the keys.")]
pub struct View {
    /// Files to show: .wrp, .pbo with a world inside, level.details, .dm, level.cform, gamemtl.xr, .bfres (also in Yaz0 or
    /// SARC), or a scene file .toml
    pub inputs: Vec<PathBuf>,

    /// Eye in metres, yaw and pitch in degrees, vertical field of view in degrees (60); without it the
    /// whole terrain is framed from the south-west
    #[arg(long, value_name = "X,Y,Z,YAW,PITCH[,FOV]", allow_hyphen_values = true, value_parser = camera)]
    pub camera: Option<CameraPose>,

    /// Compare with this old version of the input: both are drawn, with a line between them
    #[arg(long, value_name = "OLD", conflicts_with = "overlay", requires = "inputs")]
    pub against: Option<PathBuf>,

    /// Where the sun stands: degrees clockwise from the north and over the horizon
    #[arg(long, value_name = "AZIMUTH,ELEVATION", allow_hyphen_values = true, value_parser = sun)]
    pub sun: Option<SunDirection>,

    /// Say on the terminal what the window does: scenes with the time that they took, flights with their frames a second,
    /// pictures, what was copied, warnings
    #[arg(short, long)]
    pub verbose: bool,

    /// Take the shaders of this folder in place of those in the program, and again whenever one is saved
    #[arg(long, value_name = "DIR")]
    pub shaders: Option<PathBuf>,

    /// Play these animations alone, by name, where several drive the same texture [default: the first of them]
    #[arg(long, value_name = "NAME[,NAME]", value_delimiter = ',')]
    pub pattern: Vec<String>,

    /// Draw over the ground what explains the grass, with a key: see `sward shot --help` for their names
    #[arg(long, value_name = "NAME", help_heading = "Grass", value_parser = overlay)]
    pub overlay: Option<Choice>,

    /// The graphics interface
    #[arg(long, value_enum, default_value = "auto")]
    pub backend: Backend,

    #[command(flatten)]
    pub planting: PlantingArgs,
}

/// `sward shot`.
#[derive(Debug, Args)]
#[command(after_help = shot_help())]
pub struct Shot {
    /// Files to draw: .wrp, .pbo with a world inside, level.details, .dm, level.cform, gamemtl.xr, .bfres (also in Yaz0 or
    /// SARC), or a scene file .toml
    pub inputs: Vec<PathBuf>,

    /// Where the PNG goes, `-` for standard output; with --frames numbered PNGs (frames-%04d.png), or one .apng or .gif
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// Pixels, each edge 1 to 16384
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720", value_parser = size)]
    pub size: [u32; 2],

    /// Eye in metres, yaw and pitch in degrees, vertical field of view in degrees (60); without it the
    /// whole terrain is framed from the south-west
    #[arg(long, value_name = "X,Y,Z,YAW,PITCH[,FOV]", allow_hyphen_values = true, value_parser = camera)]
    pub camera: Option<CameraPose>,

    /// Where the sun stands: degrees clockwise from the north and over the horizon
    #[arg(long, value_name = "AZIMUTH,ELEVATION", allow_hyphen_values = true, value_parser = sun)]
    pub sun: Option<SunDirection>,

    /// Samples a pixel
    #[arg(long, value_name = "1|4", default_value = "4", value_parser = samples)]
    pub samples: u32,

    /// By what a level.cform is coloured where it is the ground
    #[arg(long, value_enum, default_value = "material")]
    pub tint: TintArg,

    /// Write the heights of the peaks beside them
    #[arg(long)]
    pub labels: bool,

    /// Leave these parts of the scene out: ground, objects, plants (grass), roads, water, models
    #[arg(long, value_name = "PART[,PART]", value_delimiter = ',', value_parser = Layers::NAMES)]
    pub hide: Vec<String>,

    /// Draw lines over the ground where its cells and each kilometre begin
    #[arg(long)]
    pub grid: bool,

    /// Leave the sky out: what nothing covers stays clear
    #[arg(long)]
    pub transparent: bool,

    /// Which frame of its animations the scene is at; may have a fraction [default: 0]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = frame,
        conflicts_with = "frames",
        help_heading = "Animations"
    )]
    pub frame: Option<f32>,

    /// Draw these frames, both ends too [default for .apng and .gif: all, of a loop mostly without the last]
    #[arg(long, value_name = "A..B", value_parser = frames, help_heading = "Animations")]
    pub frames: Option<Frames>,

    /// Frames a second of an .apng or .gif, 0.1 to 240 (a GIF at most 50) [default: 30]
    #[arg(long, value_name = "RATE", value_parser = rate, help_heading = "Animations")]
    pub fps: Option<Rate>,

    /// Play these animations alone, by name, where several drive the same texture [default: the first of them]
    #[arg(long, value_name = "NAME[,NAME]", value_delimiter = ',', help_heading = "Animations")]
    pub pattern: Vec<String>,

    /// Draw no scene but a sheet of its texture patterns: a row for each material and sampler, a column for each frame
    #[arg(
        long,
        conflicts_with_all = [
            "size", "camera", "sun", "samples", "tint", "labels", "hide", "grid", "transparent", "frame", "fps", "backend",
            "timings", "overlay", "only", "radius", "profile", "step", "ground", "clutter_at", "detail_height",
            "argument_order", "v2_light",
        ],
        help_heading = "Animations"
    )]
    pub sheet: bool,

    /// The graphics interface
    #[arg(long, value_enum, default_value = "auto")]
    pub backend: Backend,

    /// Print what took how long, and how much was drawn, as JSON
    #[arg(long)]
    pub timings: bool,

    /// Draw over the ground what explains the grass, with a key: one of the overlays listed below
    #[arg(long, value_name = "NAME", help_heading = "Grass", value_parser = overlay)]
    pub overlay: Option<Choice>,

    /// Draw these models of the grass alone, by index or by the name of their texture
    #[arg(long, value_name = "MODEL[,MODEL]", value_delimiter = ',', help_heading = "Grass")]
    pub only: Vec<String>,

    /// End the grass at so many metres from the eye, shrinking towards the end as in the game (47.5 in the games,
    /// 49 to 300 in OpenXRay)
    #[arg(long, value_name = "METRES", allow_hyphen_values = true, value_parser = radius, help_heading = "Grass")]
    pub radius: Option<f32>,

    #[command(flatten)]
    pub planting: PlantingArgs,
}

impl Shot {
    /// Frames a second.
    pub fn rate(&self) -> Rate {
        self.fps.unwrap_or(Rate(30.0))
    }
}

/// `sward info`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sward info utes.wrp
  sward info level.details --json | jq .used_slots
  sward info kart.szs --json | jq '.texture_patterns[] | .name, .tracks'")]
pub struct Info {
    /// A .wrp, a .pbo with a world inside, a level.details, a .dm, a level.cform, a gamemtl.xr or a Wii U .bfres
    pub input: PathBuf,

    /// Print JSON for machines instead of a table for people
    #[arg(long)]
    pub json: bool,
}

/// `sward clutter`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sward clutter level.details                          how many there are, as JSON
  sward clutter level.details -o plants.csv            every plant, one a line
  sward clutter level.details --step 0.2 -o plants.ply as points for MeshLab or Blender
  sward clutter utes.wrp level.details --clutter-at 1200,900 --format jsonl | head

level.cform and gamemtl.xr are found beside the level. The rows come slot by slot (x fastest) and in a slot as the
engine plants them. slot_x and slot_z count from the south-west corner of the grid; x, y, z are metres in the
world; yaw is in radians; sun and hemi are the light as the file has it, 0 to 1.")]
pub struct Clutter {
    /// A level.details or a .dm, and what it stands on: .wrp, level.cform, gamemtl.xr
    #[arg(required = true)]
    pub inputs: Vec<PathBuf>,

    /// What is written [default: by the name after -o, else json]
    #[arg(long, value_enum)]
    pub format: Option<ListFormat>,

    /// Where it goes; standard output without it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// List these models alone, by index or by the name of their texture
    #[arg(long, value_name = "MODEL[,MODEL]", value_delimiter = ',')]
    pub only: Vec<String>,

    #[command(flatten)]
    pub planting: PlantingArgs,
}

/// How plants are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// The summary alone: how many of what
    Json,
    /// A row a plant, for tables
    Csv,
    /// A JSON object a plant, one a line
    Jsonl,
    /// A point a plant (binary PLY)
    Ply,
}

/// `sward check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sward check level.details
  sward check utes.wrp level.details
  sward check level.details --deny slot-without-model,bad-index
  sward check level.details --format json | jq '.findings[] | .code, .count'
  sward check utes.wrp --format sarif > utes.sarif
  sward check --codes

Several inputs are checked together as one scene. The texture of a level, its level.cform and its
gamemtl.xr are sought beside it.

Exit codes: 0 the inputs can be read and nothing denied was found, 1 otherwise, 64 wrong usage.")]
pub struct Check {
    /// Files to check: .wrp, .pbo with a world inside, level.details, .dm, level.cform, gamemtl.xr, .bfres, or a
    /// scene file .toml
    #[arg(required_unless_present = "codes", value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Text for people, JSON or SARIF 2.1.0 for machines
    #[arg(long, value_enum, default_value = "text")]
    pub format: FindingsFormat,

    /// End with exit code 1 when one of these is found; `all` stands for every code
    #[arg(
        long,
        value_name = "CODE[,CODE]",
        value_delimiter = ',',
        value_parser = codes(),
        hide_possible_values = true
    )]
    pub deny: Vec<String>,

    /// Moves levels so that their origin lies at X, Z of the world, metres; the ground isn't theirs then, so they are
    /// asked only whether they lie on the map
    #[arg(long, value_name = "X,Z", allow_hyphen_values = true, value_parser = super::planting::place)]
    pub clutter_at: Option<[f64; 2]>,

    /// List all codes with their meaning and what to do, and check nothing
    #[arg(long, conflicts_with = "inputs")]
    pub codes: bool,
}

/// How findings are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FindingsFormat {
    /// For people
    Text,
    /// One object for programs
    Json,
    /// For the viewers of code scanners
    Sarif,
}

/// What stands for every code.
pub const ALL_CODES: &str = "all";

fn codes() -> PossibleValuesParser {
    PossibleValuesParser::new(RULES.iter().map(|rule| rule.code).chain([ALL_CODES]))
}

/// `sward diff`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sward diff old.wrp new.wrp
  sward diff old.wrp new.wrp -o heat.png --limit 100
  sward diff old.wrp new.wrp --json | jq '.object_changes[] | select(.change == \"moved\")'
  sward diff old.details new.details && echo nothing changed

Objects are the same where model and place are the same, else by a unique id, else by model and
the nearest place within 25 m. Heights of other grids are compared where they overlap.

Exit codes: 0 the files say the same, 1 they differ, 2 a file can't be read, they can't be compared
or the environment is at fault, 64 wrong usage.")]
pub struct Diff {
    /// The old version: .wrp, .pbo with a world inside, level.details, .dm, level.cform, gamemtl.xr or .bfres
    pub old: PathBuf,

    /// The new version, of the same kind
    pub new: PathBuf,

    /// Print JSON for machines, with every changed object, instead of a text for people
    #[arg(long)]
    pub json: bool,

    /// Draw a map of the changes into this PNG, north up: heights as colours, objects as marks (worlds and level.cform)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// How many models and changed objects the text lists at most
    #[arg(long, value_name = "N", default_value = "20")]
    pub limit: usize,
}

/// `sward extract`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sward extract kart.szs -o textures
  sward extract Animal_Bass.sbfres -o bass     with Animal_Bass.Tex1.sbfres and .Tex2 beside it

Each texture becomes NAME.png with its largest level (further layers or sides NAME.1.png, ...); one of blocks (BC1 to
BC5) becomes NAME.dds too, with all levels and as it is. No file of another content is replaced.

Exit codes: 0 all were written, 1 the input or a texture of it is bad, 2 the environment is at fault.")]
pub struct Extract {
    /// A .bfres, .sbfres, .szs, .sarc, .bftex: plain, packed with Yaz0, or in a SARC
    pub input: PathBuf,

    /// The folder; it is made if it doesn't exist
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}

/// `sward demo`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  sward demo demo-island
  sward shot demo-island/island.toml -o island.png")]
pub struct Demo {
    /// The folder; it is made if it doesn't exist
    pub folder: PathBuf,
}

/// By what a collision mesh is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TintArg {
    /// What the ground is made of: by the names in gamemtl.xr, else a palette
    Material,
    /// The sectors that the level is divided into
    Sector,
}

/// Which graphics interface to draw through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// The best one that works
    Auto,
    /// Vulkan only
    Vulkan,
    /// OpenGL (through EGL) only
    Gl,
}

impl From<Backend> for sward::gpu::Backend {
    fn from(backend: Backend) -> Self {
        match backend {
            Backend::Auto => Self::Auto,
            Backend::Vulkan => Self::Vulkan,
            Backend::Gl => Self::Gl,
        }
    }
}

/// What follows the options of `sward shot`.
fn shot_help() -> String {
    const TEXT: &str = "Examples:
  sward shot -o island.png
  sward shot utes.wrp -o utes.png --size 1920x1080 --labels
  sward shot utes.wrp -o coast.png --camera 2400,60,3100,45,-10 --sun 250,20
  sward shot level.details -o grass.png --step 0.2 --samples 1
  sward shot utes.wrp -o utes.png --timings | jq .total_ms
  sward shot level.details -o why.png --overlay slots
  sward shot course.szs -o course.png --frame 12
  sward shot course.szs -o turn.apng --frames 0..59 --transparent
  sward shot fish.sbfres -o colours.png --sheet

Several inputs make one scene: at most one world, and at most one level.details or .dm, whose grass then
stands on the world's ground. Without an input the demo island is drawn.

Metres: X east, Y up, Z north, from the south-west corner. Degrees: yaw 0 looks north and grows clockwise,
pitch up is positive.

Overlays explain the grass; plants are hidden under most of them, unless --only asks for some:";
    let lines = NAMES.iter().map(|(name, what)| format!("\n  {name:<15} {what}"));
    TEXT.to_owned() + &lines.collect::<String>()
}

/// The widest picture that every adapter can draw: the limit of a 2D texture.
const MOST_PIXELS: u32 = 16384;

fn size(text: &str) -> Result<[u32; 2], String> {
    let edge = |text: &str| text.parse().ok().filter(|pixels| (1..=MOST_PIXELS).contains(pixels));
    text.split_once(['x', 'X'])
        .and_then(|(width, height)| Some([edge(width)?, edge(height)?]))
        .ok_or_else(|| format!("expected two whole numbers from 1 to {MOST_PIXELS}, such as 1280x720"))
}

fn camera(text: &str) -> Result<CameraPose, String> {
    const MOST_METRES: f64 = 1e7;
    let pose: CameraPose = text.parse().map_err(|error: CameraPoseError| error.to_string())?;
    if pose.eye.abs().max_element() > MOST_METRES {
        return Err(format!("expected X, Y and Z from -{MOST_METRES:.0} to {MOST_METRES:.0} metres"));
    }
    Ok(pose)
}

fn sun(text: &str) -> Result<SunDirection, String> {
    let numbers: Option<Vec<f32>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[azimuth, elevation]) if azimuth.is_finite() && (0.0..=90.0).contains(&elevation) => {
            Ok(SunDirection { azimuth_deg: azimuth.rem_euclid(360.0), elevation_deg: elevation })
        }
        _ => Err("expected AZIMUTH,ELEVATION with an elevation from 0 to 90, such as 220,35".into()),
    }
}

/// A row of frames, from the first to the last.
pub type Frames = std::ops::RangeInclusive<u32>;

/// The last frame that may be asked for; 28 minutes at 60 frames a second.
pub const LAST_FRAME: u32 = 99_999;

fn frame(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|frame| (0.0..=LAST_FRAME as f32).contains(frame))
        .ok_or_else(|| format!("expected 0 to {LAST_FRAME}"))
}

fn frames(text: &str) -> Result<Frames, String> {
    let frame = |text: &str| text.parse().ok().filter(|&frame: &u32| frame <= LAST_FRAME);
    text.split_once("..")
        .and_then(|(first, last)| Some(frame(first)?..=frame(last.strip_prefix('=').unwrap_or(last))?))
        .filter(|frames| !frames.is_empty())
        .ok_or_else(|| format!("expected two frames from 0 to {LAST_FRAME}, such as 0..47; both are drawn"))
}

fn rate(text: &str) -> Result<Rate, String> {
    text.parse()
        .ok()
        .filter(|rate| (0.1..=240.0).contains(rate))
        .map(Rate)
        .ok_or_else(|| "expected 0.1 to 240 frames a second".into())
}

fn radius(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|metres| (2.0..=10_000.0).contains(metres))
        .ok_or_else(|| "expected 2 to 10000 metres; the games use 47.5".into())
}

fn samples(text: &str) -> Result<u32, String> {
    match text {
        "1" => Ok(1),
        "4" => Ok(4),
        _ => Err("expected 1 or 4".into()),
    }
}

fn overlay(text: &str) -> Result<Choice, String> {
    text.parse().map_err(|error: UnknownOverlay| error.to_string())
}
