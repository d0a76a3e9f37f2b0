//! The tile schedulers of `cutlass.utils`: a tile of work has three coordinates, known at run time.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction, Runner},
    function::Callable,
    library::{Fields, unknown},
    object::Object,
    value::HostValue,
};

use layoutlens_library_cute::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family { method, fields, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.utils.StaticPersistentTileScheduler.create", scheduler),
    ("cutlass.utils.ClcDynamicPersistentTileScheduler.create", scheduler),
    ("cutlass.utils.WorkTileInfo", given_tile),
];

/// What hands out tiles of work.
const SCHEDULER: &str = "a tile scheduler";

/// What it hands out.
const TILE: &str = "a tile of work";

fn object(kind: &str, fields: BTreeMap<String, HostValue>) -> HostValue {
    HostValue::Object(Arc::new(Object { class: None, kind: kind.to_owned(), fields }))
}

fn scheduler(_: &Call<'_>) -> Outcome {
    Ok(Computed::plain(object(SCHEDULER, BTreeMap::new())))
}

/// Whether there is one more tile is not known.
fn work_tile(runner: &mut dyn Runner, _: &Call<'_>) -> Outcome {
    let along: Vec<HostValue> = (0..3).map(|_| HostValue::integer(&runner.nameless(0))).collect();
    let is_valid = HostValue::unknown("whether there is one more tile is known at run time");
    // The fields of one that is given: either may be at hand.
    let fields = WORK_TILE.iter().map(|(field, keyword, _)| {
        let value = if *keyword == "tile_idx" { HostValue::tuple(along.clone()) } else { is_valid.clone() };
        ((*field).to_owned(), value)
    });
    Ok(Computed::plain(object(TILE, fields.collect())))
}

/// `WorkTileInfo(tile_idx, is_valid_tile)`.
fn given_tile(call: &Call<'_>) -> Outcome {
    let given = WORK_TILE.iter().filter_map(|(field, keyword, place)| {
        Some(((*field).to_owned(), call.keyword_or(keyword, *place)?.clone()))
    });
    Ok(Computed::plain(object(TILE, given.collect())))
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    let HostValue::Object(object) = receiver else { return None };
    if object.kind != SCHEDULER {
        return None;
    }
    Some(match name {
        "initial_work_tile_info" | "get_current_work" => LibraryFunction::Asking(work_tile),
        "advance_to_next_work" | "prefetch_next_work" => {
            LibraryFunction::Plain(|_| Ok(Computed::plain(HostValue::Nothing)))
        }
        _ => LibraryFunction::Plain(|call| unknown(format!("what `{}` gives is not known", call.name))),
    })
}

/// `WorkTileInfo(tile_idx, is_valid_tile)`: properties, and the fields behind them.
const WORK_TILE: Fields = &[
    ("tile_idx", "tile_idx", 0),
    ("_tile_idx", "tile_idx", 0),
    ("is_valid_tile", "is_valid_tile", 1),
    ("_is_valid_tile", "is_valid_tile", 1),
];

fn fields(class: &HostValue) -> Option<Fields> {
    let HostValue::Callable(callable) = class else { return None };
    matches!(&**callable, Callable::Library { name, .. } if name.ends_with("WorkTileInfo"))
        .then_some(WORK_TILE)
}
