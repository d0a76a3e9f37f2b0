//! `_` in the place of a whole tiler: the layout stays as it is (the `Underscore` case in CuTe's `layout.hpp`).

use layout_algebra::{self as algebra, IntTuple, Layout, Stride};

use super::{Arguments, Operation, Refusal, arguments::OperandLayout, columns::OnKeep, table::columns};
use crate::{Evaluated, Value, value::Leaf};

/// What the operation does with `_` as its tiler; `None` where its second operand is something else.
pub(super) fn run(operation: Operation, values: &[Value]) -> Option<Result<Evaluated, Refusal>> {
    let [layout, Value::Tuple(IntTuple::Int(Leaf::Keep))] = values else { return None };
    if !layout.is_layout() && !matches!(layout, Value::Tuple(_)) {
        return None;
    }
    let arguments = Arguments::new(operation.name(), values);
    let kept = match columns(operation).on_keep {
        OnKeep::AsOnLayouts => return None,
        OnKeep::Whole => Ok(layout.clone().into()),
        OnKeep::UnpackedRests => unpacked(&arguments, false),
        OnKeep::Unpacked => unpacked(&arguments, true),
    };
    let step = "`_` leaves the layout alone".to_owned();
    Some(kept.map(|evaluated: Evaluated| Evaluated { steps: vec![step], ..evaluated }))
}

/// The layout, read as (tiles, rests), with its rests unpacked, and its tiles too.
fn unpacked(arguments: &Arguments<'_>, with_tiles: bool) -> Result<Evaluated, Refusal> {
    fn unpack<D: Stride>(layout: &Layout<D>, with_tiles: bool) -> Result<Layout<D>, Refusal> {
        let [tiles, rests] = layout.modes().try_into().map_err(|_| not_a_pair(layout.rank()))?;
        let tiles = if with_tiles { tiles.modes() } else { vec![tiles] };
        Ok(algebra::Layout::from_modes(tiles.into_iter().chain(rests.modes()))?)
    }
    Ok(match arguments.any_layout(0)? {
        OperandLayout::Integer(layout) => Value::from(unpack(&layout, with_tiles)?).into(),
        OperandLayout::Coordinate(layout) => Value::from(unpack(&layout, with_tiles)?).into(),
        OperandLayout::Xor(layout) => Value::from(unpack(&layout, with_tiles)?).into(),
        OperandLayout::Symbolic { .. } => return Err(arguments.needs_numbers(0)),
    })
}

fn not_a_pair(rank: usize) -> Refusal {
    Refusal::Problem {
        argument: 0,
        code: crate::Code::RankMismatch,
        message: format!("with `_`, CuTe reads the layout as (tiles, rests), and this one has {rank} modes"),
    }
}
