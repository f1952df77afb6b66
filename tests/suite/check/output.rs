//! What the command prints, and how it ends.

use std::fs;

use sward::check::RULES;
use sward::formats::xray::{SlotBounds, encode_details};

use super::super::command_line::{code, stderr, stdout, sward};
use super::{level, part, sound_texture};

/// A folder with a sound level, one with faults, and a broken one.
fn levels() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let sound = encode_details(&level(3)).unwrap();
    write("build_details.dds", &sound_texture());
    write("sound.details", &sound);
    write("cut.details", &sound[..sound.len() - 9]);
    let mut faulty = level(3);
    faulty.slots[7].parts[1] = part(40);
    for slot in &mut faulty.slots[8..18] {
        slot.bounds = SlotBounds::Quantised { base: 0, height: 0 };
    }
    write("faulty one.details", &encode_details(&faulty).unwrap());
    folder
}

#[test]
fn the_text_tells_file_code_place_and_what_to_do() {
    let folder = levels();
    let silent = sward(folder.path(), &["check", "sound.details"]);
    assert_eq!((code(&silent), stderr(&silent)), (0, ""));
    assert!(stdout(&silent).ends_with("\nno findings\n"), "{}", stdout(&silent));

    let faulty = sward(folder.path(), &["check", "faulty one.details"]);
    assert_eq!((code(&faulty), stderr(&faulty)), (0, ""));
    let lines: Vec<_> = stdout(&faulty).lines().collect();
    assert!(
        lines[0].starts_with(
            "faulty one.details: error[slot-without-model] slot 2, 1, part 1, model 40 (X 1, Y 1, Z 23)"
        ),
        "{}",
        lines[0]
    );
    assert!(lines[1].starts_with("    Empty the part"), "{}", lines[1]);
    assert_eq!(
        lines[2],
        "faulty one.details: note[phantom-slot] a used slot has no ground, so nothing grows there (10 times)"
    );
    assert_eq!(lines[3], "    at slot 3, 1 (X 3, Y -200, Z 23)");
    assert!(lines[9].starts_with("    and 4 more"), "{}", lines[9]);
    assert_eq!(lines.last(), Some(&"1 error, 1 note"));
    assert!(!stdout(&faulty).contains('\u{1b}'), "colours are for terminals");
}

#[test]
fn the_json_counts_by_severity_and_by_code() {
    let folder = levels();
    let output = sward(folder.path(), &["check", "faulty one.details", "cut.details", "--format", "json"]);
    assert_eq!(code(&output), 1);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["counts"], serde_json::json!({ "error": 2, "warning": 0, "note": 1 }));
    assert_eq!(
        json["codes"],
        serde_json::json!({ "damaged": 1, "phantom-slot": 10, "slot-without-model": 1 })
    );
    let first = &json["findings"][0];
    assert_eq!(
        (first["code"].as_str(), first["severity"].as_str()),
        (Some("slot-without-model"), Some("error"))
    );
    assert_eq!(first["places"][0]["slot"], serde_json::json!([2, 1]));
    assert_eq!(
        (first["places"][0]["part"].as_u64(), first["places"][0]["model"].as_u64()),
        (Some(1), Some(40))
    );
    assert_eq!(json["findings"][1]["places"].as_array().unwrap().len(), 10);
    assert_eq!(json["findings"][2]["file"], "cut.details");
}

#[test]
fn the_sarif_has_rules_results_and_locations() {
    let folder = levels();
    let output = sward(folder.path(), &["check", "faulty one.details", "cut.details", "--format", "sarif"]);
    assert_eq!(code(&output), 1);
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), RULES.len());
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(rule["defaultConfiguration"]["level"], result["level"]);
        assert!(result["message"]["text"].as_str().unwrap().contains(rule["help"]["text"].as_str().unwrap()));
    }
    let location = &results[0]["locations"][0];
    assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "faulty%20one.details");
    assert!(location["physicalLocation"]["region"]["byteOffset"].as_u64().unwrap() > 0);
    assert_eq!(location["logicalLocations"][0]["kind"], "slot");
    assert_eq!(results[1]["occurrenceCount"], 10);
}

#[test]
fn what_is_denied_ends_with_1_and_a_code_that_does_not_exist_with_64() {
    let folder = levels();
    let denied = |codes: &[&str]| {
        let mut args = vec!["check", "faulty one.details"];
        args.extend(codes.iter().flat_map(|code| ["--deny", code]));
        sward(folder.path(), &args)
    };
    assert_eq!(code(&denied(&["bad-index", "saturated-box"])), 0);
    for codes in [&["phantom-slot"][..], &["bad-index", "phantom-slot"], &["all"]] {
        let output = denied(codes);
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).starts_with("sward: found what --deny forbids: phantom-slot"), "{output:?}");
        assert!(stdout(&output).contains("note[phantom-slot]"));
    }
    assert_eq!(code(&sward(folder.path(), &["check", "sound.details", "--deny", "all"])), 0);
    let wrong = denied(&["fantom-slot"]);
    assert_eq!(code(&wrong), 64);
    assert!(stderr(&wrong).contains("'phantom-slot'"), "{}", stderr(&wrong));
    assert_eq!(code(&sward(folder.path(), &["check"])), 64);
}

#[test]
fn an_input_that_is_bad_is_told_and_the_others_are_checked() {
    let folder = levels();
    let output = sward(folder.path(), &["check", "nothing.wrp", "faulty one.details"]);
    assert_eq!(code(&output), 1);
    assert_eq!(stderr(&output), "sward: 1 of 2 inputs can't be checked\n");
    let text = stdout(&output);
    assert!(
        text.starts_with("nothing.wrp: error[unreadable] the file can't be read: there is no such file\n")
    );
    assert!(text.contains("note[phantom-slot]"));
}

#[test]
fn the_codes_are_listed_with_their_meaning() {
    let folder = tempfile::tempdir().unwrap();
    let output = sward(folder.path(), &["check", "--codes"]);
    assert_eq!((code(&output), stdout(&output).lines().count()), (0, 2 * RULES.len()));
    assert!(stdout(&output).lines().any(|line| line.starts_with("phantom-slot") && line.contains("note")));
    assert_eq!(code(&sward(folder.path(), &["check", "--codes", "a.wrp"])), 64);
}
