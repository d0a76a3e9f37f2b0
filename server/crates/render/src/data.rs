//! Pictures as data: a JSON object with the cells, and what their colours stand for.

use serde_json::{Value, json};

use crate::{Axis, Grid, Label, Marks, Overlay, Panel, Picture, Scale};

impl Picture {
    /// The picture as a JSON object.
    pub fn to_json(&self) -> Value {
        json!({
            "panels": self.panels.iter().map(panel).collect::<Vec<_>>(),
            "legend": self.legend,
            "notes": self.notes,
        })
    }
}

fn panel(panel: &Panel) -> Value {
    let Panel { at: (row, column), title, sides, grid, overlays } = panel;
    json!({
        "row": row,
        "column": column,
        "title": title,
        "sides": sides.map(|(vertical, horizontal)| [vertical, horizontal]),
        "rows": grid.rows.as_ref().map(axis),
        "columns": axis(&grid.columns),
        "row_names": (!grid.row_names.is_empty()).then_some(&grid.row_names),
        "colour": scale(grid.scale),
        "cells": (0..grid.height()).map(|row| cells(grid, row)).collect::<Vec<_>>(),
        "notes": grid.footer().collect::<Vec<_>>(),
        "overlays": overlays.iter().map(overlay).collect::<Vec<_>>(),
    })
}

fn axis(axis: &Axis) -> Value {
    json!({ "extent": axis.extent, "shown": axis.shown, "tiles": axis.tiles() })
}

/// A row of cells; a number or a text where nothing else is said of one.
fn cells(grid: &Grid, row: usize) -> Vec<Value> {
    (0..grid.width())
        .map(|column| {
            let mut cell = json!({ "tone": grid.tone(row, column) });
            let value = match grid.label(row, column) {
                Label::Nothing => None,
                Label::Number(number) => Some(("value", json!(number))),
                Label::Text(text) => Some(("value", json!(text))),
                Label::Overflow => Some(("value", Value::Null)),
                Label::Owners(owners) => Some((
                    "owners",
                    owners
                        .iter()
                        .map(|owner| json!({ "thread": owner.thread, "value": owner.value }))
                        .collect(),
                )),
            };
            let marks = grid.marks(row, column);
            let named = [
                (Marks::SHARED, "shared"),
                (Marks::CONFLICT, "conflict"),
                (Marks::CHOSEN, "chosen"),
                (Marks::UNUSED, "unused"),
            ];
            let named =
                named.into_iter().filter(|(mark, _)| marks.has(*mark)).map(|(_, name)| (name, json!(true)));
            if let Some(object) = cell.as_object_mut() {
                object.extend(value.into_iter().chain(named).map(|(name, value)| (name.to_owned(), value)));
            }
            cell
        })
        .collect()
}

fn scale(scale: Scale) -> &'static str {
    match scale {
        Scale::Cycle => "cycle",
        Scale::Banks => "bank",
        Scale::Threads | Scale::Lanes => "thread",
        Scale::Ramp => "ramp",
        Scale::Chosen => "chosen",
    }
}

fn overlay(overlay: &Overlay) -> Value {
    match overlay {
        Overlay::Path(cells) => json!({ "path": cells }),
        Overlay::Arrow { from, to, label } => json!({ "from": from, "to": to, "label": label }),
    }
}
