//! How the colours of translucent surfaces meet those behind them.

use super::{ADDED, MULTIPLIED, TRANSLUCENT};
use crate::scene::models::{Blend, Surface};

/// What the pipeline does; `None` where nothing is behind.
pub(super) fn state_of(surface: Surface) -> Option<wgpu::BlendState> {
    use wgpu::BlendFactor::{Dst, One, OneMinusSrcAlpha, SrcAlpha, Zero};
    let Surface::Translucent(blend, _) = surface else { return None };
    let (src_factor, dst_factor) = match blend {
        Blend::Over => (SrcAlpha, OneMinusSrcAlpha),
        Blend::Added => (One, One),
        Blend::AddedByAlpha => (SrcAlpha, One),
        Blend::Multiplied => (Dst, Zero),
    };
    Some(wgpu::BlendState {
        color: wgpu::BlendComponent { src_factor, dst_factor, operation: wgpu::BlendOperation::Add },
        // Also what is added is seen on a clear background.
        alpha: wgpu::BlendComponent::OVER,
    })
}

/// What the shader does: light that is added comes through the air and brings no air of its own, and a filter isn't lit.
pub(super) fn flags_of(surface: Surface) -> u32 {
    match surface {
        Surface::Solid | Surface::Tested(_) => 0,
        Surface::Translucent(Blend::Over, _) => TRANSLUCENT,
        Surface::Translucent(Blend::Added | Blend::AddedByAlpha, _) => TRANSLUCENT | ADDED,
        Surface::Translucent(Blend::Multiplied, _) => TRANSLUCENT | MULTIPLIED,
    }
}
