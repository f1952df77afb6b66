//! How a model is drawn as long as its own mesh isn't there: which proxy, how large, standing on what.

mod forms;

use forms::form;

use super::kind::Kind;
use super::measure::Measured;
use super::name::Name;
use super::proxies::Form;

/// The look that all objects of one model share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Look {
    pub kind: Kind,
    pub form: Form,
    /// Metres along the proxy's x, y and z axis, before the object's matrix scales them.
    pub size: [f32; 3],
    /// The proxy's x axis is the model's z axis: what is long is long in x.
    pub turned: bool,
    /// The colours its instances get.
    pub tint: Tint,
    /// Hash of the path, for what all its instances share.
    pub hash: u32,
}

/// Which colours the instances of a model get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tint {
    /// Greens, browner or bluer from plant to plant.
    Leaves,
    /// Colours of plaster, one for each house.
    Plaster,
    /// Colours of painted boards, one for each house.
    Boards,
    /// A little lighter or darker, the same for a whole wall.
    Plain,
    /// Warm and cold greys.
    Stone,
    /// Colours of things that people paint.
    Painted,
}

/// Chooses the look of a model.
pub(crate) fn look(kind: Kind, name: &Name, measured: &Measured) -> Look {
    let form = form(kind, name, measured);
    let [low, high] = height_bounds(kind);
    let [width, height, depth] = usual_size(form, name);
    let known_height = measured.height.filter(|&known| known >= low);
    let height_now = known_height.unwrap_or(height).clamp(low, high);
    let mut size = if uniform(form) {
        [height_now * width / height; 3]
    } else {
        // A higher house is a larger one too, but not as much.
        let grow = (height_now / height).clamp(0.4, 2.5).sqrt();
        [width * grow, height_now, depth * grow]
    };
    let mut turned = false;
    let [next_in_x, next_in_z] = measured.spacing;
    let in_line = along_x(form) || matches!(kind, Kind::Pier | Kind::Bridge);
    let length = next_in_x.or(next_in_z).or_else(|| length_in_name(form, name));
    if let Some(length) = length.filter(|_| in_line) {
        // A short piece of a pier is narrower too.
        let narrow = if along_x(form) { 1.0 } else { (length / size[0]).clamp(0.5, 1.0) };
        size = [length, size[1], size[2] * narrow];
        turned = next_in_x.is_none() && next_in_z.is_some();
    }
    if let (Some([x, z]), false) = (measured.footprint, uniform(form)) {
        turned = z > x && long_in_x(form);
        let [long, short] = if turned { [z, x] } else { [x, z] };
        size =
            [long.clamp(0.3, 150.0), size[1], if along_x(form) { size[2] } else { short.clamp(0.3, 150.0) }];
    }
    if kind == Kind::Rock {
        size = rock_size(size, measured);
    }
    Look { kind, form, size, turned, tint: tint(kind, form), hash: name.hash }
}

/// Heights that an object of a kind may have, metres: what is measured lower was no height, what is measured
/// higher is cut.
fn height_bounds(kind: Kind) -> [f32; 2] {
    match kind {
        Kind::Conifer => [1.0, 40.0],
        Kind::Broadleaf => [1.0, 32.0],
        Kind::DeadTree => [0.3, 25.0],
        Kind::Woods => [6.0, 28.0],
        Kind::Bush => [0.4, 6.0],
        Kind::Tuft => [0.3, 4.0],
        Kind::Rock => [0.5, 40.0],
        Kind::Building => [2.0, 45.0],
        Kind::Church => [4.0, 60.0],
        Kind::Industrial => [2.2, 45.0],
        Kind::Tower => [4.0, 130.0],
        Kind::Wall => [0.45, 9.0],
        Kind::Fence => [0.45, 6.0],
        Kind::Pole => [0.5, 60.0],
        Kind::Pier | Kind::Bridge => [1.0, 40.0],
        Kind::Ruin => [1.5, 30.0],
        Kind::Vehicle => [0.8, 12.0],
        Kind::Pond | Kind::RoadPart => [0.3, 0.3],
        Kind::Item => [0.3, 8.0],
        Kind::Unknown => [0.5, 15.0],
    }
}

/// Proxies that are 1 high and as wide as they are.
fn uniform(form: Form) -> bool {
    (Form::SpruceWide..=Form::BareTree).contains(&form)
        || (Form::PowerPole..=Form::Cross).contains(&form)
        || matches!(form, Form::Stump | Form::Turbine | Form::Crane)
}

/// Proxies of a length that joins them to the next one.
pub(crate) fn along_x(form: Form) -> bool {
    (Form::StoneWall..=Form::Gate).contains(&form) || form == Form::Hedge
}

/// Proxies that are built longer in x than in z.
fn long_in_x(form: Form) -> bool {
    !matches!(form, Form::Car | Form::Boat)
}

fn tint(kind: Kind, form: Form) -> Tint {
    match kind {
        Kind::Conifer | Kind::Broadleaf | Kind::Woods | Kind::Bush | Kind::Tuft => Tint::Leaves,
        Kind::Rock => Tint::Stone,
        Kind::Building | Kind::Church => match form {
            Form::Barn | Form::Shed | Form::Tent | Form::Bunker | Form::Shelter => Tint::Plain,
            Form::BoardHouse => Tint::Boards,
            _ => Tint::Plaster,
        },
        Kind::Vehicle | Kind::Item => Tint::Painted,
        _ => Tint::Plain,
    }
}

/// A rock's size: where its centre lies under the ground it must reach far enough to be seen.
fn rock_size([width, height, depth]: [f32; 3], measured: &Measured) -> [f32; 3] {
    let needed = match measured.above_ground {
        Some(above) if above < -0.25 => (2.5 * -above + 2.0).min(28.0),
        _ => 0.0,
    };
    let grow = (needed / height).max(1.0);
    [width * grow.powf(0.8), height * grow, depth * grow.powf(0.8)]
}

/// Metres in the name of a wall (`_5m`, `_10`) or a pier (`_20m`): the greatest number that can be a length, since
/// others count variants.
fn length_in_name(form: Form, name: &Name) -> Option<f32> {
    let lengths = if along_x(form) { 2.0..=12.0 } else { 5.0..=60.0 };
    name.numbers.iter().copied().filter(|number| lengths.contains(number)).max_by(f32::total_cmp)
}

const SMALL: &str = "small mal* mini low short young little tiny krov*";
const BIG: &str = "big large velk* huge high tall vysok* old long";

/// What a proxy usually measures, metres along x, y and z.
fn usual_size(form: Form, name: &Name) -> [f32; 3] {
    let size = match form {
        Form::SpruceWide | Form::SpruceTall | Form::Fir => [15.0; 3],
        Form::PineTall | Form::PineFlat => [14.0; 3],
        Form::PineYoung => [3.5; 3],
        Form::Cypress | Form::Poplar | Form::Beech | Form::Oak => [12.0; 3],
        Form::RoundTree | Form::Birch => [10.0; 3],
        Form::FruitTree | Form::Olive => [6.0; 3],
        Form::Palm => [8.0; 3],
        Form::BareTree => [9.0; 3],
        Form::Stump => [0.8; 3],
        Form::Log => [6.0, 0.7, 0.7],
        Form::ConiferWoods | Form::BroadleafWoods | Form::MixedWoods | Form::TriangleWoods => {
            [50.0, 15.0, 50.0]
        }
        Form::BushRound | Form::BushWide => [2.2, 1.8, 2.2],
        Form::BushTall => [2.0, 2.4, 2.0],
        Form::Hedge => [4.0, 1.5, 1.0],
        Form::Reed => [1.4, 1.3, 1.4],
        Form::Fern => [1.1, 0.8, 1.1],
        Form::Boulder => [2.4, 2.0, 2.2],
        Form::Boulders => [3.4, 2.2, 2.8],
        Form::Slab => [4.5, 1.8, 3.6],
        Form::Spike => [6.0, 9.0, 6.0],
        Form::Cliff => [18.0, 12.0, 11.0],
        Form::Cottage
        | Form::OldCottage
        | Form::GreyCottage
        | Form::BrickHouse
        | Form::WoodenHouse
        | Form::BoardHouse => [11.0, 6.2, 8.0],
        Form::HipHouse => [12.0, 6.5, 9.0],
        Form::TallHouse | Form::OldTallHouse | Form::HipTallHouse => [13.0, 9.5, 9.5],
        Form::TownHouse => [16.0, 12.5, 11.0],
        Form::FlatHouse => [11.0, 6.5, 9.0],
        Form::Block => [28.0, 16.0, 13.0],
        Form::Barracks => [24.0, 4.8, 9.0],
        Form::Barn => [20.0, 7.5, 11.0],
        Form::Shed => [4.0, 2.8, 3.0],
        Form::Hut => [5.0, 3.0, 4.0],
        Form::Church => [26.0, 22.0, 14.0],
        Form::Chapel => [8.0, 8.0, 5.5],
        Form::Hall => [32.0, 9.0, 18.0],
        Form::Hangar => [30.0, 11.0, 26.0],
        Form::Tank => [9.0, 8.0, 9.0],
        Form::Lighthouse => [7.0, 18.0, 7.0],
        Form::Stack => [3.5, 30.0, 3.5],
        Form::WaterTower => [9.0, 24.0, 9.0],
        Form::Mast => [7.0, 40.0, 7.0],
        Form::Watchtower => [4.0, 8.0, 4.0],
        Form::ControlTower => [10.0, 18.0, 10.0],
        Form::Turbine => [60.0; 3],
        Form::Crane => [30.0; 3],
        Form::Bunker => [9.0, 3.2, 8.0],
        Form::Tent => [6.0, 2.8, 4.5],
        Form::Shelter => [5.0, 3.0, 3.0],
        Form::StoneWall => [8.0, 1.3, 0.6],
        Form::BrickWall | Form::PlasterWall => [5.0, 1.9, 0.45],
        Form::ConcreteWall => [5.0, 2.1, 0.4],
        Form::Sandbags => [4.0, 1.3, 1.1],
        Form::BoardFence => [5.0, 1.5, 0.25],
        Form::RailFence => [5.0, 1.2, 0.25],
        Form::MeshFence => [5.0, 1.8, 0.2],
        Form::BarFence => [5.0, 1.5, 0.35],
        Form::Gate => [5.0, 2.0, 0.5],
        Form::PowerPole | Form::PowerLamp => [8.5; 3],
        Form::Lamp => [6.0; 3],
        Form::Post => [1.6; 3],
        Form::Sign => [2.4; 3],
        Form::Flag => [9.0; 3],
        Form::Pylon => [24.0; 3],
        Form::Cross => [2.2; 3],
        Form::WoodenPier => [16.0, 3.0, 4.0],
        Form::Quay => [25.0, 4.0, 13.0],
        Form::Bridge => [25.0, 5.0, 8.0],
        Form::RuinedHouse => [12.0, 5.5, 9.0],
        Form::RuinedWalls => [10.0, 3.5, 8.0],
        Form::Crate => [1.2, 1.1, 1.0],
        Form::Barrel => [0.7, 1.0, 0.7],
        Form::Haystack => [3.0, 2.4, 3.0],
        Form::Heap => [3.0, 1.2, 3.0],
        Form::Bench => [1.8, 0.9, 0.7],
        Form::Well => [1.8, 2.2, 1.8],
        Form::Monument => [1.4, 2.2, 1.0],
        Form::Car => [2.0, 1.6, 4.4],
        Form::Boat => [2.8, 2.8, 8.0],
        Form::Pond => [30.0, 0.3, 30.0],
        Form::Unknown => [2.0, 2.0, 2.0],
    };
    let size = match form {
        Form::Pond => pond_size(name).unwrap_or(size),
        Form::Car
            if name
                .has("truck* bus ural* zil* vagon* wagon* train* loko* loco* vlak* harvester* kombajn*") =>
        {
            [2.8, 3.0, 8.5]
        }
        Form::Crate if name.has("container* kontejner* cargo*") => [6.0, 2.5, 2.4],
        _ => size,
    };
    let grow = match (name.has(SMALL), name.has(BIG)) {
        (true, false) => 0.62,
        (false, true) => 1.35,
        _ => 1.0,
    };
    size.map(|metres| metres * grow)
}

/// `pond_50x50`: its numbers are its size.
fn pond_size(name: &Name) -> Option<[f32; 3]> {
    let mut numbers = name.numbers.iter().copied().filter(|number| (4.0..=200.0).contains(number));
    Some([numbers.next()?, 0.3, numbers.next()?])
}
