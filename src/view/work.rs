//! What takes longer than a frame and is made beside the window: another sun, other plants, another overlay.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use super::loading::World;
use crate::gpu::GpuError;
use crate::render::{Change, SunDirection};
use crate::scene::Scene;
use crate::scene::assemble::SceneError;
use crate::scene::clutter::{Clutter, Planting};
use crate::scene::overlay::{Choice, Overlay, OverlayError};

/// What of a scene the panels choose.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// How its grass is planted.
    pub planting: Planting,
    /// What is drawn over the ground.
    pub overlay: Option<Choice>,
    /// Where the sun stands.
    pub sun: SunDirection,
}

/// What is made.
#[derive(Debug, Clone, PartialEq)]
pub enum Task {
    /// The light of the ground.
    Relight(SunDirection),
    /// The grass, and then again the overlay over it.
    Replant(Planting, Option<Choice>),
    /// An overlay, or none any more.
    Lay(Option<Choice>),
}

/// Why it can't be made.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The scene has no grass that could be planted otherwise or explained.
    #[error("the scene has no grass")]
    NoGrass,
    /// The grass lacks its ground.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The overlay lacks something.
    #[error(transparent)]
    Overlay(#[from] OverlayError),
    /// The device can't hold it.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// Something else is wanted now.
    #[error("cancelled")]
    Cancelled,
}

/// Something that was made.
#[derive(Debug, Default)]
pub struct Made {
    changes: Vec<Change>,
    clutter: Option<Clutter>,
    /// `None` where the overlay stays.
    overlay: Option<Option<Overlay>>,
}

/// One task at a time.
#[derive(Debug, Default)]
pub struct Work {
    job: Option<Job>,
    /// Made, but the scene is still looked at by a thread that was given up.
    made: Option<(Task, Made)>,
    /// What couldn't be made, in words.
    pub failure: Option<(Task, String)>,
    /// How long the last task of its kind took.
    pub times: Times,
}

/// How long the tasks took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Times {
    /// [`Task::Relight`].
    pub relight: Option<Duration>,
    /// [`Task::Replant`].
    pub replant: Option<Duration>,
    /// [`Task::Lay`].
    pub lay: Option<Duration>,
}

#[derive(Debug)]
struct Job {
    task: Task,
    start: Instant,
    is_cancelled: Arc<AtomicBool>,
    result: Receiver<Result<Made, WorkError>>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}

impl Wanted {
    /// What a world shows.
    pub fn of(world: &World) -> Self {
        let request = &world.request;
        Self { planting: request.planting, overlay: request.overlay.clone(), sun: request.sun }
    }

    /// What has to be made so that `shown` becomes this.
    fn task(&self, shown: &Self) -> Option<Task> {
        if self.planting != shown.planting {
            Some(Task::Replant(self.planting, self.overlay.clone()))
        } else if self.overlay != shown.overlay {
            Some(Task::Lay(self.overlay.clone()))
        } else if self.sun != shown.sun {
            Some(Task::Relight(self.sun))
        } else {
            None
        }
    }
}

impl Task {
    /// In words, for who waits.
    pub fn words(&self) -> &'static str {
        match self {
            Self::Relight(_) => "lighting the ground",
            Self::Replant(..) => "planting",
            Self::Lay(Some(_)) => "finding the overlay",
            Self::Lay(None) => "taking the overlay away",
        }
    }
}

impl Work {
    /// What is being made, and since when.
    pub fn task(&self) -> Option<(&Task, Instant)> {
        self.job.as_ref().map(|job| (&job.task, job.start))
    }

    /// Goes on: takes what was made into the world, and begins with what is wanted next. True where the world has
    /// changed. What can't be made is no longer wanted.
    pub fn go_on(&mut self, world: &mut World, wanted: &mut Wanted) -> bool {
        // An old overlay is of no use; light on its way to the wanted one is.
        let is_stale = self.job.as_ref().is_some_and(|job| match &job.task {
            Task::Relight(_) => false,
            Task::Replant(planting, choice) => *planting != wanted.planting || *choice != wanted.overlay,
            Task::Lay(choice) => *choice != wanted.overlay || wanted.planting != world.request.planting,
        });
        if is_stale {
            self.job = None;
        }
        self.receive(wanted, world);
        let has_changed = self.apply(world);
        if self.job.is_none()
            && self.made.is_none()
            && let Some(task) = wanted.task(&Wanted::of(world))
        {
            if self.failure.as_ref().is_some_and(|(failed, _)| !task.is_light() && *failed != task) {
                self.failure = None;
            }
            self.job = Some(start(task, world));
        }
        has_changed
    }

    fn receive(&mut self, wanted: &mut Wanted, world: &mut World) {
        let Some(job) = &self.job else { return };
        let result = match job.result.try_recv() {
            Ok(result) => result,
            Err(TryRecvError::Empty) => return,
            // The thread has panicked; the panic's words are on stderr.
            Err(TryRecvError::Disconnected) => Err(WorkError::Cancelled),
        };
        let Some(job) = self.job.take() else { return };
        let time = Some(job.start.elapsed());
        match job.task {
            Task::Relight(_) => self.times.relight = time,
            Task::Replant(..) => self.times.replant = time,
            Task::Lay(_) => self.times.lay = time,
        }
        match result {
            Ok(made) => self.made = Some((job.task.clone(), made)),
            Err(error) => {
                self.failure = Some((job.task.clone(), error.to_string()));
                if let Task::Relight(sun) = job.task {
                    world.request.sun = sun; // The old light stays; asking again would fail again.
                }
                *wanted = Wanted::of(world);
            }
        }
    }

    fn apply(&mut self, world: &mut World) -> bool {
        let Some((task, made)) = self.made.take() else { return false };
        let Some(scene) = Arc::get_mut(&mut world.scene) else {
            self.made = Some((task, made)); // The other thread wakes the window when it ends.
            return false;
        };
        let Ok(renderer) = world.kit.renderer() else { return false };
        for change in made.changes {
            world.data.take(&world.kit.gpu, renderer, change);
        }
        if let Some(clutter) = made.clutter {
            scene.clutter = Some(clutter);
        }
        if let Some(overlay) = made.overlay {
            scene.overlay = overlay;
        }
        let shown = &mut world.request;
        match task {
            Task::Relight(sun) => shown.sun = sun,
            Task::Replant(planting, choice) => (shown.planting, shown.overlay) = (planting, choice),
            Task::Lay(choice) => shown.overlay = choice,
        }
        true
    }
}

impl Task {
    fn is_light(&self) -> bool {
        matches!(self, Self::Relight(_))
    }
}

/// Begins on a thread of its own.
fn start(task: Task, world: &World) -> Job {
    let (results, result) = mpsc::channel();
    let is_cancelled = Arc::new(AtomicBool::new(false));
    let desk = Desk {
        scene: Arc::clone(&world.scene),
        site: world.data.site(),
        kit: world.kit.clone(),
        planting: world.request.planting,
        is_cancelled: Arc::clone(&is_cancelled),
    };
    let (wake, asked) = (world.wake.clone(), task.clone());
    thread::spawn(move || {
        let made = desk.make(asked);
        drop(desk); // The window changes the scene once nobody else looks at it.
        let _ = results.send(made); // Nobody may wait any more.
        wake.call();
    });
    Job { task, start: Instant::now(), is_cancelled, result }
}

/// What a thread works with.
struct Desk {
    scene: Arc<Scene>,
    site: crate::render::Site,
    kit: super::loading::Kit,
    planting: Planting,
    is_cancelled: Arc<AtomicBool>,
}

impl Desk {
    fn make(&self, task: Task) -> Result<Made, WorkError> {
        match task {
            Task::Relight(sun) => {
                let renderer = self.kit.renderer()?;
                let change = renderer.relight(&self.kit.gpu, &self.scene.ground, &self.site, sun)?;
                Ok(Made { changes: change.into_iter().collect(), ..Made::default() })
            }
            Task::Replant(planting, choice) => self.replant(&planting, choice),
            Task::Lay(choice) => {
                let overlay = match &choice {
                    Some(choice) => Some(self.overlay(choice, None, &self.planting)?),
                    None => None,
                };
                self.check()?;
                let change = self.kit.renderer()?.lay(&self.kit.gpu, &self.scene, overlay.as_ref())?;
                Ok(Made { changes: vec![change], clutter: None, overlay: Some(overlay) })
            }
        }
    }

    fn replant(&self, planting: &Planting, choice: Option<Choice>) -> Result<Made, WorkError> {
        let (scene, gpu) = (self.scene.as_ref(), &self.kit.gpu);
        let seed = scene.seed.as_ref().ok_or(WorkError::NoGrass)?;
        let old = scene.clutter.as_ref().ok_or(WorkError::NoGrass)?;
        let clutter = Clutter {
            atlas: old.atlas.clone(),
            ring: old.ring,
            only: old.only.clone(),
            ..seed.clutter(planting)?
        };
        self.check()?;
        let renderer = self.kit.renderer()?;
        let mut changes = vec![renderer.replant(gpu, &scene.ground, &self.site, &clutter)?];
        self.check()?;
        let overlay = match &choice {
            Some(choice) => Some(self.overlay(choice, Some(&clutter), planting)?),
            None => None,
        };
        changes.push(renderer.lay(gpu, scene, overlay.as_ref())?);
        Ok(Made { changes, clutter: Some(clutter), overlay: Some(overlay) })
    }

    fn overlay(
        &self,
        choice: &Choice,
        clutter: Option<&Clutter>,
        planting: &Planting,
    ) -> Result<Overlay, WorkError> {
        let none = || OverlayError::NoLevel(choice.to_string());
        let seed = self.scene.seed.as_ref().ok_or_else(none)?;
        let clutter = clutter.or(self.scene.clutter.as_ref()).ok_or_else(none)?;
        Ok(seed.overlay(choice, clutter, planting, &self.scene.ground)?)
    }

    fn check(&self) -> Result<(), WorkError> {
        if self.is_cancelled.load(Ordering::Relaxed) { Err(WorkError::Cancelled) } else { Ok(()) }
    }
}
