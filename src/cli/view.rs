//! `sward view`, and `sward` without a verb: the window.

use sward::view::{self, Options, Request, ViewError};

use super::args::View;
use super::{Failure, Outcome};

/// Runs the verb.
pub fn run(args: &View) -> Outcome {
    // Told before a window opens: a mistyped verb looks like an input, too.
    if let Some(missing) = args.inputs.iter().chain(&args.against).find(|input| !input.exists()) {
        return Err(Failure::Input(anyhow::anyhow!(
            "{}: no such file; `sward --help` lists the verbs",
            missing.display()
        )));
    }
    let request = Request {
        inputs: args.inputs.clone(),
        planting: args.planting.planting()?,
        overlay: args.overlay.clone(),
        chosen: args.pattern.clone(),
        sun: args.sun.unwrap_or_default(),
        against: args.against.clone(),
    };
    let options = Options {
        request,
        camera: args.camera,
        backend: args.backend.into(),
        shaders: args.shaders.clone(),
        tell: args.verbose.then_some(super::complain as fn(&str)),
    };
    view::run(options).map_err(|error| match error {
        ViewError::Display(_) | ViewError::Gpu(_) => Failure::Environment(error.into()),
    })
}
