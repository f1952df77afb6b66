//! Loads a scene beside the window: reads it, builds it, brings it to the device.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use crate::demo;
use crate::formats::bytes::{Warning, Warnings};
use crate::formats::{self, OpenError};
use crate::gpu::{Gpu, GpuError};
use crate::render::{Renderer, SceneData, SunDirection, Target};
use crate::scene::Scene;
use crate::scene::assemble::{Parts, SceneError};
use crate::scene::clutter::Planting;
use crate::scene::overlay::Choice;
use crate::scene_file::{SceneFile, SceneFileError};

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

/// A device with the compiled passes, which another thread makes in the meantime.
#[derive(Debug, Clone)]
pub struct Kit {
    /// The device.
    pub gpu: Arc<Gpu>,
    target: Target,
    renderer: Arc<OnceLock<Result<Renderer, GpuError>>>,
}

impl Kit {
    /// Starts to compile.
    pub fn new(gpu: Arc<Gpu>, target: Target) -> Self {
        let kit = Self { gpu, target, renderer: Arc::default() };
        let ahead = kit.clone();
        thread::spawn(move || drop(ahead.renderer().map(|renderer| renderer.prepare_grass(&ahead.gpu))));
        kit
    }

    /// The passes; waits until they are compiled.
    ///
    /// # Errors
    /// When the driver or the validation says no.
    pub fn renderer(&self) -> Result<&Renderer, GpuError> {
        self.renderer.get_or_init(|| Renderer::new(&self.gpu, self.target)).as_ref().map_err(GpuError::clone)
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
    /// The device.
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
    Open(#[from] OpenError),
    /// A scene file can't be read.
    #[error(transparent)]
    SceneFile(#[from] SceneFileError),
    /// The inputs make no scene.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The device can't hold it.
    #[error(transparent)]
    Gpu(#[from] GpuError),
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
            // The thread has panicked; the panic's words are on stderr.
            Err(TryRecvError::Disconnected) => Some(Err(LoadError::Cancelled)),
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
    let mut files = Vec::new();
    let mut of_scene = Warnings::default();
    let mut parts = if request.inputs.is_empty() {
        stage("raising the demo island".into())?;
        demo::island().into_parts()
    } else {
        let mut binds = Vec::new();
        let mut inputs = Vec::new();
        for input in &request.inputs {
            files.push(input.clone());
            if SceneFile::is_named(input) {
                let file = SceneFile::read(input)?;
                inputs.extend(file.inputs);
                binds.extend(file.bind);
            } else {
                inputs.push(input.clone());
            }
        }
        let mut opened = Vec::new();
        for input in inputs {
            stage(format!("reading {}", input.display()))?;
            let file = formats::open_for_drawing(&input)?;
            warnings.extend(file.warnings().iter().map(|warning| format!("{}: {warning}", input.display())));
            opened.push(file);
            files.push(input);
        }
        let mut parts = Parts::from_inputs(opened, request.planting.ground, &mut of_scene)?;
        parts.binds.extend(binds);
        parts
    };
    files.dedup();
    parts.overlay = request.overlay.clone();
    parts.chosen = request.chosen.clone();
    parts.keeps_seed = true;
    stage(format!("building {}", parts.name))?;
    let mut scene = Scene::assemble(parts, &request.planting, &mut of_scene)?;
    let told = |Warning { field, message, .. }: &Warning| format!("{}: {field}: {message}", scene.name);
    warnings.extend(of_scene.iter().map(told));
    stage(format!("bringing {} to the graphics adapter", scene.name))?;
    let kit = kits.recv().map_err(|_| LoadError::Cancelled)?;
    let data = kit.renderer()?.upload(&kit.gpu, &mut scene, request.sun, false)?;
    let (scene, wake) = (Arc::new(scene), wake.clone());
    Ok(World { request, files, scene, data, kit, wake, warnings })
}
