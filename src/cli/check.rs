//! `sward check`: what is wrong or odd in files, as text for people or as JSON or SARIF for machines.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::IsTerminal;

use anyhow::anyhow;
use serde::Serialize;
use sward::check::{Checked, Finding, MOST_PLACES, Place, RULES, Rule, Severity, Skipped};
use sward::formats;
use sward::numbers::thousands;

use super::args::{ALL_CODES, Check, FindingsFormat};
use super::progress::Progress;
use super::{Failure, Outcome, escaped, sarif, scene};

/// Places of a finding that are told in the text.
const PLACES_TOLD: usize = 6;

/// The names of the fields are the keys of the JSON, and so a promise.
#[derive(Debug, Serialize)]
struct Report<'a> {
    findings: &'a [Finding],
    counts: Counts,
    /// How often each code was found.
    codes: BTreeMap<&'static str, u64>,
    skipped: &'a [Skipped],
}

/// What `--codes` tells programs.
#[derive(Debug, Serialize)]
struct Rules {
    rules: &'static [Rule],
}

/// Findings of each severity.
#[derive(Debug, Default, Serialize)]
struct Counts {
    error: usize,
    warning: usize,
    note: usize,
}

/// Runs the verb.
pub fn run(args: &Check) -> Outcome {
    if args.codes {
        let text = match args.format {
            FindingsFormat::Text => codes(),
            FindingsFormat::Json => json(&Rules { rules: RULES })?,
            FindingsFormat::Sarif => json(&sarif::log(&[], &[]))?,
        };
        return super::print(text.as_bytes());
    }
    let progress = Progress::new();
    let files = scene::read(&args.inputs)?;
    let mut inputs = Vec::with_capacity(files.files().len());
    for path in files.files() {
        progress.stage(format!("reading {}", path.display()));
        inputs.push(formats::open(path));
    }
    let bad = inputs.iter().filter(|input| input.is_err()).count();
    progress.stage("checking");
    let checked = sward::check::examine(inputs, &files.binds, args.clutter_at.unwrap_or_default());
    drop(progress);

    let text = match args.format {
        FindingsFormat::Text => text(&checked, has_colours()),
        FindingsFormat::Json => json(&report(&checked))?,
        FindingsFormat::Sarif => json(&sarif::log(&checked.findings, &checked.skipped))?,
    };
    super::print(text.as_bytes())?;
    verdict(args, checked, [bad, files.files().len()])
}

/// Whether the run ends well.
fn verdict(args: &Check, checked: Checked, [bad, all]: [usize; 2]) -> Outcome {
    let Checked { findings, conflict, .. } = checked;
    if bad > 0 {
        return Err(Failure::Input(anyhow!("{bad} of {all} inputs can't be checked")));
    }
    if let Some(conflict) = conflict {
        return Err(Failure::Input(conflict.into()));
    }
    let is_denied = |code: &str| args.deny.iter().any(|denied| denied == code || denied == ALL_CODES);
    let mut denied: Vec<&str> =
        findings.iter().map(|finding| finding.code).filter(|code| is_denied(code)).collect();
    denied.sort_unstable();
    denied.dedup();
    if denied.is_empty() {
        return Ok(());
    }
    Err(Failure::Input(anyhow!("found what --deny forbids: {}", denied.join(", "))))
}

fn report(checked: &Checked) -> Report<'_> {
    let Checked { findings, skipped, .. } = checked;
    let mut codes = BTreeMap::new();
    for finding in findings {
        *codes.entry(finding.code).or_insert(0) += finding.count;
    }
    Report { findings, counts: count(findings), codes, skipped }
}

fn count(findings: &[Finding]) -> Counts {
    let of = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    Counts { error: of(Severity::Error), warning: of(Severity::Warning), note: of(Severity::Note) }
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    let json = serde_json::to_string_pretty(value).map_err(|error| Failure::Environment(error.into()))?;
    Ok(json + "\n")
}

/// Colours are for a terminal, whose user doesn't ask for none: <https://no-color.org>.
pub(super) fn has_colours() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !refused
}

/// The findings, a few lines each, what was not checked, and a last line that counts the findings.
fn text(checked: &Checked, colours: bool) -> String {
    let Checked { findings, skipped, .. } = checked;
    let mut out = String::new();
    for finding in findings {
        tell(&mut out, finding, colours);
    }
    for Skipped { what, why } in skipped {
        let _ = writeln!(out, "not checked: {what}: {}", escaped(why)); // Writing to a String can't fail.
    }
    if findings.is_empty() {
        return out + "no findings\n";
    }
    let Counts { error, warning, note } = count(findings);
    let counts = [(error, "error"), (warning, "warning"), (note, "note")];
    let told: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}{}", if count == 1 { "" } else { "s" }))
        .collect();
    out + &told.join(", ") + "\n"
}

/// File, severity, code, place and message in one line; other places and the advice below it.
fn tell(out: &mut String, finding: &Finding, colours: bool) {
    let Finding { code, severity, file, message, advice, count, places } = finding;
    let [begin, end] = match (colours, severity) {
        (false, _) => ["", ""],
        (true, Severity::Error) => ["\x1b[1;31m", "\x1b[0m"],
        (true, Severity::Warning) => ["\x1b[1;33m", "\x1b[0m"],
        (true, Severity::Note) => ["\x1b[1;36m", "\x1b[0m"],
    };
    let severity = severity.name();
    let place = match places.first().map(label) {
        Some(place) if *count == 1 && !place.is_empty() => format!("{}: ", escaped(&place)),
        _ => String::new(),
    };
    let times = if *count > 1 { format!(" ({} times)", thousands(count)) } else { String::new() };
    // Writing to a String can't fail.
    let _ =
        writeln!(out, "{}: {begin}{severity}[{code}]{end} {place}{}{times}", escaped(file), escaped(message));
    if *count > 1 {
        for place in places.iter().take(PLACES_TOLD) {
            let detail = if place.detail.is_empty() { "" } else { ": " };
            let _ = writeln!(out, "    at {}", escaped(&format!("{}{detail}{}", label(place), place.detail)));
        }
        let more = count.saturating_sub(places.len().min(PLACES_TOLD) as u64);
        if more > 0 && !places.is_empty() {
            let where_to = if places.len() > PLACES_TOLD { "; --format json lists them" } else { "" };
            let first = if *count > MOST_PLACES as u64 {
                format!(", the first {MOST_PLACES}")
            } else {
                String::new()
            };
            let first = if where_to.is_empty() { String::new() } else { first };
            let _ = writeln!(out, "    and {} more{where_to}{first}", thousands(more));
        }
    }
    if !advice.is_empty() {
        let _ = writeln!(out, "    {advice}");
    }
}

/// A place in words, with its byte where that is known.
fn label(place: &Place) -> String {
    let words = place.to_string();
    match place.offset {
        Some(offset) if words.is_empty() => format!("byte {offset:#x}"),
        Some(offset) => format!("{words} at byte {offset:#x}"),
        None => words,
    }
}

/// The table of all kinds, two lines each.
fn codes() -> String {
    let width = RULES.iter().map(|rule| rule.code.len()).max().unwrap_or(0);
    let mut out = String::new();
    for rule in RULES {
        let _ = writeln!(out, "{:width$}  {:7}  {}", rule.code, rule.severity.name(), rule.title);
        let _ = writeln!(out, "{:width$}           {}", "", rule.advice);
    }
    out
}
