//! Pictures for a page that draws them itself: cells as runs, each `[first, step, count]`, so that a picture of 512x512 is as
//! small as what it says.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{Axis, Grid, Label, Overlay, Panel, Picture, SvgStyle};

/// What stands for a cell that has no number, in runs.
const NONE: Option<i64> = None;

/// The largest number that JavaScript holds exactly.
const LARGEST_EXACT: i64 = (1 << 53) - 1;

impl Picture {
    /// The picture as runs of cells, with the colour of each tone that occurs.
    pub fn to_runs(&self, style: SvgStyle) -> Value {
        json!({
            "panels": self.panels.iter().map(|panel| of_panel(panel, style)).collect::<Vec<_>>(),
            "legend": self.legend,
            "notes": self.notes,
        })
    }
}

impl Panel {
    /// The colour of each tone that occurs.
    pub fn colours(&self, style: SvgStyle) -> Value {
        let colour = |tone: u32| {
            (tone.to_string(), style.palette.colour(style.theme, self.grid.scale, tone).to_string())
        };
        json!(self.grid.tones().into_iter().map(colour).collect::<BTreeMap<_, _>>())
    }
}

fn of_panel(panel: &Panel, style: SvgStyle) -> Value {
    let Panel { at: (row, column), title, sides, grid, overlays } = panel;
    let mut planes = Planes::default();
    for row in 0..grid.height() {
        for column in 0..grid.width() {
            planes.add(grid, row, column);
        }
    }
    let Planes { tones, numbers, threads, values, marks, texts, .. } = planes;
    json!({
        "row": row,
        "column": column,
        "title": title,
        "sides": sides.map(|(vertical, horizontal)| [vertical, horizontal]),
        "height": grid.height(),
        "width": grid.width(),
        "rows": grid.rows.as_ref().map(of_axis),
        "columns": of_axis(&grid.columns),
        "row_names": (!grid.row_names.is_empty()).then_some(&grid.row_names),
        "colours": panel.colours(style),
        "tones": tones.runs(),
        "numbers": numbers.told(),
        "threads": threads.told(),
        "values": values.told(),
        "marks": marks.told(),
        "texts": texts,
        "notes": grid.footer().collect::<Vec<_>>(),
        "overlays": overlays.iter().map(of_overlay).collect::<Vec<_>>(),
    })
}

fn of_axis(axis: &Axis) -> Value {
    json!({ "extent": axis.extent, "tiles": axis.tiles() })
}

fn of_overlay(overlay: &Overlay) -> Value {
    match overlay {
        Overlay::Path(cells) => json!({ "path": cells }),
        Overlay::Arrow { from, to, label } => json!({ "from": from, "to": to, "label": label }),
    }
}

/// What is said of each cell, by kind.
#[derive(Default)]
struct Planes {
    place: usize,
    tones: Runs,
    numbers: Runs,
    threads: Runs,
    values: Runs,
    /// Zero where a cell is not set off.
    marks: Runs,
    /// What is no number, by its place.
    texts: BTreeMap<String, String>,
}

impl Planes {
    fn add(&mut self, grid: &Grid, row: usize, column: usize) {
        let label = grid.label(row, column);
        let exact = |number: i64| number.unsigned_abs() <= LARGEST_EXACT.unsigned_abs();
        let (mut number, mut owner, mut text) = (NONE, None, None);
        match label {
            Label::Nothing => {}
            Label::Number(value) if exact(*value) => number = Some(*value),
            Label::Owners(owners) => match owners.as_ref() {
                [] => {}
                [only] => owner = Some(*only),
                _ => text = Some(label.text()),
            },
            Label::Number(_) | Label::Text(_) | Label::Overflow => text = Some(label.text()),
        }
        self.tones.push(grid.tone(row, column).map(i64::from));
        self.numbers.push(number);
        self.threads.push(owner.map(|owner| owner.thread));
        self.values.push(owner.map(|owner| owner.value));
        self.marks.push(Some(grid.marks(row, column).bits().into()).filter(|marks| *marks != 0));
        if let Some(text) = text {
            self.texts.insert(self.place.to_string(), text);
        }
        self.place += 1;
    }
}

/// Numbers in a row, as runs whose neighbours differ by one step.
#[derive(Default)]
struct Runs {
    done: Vec<(Option<i64>, i64, u32)>,
    says_something: bool,
}

impl Runs {
    fn push(&mut self, number: Option<i64>) {
        self.says_something |= number.is_some();
        if let Some((first, step, count)) = self.done.last_mut() {
            match (*first, number) {
                (None, None) => {
                    *count += 1;
                    return;
                }
                (Some(start), Some(number)) => {
                    if *count == 1
                        && let Some(new) = number.checked_sub(start)
                    {
                        *step = new;
                    }
                    let next = step.checked_mul(i64::from(*count)).and_then(|way| start.checked_add(way));
                    if next == Some(number) {
                        *count += 1;
                        return;
                    }
                }
                _ => {}
            }
        }
        self.done.push((number, 0, 1));
    }

    /// One list of numbers, three a run.
    fn runs(&self) -> Vec<Value> {
        self.done.iter().flat_map(|(first, step, count)| [json!(first), json!(step), json!(count)]).collect()
    }

    /// Nothing where no cell has a number.
    fn told(&self) -> Option<Vec<Value>> {
        self.says_something.then(|| self.runs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draw as _, Limits};

    fn runs(numbers: &[Option<i64>]) -> String {
        let mut runs = Runs::default();
        numbers.iter().for_each(|number| runs.push(*number));
        serde_json::to_string(&runs.runs()).expect("JSON")
    }

    #[test]
    fn numbers_that_go_up_by_one_step_are_one_run() {
        assert_eq!(runs(&[Some(0), Some(8), Some(16), Some(1), Some(9), Some(17)]), "[0,8,3,1,8,3]");
        assert_eq!(runs(&[Some(5), Some(5), None, None, Some(7)]), "[5,0,2,null,0,2,7,0,1]");
    }

    #[test]
    fn a_picture_of_262144_cells_is_small() {
        let layout: layout_algebra::Layout = "(512,512):(1,512)".parse().expect("a layout");
        let all = Limits::of(usize::MAX, usize::MAX);
        let told = Picture::of(layout.grid(all)).to_runs(SvgStyle::FILE).to_string();
        assert!(told.len() < 100_000, "{} bytes", told.len());
    }
}
