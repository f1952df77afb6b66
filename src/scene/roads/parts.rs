//! Road parts: what their names say about their shape, width and surface.
//!
//! Read off the 549 parts of one real world (the Utes of the DayZ samples), where neighbours fit to a centimetre:
//! - `_6`, `_12`, `_25`: straight along the model's Z axis, 6.25, 12.5 and 25 m long, the pivot in the middle;
//!   `_6konec` is an end piece of the same shape, its open end at -Z.
//! - `_10 100`: starts at -Z heading +Z and turns right by 10 degrees at a radius of 100 m. The pivot is the centre
//!   of the box around both edges, as for all models.
//! - `kr_t_A_B`: a straight road A, 12.5 m along Z, and an arm B that ends 6.25 m to the left (-X) of A's middle.
//!   The pivot is again the centre of the box.
//! - `asf3` is 7 m wide, `mud` 5 m. The widths of the other series, the crossing `kr_x_A_B` and the angles that
//!   `7`, `22` and `0` stand for are unverified.

use super::{MAX_LINE, RoadLine, surface};

/// How wide a road is and what it is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    /// Metres.
    pub width: f32,
    /// As [`super::RoadVertex::surface`].
    pub surface: u32,
}

/// Names of series of parts, those that begin like another after it.
const SERIES: &[(&str, Look)] = &[
    ("asf1", Look { width: 9.0, surface: surface::MAIN }),
    ("asf2", Look { width: 8.0, surface: surface::ASPHALT }),
    ("asf3", Look { width: 7.0, surface: surface::ASPHALT }),
    ("asfaltka", Look { width: 7.0, surface: surface::ASPHALT }),
    ("asf", Look { width: 8.0, surface: surface::ASPHALT }),
    ("silnice", Look { width: 9.0, surface: surface::MAIN }),
    ("sil", Look { width: 9.0, surface: surface::MAIN }),
    ("city", Look { width: 8.0, surface: surface::ASPHALT }),
    ("kos", Look { width: 7.0, surface: surface::ASPHALT }),
    ("cesta", Look { width: 5.0, surface: surface::DIRT }),
    ("ces", Look { width: 5.0, surface: surface::DIRT }),
    ("grav", Look { width: 5.0, surface: surface::DIRT }),
    ("mud", Look { width: 5.0, surface: surface::DIRT }),
    ("path", Look { width: 3.0, surface: surface::TRACK }),
    ("pesina", Look { width: 3.0, surface: surface::TRACK }),
];

/// Words in the names of other road models, the telling ones first.
const WORDS: &[(&str, Look)] = &[
    ("runway", Look { width: 30.0, surface: surface::RUNWAY }),
    ("taxiway", Look { width: 20.0, surface: surface::RUNWAY }),
    ("highway", Look { width: 10.0, surface: surface::MAIN }),
    ("main", Look { width: 9.0, surface: surface::MAIN }),
    ("silnice", Look { width: 9.0, surface: surface::MAIN }),
    ("asf1", Look { width: 9.0, surface: surface::MAIN }),
    ("asf", Look { width: 7.0, surface: surface::ASPHALT }),
    ("asphalt", Look { width: 7.0, surface: surface::ASPHALT }),
    ("concrete", Look { width: 7.0, surface: surface::ASPHALT }),
    ("city", Look { width: 8.0, surface: surface::ASPHALT }),
    ("street", Look { width: 8.0, surface: surface::ASPHALT }),
    ("track", Look { width: 3.0, surface: surface::TRACK }),
    ("trail", Look { width: 3.0, surface: surface::TRACK }),
    ("path", Look { width: 3.0, surface: surface::TRACK }),
    ("ces", Look { width: 5.0, surface: surface::DIRT }),
    ("dirt", Look { width: 5.0, surface: surface::DIRT }),
    ("grav", Look { width: 5.0, surface: surface::DIRT }),
    ("mud", Look { width: 5.0, surface: surface::DIRT }),
];

/// The look that a model's path tells; `None` where it tells nothing.
pub(super) fn look_of(model: &str) -> Option<Look> {
    let stem = stem(model);
    if let Some(part) = Part::parse(&stem) {
        return Some(part.look());
    }
    WORDS.iter().find(|(word, _)| stem.contains(word)).map(|(_, look)| *look)
}

/// The lines of a road part that is placed by `matrix` (aside, up, dir, position): one for a straight or curved
/// part, two or more for a crossing, none where the model's name is not that of a part or the matrix is not finite
/// or blows the part up.
///
/// Ends of parts that belong together meet within centimetres. See the page of this module for the names.
pub fn lines_of_part(model: &str, matrix: &[f32; 12]) -> Vec<RoadLine> {
    let Some(part) = Part::parse(&stem(model)) else { return Vec::new() };
    let [ax, _, az, _, _, _, dx, _, dz, px, _, pz] = matrix.map(f64::from);
    let mut lines = part.lines();
    for line in &mut lines {
        for [x, z] in &mut line.points {
            [*x, *z] = [px + ax * *x + dx * *z, pz + az * *x + dz * *z];
        }
    }
    lines.retain(|line| {
        let length = line.length();
        length > 0.1 && length <= MAX_LINE
    });
    lines
}

/// The shape of a part in its own frame.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    /// Metres along Z.
    Straight { look: Look, length: f64 },
    /// Radians and metres; a turn to the right.
    Curve { look: Look, angle: f64, radius: f64 },
    /// Arms to the left, and to the right too.
    Crossing { main: Look, arm: Look, both_sides: bool },
}

/// Metres of a crossing along its main road; an arm ends half of that from the main road's middle.
const CROSSING: f64 = 12.5;

impl Part {
    /// From a file's name in lower case without folder and extension.
    fn parse(stem: &str) -> Option<Self> {
        if let Some((_, names)) = stem.split_once("kr_") {
            let mut names = names.split('_');
            let both_sides = match names.next()? {
                "t" => false,
                "x" => true,
                _ => return None,
            };
            let main = whole_series(names.next()?)?;
            let arm = names.next().and_then(whole_series).unwrap_or(main);
            return Some(Self::Crossing { main, arm, both_sides });
        }
        let (look, shape) = match stem.rsplit_once('_') {
            Some((series, shape)) => (whole_series(series)?, shape),
            // The first game writes `sil25` and `sil10 100`.
            None => SERIES.iter().find_map(|(name, look)| Some((*look, stem.strip_prefix(name)?)))?,
        };
        let (shape, is_end) = match shape.strip_suffix("konec") {
            Some(shape) => (shape.trim(), true),
            None => (shape.trim(), false),
        };
        let number = |text: &str| text.parse::<u16>().ok();
        match shape.split_once(' ') {
            Some((angle, radius)) if !is_end => {
                // Names round down: 0.5, 7.5 and 22.5 degrees.
                let angle_deg = match number(angle)? {
                    angle @ (0 | 7 | 22) => f64::from(angle) + 0.5,
                    angle @ 1..=180 => f64::from(angle),
                    _ => return None,
                };
                let radius = f64::from(number(radius.trim())?);
                (radius >= 5.0).then_some(Self::Curve { look, angle: angle_deg.to_radians(), radius })
            }
            Some(_) => None,
            None => {
                let length = match number(shape)? {
                    6 => 6.25,
                    12 => 12.5,
                    metres @ 1..=100 => f64::from(metres),
                    _ => return None,
                };
                Some(Self::Straight { look, length })
            }
        }
    }

    fn look(&self) -> Look {
        match *self {
            Self::Straight { look, .. } | Self::Curve { look, .. } | Self::Crossing { main: look, .. } => {
                look
            }
        }
    }

    /// Centre lines in the model's X and Z about its pivot.
    fn lines(&self) -> Vec<RoadLine> {
        let line = |look: Look, points: Vec<[f64; 2]>| RoadLine {
            points,
            width: look.width,
            surface: look.surface,
            parts: Vec::new(),
        };
        match *self {
            Self::Straight { look, length } => {
                vec![line(look, vec![[0.0, -length / 2.0], [0.0, length / 2.0]])]
            }
            Self::Curve { look, angle, radius } => {
                let half = f64::from(look.width) / 2.0;
                // The box runs from the left edge's start to the right edge's end in X, and from the start to the
                // left edge's end in Z.
                let pivot_x = (radius - (radius - half) * angle.cos() - half) / 2.0;
                let pivot_z = (radius + half) * angle.min(std::f64::consts::FRAC_PI_2).sin() / 2.0;
                let pieces = (angle / 5f64.to_radians()).ceil().max(1.0);
                let points = (0..=pieces as u32).map(|i| {
                    let turned = angle * f64::from(i) / pieces;
                    [radius - radius * turned.cos() - pivot_x, radius * turned.sin() - pivot_z]
                });
                vec![line(look, points.collect())]
            }
            Self::Crossing { main, arm, both_sides } => {
                let half = f64::from(main.width) / 2.0;
                let main_x = if both_sides { 0.0 } else { (CROSSING / 2.0 - half) / 2.0 };
                let mut lines = vec![line(main, vec![[main_x, -CROSSING / 2.0], [main_x, CROSSING / 2.0]])];
                // Arms reach a little under the main road's edge, not to its middle.
                let (inner, outer) = (half - 0.5, CROSSING / 2.0);
                lines.push(line(arm, vec![[main_x - outer, 0.0], [main_x - inner, 0.0]]));
                if both_sides {
                    lines.push(line(arm, vec![[main_x + inner, 0.0], [main_x + outer, 0.0]]));
                }
                lines
            }
        }
    }
}

/// The look of a series by its whole name, with or without a prefix such as `new_`.
fn whole_series(name: &str) -> Option<Look> {
    let name = name.rsplit('_').next()?;
    SERIES.iter().find(|(series, _)| *series == name).map(|(_, look)| *look)
}

/// The file's name in lower case without folder and extension.
fn stem(model: &str) -> String {
    let name = model.rsplit(['\\', '/']).next().unwrap_or(model).to_ascii_lowercase();
    name.strip_suffix(".p3d").map(str::to_owned).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    const IDENTITY: [f32; 12] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

    fn only_line(model: &str) -> RoadLine {
        let lines = lines_of_part(model, &IDENTITY);
        assert_eq!(lines.len(), 1, "{model}");
        lines.into_iter().next().unwrap()
    }

    fn assert_near(found: [f64; 2], expected: [f64; 2]) {
        let error = (found[0] - expected[0]).hypot(found[1] - expected[1]);
        assert!(error < 0.03, "found {found:?}, expected {expected:?}");
    }

    #[test]
    fn straight_parts_are_as_long_as_in_a_real_world() {
        for (name, half) in [("asf3_6", 3.125), ("asf3_12", 6.25), ("mud_25", 12.5), ("mud_6konec", 3.125)] {
            let line = only_line(&format!("dz\\structures\\roads\\parts\\{name}.p3d"));
            assert_near(line.points[0], [0.0, -half]);
            assert_near(*line.points.last().unwrap(), [0.0, half]);
        }
        assert_eq!(only_line("sil6 konec.p3d").length(), 6.25);
    }

    #[test]
    fn curves_end_where_their_neighbours_start_in_a_real_world() {
        // Where straight neighbours end, in the frame of the part: means over all parts of the Utes.
        for (name, start, end) in [
            ("asf3_10 100", [-0.733, -8.985], [0.785, 8.38]),
            ("asf3_10 75", [-0.545, -6.817], [0.596, 6.205]),
            ("asf3_10 50", [-0.354, -4.647], [0.406, 4.038]),
            ("asf3_10 25", [-0.16, -2.48], [0.213, 1.878]),
            ("mud_10 100", [-0.741, -8.90], [0.778, 8.464]),
            ("mud_10 50", [-0.366, -4.558], [0.394, 4.126]),
        ] {
            let line = only_line(&format!("ca\\roads\\{name}.P3D"));
            assert_near(line.points[0], start);
            assert_near(*line.points.last().unwrap(), end);
        }
    }

    #[test]
    fn a_crossing_meets_its_three_neighbours() {
        let lines = lines_of_part("parts\\kr_t_asf3_mud.p3d", &IDENTITY);
        let [main, arm] = lines.as_slice() else { panic!("{lines:?}") };
        assert_near(main.points[0], [1.375, -6.25]);
        assert_near(main.points[1], [1.375, 6.25]);
        assert_near(arm.points[0], [-4.875, 0.0]);
        assert_eq!((main.surface, arm.surface), (surface::ASPHALT, surface::DIRT));
    }

    #[test]
    fn other_names_are_no_parts() {
        for name in
            ["", ".p3d", "t_picea_25.p3d", "house_12.p3d", "asf3_.p3d", "asf3_10 0.p3d", "asf3_999 50.p3d"]
        {
            assert!(lines_of_part(name, &IDENTITY).is_empty(), "{name}");
        }
    }

    #[test]
    fn a_matrix_that_is_not_finite_or_huge_gives_nothing() {
        for bad in [f32::NAN, f32::INFINITY, 1e30] {
            let mut matrix = IDENTITY;
            matrix[8] = bad;
            assert!(lines_of_part("asf3_25.p3d", &matrix).is_empty());
        }
    }

    #[test]
    fn looks_come_from_words_too() {
        assert_eq!(look_of("a3\\roads_f\\Runway\\runway_main.p3d").unwrap().surface, surface::RUNWAY);
        assert_eq!(look_of("ca\\roads2\\asf1_7 100.p3d").unwrap().surface, surface::MAIN);
        assert_eq!(look_of("ca\\roads2\\dirt_straight.p3d").unwrap().surface, surface::DIRT);
        assert_eq!(look_of("ca\\roads\\r.p3d"), None);
    }
}
