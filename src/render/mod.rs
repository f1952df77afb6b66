//! From a scene to pixels: one file a pass, and here their order.
//!
//! The window, the screenshot and the regression test all draw through [`Renderer`]; only where the pixels go
//! differs.

pub use canvas::Canvas;
pub use change::{Change, Site};
pub use cull::{CHUNK, Chunk, CullModel, CullView, DrawArgs};
pub use outline::{Mark, Marked};
pub use pass::Target;
pub use picture::{Picture, shot};
pub use view::{Layers, Part, SunDirection, View};

mod bound;
mod boxes;
mod canvas;
mod change;
mod clutter;
pub mod contact_sheet;
mod cover;
mod cull;
pub mod cull_twin;
mod frame;
mod ground;
mod ground_mesh;
pub mod heights;
mod labels;
pub mod legend;
mod models;
mod noise;
mod objects;
mod outline;
mod overlay;
pub(crate) mod paint;
mod painted;
mod pass;
mod pick;
mod picture;
pub mod planted;
mod roads;
pub mod scatter;
mod shadow;
mod sky;
mod terrain;
mod text;
mod thin;
mod view;
mod water;

use crate::formats::xray::SLOT_SIZE;
use crate::gpu::layout::Twin;
use crate::gpu::{Gpu, GpuError};
use crate::scatter::Instance;
use crate::scene::catalogue::{Hidden, ModelId, owner_of, owners};
use crate::scene::clutter::Clutter;
use crate::scene::ground_light::{CanopyDisc, Relief};
use crate::scene::heightfield::Heightfield;
use crate::scene::objects::Objects;
use crate::scene::overlay::Overlay;
use crate::scene::timeline::Moment;
use crate::scene::{Scene, bind};
use bound::BoundData;
use boxes::{BoxData, BoxPass};
use change::Bake;
use clutter::{ClutterData, ClutterPass};
use cull::Lens;
use frame::{FrameLayout, Place, SlotsPlace};
use ground::GroundTextures;
use ground_mesh::{GroundMeshData, GroundMeshPass};
use labels::{LabelData, LabelPass};
use models::{ModelData, ModelPass, Turn};
use objects::{ObjectData, ObjectPass};
use outline::OutlinePass;
use overlay::OverlayPlace;
use roads::{RoadData, RoadPass};
use scatter::Scatter;
use shadow::{ShadowPass, SunView};
use sky::SkyPass;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use terrain::{Laid, TerrainData, TerrainPass};
use water::WaterPass;

/// Every struct that Rust and WGSL share.
pub fn twins() -> Vec<Twin> {
    [
        frame::TWINS,
        pick::TWINS,
        ground_mesh::TWINS,
        models::TWINS,
        cull::TWINS,
        objects::TWINS,
        painted::TWINS,
        clutter::TWINS,
        scatter::TWINS,
    ]
    .concat()
}

/// All passes, once per device and kind of target.
#[derive(Debug)]
pub struct Renderer {
    target: Target,
    frame: FrameLayout,
    terrain: TerrainPass,
    objects: ObjectPass,
    shadow: ShadowPass,
    roads: RoadPass,
    sky: SkyPass,
    water: WaterPass,
    labels: LabelPass,
    /// Made by the first selection.
    outline: OnceLock<OutlinePass>,
    mesh: OnceLock<GroundMeshPass>,
    models: OnceLock<ModelPass>,
    boxes: OnceLock<BoxPass>,
    grass: OnceLock<GrassPasses>,
}

/// What only a scene with grass needs; compiling it takes time and memory that other scenes are spared.
#[derive(Debug)]
struct GrassPasses {
    clutter: ClutterPass,
    scatter: Scatter,
}

/// A scene on the GPU.
#[derive(Debug)]
pub struct SceneData {
    place: Place,
    uniform: wgpu::Buffer,
    group: wgpu::BindGroup,
    shadow_group: wgpu::BindGroup,
    terrain: TerrainData,
    /// Drawn instead of the terrain's patches.
    mesh: Option<GroundMeshData>,
    models: Option<ModelData>,
    objects: Option<ObjectData>,
    /// Pictures that patterns drive on plants and objects.
    bound: Vec<BoundData>,
    roads: Option<RoadData>,
    clutter: Option<ClutterData>,
    /// Plants are drawn; an overlay may want the ground bare.
    shows_plants: bool,
    /// Some models of the grass alone are asked for: they are drawn under every overlay.
    asked_for: bool,
    /// Where grass grows, drawn or not.
    slots: Option<SlotsPlace>,
    /// What the groups are made of, to make them anew when the scene changes.
    ground: GroundTextures,
    told: Told,
    /// `None` where the scene's heights were given back.
    bake: Option<Arc<Bake>>,
    /// What isn't drawn.
    hidden: Hidden,
    boxes: Option<BoxData>,
    labels: Option<LabelData>,
    scatter_time: Duration,
}

/// What the ground's pass reads about what is on it.
#[derive(Debug, Clone)]
struct Told {
    cover: wgpu::TextureView,
    overlay: wgpu::TextureView,
}

/// What a frame drew.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Triangles of everything but sky and water.
    pub triangles: u64,
    /// Objects that were drawn.
    pub objects: u64,
    /// Plants that were drawn.
    pub plants: u64,
}

impl Renderer {
    /// Compiles every pass, but for those of the grass: see [`Renderer::prepare_grass`].
    ///
    /// # Errors
    /// When the driver or the validation says no.
    pub fn new(gpu: &Gpu, target: Target) -> Result<Self, GpuError> {
        let frame = FrameLayout::new(gpu)?;
        let objects = ObjectPass::new(gpu, target, &frame)?;
        let renderer = Self {
            target,
            terrain: TerrainPass::new(gpu, target, &frame)?,
            shadow: ShadowPass::new(gpu, &frame, &objects)?,
            objects,
            roads: RoadPass::new(gpu, target, &frame)?,
            sky: SkyPass::new(gpu, target, &frame)?,
            water: WaterPass::new(gpu, target, &frame)?,
            labels: LabelPass::new(gpu, target, &frame)?,
            outline: OnceLock::new(),
            mesh: OnceLock::new(),
            models: OnceLock::new(),
            boxes: OnceLock::new(),
            grass: OnceLock::new(),
            frame,
        };
        gpu.check()?;
        Ok(renderer)
    }

    /// Compiles the passes of the grass. [`Renderer::upload`] does so when the scene has any; who knows before that it
    /// will can save the time while the scene is still read.
    ///
    /// # Errors
    /// When the driver or the validation says no.
    pub fn prepare_grass(&self, gpu: &Gpu) -> Result<(), GpuError> {
        if self.grass.get().is_none() {
            let clutter = ClutterPass::new(gpu, self.target, &self.frame)?;
            let passes = GrassPasses { clutter, scatter: Scatter::new(gpu)? };
            gpu.check()?;
            let _already_set_by_another_thread = self.grass.set(passes);
        }
        Ok(())
    }

    /// The pass of meshes, compiled by the first scene that has one.
    fn mesh_pass(&self, gpu: &Gpu) -> Result<&GroundMeshPass, GpuError> {
        if let Some(pass) = self.mesh.get() {
            return Ok(pass);
        }
        let pass = GroundMeshPass::new(gpu, self.target, &self.frame)?;
        gpu.check()?;
        Ok(self.mesh.get_or_init(|| pass))
    }

    /// The pass of models, compiled by the first scene that has any.
    fn model_pass(&self, gpu: &Gpu) -> Result<&ModelPass, GpuError> {
        if let Some(pass) = self.models.get() {
            return Ok(pass);
        }
        let pass = ModelPass::new(gpu, self.target, &self.frame)?;
        gpu.check()?;
        Ok(self.models.get_or_init(|| pass))
    }

    /// The pass of the boxes; only an overlay needs it.
    fn box_pass(&self, gpu: &Gpu) -> Result<&BoxPass, GpuError> {
        if let Some(pass) = self.boxes.get() {
            return Ok(pass);
        }
        let pass = BoxPass::new(gpu, self.target, &self.frame)?;
        gpu.check()?;
        Ok(self.boxes.get_or_init(|| pass))
    }

    /// Brings a scene to the GPU and plants its grass there. With `release` the scene's heights and objects are given
    /// back on the way: where the GPU's memory is the process's own, a large world would be there twice.
    ///
    /// # Errors
    /// [`GpuError::Limit`] when the adapter can't hold it.
    pub fn upload(
        &self,
        gpu: &Gpu,
        scene: &mut Scene,
        sun: SunDirection,
        release: bool,
    ) -> Result<SceneData, GpuError> {
        let relief = Relief::new(&scene.ground, scene.sea_level);
        let light = relief.bake(sun.direction(), canopy(&scene.objects));
        let laid = laid(scene, scene.overlay.is_some());
        self.terrain.prepare(gpu, self.target, &self.frame, laid);
        let terrain = TerrainData::new(gpu, &scene.ground, laid)?;
        let [width, depth] = scene.ground.size();
        let asked_for = scene.clutter.as_ref().is_some_and(|clutter| !clutter.only.is_empty());
        let shows_plants = asked_for || scene.overlay.as_ref().is_none_or(|overlay| overlay.plants);
        let slots = scene.clutter.as_ref().map(slots_place);
        let place = Place {
            size: [scene.ground.width, scene.ground.depth],
            cell: scene.ground.cell,
            origin: scene.ground.origin,
            sea_level: scene.sea_level,
            extent: width.max(depth) as f32,
            lowest: terrain.tree().extent().map_or(0.0, |extent| extent.min.y as f32),
            grid_steps: grid_steps(scene),
            slots: slots.filter(|_| shows_plants),
            overlay: scene.overlay.as_ref().map(OverlayPlace::of),
        };
        let mesh = match &scene.mesh {
            Some(mesh) => Some(GroundMeshData::new(gpu, self.mesh_pass(gpu)?, mesh)?),
            None => None,
        };
        let models = match &mut scene.models {
            Some(models) => Some(ModelData::new(gpu, self.model_pass(gpu)?, models, release)?),
            None => None,
        };
        let mut objects = ObjectData::new(gpu, &self.objects, &scene.objects)?;
        let mut bound = Vec::new();
        for of_scene in &scene.bound {
            bound.push(match (of_scene.place, &mut objects) {
                (bind::Place::Objects(model), Some(objects)) => {
                    let frame = (self.target, &self.frame);
                    BoundData::objects(
                        gpu,
                        (objects, &self.objects),
                        frame,
                        (model, &scene.objects),
                        of_scene,
                    )?
                }
                (bind::Place::Objects(_), None) => BoundData::Nothing,
                (bind::Place::Grass(part), _) => BoundData::grass(scene.clutter.as_ref(), part, of_scene),
            });
        }
        if release {
            scene.objects = Objects::default();
            scene.mesh = None;
        }
        let roads = RoadData::new(gpu, &scene.roads)?;
        let ground = GroundTextures::new(gpu, &mut scene.ground, &light, release)?;
        let mut scatter_time = Duration::ZERO;
        let mut clutter = None;
        if let Some(of_scene) = &scene.clutter
            && let Some((planted, time)) = self.plant(gpu, of_scene, &scene.ground, &ground.heights)?
        {
            (clutter, scatter_time) = (Some(planted), time);
        }
        let told = Told {
            cover: cover::upload(gpu, scene.clutter.as_ref())?,
            overlay: overlay::upload(gpu, scene.overlay.as_ref())?,
        };
        let boxes = self.boxes_of(gpu, scene.overlay.as_ref())?;
        let bake = (!release).then(|| Arc::new(Bake { relief, light }));
        let uniform = gpu.buffer(
            "frame",
            frame::uniform_size(),
            wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        )?;
        let data = SceneData {
            place,
            group: self.frame.bind(gpu, &uniform, &ground, &self.shadow.map, &told),
            shadow_group: self.frame.bind(gpu, &uniform, &ground, &self.shadow.nothing, &told),
            uniform,
            terrain,
            mesh,
            models,
            objects,
            bound,
            roads,
            clutter,
            shows_plants,
            asked_for,
            slots,
            ground,
            told,
            bake,
            hidden: Hidden::new(),
            boxes,
            labels: LabelData::new(gpu, &self.labels, &scene.peaks)?,
            scatter_time,
        };
        gpu.check()?;
        Ok(data)
    }

    /// Plants the grass, and tells how long that took.
    fn plant(
        &self,
        gpu: &Gpu,
        clutter: &Clutter,
        ground: &Heightfield,
        heights: &wgpu::TextureView,
    ) -> Result<Option<(ClutterData, Duration)>, GpuError> {
        self.prepare_grass(gpu)?;
        let Some(passes) = self.grass.get() else { return Ok(None) };
        let start = Instant::now();
        let planted = passes.scatter.plant(gpu, clutter, ground, Some(heights))?;
        let time = start.elapsed();
        Ok(Some((ClutterData::new(gpu, &passes.clutter, clutter, &planted)?, time)))
    }

    /// The boxes of an overlay, where it has any.
    fn boxes_of(&self, gpu: &Gpu, overlay: Option<&Overlay>) -> Result<Option<BoxData>, GpuError> {
        let Some(overlay) = overlay.filter(|overlay| !overlay.boxes.is_empty()) else { return Ok(None) };
        self.box_pass(gpu)?;
        Ok(Some(BoxData::new(gpu, &overlay.boxes)?))
    }

    /// Draws a frame into `color` (resolved) and tells the triangles of ground and roads.
    fn draw(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        attachments: &Attachments,
        data: &SceneData,
        view: &View,
    ) -> u64 {
        let clearance = data.terrain.tree().clearance(view.camera.eye);
        let mut sun_view = SunView::new(view, clearance, data.place.extent);
        // A small thing that stands alone has the map for itself.
        if let Some(models) = data.models.as_ref().filter(|models| models.are_ground) {
            let of_sphere = SunView::of_sphere(view, models.sphere);
            sun_view = if of_sphere.texel < sun_view.texel { of_sphere } else { sun_view };
        }
        let mesh = self.mesh.get().zip(data.mesh.as_ref());
        let layers = view.layers;
        let objects = data.objects.as_ref().filter(|_| layers.objects);
        let shadow_objects = objects.filter(|_| sun_view.shows_objects());
        let shadow_mesh = mesh.filter(|_| sun_view.shows_ground());
        let models = self.models.get().zip(data.models.as_ref()).filter(|_| layers.models);
        let shadow_models = models.filter(|_| sun_view.shows_objects());
        let casts = shadow_objects.is_some() || shadow_mesh.is_some() || shadow_models.is_some();
        let shadow = casts.then_some((sun_view.shadow_from_relative, sun_view.texel));
        gpu.queue.write_buffer(&data.uniform, 0, &frame::uniform(view, &data.place, shadow));
        if let Some(objects) = objects {
            let lens = Lens::camera(view, objects::LEAST_PIXELS, objects::LEVEL_PIXELS);
            objects.cull(gpu, encoder, &self.objects.kernels, &lens);
            if shadow_objects.is_some() {
                objects.cull_shadows(gpu, encoder, &self.objects.kernels, &sun_view.lens);
            }
        }
        if casts {
            self.shadow.draw(encoder, &data.shadow_group, |pass| {
                if let Some(objects) = shadow_objects {
                    self.shadow.set_objects(pass);
                    objects.draw_shadows(pass);
                }
                if let Some((passes, mesh)) = shadow_mesh {
                    passes.draw_shadows(pass, mesh, &sun_view.lens);
                }
                if let Some((passes, models)) = shadow_models {
                    passes.draw_shadows(pass, models, &sun_view.lens);
                }
            });
        }
        let grass =
            self.grass.get().zip(data.clutter.as_ref().filter(|_| data.shows_plants && layers.plants));
        if let Some((passes, clutter)) = grass {
            let lens = Lens::camera(view, clutter::LEAST_PIXELS, clutter::LEVEL_PIXELS);
            clutter.cull(gpu, encoder, &passes.clutter.kernels, &lens);
        }
        let mut pass = attachments.begin(encoder);
        pass.set_bind_group(0, &data.group, &[]);
        if let Some(objects) = objects {
            self.objects.draw(&mut pass, objects);
        }
        // Before the ground, of which a meadow hides most from where one stands in it.
        if let Some((passes, clutter)) = grass {
            passes.clutter.draw(&mut pass, clutter, &data.hidden);
        }
        let mut triangles = match mesh {
            _ if !layers.ground => 0,
            Some((passes, mesh)) => {
                mesh.prepare(gpu, shadow_mesh.is_some());
                passes.draw(&mut pass, mesh, view, data.place.overlay.is_some())
            }
            None if data.models.as_ref().is_some_and(|models| models.are_ground) => 0,
            None => self.terrain.draw(gpu, &mut pass, &data.terrain, view),
        };
        if let Some((_, models)) = models {
            triangles += models.draw_turn(&mut pass, view, Turn::First);
        }
        if !view.transparent {
            self.sky.draw(&mut pass);
        }
        if let Some((_, models)) = models {
            triangles += models.draw_turn(&mut pass, view, Turn::AfterSky);
        }
        if let Some(roads) = data.roads.as_ref().filter(|_| layers.roads) {
            triangles += self.roads.draw(&mut pass, roads);
        }
        if layers.grid && layers.ground {
            let frame = (self.target, &self.frame);
            match mesh {
                Some((passes, mesh)) => passes.draw_grid(gpu, frame, &mut pass, mesh, view),
                None if data.models.as_ref().is_some_and(|models| models.are_ground) => {}
                None => self.terrain.draw_grid(gpu, frame, &mut pass, &data.terrain, view),
            }
        }
        if data.place.sea_level.is_some() && layers.water {
            self.water.draw(&mut pass);
        }
        if let Some((_, models)) = models {
            triangles += models.draw_turn(&mut pass, view, Turn::Last);
        }
        if let Some((passes, boxes)) = self.boxes.get().zip(data.boxes.as_ref()) {
            passes.draw(gpu, &mut pass, boxes, view);
        }
        if let Some(labels) = data.labels.as_ref().filter(|_| view.labels) {
            self.labels.draw(gpu, &mut pass, labels, view);
        }
        triangles
    }
}

impl SceneData {
    /// Counts what the last frame drew, and waits for it; `ground` are its triangles of ground and roads, see
    /// [`Canvas::draw`].
    ///
    /// # Errors
    /// When the device is lost.
    pub fn drawn(&self, gpu: &Gpu, ground: u64) -> Result<Drawn, GpuError> {
        let objects = self.objects.as_ref().map_or(Ok((0, 0)), |objects| objects.drawn(gpu))?;
        let clutter = self.clutter.as_ref().filter(|_| self.shows_plants);
        let plants = clutter.map_or(Ok((0, 0)), |clutter| clutter.drawn(gpu, &self.hidden))?;
        Ok(Drawn { triangles: ground + objects.1 + plants.1, objects: objects.0, plants: plants.0 })
    }

    /// Shows a moment of the scene's [`crate::scene::timeline::Timeline`] from the next frame on.
    pub fn show(&mut self, gpu: &Gpu, moment: &Moment) {
        if let Some(models) = &mut self.models {
            models.show(gpu, &moment.materials);
        }
        for (bound, image) in self.bound.iter().zip(&moment.bound) {
            if let Some(image) = *image {
                bound.show(gpu, image, self.clutter.as_ref(), self.objects.as_mut());
            }
        }
    }

    /// Leaves out some models from the next frame on, and no others. The scene is the one that was brought to the GPU, with
    /// its objects.
    pub fn hide(&mut self, gpu: &Gpu, scene: &Scene, hidden: &Hidden) {
        let of_objects = |hidden: &Hidden| {
            hidden.iter().filter(|id| matches!(id, ModelId::Object(_))).copied().collect::<Hidden>()
        };
        if let (Some(objects), Some(placing)) = (&self.objects, &scene.sources.world)
            && of_objects(&self.hidden) != of_objects(hidden)
        {
            objects.hide(gpu, &scene.objects.instances, |instance| {
                placing.object(instance).is_some_and(|object| hidden.contains(&ModelId::Object(object.model)))
            });
        }
        if let (Some(data), Some(models)) = (&mut self.models, &scene.models) {
            let owners = owners(models);
            let number =
                |owner| (0..).zip(&owners).find(|(_, other)| **other == owner).map(|(number, _)| number);
            data.hide(|shape| {
                let number = owner_of(models, shape).and_then(number);
                number.is_some_and(|number| hidden.contains(&ModelId::Bfres(number)))
            });
        }
        self.hidden = hidden.clone();
    }

    /// How many plants of a model there are, drawn or not.
    pub fn planted_of(&self, model: u32) -> u64 {
        self.clutter.as_ref().map_or(0, |clutter| clutter.count_of(model))
    }

    /// All plants of a model, with the number of the first of each run.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn plants_of(&self, gpu: &Gpu, model: u32) -> Result<Vec<(u32, Vec<Instance>)>, GpuError> {
        self.clutter.as_ref().map_or(Ok(Vec::new()), |clutter| clutter.plants_of(gpu, model))
    }

    /// How long the planting took.
    pub fn scatter_time(&self) -> Duration {
        self.scatter_time
    }

    /// All plants of the scene, drawn or not.
    pub fn planted(&self) -> u64 {
        self.clutter.as_ref().map_or(0, |clutter| clutter.planted)
    }
}

/// What a frame is drawn into.
#[derive(Debug)]
struct Attachments {
    /// Drawn into; with several samples a pixel it is resolved into `resolved`.
    color: wgpu::TextureView,
    resolved: Option<wgpu::TextureView>,
    depth: wgpu::TextureView,
}

impl Attachments {
    fn begin<'e>(&self, encoder: &'e mut wgpu::CommandEncoder) -> wgpu::RenderPass<'e> {
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("frame"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.color,
                depth_slice: None,
                resolve_target: self.resolved.as_ref(),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: if self.resolved.is_some() {
                        wgpu::StoreOp::Discard
                    } else {
                        wgpu::StoreOp::Store
                    },
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        })
    }
}

/// What lies on the ground of a scene.
fn laid(scene: &Scene, told: bool) -> Laid {
    match &scene.clutter {
        _ if scene.mesh.is_some() => Laid::Bare, // Its patches aren't drawn.
        _ if told => Laid::Overlay,
        Some(_) => Laid::Grass,
        None => Laid::Bare,
    }
}

/// Where the grass grows.
fn slots_place(clutter: &Clutter) -> SlotsPlace {
    SlotsPlace {
        size: clutter.grid.size,
        origin: clutter.origin(),
        thin_pixels: clutter::thin_pixels(clutter),
    }
}

/// Metres between the lines of the grid: the cells of a world, the slots of a level.
fn grid_steps(scene: &Scene) -> [f32; 2] {
    scene.land_cell.map_or([SLOT_SIZE, 100.0], |land_cell| [scene.ground.cell, land_cell])
}

/// What covers the ground, for its shade.
fn canopy(objects: &Objects) -> impl Iterator<Item = CanopyDisc> + '_ {
    objects.instances.iter().map(|instance| {
        let [x, _, z] = instance.position.map(f64::from);
        CanopyDisc { place: [x, z], radius: instance.radius * 0.5, weight: 0.7 }
    })
}
