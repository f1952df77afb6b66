//! The options that say how grass is planted, shared by the verbs that plant.

use clap::{Args, ValueEnum};
use sward::scatter::{ArgumentOrder, Profile, Rules};
use sward::scene::clutter::{Clutter, GroundChoice, Planting, V2Light};

use super::Failure;

/// How grass is planted.
#[derive(Debug, Args)]
#[command(next_help_heading = "Grass")]
pub struct PlantingArgs {
    /// The engine that plants: soc, cs, cop, openxray or monolith
    #[arg(long, value_name = "ENGINE", default_value = "cop", value_parser = profile)]
    pub profile: Profile,

    /// Metres between two candidates (r__detail_density), 0.04 to 1; smaller is denser [default: the engine's own:
    /// 0.3 of soc, cs and cop, 0.6 of openxray and monolith]
    #[arg(long, value_name = "METRES", allow_hyphen_values = true, value_parser = step)]
    pub step: Option<f32>,

    /// What the plants stand on
    #[arg(long, value_enum, default_value = "auto")]
    pub ground: GroundArg,

    /// Moves the level so that its origin lies at X, Z of the world, metres
    #[arg(long, value_name = "X,Z", allow_hyphen_values = true, value_parser = place)]
    pub clutter_at: Option<[f64; 2]>,

    /// Factor on the plants' size (r__detail_height): 1 to 2 of openxray, 0.5 to 2 of monolith
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true, value_parser = detail_height)]
    pub detail_height: Option<f32>,

    /// Which coordinate of the jitter the engine's compiler draws first
    #[arg(long, value_enum, default_value = "z-first")]
    pub argument_order: ArgumentOrderArg,

    /// The corners of the light in a level of version 2: early for builds 1096 to 1230, late for 1233 to 1558
    #[arg(long, value_enum, default_value = "early")]
    pub v2_light: V2LightArg,
}

/// [`GroundChoice`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GroundArg {
    /// The world where there is one, else the level's collision mesh, else the boxes
    Auto,
    /// The level's collision mesh, as in the game
    Cform,
    /// The heights of the world
    Heightfield,
    /// The lower end of each slot's box
    Box,
}

/// [`ArgumentOrder`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ArgumentOrderArg {
    /// As in the games' own builds
    ZFirst,
    /// As other compilers may do it
    XFirst,
}

/// [`V2Light`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum V2LightArg {
    /// As the densities
    Early,
    /// The two rows are swapped
    Late,
}

impl PlantingArgs {
    /// The choices, checked against each other; what the engine itself wouldn't take is told.
    pub fn planting(&self) -> Result<Planting, Failure> {
        let profile = self.profile;
        let step = self.step.unwrap_or(profile.default_step());
        let steps = profile.steps();
        if !steps.contains(&step) {
            super::complain(&format!(
                "warning: --step {step}: {} itself takes {} to {} metres, so no game looks like this",
                profile.name(),
                steps.start(),
                steps.end()
            ));
        }
        Ok(Planting {
            rules: Rules {
                profile,
                step,
                argument_order: match self.argument_order {
                    ArgumentOrderArg::ZFirst => ArgumentOrder::ZFirst,
                    ArgumentOrderArg::XFirst => ArgumentOrder::XFirst,
                },
                detail_height: self.detail_height_of(profile)?,
            },
            ground: match self.ground {
                GroundArg::Auto => GroundChoice::Auto,
                GroundArg::Cform => GroundChoice::Cform,
                GroundArg::Heightfield => GroundChoice::Heightfield,
                GroundArg::Box => GroundChoice::Box,
            },
            moved: self.clutter_at.unwrap_or_default(),
            v2_light: match self.v2_light {
                V2LightArg::Early => V2Light::Early,
                V2LightArg::Late => V2Light::Late,
            },
        })
    }

    fn detail_height_of(&self, profile: Profile) -> Result<f32, Failure> {
        let Some(factor) = self.detail_height else { return Ok(1.0) };
        let name = profile.name();
        match profile.detail_heights() {
            None => Err(Failure::Usage(anyhow::anyhow!(
                "--detail-height: {name} has no such setting; --profile openxray and monolith have it"
            ))),
            Some(range) if !range.contains(&factor) => Err(Failure::Usage(anyhow::anyhow!(
                "--detail-height {factor}: {name} takes {} to {}",
                range.start(),
                range.end()
            ))),
            Some(_) => Ok(factor),
        }
    }
}

/// The models that `names` tell, by index or by the name of their texture.
pub fn models(names: &[String], clutter: &Clutter) -> Result<Vec<u32>, Failure> {
    let mut models = Vec::new();
    for name in names {
        let found = clutter.models_named(name);
        if found.is_empty() {
            let last = clutter.models.len().saturating_sub(1);
            return Err(Failure::Usage(anyhow::anyhow!(
                "there is no model {name:?}, expected an index from 0 to {last} or the name of a texture"
            )));
        }
        models.extend(found);
    }
    Ok(models)
}

/// Engines that plant otherwise, and why they can't be repeated.
const OTHERS: [(&str, &str); 5] = [
    ("ogsr", "plants from a generator without a seed, otherwise each time: no tool can repeat it"),
    ("builds", "(before August 2003) seeded each generator at random: no tool can repeat it"),
    (
        "ixray",
        "also asks whether the sector of the ground is outdoors, which the level's files here don't tell",
    ),
    ("stalkeronue", "forgets to clear its list of candidates, and plants other things than any game"),
    (
        "level-editor",
        "plants as soc does, at the step that its scene holds: take --profile soc --step METRES",
    ),
];

fn profile(text: &str) -> Result<Profile, String> {
    let name = text.to_ascii_lowercase();
    if let Some(profile) = Profile::ALL.into_iter().find(|profile| profile.name() == name) {
        return Ok(profile);
    }
    match OTHERS.iter().find(|(other, _)| *other == name) {
        Some((other, why)) => Err(format!("{other} {why}")),
        None => Err("expected soc, cs, cop, openxray or monolith".into()),
    }
}

/// The engines allow 0.2 to 0.6 (the games), 0.1 to 0.99 (OpenXRay) and 0.04 to 1 (monolith).
fn step(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|metres| (0.04..=1.0).contains(metres))
        .ok_or_else(|| "expected 0.04 (densest) to 1 metres; the games use 0.2 to 0.6".into())
}

fn detail_height(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|factor| (0.5..=2.0).contains(factor))
        .ok_or_else(|| "expected 1 to 2 (openxray) or 0.5 to 2 (monolith)".into())
}

/// X and Z in metres, as `--clutter-at` takes them.
pub fn place(text: &str) -> Result<[f64; 2], String> {
    const MOST_METRES: f64 = 1e6;
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, z]) if x.abs() <= MOST_METRES && z.abs() <= MOST_METRES => Ok([x, z]),
        _ => Err("expected X,Z in metres, such as 4800,5200".into()),
    }
}
