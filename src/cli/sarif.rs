//! Findings as SARIF 2.1.0, the format of code scanners (OASIS standard).

use serde_json::{Value, json};
use sward::check::{Finding, Place, RULES, Severity, Skipped};

/// The whole log: one run with all rules, a result a finding, and a notification for what was not checked.
pub fn log(findings: &[Finding], skipped: &[Skipped]) -> Value {
    let notifications: Vec<Value> = skipped
        .iter()
        .map(|Skipped { what, why }| {
            json!({ "level": "note", "message": { "text": format!("Not checked: {what}: {why}.") } })
        })
        .collect();
    let rules: Vec<Value> = RULES
        .iter()
        .map(|rule| {
            json!({
                "id": rule.code,
                "shortDescription": { "text": sentence(rule.title) },
                "help": { "text": rule.advice },
                "defaultConfiguration": { "level": level(rule.severity) },
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "Sward", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notifications }],
            "results": findings.iter().map(result).collect::<Vec<_>>(),
            "columnKind": "unicodeCodePoints",
        }],
    })
}

fn result(finding: &Finding) -> Value {
    let file = json!({ "artifactLocation": { "uri": uri(&finding.file) } });
    let locations: Vec<Value> = match finding.places.as_slice() {
        [] => vec![json!({ "physicalLocation": file })],
        places => places.iter().map(|place| location(&finding.file, place)).collect(),
    };
    let mut result = json!({
        "ruleId": finding.code,
        "level": level(finding.severity),
        "message": { "text": format!("{} {}", sentence(&finding.message), finding.advice).trim_end() },
        "locations": locations,
        "occurrenceCount": finding.count,
    });
    if let Some(index) = RULES.iter().position(|rule| rule.code == finding.code) {
        result["ruleIndex"] = index.into();
    }
    result
}

/// One place: the file with a byte where that is known, and the slot, model, object ... as a logical location.
fn location(file: &str, place: &Place) -> Value {
    let mut location = json!({ "physicalLocation": { "artifactLocation": { "uri": uri(file) } } });
    if let Some(offset) = place.offset {
        location["physicalLocation"]["region"] = json!({ "byteOffset": offset });
    }
    let name = place.to_string();
    if !name.is_empty() {
        location["logicalLocations"] = json!([{ "name": name, "kind": kind(place) }]);
    }
    if !place.detail.is_empty() {
        location["message"] = json!({ "text": place.detail });
    }
    location
}

/// What a place is; the standard leaves other words than its own to the tool.
fn kind(place: &Place) -> &'static str {
    match place {
        Place { slot: Some(_), .. } => "slot",
        Place { object: Some(_), .. } => "object",
        Place { entity: Some(_), .. } => "entity",
        Place { road: Some(_), .. } => "road",
        Place { peak: Some(_), .. } => "peak",
        Place { land: Some(_), .. } => "land cell",
        Place { elevation: Some(_), .. } => "elevation",
        Place { material: Some(_), .. } => "material",
        Place { model: Some(_), .. } => "model",
        _ => "field",
    }
}

fn level(severity: Severity) -> &'static str {
    severity.name() // The standard has the same three names.
}

/// With a capital and a full stop, as the standard wants messages.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), characters.as_str()),
        None => String::new(),
    }
}

/// A path as a URI reference: relative ones stay relative.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into())
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}
