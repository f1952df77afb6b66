//! Loads a scene beside the window: reads it, builds it, brings it to the device.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use super::compare::{self, Against};
use crate::demo;
use crate::formats::bytes::{Warning, Warnings};
use crate::gpu::{Gpu, GpuError};
use crate::inputs::{InputError, Inputs};
use crate::render::{Renderer, SceneData, SunDirection, Target};
use crate::scene::Scene;
use crate::scene::assemble::{Parts, SceneError};
use crate::scene::clutter::Planting;
use crate::scene::overlay::Choice;
use crate::scene_file::SceneFileError;

/// What is to be shown.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Files of games, or scene files; the demo island where there is none.
    pub inputs: Vec<PathBuf>,
    /// How its grass is planted.
    pub planting: Planting,
    /// What is drawn over the ground.
    pub overlay: Option<Choice>,
    /// The animations that play; all where it is empty.
    pub chosen: Vec<String>,
    /// Where the sun stands.
    pub sun: SunDirection,
    /// The old version that the inputs are compared with.
    pub against: Option<PathBuf>,
}

/// Wakes the window from another thread.
#[derive(Clone)]
pub struct Wake(Arc<dyn Fn() + Send + Sync>);

impl Wake {
    /// Asks the window to look again.
    pub fn call(&self) {
        (self.0)();
    }
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wake")
    }
}

/// Samples a pixel of a picture, those that `sward shot` takes.
const PICTURE_SAMPLES: u32 = 4;

/// A device with the compiled passes, which another thread makes in the meantime.
#[derive(Debug, Clone)]
pub struct Kit {
    /// The device.
    pub gpu: Arc<Gpu>,
    target: Target,
    renderer: Arc<OnceLock<Result<Renderer, GpuError>>>,
    /// With all samples, where the window has fewer.
    picture_renderer: Arc<OnceLock<Result<Renderer, GpuError>>>,
}

impl Kit {
    /// Starts to compile.
    pub fn new(gpu: Arc<Gpu>, target: Target) -> Self {
        let kit = Self { gpu, target, renderer: Arc::default(), picture_renderer: Arc::default() };
        let ahead = kit.clone();
        thread::spawn(move || {
            let grass = |renderer: &Renderer| renderer.prepare_grass(&ahead.gpu);
            // What is wrong is told to who draws.
            let _ = ahead.gpu.apart(|| ahead.renderer().and_then(grass));
        });
        kit
    }

    /// The passes; waits until they are compiled.
    ///
    /// # Errors
    /// When the driver or the validation says no.
    pub fn renderer(&self) -> Result<&Renderer, GpuError> {
        let compile = || self.gpu.apart(|| Renderer::new(&self.gpu, self.target));
        self.renderer.get_or_init(compile).as_ref().map_err(GpuError::clone)
    }

    /// The passes for a picture, which has as many samples as one of `sward shot`.
    ///
    /// # Errors
    /// As [`Kit::renderer`].
    pub fn picture_renderer(&self) -> Result<&Renderer, GpuError> {
        let target = Target { samples: PICTURE_SAMPLES, ..self.target };
        if target == self.target {
            return self.renderer();
        }
        let compile = || Renderer::new(&self.gpu, target);
        self.picture_renderer.get_or_init(compile).as_ref().map_err(GpuError::clone)
    }
}

/// A scene that can be drawn.
#[derive(Debug)]
pub struct World {
    /// What was asked for.
    pub request: Request,
    /// Every file that was named, scene files and their inputs.
    pub files: Vec<PathBuf>,
    /// The scene; its heights and objects stay for questions.
    pub scene: Arc<Scene>,
    /// The same on the device.
    pub data: SceneData,
    /// The old version, where there is one to compare with.
    pub against: Option<Against>,
    /// What it is drawn with.
    pub kit: Kit,
    /// Tells the window that something was made beside it.
    pub wake: Wake,
    /// What was odd, a line a kind.
    pub warnings: Vec<String>,
}

/// Why a scene can't be shown.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// An input can't be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A scene file can't be read.
    #[error(transparent)]
    SceneFile(#[from] SceneFileError),
    /// The inputs make no scene.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The old version is of another kind.
    #[error("{}: this old version and what it is compared with have nothing of one kind", old.display())]
    NothingInCommon {
        /// The old version.
        old: PathBuf,
    },
    /// The device can't hold it.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The thread has panicked; the panic's words are on stderr.
    #[error("loading came to an end that it should not have: this is a fault of Sward")]
    Broken,
    /// Nobody waits for it any more.
    #[error("cancelled")]
    Cancelled,
}

/// A scene on its way.
#[derive(Debug)]
pub struct Loading {
    /// What was asked for.
    pub request: Request,
    shared: Arc<Shared>,
    result: Receiver<Result<World, LoadError>>,
    kit: mpsc::Sender<Kit>,
}

#[derive(Debug, Default)]
struct Shared {
    stage: Mutex<String>,
    cancelled: AtomicBool,
}

impl Loading {
    /// Starts; [`Loading::bring`] the device as soon as there is one. `wake` is called whenever something has changed.
    pub fn start(request: Request, wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        let shared = Arc::new(Shared::default());
        let (kit, kits) = mpsc::channel();
        let (results, result) = mpsc::channel();
        let (job, asked) = (Arc::clone(&shared), request.clone());
        let wake = Wake(wake);
        thread::spawn(move || {
            let stage = |what: String| {
                *job.stage.lock().unwrap_or_else(PoisonError::into_inner) = what;
                wake.call();
                if job.cancelled.load(Ordering::Relaxed) { Err(LoadError::Cancelled) } else { Ok(()) }
            };
            // Nobody may wait any more.
            let _ = results.send(load(asked, &kits, &stage, &wake));
            wake.call();
        });
        Self { request, shared, result, kit }
    }

    /// Gives the device, or a new one after the old one was lost.
    pub fn bring(&self, kit: Kit) {
        let _ = self.kit.send(kit); // A thread that has ended has a result.
    }

    /// What is being done.
    pub fn stage(&self) -> String {
        self.shared.stage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The result, once there is one.
    pub fn poll(&self) -> Option<Result<World, LoadError>> {
        match self.result.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(LoadError::Broken)),
        }
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
    }
}

fn load(
    request: Request,
    kits: &Receiver<Kit>,
    stage: &dyn Fn(String) -> Result<(), LoadError>,
    wake: &Wake,
) -> Result<World, LoadError> {
    let mut warnings = Vec::new();
    let inputs = Inputs::read(&request.inputs)?;
    let parts = read(&inputs, &request, stage, &mut warnings)?;
    let old = match &request.against {
        Some(path) => {
            let inputs = Inputs::read(std::slice::from_ref(path))?;
            let old = read(&inputs, &request, stage, &mut warnings)?;
            stage("comparing".into())?;
            let changes = compare::parts(&old, &parts)
                .ok_or_else(|| LoadError::NothingInCommon { old: path.clone() })?;
            Some((path.clone(), old, changes))
        }
        None => None,
    };
    let build = |parts: Parts, warnings: &mut Vec<String>| {
        stage(format!("building {}", parts.name))?;
        let mut of_scene = Warnings::default();
        let scene = Scene::assemble(parts, &request.planting, &mut of_scene)?;
        let told = |Warning { field, message, .. }: &Warning| format!("{}: {field}: {message}", scene.name);
        warnings.extend(of_scene.iter().map(told));
        Ok::<_, LoadError>(scene)
    };
    let mut scene = build(parts, &mut warnings)?;
    let mut old = match old {
        Some((path, parts, changes)) => Some((path, build(parts, &mut warnings)?, changes)),
        None => None,
    };
    if let Some((_, old, changes)) = &mut old {
        compare::colour_heights(old, &mut scene, changes);
    }
    stage(format!("bringing {} to the graphics adapter", scene.name))?;
    let kit = kits.recv().map_err(|_| LoadError::Cancelled)?;
    let upload = |scene: &mut Scene| {
        kit.gpu.apart(|| {
            kit.renderer().and_then(|renderer| renderer.upload(&kit.gpu, scene, request.sun, false))
        })
    };
    let data = upload(&mut scene)?;
    let against = match old {
        Some((path, mut scene, changes)) => {
            stage(format!("bringing {} to the graphics adapter", scene.name))?;
            let data = upload(&mut scene)?;
            Some(Against { path, scene, data, changes, sun: request.sun })
        }
        None => None,
    };
    stage(format!("showing {}", scene.name))?;
    let files = inputs.paths().map(Path::to_owned).collect();
    let (scene, wake) = (Arc::new(scene), wake.clone());
    Ok(World { request, files, scene, data, against, kit, wake, warnings })
}

/// Reads what a scene is made of.
fn read(
    inputs: &Inputs,
    request: &Request,
    stage: &dyn Fn(String) -> Result<(), LoadError>,
    warnings: &mut Vec<String>,
) -> Result<Parts, LoadError> {
    let mut of_scene = Warnings::default();
    let mut parts = if inputs.is_demo() {
        stage("raising the demo island".into())?;
        demo::island().into_parts()
    } else {
        let mut opened = Vec::with_capacity(inputs.files().len());
        for path in inputs.files() {
            stage(format!("reading {}", path.display()))?;
            let file = inputs.open(path)?;
            warnings.extend(file.warnings().iter().map(|warning| format!("{}: {warning}", path.display())));
            opened.push(file);
        }
        stage("putting the files together".into())?;
        Parts::from_inputs(opened, request.planting.ground, &mut of_scene)?
    };
    let told = |Warning { field, message, .. }: &Warning| format!("{}: {field}: {message}", parts.name);
    warnings.extend(of_scene.iter().map(told));
    parts.binds.extend(inputs.binds.iter().cloned());
    parts.overlay = request.overlay.clone();
    parts.chosen = request.chosen.clone();
    parts.keeps_seed = true;
    parts.keeps_sources = true;
    Ok(parts)
}

/// An error with all its causes, in one line.
pub fn words(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    let parts: Vec<String> =
        std::iter::once(error.to_string()).chain(causes.map(ToString::to_string)).collect();
    parts.join(": ")
}
