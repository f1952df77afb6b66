//! What the decoders themselves say: the warnings of a file that was opened, and the error of one that was not.

use std::path::Path;

use super::places::Places;
use super::{Finding, Place, Report, rules, told};
use crate::formats::bytes::Warnings;
use crate::formats::{OpenError, OpenErrorKind};

/// The finding of a file that can't be opened.
pub(super) fn unreadable(error: &OpenError) -> Finding {
    let (code, places) = match error.source.as_ref() {
        OpenErrorKind::Read(_) => ("unreadable", Vec::new()),
        OpenErrorKind::Foreign { .. } => ("not-opened", Vec::new()),
        OpenErrorKind::Unknown { .. } => ("unknown-file", Vec::new()),
        OpenErrorKind::Format(format) => {
            let field = Some(format.field.clone().into_owned());
            (format.code, vec![Place { field, offset: Some(format.offset), ..Place::default() }])
        }
    };
    let rule = rules::of(code);
    let message = match error.source.as_ref() {
        // These are whole sentences but for their beginning.
        kind @ (OpenErrorKind::Foreign { .. } | OpenErrorKind::Unknown { .. }) => format!("the file {kind}"),
        kind => told(rule.title, &kind.to_string()),
    };
    Finding {
        code,
        severity: rule.severity,
        file: error.path.display().to_string(),
        message,
        advice: rule.advice,
        count: 1,
        places,
    }
}

/// The report of a file that was found beside an input and can't be used.
pub(super) fn broken(code: &'static str, path: &Path, error: &OpenErrorKind) -> Report {
    let place = match error {
        OpenErrorKind::Format(format) => Place {
            field: Some(format.field.clone().into_owned()),
            offset: Some(format.offset),
            detail: format!("found {}, expected {}", format.found, format.expected),
            ..Place::default()
        },
        other => Place { detail: other.to_string(), ..Place::default() },
    };
    let mut report = Report::of(path);
    report.add(code, Places::once(place));
    report
}

/// Adds the warnings of a decoder. Where a finding of the same kind is there already, which knows all places, only the
/// byte offset of its first one is taken over.
pub(super) fn warnings(warnings: &Warnings, report: &mut Report) {
    for warning in warnings {
        if let Some(known) = report.findings.iter_mut().find(|finding| finding.code == warning.kind) {
            if let Some(first) = known.places.first_mut() {
                first.offset = first.offset.or(Some(warning.offset));
            }
            continue;
        }
        let rule = rules::of(warning.kind);
        report.findings.push(Finding {
            code: warning.kind,
            severity: rule.severity,
            file: report.file.clone(),
            message: told(rule.title, &warning.message),
            advice: rule.advice,
            count: warning.count,
            places: vec![Place {
                field: Some(warning.field.clone()),
                offset: Some(warning.offset),
                ..Place::default()
            }],
        });
    }
}
