//! An old version of the scene beside the new one: two pictures with a line between them, and marks on what changed.

use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::{Color32, CursorIcon, Id, Pos2, Rect, Sense, Shape, Stroke, TextureId, Ui, pos2, vec2};
use glam::DVec3;

use super::App;
use super::flight;
use crate::compare::{self, ChangeKind, Comparison, Grounds, Heat, ObjectChange, color_of};
use crate::gpu::{Gpu, GpuError};
use crate::render::{Renderer, SceneData, SunDirection};
use crate::scene::Scene;
use crate::scene::assemble::{Grass, Parts};
use crate::scene::camera_pose::{CameraPose, NEAR};

/// Marks that are drawn at most: those nearest to the eye.
const MOST_MARKS: usize = 400;

/// Metres about an object that is flown to.
const SEEN_ABOUT: f64 = 12.0;

/// Points: how wide the handle of the line can be caught, and the size of its knob.
const CATCH: f32 = 16.0;
const KNOB: f32 = 13.0;

/// The old version of a scene on the device, and what differs.
#[derive(Debug)]
pub struct Against {
    /// Its file.
    pub path: PathBuf,
    /// The scene.
    pub scene: Scene,
    /// The same on the device.
    pub data: SceneData,
    /// What the new version changed.
    pub changes: Comparison,
    /// Where the sun stood when its ground was lit.
    pub sun: SunDirection,
}

impl Against {
    /// The changed objects.
    pub fn objects(&self) -> &[ObjectChange] {
        self.changes.objects.as_ref().map_or(&[], |objects| &objects.list)
    }

    /// Lights its ground as the new one is lit.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn follow_sun(&mut self, gpu: &Gpu, renderer: &Renderer, sun: SunDirection) -> Result<(), GpuError> {
        if self.sun != sun {
            self.sun = sun;
            if let Some(change) = renderer.relight(gpu, &self.scene.ground, &self.data.site(), sun)? {
                self.data.take(gpu, renderer, change);
            }
        }
        Ok(())
    }
}

/// What the new parts of a scene changed in the old ones, but for heights: of the ground, else of the grass, else of
/// models. `None` where they have nothing of one kind.
pub fn parts(old: &Parts, new: &Parts) -> Option<Comparison> {
    if let (Some(old), Some(new)) = (&old.world, &new.world) {
        return Some(compare::worlds(old, new));
    }
    if let (Some(old), Some(new)) = (&old.collision, &new.collision) {
        return Some(compare::meshes(old, new));
    }
    match (&old.grass, &new.grass) {
        (Some(Grass::Level(old, _)), Some(Grass::Level(new, _))) => return Some(compare::levels(old, new)),
        (Some(Grass::Bed(old)), Some(Grass::Bed(new))) => return Some(compare::plants(old, new)),
        _ => {}
    }
    (!old.bfres.is_empty() && !new.bfres.is_empty()).then(|| compare::files(&old.bfres, &new.bfres))
}

/// Compares the heights of worlds and meshes, and lays the changes over the new ground where nothing else lies there.
pub fn colour_heights(old: &Scene, new: &mut Scene, changes: &mut Comparison) {
    if !matches!(changes.kind, compare::Kind::World | compare::Kind::Mesh) {
        return;
    }
    let grounds = Grounds::new(&old.ground, &new.ground);
    let heights = grounds.compare();
    if heights.changed > 0 && new.overlay.is_none() {
        new.overlay = Some(Heat::of(&heights).overlay(&grounds, &heights));
    }
    changes.heights = Some(heights);
}

/// How two versions are looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparing {
    /// Where the line is: the old picture left of it, the new one right of it; 0 is the left edge, 1 the right one.
    pub line: f32,
    /// What was raised and lowered is coloured.
    pub shows_heights: bool,
    /// What changed has marks.
    pub shows_marks: bool,
    /// Kinds of changes that are neither listed nor marked.
    pub hidden: BTreeSet<ChangeKind>,
    /// Words that are sought in the list.
    pub search: String,
    /// The change that was flown to last.
    pub chosen: Option<usize>,
    /// How egui knows the old picture.
    pub old_picture: Option<TextureId>,
}

impl Default for Comparing {
    fn default() -> Self {
        Self {
            line: 0.5,
            shows_heights: true,
            shows_marks: true,
            hidden: BTreeSet::new(),
            search: String::new(),
            chosen: None,
            old_picture: None,
        }
    }
}

impl Comparing {
    /// Shows the new version alone, then the old one alone.
    pub fn flip(&mut self) {
        self.line = if self.line < 1.0 { 1.0 } else { 0.0 };
    }

    /// Whether the old and the new picture are seen.
    pub fn sides(&self) -> [bool; 2] {
        [self.line > 0.0, self.line < 1.0]
    }

    /// The changes that are listed, by index: of shown kinds, with all words in the path of their model or in their id.
    pub fn listed(&self, against: &Against) -> Vec<usize> {
        let Some(objects) = &against.changes.objects else { return Vec::new() };
        let search = self.search.to_lowercase();
        let words: Vec<&str> = search.split_whitespace().collect();
        let has_words = |change: &ObjectChange| {
            let shown = change.shown();
            let model = objects.model(shown.model).to_lowercase();
            words.iter().all(|word| model.contains(word) || shown.id.to_string() == *word)
        };
        let is_shown = |change: &ObjectChange| {
            !self.hidden.contains(&change.kind) && (words.is_empty() || has_words(change))
        };
        (0..).zip(&objects.list).filter(|(_, change)| is_shown(change)).map(|(index, _)| index).collect()
    }
}

/// Draws both pictures, the line between them, and the marks.
pub fn show(app: &mut App, ui: &mut Ui, rect: Rect, new_picture: TextureId) {
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let line = app.comparing.line;
    let x = rect.left() + line * rect.width();
    let half = |from: f32, to: f32| {
        let of = |rect: Rect| {
            let at = |part: f32| rect.left() + part * rect.width();
            Rect::from_x_y_ranges(at(from)..=at(to), rect.y_range())
        };
        [of(rect), of(whole)]
    };
    // Until the old one is drawn the new one is all there is.
    let old = app.comparing.old_picture.unwrap_or(new_picture);
    for (picture, from, to) in [(old, 0.0, line), (new_picture, line, 1.0)] {
        let [shown, part] = half(from, to);
        ui.painter().image(picture, shown, part, Color32::WHITE);
    }
    if app.comparing.shows_marks {
        marks(app, ui, rect);
    }
    handle(app, ui, rect, x);
}

/// The line, which is dragged.
fn handle(app: &mut App, ui: &Ui, rect: Rect, x: f32) {
    let middle =
        pos2(x.clamp(rect.left() + KNOB, (rect.right() - KNOB).max(rect.left() + KNOB)), rect.center().y);
    let catch = Rect::from_center_size(middle, vec2(CATCH, rect.height()));
    let response = ui.interact(catch, Id::unique("line between old and new"), Sense::drag());
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        let line = (at.x - rect.left()) / rect.width().max(1.0);
        // Near an edge the whole picture is meant.
        app.comparing.line = if line < 0.01 {
            0.0
        } else if line > 0.99 {
            1.0
        } else {
            line
        };
    }
    let is_held = response.hovered() || response.dragged();
    let painter = ui.painter().with_clip_rect(rect);
    let (ink, paper) = (Color32::from_gray(250), Color32::from_black_alpha(if is_held { 220 } else { 150 }));
    painter.vline(x, rect.y_range(), Stroke::new(3.0, Color32::from_black_alpha(110)));
    painter.vline(x, rect.y_range(), Stroke::new(1.0, ink));
    painter.circle(middle, KNOB, paper, Stroke::new(1.5, ink));
    for sign in [-1.0, 1.0] {
        let tip = |x: f32, y: f32| middle + vec2(sign * x, y);
        painter.line(vec![tip(3.5, -4.5), tip(8.0, 0.0), tip(3.5, 4.5)], Stroke::new(1.5, ink));
    }
    let font = egui::FontId::proportional(13.0);
    let [is_old_seen, is_new_seen] = app.comparing.sides();
    let label = |text: &str, at: Pos2, align: egui::Align2| {
        let galley = painter.layout_no_wrap(text.to_owned(), font.clone(), ink);
        let back = align.anchor_size(at, galley.size()).expand2(vec2(7.0, 3.0));
        painter.rect_filled(back, 4.0, paper);
        painter.galley(back.min + vec2(7.0, 3.0), galley, ink);
    };
    let away = vec2(KNOB + 14.0, 0.0);
    if is_old_seen {
        label("old", middle - away, egui::Align2::RIGHT_CENTER);
    }
    if is_new_seen {
        label("new", middle + away, egui::Align2::LEFT_CENTER);
    }
}

/// Marks on what changed: those that the list has, the nearest alone where there are many.
fn marks(app: &App, ui: &Ui, rect: Rect) {
    let Some(against) = app.world.as_ref().and_then(|world| world.against.as_ref()) else { return };
    let lens = Lens::new(&app.look.camera, rect);
    let objects = against.objects();
    let mut seen: Vec<(f64, usize, Pos2)> = app
        .comparing
        .listed(against)
        .into_iter()
        .filter_map(|index| {
            let (depth, at) = lens.project(place(objects.get(index)?))?;
            Some((depth, index, at))
        })
        .collect();
    if seen.len() > MOST_MARKS {
        seen.select_nth_unstable_by(MOST_MARKS, |a, b| a.0.total_cmp(&b.0));
        seen.truncate(MOST_MARKS);
    }
    // The nearest last, over the others.
    seen.sort_by(|a, b| b.0.total_cmp(&a.0));
    let painter = ui.painter().with_clip_rect(rect);
    for (_, index, at) in seen {
        let Some(change) = objects.get(index) else { continue };
        let [r, g, b] = color_of(change.kind);
        let color = Color32::from_rgb(r, g, b);
        if let Some(old) = change.old.filter(|_| change.kind == ChangeKind::Moved)
            && let Some((_, from)) = lens.project(DVec3::from(old.position.map(f64::from)))
        {
            painter.line_segment([from, at], Stroke::new(3.0, Color32::from_black_alpha(140)));
            painter.line_segment([from, at], Stroke::new(1.5, color));
        }
        let size = if app.comparing.chosen == Some(index) { 8.0 } else { 5.0 };
        let corners = [vec2(0.0, -size), vec2(size, 0.0), vec2(0.0, size), vec2(-size, 0.0)];
        let diamond = corners.map(|corner| at + corner).to_vec();
        painter.add(Shape::convex_polygon(diamond, color, Stroke::new(1.5, Color32::from_gray(18))));
    }
}

/// Where a changed object is, or was.
fn place(change: &ObjectChange) -> DVec3 {
    DVec3::from(change.shown().position.map(f64::from))
}

/// Flies to a change of the list.
pub fn fly_to(app: &mut App, index: usize) {
    let against = app.world.as_ref().and_then(|world| world.against.as_ref());
    let Some(at) = against.and_then(|against| against.objects().get(index)).map(place) else { return };
    app.comparing.chosen = Some(index);
    if at.is_finite() {
        app.fly_to(flight::facing(&app.look.camera, at, SEEN_ABOUT));
    }
}

/// From the world to the screen.
struct Lens {
    eye: DVec3,
    axes: [DVec3; 3],
    rect: Rect,
    /// Points to the tangent of an angle.
    scale: f64,
}

impl Lens {
    fn new(camera: &CameraPose, rect: Rect) -> Self {
        let tan = f64::from((camera.fov_deg.to_radians() * 0.5).tan());
        let scale = f64::from(rect.height()) * 0.5 / tan;
        Self { eye: camera.eye, axes: camera.axes().map(|axis| axis.as_dvec3()), rect, scale }
    }

    /// Metres before the eye and where on the screen; `None` for what isn't in the picture.
    fn project(&self, place: DVec3) -> Option<(f64, Pos2)> {
        let [x, y, depth] = self.axes.map(|axis| (place - self.eye).dot(axis));
        if depth.is_nan() || depth < f64::from(NEAR) {
            return None;
        }
        let at = self.rect.center() + vec2((x / depth * self.scale) as f32, (-y / depth * self.scale) as f32);
        self.rect.contains(at).then_some((depth, at))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_lies_ahead_is_in_the_middle_and_what_lies_behind_is_nowhere() {
        let camera: CameraPose = "100,50,200,90,0".parse().unwrap();
        let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(400.0, 200.0));
        let lens = Lens::new(&camera, rect);
        let (depth, at) = lens.project(DVec3::new(140.0, 50.0, 200.0)).unwrap();
        assert!((depth - 40.0).abs() < 1e-4 && at.distance(rect.center()) < 0.01, "{depth} {at:?}");
        // Looking east the south is at the right.
        let (_, at) = lens.project(DVec3::new(140.0, 55.0, 190.0)).unwrap();
        assert!(at.x > rect.center().x && at.y < rect.center().y);
        assert_eq!(lens.project(DVec3::new(60.0, 50.0, 200.0)), None);
        assert_eq!(lens.project(DVec3::NAN), None);
    }

    #[test]
    fn flipping_shows_one_version_and_then_the_other() {
        let mut comparing = Comparing::default();
        assert_eq!(comparing.sides(), [true, true]);
        comparing.flip();
        assert_eq!(comparing.sides(), [true, false]);
        comparing.flip();
        assert_eq!(comparing.sides(), [false, true]);
        comparing.flip();
        assert_eq!(comparing.sides(), [true, false]);
    }
}
