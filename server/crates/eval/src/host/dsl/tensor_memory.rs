//! Copies from tensor memory to registers that the DSL chooses or is asked about: `sm100_utils.get_tmem_load_op`.

use super::{
    enumeration::{member_name, value},
    operand::{argument, operand, operate, optional},
    tile_layout::width_known,
};
use crate::{
    Hardware, Value,
    host::{
        Call, CallArgument, Computed, HostValue, Interpreter, LibraryFunction,
        cute::hardware::hardware,
        library::{Outcome, unknown},
    },
    operation::Refusal,
};

pub(super) const FUNCTIONS: &[(&str, LibraryFunction)] = &[
    ("cutlass.utils.sm100.get_tmem_load_op", get_tmem_load_op),
    ("cutlass.utils.get_tmem_load_op", get_tmem_load_op),
    ("cutlass.utils.sm100.get_tmem_copy_properties", get_tmem_copy_properties),
    ("cutlass.cute.nvgpu.tcgen05.get_tmem_copy_properties", get_tmem_copy_properties),
];

/// The form of an instruction: lanes of a warp, bits of a lane.
type Form = (i64, i64);

/// `get_tmem_copy_properties(atom)`: lanes, bits, repetitions, and how it packs.
fn get_tmem_copy_properties(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let atom = match hardware(argument(call, "atom", 0)?) {
        Some(Hardware::CopyAtom(atom)) => atom,
        Some(Hardware::TiledCopy(copy)) => copy.atom(),
        _ => return unknown("this is no copy of tensor memory"),
    };
    let Some((lanes, bits, repetitions)) = properties(atom.traits().operation()) else {
        return unknown("this is no copy of tensor memory that neither packs nor unpacks");
    };
    let numbers = [lanes, bits, repetitions].map(HostValue::static_int);
    let pack = value("Pack", "NONE");
    Ok(Computed::plain(HostValue::tuple(numbers.into_iter().chain([pack]).collect())))
}

/// The numbers in `SM100_TMEM_LOAD_32dp32b16x`.
fn properties(name: &str) -> Option<(i64, i64, i64)> {
    let form = name.strip_prefix("SM100_TMEM_")?;
    let form = form.strip_prefix("LOAD_").or_else(|| form.strip_prefix("STORE_"))?;
    let (lanes, rest) = form.split_once("dp")?;
    let (bits, rest) = rest.split_once('b')?;
    let repetitions = rest.strip_suffix('x')?;
    Some((lanes.parse().ok()?, bits.parse().ok()?, repetitions.parse().ok()?))
}

/// `get_tmem_load_op(cta_tile_shape, layout_d, elem_ty_d, elem_ty_acc, epi_tile, use_2cta_instrs)`.
fn get_tmem_load_op(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let is_m_major = member_name(argument(call, "layout_d", 1)?, "LayoutEnum")? == "COL_MAJOR";
    let result = width_known(argument(call, "elem_ty_d", 2)?)?.bits;
    let accumulator = argument(call, "elem_ty_acc", 3)?;
    if width_known(accumulator)?.bits != 32 {
        return unknown("a load of packed accumulators is not computed");
    }
    let (lanes, columns) = warp_tile(call)?;
    let Some((lanes, bits)) = form(lanes, result, is_m_major) else {
        return unknown("the form of this load from tensor memory is not computed");
    };
    let Some(repetitions) = repetitions((lanes, bits), columns.saturating_mul(32)) else {
        return unknown("no repetition of the load fills the tile");
    };
    let path = format!("cutlass.cute.nvgpu.tcgen05.Ld{lanes}x{bits}bOp");
    let operation = run(interpreter, call, &path, &[HostValue::static_int(repetitions)])?;
    run(interpreter, call, "cutlass.cute.make_copy_atom", &[operation.value, accumulator.clone()])
}

/// Calls a function of the library by its path.
fn run(interpreter: &mut Interpreter<'_>, call: &Call<'_>, path: &str, arguments: &[HostValue]) -> Outcome {
    let Some(function) = super::module::function(path) else {
        return unknown(format!("{path} is not known"));
    };
    let given =
        |value: &HostValue| CallArgument { keyword: None, value: value.clone(), range: call.range.clone() };
    let arguments: Vec<CallArgument> = arguments.iter().map(given).collect();
    let inner =
        Call { name: path, receiver: None, template: &[], arguments: &arguments, range: call.range.clone() };
    function(interpreter, &inner)
}

/// The lanes and columns of the tile of the epilogue that one warp loads.
fn warp_tile(call: &Call<'_>) -> Result<(i64, i64), Refusal> {
    let rows = argument(call, "cta_tile_shape", 0)?.elements().and_then(|tile| tile.first()?.known_int());
    let (Some(rows), Some(is_pair)) = (rows, super::number::truth(argument(call, "use_2cta_instrs", 5)?))
    else {
        return unknown("the tile of the thread block is not known");
    };
    let warps = match optional(call, "tmem_warp_shape_mn", 6) {
        Some(warps) => operand(warps)?,
        None if rows == 64 && is_pair => Value::ints(&[2, 2].into_iter().collect()),
        None => Value::ints(&[4, 1].into_iter().collect()),
    };
    let tile = argument(call, "epi_tile", 4)?;
    let Some(modes) = tile.elements() else { return unknown("the tile of the epilogue is not known") };
    let sizes: Result<Vec<HostValue>, Refusal> =
        modes.iter().map(|mode| Ok(operate("size", &[operand(mode)?])?.value.into())).collect();
    let part = operate("shape_div", &[operand(&HostValue::tuple(sizes?))?, warps])?.value;
    match super::operand::modes(&part.into())?.as_slice() {
        [lanes, columns] => Ok((*lanes, *columns)),
        _ => unknown("the tile of the epilogue is not known"),
    }
}

/// The form for so many lanes and a result of this width, for accumulators of 32 bits.
fn form(lanes: i64, result: i64, is_m_major: bool) -> Option<Form> {
    match (lanes, result, is_m_major) {
        (16, 32, true) | (16, 16, _) | (16 | 32, 8, true) | (32, 16, true) => Some((16, 256)),
        (16, 32, false) => Some((16, 128)),
        (32, 32, _) | (32, 16 | 8, false) | (32, 6 | 4, _) => Some((32, 32)),
        _ => None,
    }
}

/// The most repetitions of the form that divide the columns.
fn repetitions(form: Form, column_bits: i64) -> Option<i64> {
    let most = match form {
        (32, 32) => 128,
        (16, 128) => 64,
        _ => 32,
    };
    let counts = [128, 64, 32, 16, 8, 4, 2, 1].into_iter().filter(|count| *count <= most);
    counts.into_iter().find(|count| column_bits % (form.1 * count) == 0)
}
