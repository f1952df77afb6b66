#![allow(clippy::unwrap_used)]

use super::super::name::Name;
use super::Kind;

#[test]
fn the_words_of_five_games_are_known() {
    use Kind::*;
    let paths = [
        // Operation Flashpoint and Resistance.
        (r"data3d\str_smrk.p3d", Conifer),
        (r"data3d\str_smrk_siroky.p3d", Conifer),
        (r"data3d\str_jedle.p3d", Conifer),
        (r"data3d\str borovice.p3d", Conifer),
        (r"o\tree\str_briza.p3d", Broadleaf),
        (r"data3d\str_dub_jiny.p3d", Broadleaf),
        (r"data3d\str javor.p3d", Broadleaf),
        (r"data3d\str_buk.p3d", Broadleaf),
        (r"data3d\les_singlestrom.p3d", Broadleaf),
        (r"data3d\les ctverec pruchozi_t1.p3d", Woods),
        (r"data3d\les trojuhelnik pruchozi.p3d", Woods),
        (r"data3d\ker deravej.p3d", Bush),
        (r"data3d\ker pichlavej.p3d", Bush),
        (r"data3d\kamen5.p3d", Rock),
        (r"o\rocks\skala1.p3d", Rock),
        (r"data3d\dum_mesto.p3d", Building),
        (r"data3d\dumruina.p3d", Ruin),
        (r"data3d\domek rybar.p3d", Building),
        (r"data3d\stodola_old.p3d", Building),
        (r"data3d\hruzdum.p3d", Building),
        (r"data3d\afbarabizna.p3d", Building),
        (r"data3d\stan_east.p3d", Building),
        (r"data3d\kostel.p3d", Church),
        (r"data3d\kaplicka.p3d", Church),
        (r"data3d\kostel_trosky.p3d", Ruin),
        (r"data3d\majak.p3d", Tower),
        (r"data3d\vysilac.p3d", Tower),
        (r"data3d\strazni vez.p3d", Tower),
        (r"data3d\komin.p3d", Tower),
        (r"data3d\ss_hangar.p3d", Industrial),
        (r"data3d\plot_green_branka.p3d", Fence),
        (r"data3d\plutek.p3d", Fence),
        (r"data3d\zed_civil.p3d", Wall),
        (r"data3d\zidka01.p3d", Wall),
        (r"data3d\sloupyel.p3d", Pole),
        (r"data3d\stozarvn_1.p3d", Pole),
        (r"data3d\lampadrevo.p3d", Pole),
        (r"data3d\molo_drevo.p3d", Pier),
        (r"data3d\nabrezi_najezd.p3d", Pier),
        (r"data3d\most_bez.p3d", Bridge),
        (r"data3d\asf10 25.p3d", RoadPart),
        (r"data3d\silnice25.p3d", RoadPart),
        (r"data3d\ces6konec.p3d", RoadPart),
        (r"data3d\runway_main.p3d", RoadPart),
        // Arma.
        (r"ca\plants\palm_01.p3d", Broadleaf),
        (r"ca\plants\dd_borovice02.p3d", Conifer),
        (r"ca\buildings\ruins\dum_istan2_ruins.p3d", Ruin),
        (r"ca\buildings\sara_domek_sedy.p3d", Building),
        (r"ca\buildings\budova5.p3d", Building),
        (r"ca\roads\asf12.p3d", RoadPart),
        (r"ca\misc\powlines_concl.p3d", Pole),
        // Arma 2.
        (r"ca\plants2\tree\t_picea2s.p3d", Conifer),
        (r"ca\plants2\tree\t_pinusn1s.p3d", Conifer),
        (r"ca\plants2\tree\t_fagus2s.p3d", Broadleaf),
        (r"ca\plants2\tree\t_betula1f.p3d", Broadleaf),
        (r"ca\plants2\tree\t_stub_picea.p3d", DeadTree),
        (r"ca\plants2\misc\misc_fallentree1.p3d", DeadTree),
        (r"ca\plants2\bush\b_corylus.p3d", Bush),
        (r"ca\plants2\plant\p_urtica.p3d", Tuft),
        (r"ca\rocks2\r2_boulder1.p3d", Rock),
        (r"ca\structures\house\housev\housev_1i4.p3d", Building),
        (r"ca\structures\house\church_03\church_03.p3d", Church),
        (r"ca\structures\wall\wall_indcnc2_3.p3d", Wall),
        (r"ca\structures\wall\wall_indfnc_9.p3d", Fence),
        (r"ca\structures\wall\wall_wood1_5.p3d", Fence),
        (r"ca\structures\wall\gate_indvar2_5.p3d", Fence),
        (r"ca\structures\rail\tracke\track_e_25.p3d", RoadPart),
        (r"ca\structures\nav_pier\nav_pier_c.p3d", Pier),
        (r"ca\structures\ind\ind_stack_big.p3d", Tower),
        (r"ca\structures\ind\ind_sawmill\ind_sawmill.p3d", Industrial),
        (r"ca\structures\misc_powerlines\powerlines_wood1.p3d", Pole),
        (r"ca\misc2\barel4.p3d", Item),
        (r"ca\buildings2\barn_metal\barn_metal.p3d", Building),
        (r"ca\signs2\sign_bus.p3d", Pole),
        (r"ca\wheeled_e\wrecks\wreck_uaz.p3d", Vehicle),
        // Arma 3.
        (r"a3\plants_f\tree\t_piceaabies_2s_f.p3d", Conifer),
        (r"a3\plants_f\tree\t_oleae1s_f.p3d", Broadleaf),
        (r"a3\plants_f\tree\t_ficusb1s_f.p3d", Broadleaf),
        (r"a3\plants_f\bush\b_neriumo2d_f.p3d", Bush),
        (r"a3\rocks_f\blunt\bluntstone_01.p3d", Rock),
        (r"a3\rocks_f\sharp\sharprock_wallh.p3d", Rock),
        (r"a3\structures_f\households\house_big01\i_house_big_01_v1_f.p3d", Building),
        (r"a3\structures_f\households\slum\slum_house01_f.p3d", Building),
        (r"a3\structures_f\walls\stone_4m_f.p3d", Rock),
        (r"a3\structures_f\walls\city_4m_f.p3d", Wall),
        (r"a3\structures_f\walls\wired_fence_4m_f.p3d", Fence),
        (r"a3\structures_f\naval\piers\pier_f.p3d", Pier),
        (r"a3\structures_f\civ\lamps\lampshabby_f.p3d", Pole),
        (r"a3\structures_f\ind\windpowerplant\wpp_turbine_v1_f.p3d", Tower),
        (r"a3\structures_f\civ\chapels\chapel_small_v1_f.p3d", Church),
        (r"a3\structures_f\mil\cargo\cargo_tower_v1_f.p3d", Tower),
        (r"a3\structures_f\mil\bagfence\bagfence_long_f.p3d", Wall),
        (r"a3\roads_f\runway\runway_main_f.p3d", RoadPart),
        // DayZ.
        (r"dz\plants\tree\t_quercusrobur_3s.p3d", Broadleaf),
        (r"dz\plants\bush\b_betulahumilis_1s.p3d", Bush),
        (r"dz\plants\clutter\p_phragmites.p3d", Tuft),
        (r"dz\rocks\rock_bright_wallh2.p3d", Rock),
        (r"dz\structures\walls\wall_stoned.p3d", Wall),
        (r"dz\structures\walls\wall_indfnc_pole.p3d", Pole),
        (r"dz\structures\ruins\ruin_church.p3d", Ruin),
        (r"dz\structures\industrial\harbour\boathouse_piert.p3d", Pier),
        (r"dz\structures\industrial\harbour\boathouse.p3d", Building),
        (r"dz\structures\industrial\harbour\lighthouse.p3d", Tower),
        (r"dz\structures\industrial\power\power_pole_wood1_lamp.p3d", Pole),
        (r"dz\structures\residential\misc\misc_well_pump_yellow.p3d", Item),
        (r"dz\structures\roads\parts\kr_t_asf3_mud.p3d", RoadPart),
        (r"dz\structures\military\airfield\mil_atc_small.p3d", Tower),
        (r"dz\water\ponds\moss\pond_50x50_moss.p3d", Pond),
    ];
    let wrong: Vec<String> = paths
        .iter()
        .filter(|(path, kind)| Kind::from_path(path) != *kind)
        .map(|(path, kind)| format!("{path}: {:?}, not {kind:?}", Kind::from_path(path)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_word_inside_another_is_not_meant() {
    for path in ["x/wallflower.p3d", "x/poleax.p3d", "x/kerosene.p3d", "x/dubious.p3d", "x/lesson.p3d", ""] {
        assert_eq!(Kind::from_path(path), Kind::Unknown, "{path:?}");
    }
}

#[test]
fn the_map_decides_where_the_name_is_silent_and_refines_a_building() {
    let silent = Name::new(r"mod\qwx_17.p3d");
    assert_eq!(Kind::of(&silent, None), Kind::Unknown);
    assert_eq!(Kind::of(&silent, Some(4)), Kind::Building);
    assert_eq!(Kind::of(&silent, Some(22)), Kind::Unknown);
    let house = Name::new(r"mod\house_17.p3d");
    assert_eq!(Kind::of(&house, Some(8)), Kind::Church);
    assert_eq!(Kind::of(&house, Some(28)), Kind::Ruin);
    assert_eq!(Kind::of(&house, Some(0)), Kind::Building);
    let spruce = Name::new(r"mod\t_picea_17.p3d");
    assert_eq!(Kind::of(&spruce, Some(0)), Kind::Conifer);
}

#[test]
fn folders_speak_last() {
    assert_eq!(Kind::from_path(r"a3\plants_f\tree\qwx.p3d"), Kind::Broadleaf);
    assert_eq!(Kind::of(&Name::new(r"ca\structures\qwx.p3d"), Some(20)), Kind::Fence);
}

#[test]
fn any_text_has_a_kind() {
    for path in ["\u{17e}lu\u{165}ou\u{10d}k\u{fd}", "\\", ".p3d", "////", "1234567890", &"wall".repeat(4000)]
    {
        Kind::from_path(path);
    }
}
