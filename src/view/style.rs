//! How the window looks: dark and light, one accent colour, calm spacing.

use egui::{Color32, Context, CornerRadius, FontId, Margin, Stroke, Style, TextStyle, Theme, Vec2, Visuals};

/// What is chosen, filled or hovered: the green of turf, darker on light ground.
pub fn accent(is_dark: bool) -> Color32 {
    if is_dark { Color32::from_rgb(134, 190, 106) } else { Color32::from_rgb(62, 122, 44) }
}

/// Sets both themes; which one is shown stays the system's or the person's choice.
pub fn apply(ctx: &Context) {
    for (theme, visuals) in [(Theme::Dark, dark()), (Theme::Light, light())] {
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals;
            space(style);
        });
    }
}

fn space(style: &mut Style) {
    style.text_styles.insert(TextStyle::Small, FontId::proportional(11.0));
    style.spacing.item_spacing = Vec2::new(8.0, 5.0);
    style.spacing.button_padding = Vec2::new(7.0, 3.0);
    style.spacing.interact_size.y = 20.0;
    style.spacing.slider_width = 110.0;
    style.spacing.menu_margin = Margin::same(6);
    style.spacing.tooltip_width = 300.0;
    style.interaction.tooltip_delay = 0.4;
}

fn dark() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.panel_fill = Color32::from_rgb(30, 32, 36);
    visuals.window_fill = Color32::from_rgb(36, 38, 43);
    visuals.extreme_bg_color = Color32::from_rgb(20, 22, 25);
    visuals.faint_bg_color = Color32::from_rgb(37, 40, 45);
    visuals.override_text_color = Some(Color32::from_rgb(218, 221, 224));
    visuals.warn_fg_color = Color32::from_rgb(236, 178, 88);
    visuals.error_fg_color = Color32::from_rgb(240, 118, 106);
    with_accent(visuals, accent(true), Color32::from_rgb(58, 88, 46))
}

fn light() -> Visuals {
    let mut visuals = Visuals::light();
    visuals.panel_fill = Color32::from_rgb(246, 246, 243);
    visuals.window_fill = Color32::from_rgb(252, 252, 250);
    visuals.extreme_bg_color = Color32::WHITE;
    visuals.faint_bg_color = Color32::from_rgb(236, 237, 232);
    visuals.override_text_color = Some(Color32::from_rgb(38, 41, 44));
    visuals.warn_fg_color = Color32::from_rgb(158, 92, 0);
    visuals.error_fg_color = Color32::from_rgb(178, 38, 30);
    with_accent(visuals, accent(false), Color32::from_rgb(190, 222, 172))
}

/// One colour for all that is chosen, and quiet edges.
fn with_accent(mut visuals: Visuals, accent: Color32, chosen: Color32) -> Visuals {
    visuals.selection.bg_fill = chosen;
    visuals.selection.stroke = Stroke::new(1.0, accent);
    visuals.hyperlink_color = accent;
    visuals.slider_trailing_fill = true;
    visuals.widgets.hovered.bg_stroke = Stroke::new(1.0, accent);
    visuals.widgets.active.bg_stroke = Stroke::new(1.0, accent);
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals
}
