//! Copies from tensor memory to registers that the DSL chooses or is asked about: `sm100_utils.get_tmem_load_op`.

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Operation, Refusal, Value};

use crate::dsl::{
    copy_operation::atom_of,
    enumeration::{member_name, value},
    number,
    operand::{argument, operand, operate, optional},
    tile_layout::width_known,
};
use layoutlens_library_cute::cute::hardware::hardware;

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.utils.sm100.get_tmem_load_op", get_tmem_load_op),
    ("cutlass.utils.get_tmem_load_op", get_tmem_load_op),
    ("cutlass.utils.sm100.get_tmem_copy_properties", get_tmem_copy_properties),
    ("cutlass.cute.nvgpu.tcgen05.get_tmem_copy_properties", get_tmem_copy_properties),
    ("cutlass.cute.nvgpu.tcgen05.find_tmem_tensor_col_offset", column_offset),
    ("cutlass.cute.arch.get_max_tmem_alloc_cols", |call| of_architecture(call, |columns| columns)),
    ("cutlass.cute.arch.get_min_tmem_alloc_cols", |call| of_architecture(call, |_| LEAST_COLUMNS)),
    ("cutlass.utils.get_num_tmem_alloc_cols", allocated_columns),
    ("cutlass.utils.sm100.get_num_tmem_alloc_cols", allocated_columns),
];

/// The columns of tensor memory that most architectures have, and how few can be allocated.
const MOST_COLUMNS: i64 = 512;
const LEAST_COLUMNS: i64 = 32;

/// The architectures that the DSL takes there, and the columns that each has.
const WITH_TENSOR_MEMORY: [(&str, i64); 4] =
    [("sm_100", MOST_COLUMNS), ("sm_103", MOST_COLUMNS), ("sm_107", 576), ("sm_120", MOST_COLUMNS)];

/// `cute.arch.SM100_TMEM_CAPACITY_COLUMNS`.
pub(super) fn named(path: &str) -> Option<HostValue> {
    match path.strip_prefix("cutlass.cute.arch.SM100_TMEM_")? {
        "CAPACITY_COLUMNS" => Some(HostValue::static_int(MOST_COLUMNS)),
        "MIN_ALLOC_COLUMNS" => Some(HostValue::static_int(LEAST_COLUMNS)),
        _ => None,
    }
}

/// `get_max_tmem_alloc_cols(compute_capability)`.
fn of_architecture(call: &Call<'_>, of: impl FnOnce(i64) -> i64) -> Outcome {
    let known = match argument(call, "compute_capability", 0)? {
        HostValue::Text(name) => WITH_TENSOR_MEMORY.iter().find(|(known, _)| *known == &**name),
        _ => None,
    };
    match known {
        Some((_, columns)) => Ok(Computed::plain(HostValue::static_int(of(*columns)))),
        None => unknown("the DSL knows the tensor memory of sm_100, sm_103, sm_107 and sm_120 here"),
    }
}

/// `get_num_tmem_alloc_cols(tmem_tensors, rounding=True)`: the columns of all of them, as many as can be allocated at once.
fn allocated_columns(call: &Call<'_>) -> Outcome {
    let given = argument(call, "tmem_tensors", 0)?;
    let tensors = match given {
        HostValue::Tensor(_) => vec![given.clone()],
        given => match given.elements() {
            Some(tensors) => tensors.to_vec(),
            None => return unknown("which tensors are in tensor memory is not known"),
        },
    };
    let mut columns: i64 = 0;
    for tensor in &tensors {
        columns = columns.saturating_add(columns_of(tensor)?);
    }
    let rounds = match call.keyword_or("rounding", 1) {
        None => true,
        Some(value) => match number::truth(value) {
            Some(rounds) => rounds,
            None => return unknown("whether `rounding` holds is not known"),
        },
    };
    if rounds && columns > 0 {
        let columns_up = u64::try_from(columns).ok().and_then(u64::checked_next_power_of_two);
        columns = columns_up.and_then(|up| i64::try_from(up).ok()).unwrap_or(i64::MAX).max(LEAST_COLUMNS);
    }
    match (LEAST_COLUMNS..=MOST_COLUMNS).contains(&columns) {
        true => Ok(Computed::plain(HostValue::static_int(columns))),
        false => unknown(format!(
            "{columns} columns of tensor memory cannot be allocated: there are {MOST_COLUMNS}, and at least {LEAST_COLUMNS} are taken"
        )),
    }
}

/// `find_tmem_tensor_col_offset(tensor)`: the columns of 32 bits that the tensor takes.
fn column_offset(call: &Call<'_>) -> Outcome {
    columns_of(argument(call, "tmem_tensor", 0)?)
        .map(|columns| Computed::plain(HostValue::static_int(columns)))
}

fn columns_of(tensor: &HostValue) -> Result<i64, Refusal> {
    let HostValue::Tensor(tensor) = tensor else {
        return unknown("columns are of a tensor");
    };
    let bits = width_known(&tensor.element)?.bits;
    let columns =
        operate(Operation::Recast, &[tensor.layout.clone(), Value::int(bits), Value::int(32)])?.value;
    match operate(Operation::Cosize, &[columns])?.value.as_int() {
        Some(size) => Ok(size & COLUMNS),
        None => unknown("how many columns the tensor takes is known at run time only"),
    }
}

/// The bits of an address in tensor memory that say which column.
const COLUMNS: i64 = 0xFFFF;

/// The form of an instruction: lanes of a warp, bits of a lane.
type Form = (i64, i64);

/// `get_tmem_copy_properties(atom)`: lanes, bits, repetitions, and how it packs.
fn get_tmem_copy_properties(call: &Call<'_>) -> Outcome {
    let atom = match hardware(argument(call, "atom", 0)?) {
        Some(Hardware::CopyAtom(atom)) => atom,
        Some(Hardware::TiledCopy(copy)) => copy.atom(),
        _ => return unknown("this is no copy of tensor memory"),
    };
    let operation = atom.traits().operation();
    let Some((lanes, bits, repetitions, is_packed)) = properties(operation) else {
        return unknown("this is no copy of tensor memory");
    };
    let numbers = [lanes, bits, repetitions].map(HostValue::static_int);
    let pack = match (operation.contains("LOAD"), is_packed) {
        (true, false) => value("Pack", "NONE"),
        (true, true) => value("Pack", "PACK_16b_IN_32b"),
        (false, false) => value("Unpack", "NONE"),
        (false, true) => value("Unpack", "UNPACK_32b_IN_16b"),
    };
    Ok(Computed::plain(HostValue::tuple(numbers.into_iter().chain([pack]).collect())))
}

/// The numbers in `SM100_TMEM_LOAD_32dp32b16x`, and whether it packs.
pub(super) fn properties(name: &str) -> Option<(i64, i64, i64, bool)> {
    let form = name.strip_prefix("SM100_TMEM_")?;
    let form = form.strip_prefix("LOAD_").or_else(|| form.strip_prefix("STORE_"))?;
    let (lanes, rest) = form.split_once("dp")?;
    let (bits, rest) = rest.split_once('b')?;
    let (repetitions, packing) = rest.split_once('x')?;
    Some((lanes.parse().ok()?, bits.parse().ok()?, repetitions.parse().ok()?, !packing.is_empty()))
}

/// `get_tmem_load_op(cta_tile_shape, layout_d, elem_ty_d, elem_ty_acc, epi_tile, use_2cta_instrs)`.
fn get_tmem_load_op(call: &Call<'_>) -> Outcome {
    let is_m_major = member_name(argument(call, "layout_d", 1)?, "LayoutEnum")? == "COL_MAJOR";
    let result = width_known(argument(call, "elem_ty_d", 2)?)?.bits;
    let accumulator = argument(call, "elem_ty_acc", 3)?;
    let width = width_known(accumulator)?.bits;
    let (lanes, columns) = warp_tile(call)?;
    let form = match width {
        32 => form(lanes, result, is_m_major),
        16 if result == 16 => packed_form(lanes, is_m_major),
        _ => None,
    };
    let Some((lanes, bits)) = form else {
        return unknown("the form of this load from tensor memory is not computed");
    };
    let Some(repetitions) = repetitions((lanes, bits), columns.saturating_mul(width)) else {
        return unknown("no repetition of the load fills the tile");
    };
    let twice = if (lanes, bits) == (16, 32) { "x2" } else { "b" };
    let path = format!(
        "cutlass.cute.nvgpu.tcgen05.Ld{lanes}x{bits}{}{twice}Op",
        if twice == "b" { "" } else { "b" }
    );
    let pack = value("Pack", if width == 16 { "PACK_16b_IN_32b" } else { "NONE" });
    atom_of(call, &path, &[HostValue::static_int(repetitions), pack], accumulator)
}

/// The lanes and columns of the tile of the epilogue that one warp loads.
fn warp_tile(call: &Call<'_>) -> Result<(i64, i64), Refusal> {
    let rows = argument(call, "cta_tile_shape", 0)?.elements().and_then(|tile| tile.first()?.known_int());
    let (Some(rows), Some(is_pair)) = (rows, number::truth(argument(call, "use_2cta_instrs", 5)?)) else {
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
        modes.iter().map(|mode| Ok(operate(Operation::Size, &[operand(mode)?])?.value.into())).collect();
    let part = operate(Operation::ShapeDiv, &[operand(&HostValue::tuple(sizes?))?, warps])?.value;
    match crate::dsl::operand::modes(&part.into())?.as_slice() {
        [lanes, columns] => Ok((*lanes, *columns)),
        _ => unknown("the tile of the epilogue is not known"),
    }
}

/// The form for so many lanes and a result of this width, for accumulators of 32 bits.
fn form(lanes: i64, result: i64, is_m_major: bool) -> Option<Form> {
    match (lanes, result, is_m_major) {
        (16, 32, true) | (16, 16, _) | (16 | 32, 8, true) | (32, 16, true) => Some((16, 256)),
        (16, 32, false) => Some((16, 128)),
        (16, 8, false) => Some((16, 32)),
        (32, 32, _) | (32, 16 | 8, false) | (32, 6 | 4, _) => Some((32, 32)),
        _ => None,
    }
}

/// The form for so many lanes, for accumulators and results of 16 bits.
fn packed_form(lanes: i64, is_m_major: bool) -> Option<Form> {
    match (lanes, is_m_major) {
        (16, _) | (32, true) => Some((16, 128)),
        (32, false) => Some((32, 32)),
        _ => None,
    }
}

/// The most repetitions of the form that divide the columns.
fn repetitions(form: Form, column_bits: i64) -> Option<i64> {
    // The instruction of 16 lanes and 32 bits reads two runs of columns.
    let (most, bits) = match form {
        (32, 32) => (128, 32),
        (16, 32) => (128, 64),
        (16, 128) => (64, 128),
        (_, bits) => (32, bits),
    };
    let counts = [128, 64, 32, 16, 8, 4, 2, 1].into_iter().filter(|count| *count <= most);
    counts.into_iter().find(|count| column_bits % (bits * count) == 0)
}
