//! What a bench shows, as the page is told it.

use layout_algebra::IntTuple;
use layoutlens_ide::{Bench, BenchPart, NoBench, Phases, Table, ThreadCells};
use layoutlens_render::{Limits, SvgStyle};
use serde_json::{Value, json};

/// The most characters of one text.
const LONGEST: usize = 20_000;

/// The answer about a layout, without what only a document has: range and fixes.
pub(crate) fn answer(bench: &Bench, style: SvgStyle) -> Value {
    let (picture, reason) = match &bench.picture {
        Ok(picture) => (Some(picture.to_runs(style)), None),
        Err(reason) => (None, Some(reason)),
    };
    json!({
        "name": bench.name,
        "value": shortened(&bench.value),
        "expression": bench.expression.as_deref().filter(|text| text.len() <= LONGEST),
        "condition": bench.condition,
        "supposed": bench.is_supposed,
        "verdict": bench.verdict,
        "facts": bench.facts.iter().map(|(name, text)| [*name, text]).collect::<Vec<_>>(),
        "operands": bench.operands.iter().map(part).collect::<Vec<_>>(),
        "steps": bench.steps.iter().map(part).collect::<Vec<_>>(),
        "notes": bench.notes,
        "others": bench.others,
        "modes": bench.modes.as_ref().map(modes),
        "reading": bench.reading,
        "kinds": bench.kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>(),
        "kind": bench.kind.name(),
        "picture": picture,
        "reason": reason,
        "text": text(bench),
        "thread": bench.thread.as_ref().map(thread),
        "phases": bench.phases.as_ref().map(phases),
        "table": bench.table.as_ref().map(table),
    })
}

/// Why there is nothing.
pub(crate) fn gone(reason: &NoBench) -> Value {
    json!({ "gone": reason.to_string() })
}

/// Where it stands in its document, its revision, and ways out of what is found there.
pub(crate) fn in_document(mut answer: Value, range: &Value, version: i32, fixes: &[Value]) -> Value {
    if let Some(object) = answer.as_object_mut() {
        object.insert("range".to_owned(), range.clone());
        object.insert("version".to_owned(), version.into());
        object.insert("fixes".to_owned(), fixes.into());
    }
    answer
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(" …".chars()).collect()
}

/// The picture as text, where it is one that can be read.
fn text(bench: &Bench) -> Option<String> {
    const MOST: usize = 64 * 64;
    let picture = bench.picture.as_ref().ok()?;
    let Limits { rows, columns, .. } = Limits::of(64, 64);
    let is_read =
        |panel: &layoutlens_render::Panel| panel.grid.height() <= rows && panel.grid.width() <= columns;
    (picture.cells() <= MOST && picture.panels.iter().all(is_read)).then(|| picture.to_text())
}

fn part(part: &BenchPart) -> Value {
    json!({ "text": part.text, "value": part.value, "expression": part.expression })
}

/// Each leaf `[extent, stride]`, each mode of several a list of them.
fn modes(modes: &IntTuple<(i64, String)>) -> Value {
    match modes {
        IntTuple::Int((extent, stride)) => json!({ "extent": extent, "stride": stride }),
        IntTuple::Tuple(parts) => parts.iter().map(self::modes).collect(),
    }
}

fn thread(cells: &ThreadCells) -> Value {
    let ThreadCells { thread, threads, operand, cells, more } = cells;
    json!({ "thread": thread, "threads": threads, "operand": operand, "cells": cells, "more": more })
}

fn phases(phases: &Phases) -> Value {
    let Phases { element_bits, vector, shown, each, wavefronts, is_of_code } = phases;
    json!({
        "elementBits": element_bits,
        "vector": vector,
        "shown": shown,
        "each": each,
        "wavefronts": wavefronts,
        "ofCode": is_of_code,
    })
}

fn table(table: &Table) -> Value {
    json!({ "size": table.size, "rows": table.rows, "hasMore": table.has_more })
}
