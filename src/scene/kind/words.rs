//! The vocabulary of the games' model paths, English, Czech and Latin.
//!
//! A word is compared with whole tokens of a name: `ker` is that token alone, `smrk*` a token that begins so,
//! `*wall` one that ends so, and `^b` the first token of a name that has more. Groups stand in order of
//! precedence: where several words of a name are known, the earlier group decides, so `ruin_church` is a ruin and
//! `wall_stone` a wall.

use super::Kind;

/// Words of file names, strongest group first.
pub(super) const NAMES: &[(Kind, &str)] = &[
    (
        Kind::Ruin,
        "ruin* *ruin *ruins *ruina rubble* trosk* zboren* zbor rozvalin* zricenin* rozbit* destroyed \
         remnants",
    ),
    // Wrecks are named after what they were: `t72wreck`, `wreck_car`, `bouda_vrak`.
    (Kind::Vehicle, "wreck* *wreck vrak* shipwreck*"),
    // The hedge is a living fence; the deer stand and the tombstone have other words inside.
    (Kind::Bush, "hedge* zivyplot*"),
    (Kind::Tower, "deerstand* posed* huntingtower*"),
    (
        Kind::Item,
        "tombstone* gravestone* nahrobek* hrobecek* hrob hroby hrobka grave* tomb* roadcone* roadblock* \
         roadbarrier* chickencoop* kurnik* hutch* kralikarn* doghouse* psi beehive* birdhouse* toilet* \
         kadibud* latrin* well studna studne fountain* kasna* woodpile* timbers logs haystack* stoh stohy \
         seno *bale *bales bale bales tyre* tires barel* barrel* sud sudy",
    ),
    (
        Kind::DeadTree,
        "dead* stump* stub* parez* fallen* burnspruce* trunk* kmen* souska* *dead suchystrom* driftwood* \
         snag",
    ),
    (Kind::Woods, "trojuhelnik* ctverec* ctver foresttriangle* forestsquare* forestborder*"),
    (Kind::Building, "postoffice*"),
    (Kind::Item, "dumpster*"),
    // Signs before roads: `road_sign`, `sign_bridge`.
    (
        Kind::Pole,
        "sign signs signpost* *sign znacka* znack* cedul* billboard* semafor* trafficlight* milestone* \
         patnik* smerovk* signal* mailbox",
    ),
    (
        Kind::Pier,
        "pier* *pier molo quay* nabrez* dock docks wharf* jetty* breakwater* vlnolam* slipway* pontoon* \
         canal",
    ),
    (Kind::Bridge, "bridge* *bridge most mosty mostek* viadukt* viaduct* lavka footbridge*"),
    (
        Kind::Pole,
        "pole poles *pole post posts *post sloup* stoz stozar* lamp* *lamp streetlight* spotlight* \
         floodlight* reflektor* powlines* powerline* powerlines powerpole* highvoltage* pylon* telegraph* \
         antena* antenna* flag* vlajk* windsock* mast masts crossbar cross kriz krizek loudspeaker* repro \
         osvetlen* vasi",
    ),
    (Kind::Wall, "sandbag* bagfence* bagwall* bagbunker* hesco* hbarrier*"),
    (
        Kind::Fence,
        "fence* *fence *fences fenc* fen fenw *fnc plot* plutek* plut pletiv* oplocen* ohrad* zabradl* \
         railing* picket* gate* *gate brana* vrata* barrier* zabran* zavor* razorwire* barbedwire* \
         ostnat* wire wired vilvar wallwood* hurdle* palisad* plank* bariera*",
    ),
    (
        Kind::Wall,
        "wall walls *wall *walls zed zedi zedk* zid zidka* zidky mur mury muro hradb* rampart* razorwall \
         jersey* parapet* cncbarrier* cncwall* retaining pletivozed",
    ),
    (
        Kind::RoadPart,
        "road* silnic* sil asf kos asfalt* asphalt* ces cesta* cest path paths mud grav gravel* runway* \
         rwy* taxiway* draha* krizovatk* kr crossroad* sidewalk* chodnik* pavement* rail rails railway* \
         railroad* kolej* vyhybk* helipad* heliport* helih track highway* dalnic* crosswalk* prechod* \
         polni letistedraha* trail apron",
    ),
    (Kind::Pond, "pond* rybnik* puddle* kaluz* jezero lake"),
    (Kind::Bush, "^b"),
    (
        Kind::Conifer,
        "smrk* picea* spruce* pinus* pine pines *pine borovic* sosna* jedle* abies* fir firs larix* \
         modrin* larch* taxus* thuja* cupress* cypres* cypris* cedr* cedar* juniperus* conifer* jehl \
         jehlic* sequoia* agathis* araucaria* tsuga* pseudotsuga*",
    ),
    (
        Kind::Bush,
        "bush* *bush ker kere kerik* krov* shrub* prunusspinosa* corylus* liska sambucus* bez crataegus* \
         hloh* rosa rosacanina* sipek* juniper jalovec* nerium* oleander* cactus* kaktus* opuntia* agave* \
         yucca* elaeagnus* betulahumilis* vinic* vineyard* grapevine* bamboo* bambus* calluna* vres* \
         lonicera* cornus* euonymus* symphoricarpos* banana* bananov* ivy brectan*",
    ),
    (
        Kind::Tuft,
        "phragmites* rakos* reed* fern* kaprad* pteridium* grass* trav* heracleum* bolsevnik* helianthus* \
         sunflower* slunecnic* carduus* bodlak* thistle* urtica* kopriv* nettle* typha* orobinec* flower* \
         kvet* kyt corn kukuric* maize* wheat* obili* mushroom* houb* raspberry* malin* vaccinium* \
         boruvk* pumpkin* tomato* cabbage* weed* plevel* clover* jetel* plant articum* ^p mullein* \
         seaweed* lekni*",
    ),
    (
        Kind::Broadleaf,
        "betula* briz* birch* fagus* buk beech* quercus* dub duby oak oaks acer* javor* maple* tilia* \
         lipa lipy linden* fraxinus* jasan* populus* topol* poplar* salix* vrba* willow* alnus* olse* \
         alder* carpinus* habr* castanea* aesculus* kastan* chestnut* malus* jablon* appletree* pyrus* \
         hrusen* hrusk* prunus* tresen* tresn* cherry* svestk* slivon* juglans* orech* walnut* robinia* \
         akat* sorbus* jerabina* jerabin* ulmus* jilm* elm platan* ficus* fikovnik* figtree* olea oleae* \
         oliv* palm* phoenix* cocos* coconut* kokos* mango* cacao* kakao* eucalypt* eukalypt* acacia* \
         akaci* amygdalus* pistacia* broussonetia* inocarpus* millettia* cyathea* rhizophora* mangrov* \
         leucaena* albizia* baobab* citrus* orange* lemon* listnac* listnat* gleditsia* ailanthus* \
         sakura* hickory*",
    ),
    (Kind::Broadleaf, "singlestrom*"),
    (Kind::Woods, "les lesy lesik* forest* woods"),
    (Kind::Broadleaf, "^t tree* *tree *trees strom* *strom str stromek* singlestrom*"),
    (
        Kind::Church,
        "church* kostel* chapel* kaple* kaplick* kaplic* katedral* cathedral* mosque* mesit* temple* \
         chram* monaster* klaster* synagog* orthodox* zvonic* belltower*",
    ),
    (
        Kind::Tower,
        "tower* *tower *towers vez veze vezick* majak* lighthouse* chimney* komin* stack smokestack* \
         smokestak* vysilac* transmitter* rozhledn* watchtower* silo silos radar* minaret* windmill* \
         turbine* wpp vetrnik* vetrn atc vodojem* reservoir* crane* jerab watertank* tec",
    ),
    (
        Kind::Rock,
        "rock* *rock *rocks stone* *stone *stones kamen* skal skala* skaly* skalk* boulder* *boulder \
         balvan* cliff* utes sutr* limestone* rockslide* stalagmit* monolith* bluntstone* sharpstone* \
         scree*",
    ),
    (
        Kind::Industrial,
        "hangar* *hangar hala haly hall factory* tovarn* fabrik* warehouse* sklad* ind industrial* \
         workshop* diln* sawmill* pila fueltank* tanksmall tankbig cistern* nadrz* refinery* rafineri* \
         greenhouse* sklenik* powerplant* powerstation* trafostanic* transformer* expedice* pec mlyn* \
         elektrarn* boiler* kotelna* cowshed* kravin* teletnik* quarry* lom vysokapec* pumpstation* \
         oiltower* pipeline* pipes dieselpower* coalplant* conveyor* magazine storage* repair* heatpipe*",
    ),
    (
        Kind::Building,
        "dum* *dum domek* domky dom house* *house *houses home* building* budov* bud bld hut huts chata* \
         chat chalup* cottage* cabin* villa* vila* hotel* panelak* hostin* hospod* pub restaur* shop* \
         store* generalstore* market* obchod* kiosk* stanek* statek* farm* barn* *barn stodol* kolna* \
         kulna* shed* *shed sheds garaz* garage* office* *office school* skola* hospital* nemocnic* posta \
         police* firestation* hasic* bank kino cinema* theat* museum* radnic* townhall* ubytovn* barrack* \
         kasarn* barak* barabizn* afbarabizn* afdum* chlev* stable* staj* hruzdum* bouda* boudy boudic* \
         budka* shack* slum* camp tent* *tent stan stany bunker* bunkr* pillbox* fortress* fort pevnost* \
         fortified* castle* hrad hradu helfenburk* letistni* airport* terminal* feedshack* fuelstation* \
         benzin* gasstation* zastavk* zast busstop* busstation* station* stanic* nadraz* depot \
         stationhouse* guardbox* guard* straz* hlidac* vratnic* hq tisnov* deutshe* mil village pension* \
         apartment* tenement* addon palace* stadium* tribun* podlouhl* zamek kovarn* supermarket* prison* \
         veranda* altan* gazebo* outhouse* bath* quonset* dormitor* lobby clinic* laborator*",
    ),
    (
        Kind::Vehicle,
        "car cars auto auta truck* bus traktor* tractor* uaz* bmp* brdm* btr* skoda* lada* ural* gaz* \
         zil* hatchback* sedan* van helicopter* heli airplane* letadl* plane boat* *boat lod lodka* lodk* \
         ship* *ship trawler* vlak* vagon* wagon* lokomotiv* locomotive* train* trailer* vlek harvester* \
         kombajn* caravan* tank excavator* bagr* buldozer* bulldozer*",
    ),
    (
        Kind::Item,
        "bench* lavick* lavicka* box boxes *box bedn* crate* garbage* trash* kontejner* kontejner \
         container* cargo* popelnic* dustbin* bin hay* balik* pump* *pump statue* socha* sochy monument* \
         *monument pomnik* memorial* table* *table stul stoly chair* zidle* wc pallet* palet* pneu* \
         phone* telefon* drevo* hromad* pile* *pile heap* prolez* houpac* piskov* skluzav* swing* slide \
         carousel* playground* vending* schrank* ammo* munic* campfire* ohnist* fireplace* camonet* camo \
         cone cones panel* panels steps stair* schod* ramp rampa* podest* concrete* beton* brick* cihl* \
         misc cart* vozik* karton* kanistr* canister* tub basket* bucket* kyblik* ladder* zebrik* target* \
         terc* goal* net solar* wave generator* satellite* dish* cemetery* hrbitov* skip boxing pillow* \
         tool* wheel* crash* scaffold* leseni* podium* stage* awning* umbrella* slunecnik* sunshade* \
         kotec feeder* krmelec* krmitk* manhole* kanal dirt* hlina* coal* uhli* sack* pytel* pytle* tarp* \
         fishing* buoy* boj* anchor* gun cannon* delo",
    ),
];

/// Words of the folders, for names that say nothing themselves.
pub(super) const FOLDERS: &[(Kind, &str)] = &[
    (Kind::Ruin, "ruin* ruins"),
    (Kind::Vehicle, "wreck* vehicles cars"),
    (Kind::RoadPart, "roads* road silnice rail rails railway* runway*"),
    (Kind::Rock, "rock* stones kameny cliffs"),
    (Kind::Tuft, "clutter* grass*"),
    (Kind::Bush, "bush* shrubs hedges"),
    (Kind::DeadTree, "stumps"),
    (Kind::Broadleaf, "tree trees"),
    (Kind::Pole, "sign* power lamps lights flags powerlines poles"),
    (Kind::Fence, "fence* ploty fences"),
    (Kind::Wall, "wall walls zdi"),
    (Kind::Pier, "harbour* harbor* pier* piers docks"),
    (Kind::Bridge, "bridge*"),
    (Kind::Church, "church* cultural"),
    (Kind::Pond, "water ponds"),
    (Kind::Bush, "plant plants vegetation*"),
    (Kind::Industrial, "industrial* ind airport* airfield airfields factories"),
    (Kind::Item, "misc items props furniture* garbage civ"),
    (
        Kind::Building,
        "structures* house* houses residential buildings* building* dom military mil specific households \
         slums shops village* city* town*",
    ),
];
