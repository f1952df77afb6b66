//! Opens an adapter, hardware or software, with or without a display.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use winit::window::Window;

/// Which graphics interface to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backend {
    /// Vulkan, Metal or Direct3D 12 where there is one, else OpenGL.
    #[default]
    Auto,
    /// Vulkan alone.
    Vulkan,
    /// OpenGL alone.
    Gl,
}

/// Why the GPU did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// There is neither a GPU with a driver nor a software driver.
    #[error(
        "no graphics adapter found for {wanted}; install a driver: on Debian or Ubuntu \
         `apt-get install mesa-vulkan-drivers libegl1 libgl1-mesa-dri` draws without a GPU"
    )]
    NoAdapter {
        /// The interfaces that were tried.
        wanted: &'static str,
    },
    /// The adapter lacks something that every adapter of the last ten years has.
    #[error("the graphics adapter {adapter:?} has no {missing}; try the other backend (vulkan or gl)")]
    TooOld {
        /// Name of the adapter.
        adapter: String,
        /// What it lacks.
        missing: &'static str,
    },
    /// The scene needs more than the adapter allows.
    #[error("{what} needs {needed}, but {limit} of this graphics adapter is {available}")]
    Limit {
        /// What was to be created.
        what: &'static str,
        /// The limit's name.
        limit: &'static str,
        /// What the scene needs.
        needed: u64,
        /// What there is.
        available: u64,
    },
    /// The scene needs more than is sensible on any adapter.
    #[error("{needed} {what}, but at most {most} can be drawn; {advice}")]
    TooMany {
        /// What there is too much of, in the plural.
        what: &'static str,
        /// How many there are.
        needed: u64,
        /// How many there may be.
        most: u64,
        /// What to do about it.
        advice: &'static str,
    },
    /// The driver or the validation said no.
    #[error("the graphics driver failed: {0}")]
    Driver(String),
    /// A shader file is wrong.
    #[error("shader {name}: {message}")]
    Shader {
        /// File name without extension.
        name: String,
        /// What is wrong.
        message: String,
    },
}

/// An open device and what is known of it.
#[derive(Debug)]
pub struct Gpu {
    /// Creates resources.
    pub device: wgpu::Device,
    /// Takes work.
    pub queue: wgpu::Queue,
    /// What the adapter allows; the device was asked for all of it.
    pub limits: wgpu::Limits,
    /// Name, driver and kind of the adapter.
    pub info: wgpu::AdapterInfo,
    /// A folder whose shaders are taken in place of those in the binary; for who works on them.
    pub shaders: Option<PathBuf>,
    first_error: Arc<Mutex<Option<String>>>,
    lost: Arc<AtomicBool>,
}

/// An adapter, and what of a window it shows pictures on where one was asked for.
type Found = (wgpu::Adapter, Option<wgpu::Surface<'static>>);

impl Gpu {
    /// Opens the best adapter of the backend: a discrete GPU before an integrated one before a software driver.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] where there is none, [`GpuError::TooOld`] where it can't compute.
    pub fn open(backend: Backend) -> Result<Self, GpuError> {
        let (adapter, _) = find(backend, None)?;
        Self::open_adapter(&adapter)
    }

    /// Opens the best adapter that can show pictures in a window, the window's surface, and the adapter to ask
    /// what it shows.
    ///
    /// # Errors
    /// As [`Gpu::open`].
    pub fn open_in_window(
        backend: Backend,
        window: &Arc<Window>,
    ) -> Result<(Self, wgpu::Surface<'static>, wgpu::Adapter), GpuError> {
        match find(backend, Some(window))? {
            (adapter, Some(surface)) => Ok((Self::open_adapter(&adapter)?, surface, adapter)),
            (_, None) => Err(GpuError::NoAdapter { wanted: "windows" }),
        }
    }

    fn open_adapter(adapter: &wgpu::Adapter) -> Result<Self, GpuError> {
        let info = adapter.get_info();
        let flags = adapter.get_downlevel_capabilities().flags;
        for (flag, missing) in [
            (wgpu::DownlevelFlags::COMPUTE_SHADERS, "compute shaders"),
            (wgpu::DownlevelFlags::VERTEX_STORAGE, "storage buffers in vertex shaders"),
            (wgpu::DownlevelFlags::INDIRECT_EXECUTION, "indirect draws"),
        ] {
            if !flags.contains(flag) {
                return Err(GpuError::TooOld { adapter: info.name, missing });
            }
        }
        let limits = adapter.limits();
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("sward"),
            // Used where it is: block-compressed textures stay as they are.
            required_features: adapter.features() & wgpu::Features::TEXTURE_COMPRESSION_BC,
            required_limits: limits.clone(),
            // A software driver's device memory is the process's own: no large pools held in reserve.
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..Default::default()
        }))
        .map_err(|error| GpuError::Driver(error.to_string()))?;
        let first_error = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&first_error);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            slot.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.to_string());
        }));
        let lost = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&lost);
        device.set_device_lost_callback(move |_, _| flag.store(true, Ordering::Relaxed));
        Ok(Self { device, queue, limits, info, shaders: None, first_error, lost })
    }

    /// True once the device has gone: a driver that was updated or crashed, a graphics card that was unplugged. All that
    /// lay on it is lost, and a new device must be opened.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Reports the first thing that went wrong on the device since the last call.
    ///
    /// # Errors
    /// [`GpuError::Driver`] with the driver's or the validation's words.
    pub fn check(&self) -> Result<(), GpuError> {
        match self.first_error.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(message) => Err(GpuError::Driver(message)),
            None => Ok(()),
        }
    }

    /// Does something on this thread and reports what the driver or the validation says about it, without the faults of
    /// other threads that use the device meanwhile.
    ///
    /// # Errors
    /// Those of `work`, else [`GpuError::Driver`] with the driver's or the validation's words.
    pub fn apart<T>(&self, work: impl FnOnce() -> Result<T, GpuError>) -> Result<T, GpuError> {
        let kinds =
            [wgpu::ErrorFilter::Internal, wgpu::ErrorFilter::OutOfMemory, wgpu::ErrorFilter::Validation];
        let mut scopes = kinds.map(|kind| self.device.push_error_scope(kind));
        scopes.reverse(); // The last one in is the first one out.
        let result = work();
        let errors = scopes.map(|scope| pollster::block_on(scope.pop()));
        let result = result?;
        match errors.into_iter().flatten().next() {
            Some(error) => Err(GpuError::Driver(error.to_string())),
            None => Ok(result),
        }
    }

    /// Waits until all that was submitted is done.
    ///
    /// # Errors
    /// When the device is lost or something failed on the way.
    pub fn wait(&self) -> Result<(), GpuError> {
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        self.check()?;
        polled.map(|_| ()).map_err(|error| GpuError::Driver(error.to_string()))
    }

    /// The adapter in words, such as `llvmpipe (LLVM 15.0.6, 256 bits), Vulkan`.
    pub fn name(&self) -> String {
        format!("{}, {:?}", self.info.name, self.info.backend)
    }

    /// True when the pictures are computed by the CPU.
    pub fn is_software(&self) -> bool {
        // The GL backend can't tell; the name of Mesa's software rasteriser can.
        self.info.device_type == wgpu::DeviceType::Cpu || self.info.name.contains("llvmpipe")
    }

    /// The adapter with a tighter limit, so that tests reach the limit with little data.
    #[must_use]
    pub fn with_binding_limit(mut self, bytes: u64) -> Self {
        self.limits.max_storage_buffer_binding_size = self.limits.max_storage_buffer_binding_size.min(bytes);
        self
    }
}

/// The best adapter, of OpenGL where nothing else has one and all are allowed.
fn find(backend: Backend, window: Option<&Arc<Window>>) -> Result<Found, GpuError> {
    let first = match backend {
        Backend::Auto => wgpu::Backends::PRIMARY,
        Backend::Vulkan => wgpu::Backends::VULKAN,
        Backend::Gl => wgpu::Backends::GL,
    };
    match find_one_of(first, window) {
        Err(GpuError::NoAdapter { .. }) if backend == Backend::Auto => {
            find_one_of(wgpu::Backends::GL, window).map_err(|error| match error {
                GpuError::NoAdapter { .. } => GpuError::NoAdapter { wanted: "Vulkan or OpenGL" },
                other => other,
            })
        }
        result => result,
    }
}

fn find_one_of(backends: wgpu::Backends, window: Option<&Arc<Window>>) -> Result<Found, GpuError> {
    let mut desc = wgpu::InstanceDescriptor {
        backends,
        // Validation layers would only be found on a graphics programmer's machine and slow the start.
        flags: wgpu::InstanceFlags::empty(),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    };
    if let Some(window) = window {
        desc = desc.with_display_handle(Box::new(Arc::clone(window)));
    }
    let instance = wgpu::Instance::new(desc);
    let wanted = if backends == wgpu::Backends::GL { "OpenGL" } else { "Vulkan" };
    let surface = match window {
        Some(window) => {
            Some(instance.create_surface(Arc::clone(window)).map_err(|_| GpuError::NoAdapter { wanted })?)
        }
        None => None,
    };
    let mut adapters = pollster::block_on(instance.enumerate_adapters(backends));
    adapters.retain(|adapter| surface.as_ref().is_none_or(|surface| adapter.is_surface_supported(surface)));
    adapters.sort_by_key(|adapter| match adapter.get_info().device_type {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Other => 3,
        wgpu::DeviceType::Cpu => 4,
    });
    let adapter = adapters.into_iter().next().ok_or(GpuError::NoAdapter { wanted })?;
    Ok((adapter, surface))
}
