//! The options of a `run`, with names replaced by their values.

use layout_algebra::{TiledCopy, Tiler, TilerMode};
use layoutlens_host_value::problem::Problem;
use layoutlens_operation::{Code, Hardware, Value};
use layoutlens_syntax::RunOption;

use crate::evaluator::{Evaluator, Position};

/// The options by name, with their values as the statement takes them; the syntax has refused the names that there are
/// not. A tiled copy is its threads: a `tv` and, where none is stated, a `tile`.
pub(crate) fn option_values(
    options: &[RunOption],
    evaluator: &mut Evaluator<'_>,
) -> Result<Vec<(String, String)>, String> {
    let states_tile = options.iter().any(|option| option.name.text == "tile");
    let mut values = Vec::new();
    for option in options {
        let name = &option.name.text;
        if values.iter().any(|(known, _): &(String, String)| known == name) {
            let message = format!("the option {name} is given twice");
            evaluator.problems.push(Problem::new(
                option.name.range.clone(),
                Code::RunOption,
                message.clone(),
            ));
            return Err(message);
        }
        // What a kernel is made of must be known.
        let told = evaluator.problems.len();
        let value = evaluator.evaluate(&option.value, Position::Operand).value;
        match &value {
            Value::Unknown(unknown) => {
                if evaluator.problems.len() == told {
                    let message = format!("{name}: {}", unknown.reason);
                    let problem = Problem::new(option.value.range.clone(), Code::RunOption, message);
                    evaluator.problems.push(problem);
                }
                return Err(unknown.reason.clone());
            }
            Value::Hardware(thing) if name == "tv" => {
                let (layout, tile) = threads(thing).map_err(|reason| {
                    let message = format!("tv is {}: {reason}", thing.kind());
                    let problem = Problem::new(option.value.range.clone(), Code::RunOption, message.clone());
                    evaluator.problems.push(problem);
                    message
                })?;
                values.push((name.clone(), layout));
                if !states_tile {
                    values.push(("tile".to_owned(), tile));
                }
            }
            value => values.push((name.clone(), value.to_string())),
        }
    }
    Ok(values)
}

/// The thread-value layout and the tile of a tiled copy.
fn threads(thing: &Hardware) -> Result<(String, String), String> {
    let Hardware::TiledCopy(copy) = thing else {
        return Err("a thread-value layout, or a tiled copy, says which thread copies what".to_owned());
    };
    let sides = (copy.layout_s_tv(), copy.layout_d_tv());
    let (source, destination) = match sides {
        (Ok(source), Ok(destination)) => (source, destination),
        (Err(error), _) | (_, Err(error)) => return Err(error.to_string()),
    };
    if source != destination {
        return Err(format!(
            "its threads read as {source} and write as {destination}; only an instruction between shared memory and \
             registers does that"
        ));
    }
    if !cuts_boxes(copy) {
        return Err(format!("its tiler {} cuts out more than a box", copy.tiler()));
    }
    Ok((source.to_string(), copy.tile_shape().to_string()))
}

/// Whether the tile is so many neighbours along each mode.
fn cuts_boxes(copy: &TiledCopy) -> bool {
    let Tiler::ByMode(modes) = copy.tiler() else { return false };
    modes.iter().all(|mode| match mode {
        TilerMode::Size(_) => true,
        TilerMode::Layout(layout) => {
            layout.size() == 1 || matches!(layout_algebra::coalesce(layout).leaves(), [(_, 1)])
        }
        TilerMode::Keep | TilerMode::ByMode(_) => false,
    })
}
