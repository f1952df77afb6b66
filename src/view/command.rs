//! The command line that takes the picture which the window shows.

use std::path::{Path, PathBuf};

use super::Request;
use crate::render::{SunDirection, View};
use crate::scatter::ArgumentOrder;
use crate::scene::clutter::{GroundChoice, V2Light};

/// `sward shot` with all that makes the picture what it is, for a shell. `frame` is that of a scene which moves.
pub fn shot(request: &Request, view: &View, frame: Option<f32>, output: &Path) -> String {
    let mut words = vec!["sward".to_owned(), "shot".to_owned()];
    // It may be run in another folder.
    let full = |input: &PathBuf| std::path::absolute(input).unwrap_or_else(|_| input.clone());
    words.extend(request.inputs.iter().map(|input| full(input).display().to_string()));
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    option("-o", output.display().to_string());
    let [width, height] = view.size;
    option("--size", format!("{width}x{height}"));
    option("--camera", view.camera.to_string());
    if view.sun != SunDirection::default() {
        option("--sun", format!("{},{}", view.sun.azimuth_deg, view.sun.elevation_deg));
    }
    let hidden = view.layers.left_out();
    if !hidden.is_empty() {
        option("--hide", hidden.join(","));
    }
    if let Some(frame) = frame.filter(|frame| *frame != 0.0) {
        option("--frame", frame.to_string());
    }
    if !request.chosen.is_empty() {
        option("--pattern", request.chosen.join(","));
    }
    if let Some(overlay) = &request.overlay {
        option("--overlay", overlay.to_string());
    }
    let planting = &request.planting;
    let (rules, usual) = (planting.rules, crate::scatter::Rules::default());
    if rules.profile != usual.profile {
        option("--profile", rules.profile.name().to_owned());
    }
    if rules.step != rules.profile.default_step() {
        option("--step", rules.step.to_string());
    }
    if rules.argument_order == ArgumentOrder::XFirst {
        option("--argument-order", "x-first".to_owned());
    }
    if rules.detail_height != usual.detail_height {
        option("--detail-height", rules.detail_height.to_string());
    }
    match planting.ground {
        GroundChoice::Auto => {}
        GroundChoice::Cform => option("--ground", "cform".to_owned()),
        GroundChoice::Heightfield => option("--ground", "heightfield".to_owned()),
        GroundChoice::Box => option("--ground", "box".to_owned()),
    }
    if planting.moved != [0.0; 2] {
        let [x, z] = planting.moved;
        option("--clutter-at", format!("{x},{z}"));
    }
    if planting.v2_light == V2Light::Late {
        option("--v2-light", "late".to_owned());
    }
    if view.layers.grid {
        words.push("--grid".to_owned());
    }
    if view.labels {
        words.push("--labels".to_owned());
    }
    let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    quoted.join(" ")
}

/// A word as a POSIX shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./,:=+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::render::Layers;
    use crate::scatter::{Profile, Rules};
    use crate::scene::clutter::Planting;

    fn view() -> View {
        View::new("1.5,2,-3,40,-9.25".parse().unwrap(), [640, 480])
    }

    #[test]
    fn what_is_as_always_is_not_said() {
        assert_eq!(
            shot(&Request::default(), &view(), Some(0.0), Path::new("a.png")),
            "sward shot -o a.png --size 640x480 --camera 1.5,2,-3,40,-9.25"
        );
    }

    #[test]
    fn everything_else_is() {
        let request = Request {
            inputs: vec!["/maps/utes.wrp".into(), "/maps/my island's.toml".into()],
            overlay: Some("density:3".parse().unwrap()),
            chosen: vec!["wind".into(), "flag wave".into()],
            planting: Planting {
                rules: Rules {
                    profile: Profile::Monolith,
                    step: 0.25,
                    argument_order: ArgumentOrder::XFirst,
                    detail_height: 1.5,
                },
                ground: GroundChoice::Box,
                moved: [-4800.5, 12.0],
                v2_light: V2Light::Late,
            },
            sun: SunDirection::default(),
            against: None,
        };
        let sun = SunDirection { azimuth_deg: 90.5, elevation_deg: 20.0 };
        let layers = Layers { roads: false, plants: false, grid: true, ..Layers::default() };
        let view = View { sun, layers, labels: true, ..view() };
        assert_eq!(
            shot(&request, &view, Some(2.5), Path::new("a b.png")),
            r"sward shot /maps/utes.wrp '/maps/my island'\''s.toml' -o 'a b.png' --size 640x480 --camera 1.5,2,-3,40,-9.25 --sun 90.5,20 --hide plants,roads --frame 2.5 --pattern 'wind,flag wave' --overlay density:3 --profile monolith --step 0.25 --argument-order x-first --detail-height 1.5 --ground box --clutter-at -4800.5,12 --v2-light late --grid --labels"
        );
    }
}
