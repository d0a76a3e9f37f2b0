//! Which warpgroup operation CuTe takes for a tile (`GMMA::ss_op_selector`, `GMMA::rs_op_selector` in
//! `mma_sm90.hpp`).

use layout_algebra::atom::{element::ElementType, mma::MmaAtom};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::{operate, refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Hardware, Operation, Value};

use crate::cute::{hardware::operand, spelling};

/// The sizes of N from the largest on, as far as CuTe has them without `CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED`.
const SIZES_OF_N: [i64; 8] = [256, 192, 128, 96, 64, 32, 16, 8];

/// `GMMA::ss_op_selector<A, B, C, TileShape_MNK, MajorA, MajorB>()`: the widest operation that divides the tile.
pub(super) fn op_selector(call: &Call<'_>) -> Outcome {
    let [a, b, c, tile, majors @ ..] = call.template else {
        return unknown(format!("{} without its template arguments is not computed", call.name));
    };
    refuse_unknown(call.template)?;
    let tile_n = operate(Operation::Size, &[operand(tile)?, Value::int(1)])?.value;
    let Some(tile_n) = tile_n.as_int() else { return unknown("the tile of the operation is not known") };
    let Some(n) = widest(tile_n) else {
        return unknown(format!("which operation CuTe takes for N {tile_n} depends on a macro"));
    };
    let (Some(bits), Some(types)) = (bits(a), [c, a, b].map(token).into_iter().collect::<Option<String>>())
    else {
        return unknown("the element types of the operation are not known");
    };
    let source = if call.name.ends_with("rs_op_selector") { "RS" } else { "SS" };
    // Only operations of 16 bits have majors; the others want K in front.
    let name = match bits {
        16 => spelling::specialized(&format!("SM90_64x{n}x16_{types}_{source}"), majors),
        _ => format!("SM90_64x{n}x{}_{types}_{source}_TN", 256 / bits),
    };
    match MmaAtom::find(&name) {
        Ok(atom) => Ok(Computed::plain(Value::from(Hardware::MmaAtom(atom)))),
        Err(error) => unknown(error.to_string()),
    }
}

/// The largest N that divides the tile's, if it is the same with and without the macro.
fn widest(tile_n: i64) -> Option<i64> {
    let divides = |n: &i64| tile_n > 0 && tile_n % n == 0;
    let extended = (1..=32).rev().map(|eights| 8 * eights).find(divides)?;
    SIZES_OF_N.contains(&extended).then_some(extended)
}

fn bits(element: &HostValue) -> Option<i64> {
    spelling::type_name(element).and_then(|name| ElementType::find(&name)).map(|element| element.bits)
}

/// How the names of operations spell an element type. CUDA's own types are no types of operands.
fn token(element: &HostValue) -> Option<&'static str> {
    let name = spelling::type_name(element)?;
    ElementType::of_cutlass(if name == "int" { "int32_t" } else { &name })?.mma_token()
}
