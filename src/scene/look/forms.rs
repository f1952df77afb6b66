//! Which proxy stands for a model, once its kind is known.

use crate::scene::kind::Kind;
use crate::scene::measure::Measured;
use crate::scene::name::Name;
use crate::scene::proxies::Form;

/// Picks one of `forms`, always the same for the same path.
fn pick(name: &Name, forms: &[Form]) -> Form {
    forms.get(name.hash as usize % forms.len().max(1)).copied().unwrap_or(Form::Unknown)
}

/// The proxy of a model.
pub(super) fn form(kind: Kind, name: &Name, measured: &Measured) -> Form {
    let has = |words: &str| name.has(words);
    let height = measured.height.unwrap_or(0.0);
    match kind {
        Kind::Conifer => conifer(name, height),
        Kind::Broadleaf => broadleaf(name, height),
        Kind::DeadTree if has("stump* stub* parez* snag") => Form::Stump,
        Kind::DeadTree if has("fallen* trunk* kmen* driftwood*") => Form::Log,
        Kind::DeadTree => Form::BareTree,
        Kind::Woods if has("trojuhelnik* *triangle*") || measured.map_type == Some(6) => Form::TriangleWoods,
        Kind::Woods if has("jehl* smrk* bor borovic* conifer* pine") => Form::ConiferWoods,
        Kind::Woods if has("list* buk dub briz*") => Form::BroadleafWoods,
        Kind::Woods => pick(name, &[Form::MixedWoods, Form::ConiferWoods]),
        Kind::Bush if has("hedge* zivyplot* zivy") => Form::Hedge,
        Kind::Bush if has("juniper* jalovec* bamboo* bambus* cactus*") => Form::BushTall,
        Kind::Bush => pick(name, &[Form::BushRound, Form::BushWide, Form::BushTall]),
        Kind::Tuft
            if has(
                "phragmites* rakos* reed* typha* orobinec* corn kukuric* maize* wheat* obili* grass* trav*",
            ) =>
        {
            Form::Reed
        }
        Kind::Tuft => Form::Fern,
        Kind::Rock => rock(name, measured),
        Kind::Building => building(name, measured),
        Kind::Church if has("chapel* kapl*") || measured.map_type == Some(9) => Form::Chapel,
        Kind::Church => Form::Church,
        Kind::Industrial => industrial(name, measured),
        Kind::Tower => tower(name, measured),
        Kind::Wall => wall(name),
        Kind::Fence => fence(name),
        Kind::Pole => pole(name, measured),
        Kind::Pier if has(QUAYS) => Form::Quay,
        Kind::Pier if measured.map_type == Some(17) && !has("pier* molo jetty* wood*") => Form::Quay,
        Kind::Pier => Form::WoodenPier,
        Kind::Bridge => Form::Bridge,
        Kind::Ruin => pick(name, &[Form::RuinedHouse, Form::RuinedWalls]),
        Kind::Vehicle if has("boat* *boat lod* ship* *ship trawler* shipwreck*") => Form::Boat,
        Kind::Vehicle if measured.map_type == Some(39) => Form::Boat,
        Kind::Vehicle => Form::Car,
        Kind::Pond => Form::Pond,
        Kind::Item => item(name),
        Kind::RoadPart | Kind::Unknown => Form::Unknown,
    }
}

/// Words for piers of stone or concrete.
const QUAYS: &str = "concrete* beton* quay* nabrez* breakwater* vlnolam* dock* canal* slipway* nav";

fn conifer(name: &Name, height: f32) -> Form {
    if name.has("pinus* pine* *pine borovic* sosna*") {
        if height > 0.0 && height < 5.0 {
            Form::PineYoung
        } else {
            pick(name, &[Form::PineTall, Form::PineFlat])
        }
    } else if name.has("cupress* cypres* cypris* thuja* taxus* juniperus*") {
        Form::Cypress
    } else if name.has("abies* jedle* fir*") {
        Form::Fir
    } else {
        pick(name, &[Form::SpruceWide, Form::SpruceTall])
    }
}

fn broadleaf(name: &Name, height: f32) -> Form {
    let has = |words: &str| name.has(words);
    if has("palm* phoenix* cocos* coconut* kokos*") {
        Form::Palm
    } else if has("betula* briz* birch* alnus* alder* olse*") {
        Form::Birch
    } else if has("populus* topol* poplar*") {
        Form::Poplar
    } else if has("quercus* dub* oak* juglans* orech* castanea* aesculus* kastan*") {
        Form::Oak
    } else if has("fagus* buk beech* tilia* lip* linden* carpinus* habr* ulmus* platan*") {
        Form::Beech
    } else if has("prunus* malus* pyrus* apple* jablon* hrus* tres* cherry* svest* citrus* orange*") {
        Form::FruitTree
    } else if has("ole* oliv* ficus* fikov* pistacia* amygdalus* akac* acacia* akat*") {
        Form::Olive
    } else if height > 0.0 && height < 5.0 {
        Form::FruitTree
    } else {
        pick(name, &[Form::RoundTree, Form::Beech, Form::Oak])
    }
}

fn rock(name: &Name, measured: &Measured) -> Form {
    let height = measured.height.or(measured.above_ground.map(|above| 2.0 * above.abs())).unwrap_or(0.0);
    if name.has("spike* monolith* sharp* needle* stalag*") {
        Form::Spike
    } else if name.has("wall* cliff* skal* utes* big large scree* face") || height > 7.0 {
        Form::Cliff
    } else if name.has("slab* flat plate*") {
        Form::Slab
    } else {
        pick(name, &[Form::Boulders, Form::Boulder, Form::Slab])
    }
}

fn building(name: &Name, measured: &Measured) -> Form {
    let has = |words: &str| name.has(words);
    let height = measured.height.unwrap_or(0.0);
    let area = measured.footprint.map_or(0.0, |[x, z]| x * z);
    if has("tent* *tent stan stany camp") {
        Form::Tent
    } else if has("bunker* bunkr* pillbox* fort* pevnost*") || matches!(measured.map_type, Some(12 | 13)) {
        Form::Bunker
    } else if has("busstop* zastavk* zast veranda* altan* gazebo*") || measured.map_type == Some(23) {
        Form::Shelter
    } else if has("shed* *shed kolna* kulna* outhouse* shack* bouda* boud* chlev* slum* barabiz*") {
        Form::Shed
    } else if has("barn* *barn stodol* stable* staj*") {
        Form::Barn
    } else if has("garaz* garage* kiosk* stanek* budka* guardbox* trafo* hlidac*") {
        Form::Hut
    } else if has("barrack* kasarn* baracky* dormitor* prison*") && height < 8.0 {
        Form::Barracks
    } else if has(
        "panelak* hotel* hospital* nemocnic* apartment* tenement* office* ubytovn* school* skola* supermarket*",
    ) || measured.map_type == Some(19)
    {
        if height > 0.0 && height < 7.0 { Form::FlatHouse } else { Form::Block }
    } else if has("fuelstation* benzin* gasstation* feed") || measured.map_type == Some(18) {
        Form::Shelter
    } else if height > 13.0 {
        if area > 700.0 || has("block*") { Form::Block } else { Form::TownHouse }
    } else if height > 7.6 {
        pick(name, &[Form::TallHouse, Form::OldTallHouse, Form::HipTallHouse, Form::TownHouse])
    } else if height > 0.0 && height < 3.4 && area < 60.0 {
        pick(name, &[Form::Shed, Form::Hut])
    } else if eastern(name) {
        Form::FlatHouse
    } else if has("w wood* drev* log") {
        pick(name, &[Form::BoardHouse, Form::WoodenHouse, Form::BoardHouse])
    } else if has("brick* cihl*") {
        Form::BrickHouse
    } else {
        pick(
            name,
            &[
                Form::Cottage,
                Form::HipHouse,
                Form::OldCottage,
                Form::BrickHouse,
                Form::GreyCottage,
                Form::HipHouse,
            ],
        )
    }
}

/// Games set in dry lands keep their houses in folders of their own.
fn eastern(name: &Name) -> bool {
    let folders = ["e", "takistan", "mediterranean", "households"];
    name.folders().iter().any(|word| folders.contains(&word.as_str()))
}

fn industrial(name: &Name, measured: &Measured) -> Form {
    if name.has("hangar* *hangar") {
        Form::Hangar
    } else if name.has("tank* fueltank* cistern* nadrz*") {
        Form::Tank
    } else if name.has("transformer* trafo* boiler*") || measured.footprint.is_some_and(|[x, z]| x * z < 40.0)
    {
        Form::Hut
    } else {
        Form::Hall
    }
}

fn tower(name: &Name, measured: &Measured) -> Form {
    let has = |words: &str| name.has(words);
    let height = measured.height.unwrap_or(0.0);
    if has("lighthouse* majak*") || measured.map_type == Some(16) {
        Form::Lighthouse
    } else if has("water* vodni* vodoj* reservoir*") || measured.map_type == Some(30) {
        Form::WaterTower
    } else if has("chimney* komin* stack* smokest*") || measured.map_type == Some(27) {
        Form::Stack
    } else if has("transmitter* vysilac* mast* radio* comm* ttower* tv") || measured.map_type == Some(26) {
        Form::Mast
    } else if has("turbine* wpp vetrn* wind*") || measured.map_type == Some(38) {
        Form::Turbine
    } else if has("crane* jerab*") {
        Form::Crane
    } else if has("silo*") {
        Form::Tank
    } else if has("atc airport* control* letist*") || height > 14.0 {
        if height > 34.0 { Form::Mast } else { Form::ControlTower }
    } else {
        Form::Watchtower
    }
}

fn wall(name: &Name) -> Form {
    let has = |words: &str| name.has(words);
    if has("sandbag* bag* hesco* hbarrier*") {
        Form::Sandbags
    } else if has("stone* kamen* rock* cstone*") {
        Form::StoneWall
    } else if has("brick* *brk cihl*") {
        Form::BrickWall
    } else if has("concrete* beton* *cnc panel* ind* mil* jersey* canal*") {
        Form::ConcreteWall
    } else {
        pick(name, &[Form::PlasterWall, Form::StoneWall, Form::ConcreteWall, Form::BrickWall])
    }
}

fn fence(name: &Name) -> Form {
    let has = |words: &str| name.has(words);
    if has("gate* *gate brana* vrata*") {
        Form::Gate
    } else if has("wire* *fnc mesh* pletiv* net* razor* ostnat* barbed* ind* mil* oplocen* chain*") {
        Form::MeshFence
    } else if has("vilvar* iron* zelez* metal* bar pipe*") {
        Form::BarFence
    } else if has("rail* zabradl* ohrad* hurdle* barrier* bariera*") {
        Form::RailFence
    } else if has("wood* fenw fen plank* board* picket* palisad* plut* wall*") {
        Form::BoardFence
    } else {
        pick(name, &[Form::BoardFence, Form::RailFence, Form::MeshFence])
    }
}

fn pole(name: &Name, measured: &Measured) -> Form {
    let has = |words: &str| name.has(words);
    let height = measured.height.unwrap_or(0.0);
    if has("sign* *sign znac* cedul* billboard* smerov* semafor* traffic*") {
        Form::Sign
    } else if has("flag* vlajk* windsock*") {
        Form::Flag
    } else if has("cross kriz*") || measured.map_type == Some(10) {
        Form::Cross
    } else if has("wall* fence* plot* milestone* patnik* mailbox*") || (height > 0.0 && height < 3.0) {
        Form::Post
    } else if height > 13.0 || has("pylon* highvoltage* stozar* mast* vn big") {
        Form::Pylon
    } else {
        let wires = has("power* pow* sloup* telegraph* el conc wood*");
        match (wires, has("lamp* *lamp light* *light")) {
            (true, true) => Form::PowerLamp,
            (false, true) => Form::Lamp,
            _ => Form::PowerPole,
        }
    }
}

fn item(name: &Name) -> Form {
    let has = |words: &str| name.has(words);
    if has("barel* barrel* sud* bin dustbin* popelnic* canister* kanistr*") {
        Form::Barrel
    } else if has("hay* stoh* seno bale* *bale* balik*") {
        Form::Haystack
    } else if has("heap* pile* *pile hromad* dirt* hlina* coal* uhli* garbage* trash* campfire* ohnist*") {
        Form::Heap
    } else if has("bench* lavic* table* *table stul stoly") {
        Form::Bench
    } else if has("well studn* fountain* kasna*") {
        Form::Well
    } else if has("grave* hrob* tomb* nahrob* monument* *monument statue* soch* pomnik* memorial*") {
        Form::Monument
    } else {
        Form::Crate
    }
}
