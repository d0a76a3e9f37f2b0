//! Layouts of scale factors in shared memory: `cutlass.utils.blockscaled_layout`.

use std::sync::Arc;

use layout_algebra::{IntTuple, Layout, TiledMma, smem::Major};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    object::Object,
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value};

use crate::dsl::{
    atom::{Types, typed},
    enumeration::{self, major},
    operand::{argument, modes, operand, operate},
};
use layoutlens_library_cute::{cute::hardware::tiled_mma, family::Family};

/// The names of this family.
pub(super) const FAMILY: Family = Family { member, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.utils.blockscaled_layout.BlockScaledBasicChunk", chunk),
    ("cutlass.utils.blockscaled_layout.tile_atom_to_shape_SF", tile_atom_to_shape),
    ("cutlass.utils.blockscaled_layout.make_smem_layout_sf", make_smem_layout),
    ("cutlass.utils.blockscaled_layout.make_smem_layout_sfa", |call| of_tensor_memory(call, true)),
    ("cutlass.utils.blockscaled_layout.make_smem_layout_sfb", |call| of_tensor_memory(call, false)),
    ("cutlass.utils.blockscaled_layout.make_tmem_layout_sfa", in_tensor_memory),
    ("cutlass.utils.blockscaled_layout.make_tmem_layout_sfb", in_tensor_memory),
    ("cutlass.utils.blockscaled_layout.sm120_make_smem_layout_sfa", |call| of_warps(call, 0)),
    ("cutlass.utils.blockscaled_layout.sm120_make_smem_layout_sfb", |call| of_warps(call, 1)),
];

/// The rows that one atom of scale factors serves.
const ROWS: i64 = 128;

/// The scale factors of a row that lie beside each other.
const FACTORS: i64 = 4;

/// `((32,4),(vector,4)):((16,4),(0,1))`: the factors of 128 rows, each for a vector of K.
fn atom(vector: i64) -> Result<Value, Refusal> {
    made(pair(pair(32, 4), pair(vector, FACTORS)), pair(pair(16, 4), pair(0, 1)))
}

/// The atom as an object, which has a layout.
const CHUNK: &str = "BlockScaledBasicChunk";

/// `BlockScaledBasicChunk(sf_vec_size, major_mode)`: of MN, the modes change their places.
fn chunk(call: &Call<'_>) -> Outcome {
    let vector = number(call, "sf_vec_size", 0)?;
    let major = match call.keyword_or("major_mode", 1) {
        Some(_) => major(argument(call, "major_mode", 1)?)?,
        None => Major::K,
    };
    let layout = match major {
        Major::K => atom(vector)?,
        Major::MN => {
            let rows_last = (pair(pair(vector, FACTORS), pair(32, 4)), pair(pair(0, 1), pair(16, 4)));
            made(rows_last.0, rows_last.1)?
        }
    };
    let mode = enumeration::value("OperandMajorMode", if major == Major::K { "K" } else { "MN" });
    let fields =
        [("layout", layout.into()), ("sf_vec_size", HostValue::static_int(vector)), ("major_mode", mode)];
    let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(Computed::plain(HostValue::Object(Arc::new(Object { class: None, kind: CHUNK.to_owned(), fields }))))
}

/// `chunk.layout`.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match receiver {
        HostValue::Object(object) if object.kind == CHUNK => object.fields.get(name).cloned(),
        _ => None,
    }
}

fn pair(first: impl Into<IntTuple>, second: impl Into<IntTuple>) -> IntTuple {
    IntTuple::Tuple(vec![first.into(), second.into()])
}

fn made(shape: IntTuple, stride: IntTuple) -> Result<Value, Refusal> {
    operate(Operation::MakeLayout, &[Value::ints(&shape), Value::ints(&stride)]).map(|made| made.value)
}

fn ints<const N: usize>(numbers: [i64; N]) -> Value {
    Value::ints(&numbers.into_iter().collect())
}

fn number(call: &Call<'_>, keyword: &str, index: usize) -> Result<i64, Refusal> {
    match argument(call, keyword, index)?.known_int() {
        Some(number) if number > 0 => Ok(number),
        _ => unknown(format!("`{keyword}` is not known")),
    }
}

/// `tile_atom_to_shape_SF(Shape, sf_vec_size)`: atoms that fill (M, K, L).
fn tile_atom_to_shape(call: &Call<'_>) -> Outcome {
    let shape = operand(argument(call, "Shape", 0)?)?;
    let operands = [atom(number(call, "sf_vec_size", 1)?)?, shape, ints([2, 1, 3])];
    operate(Operation::TileToShape, &operands).map(Computed::of)
}

/// The layout followed by its stages.
fn staged(layout: &Value, stages: i64) -> Outcome {
    let filtered = operate(Operation::FilterZeros, std::slice::from_ref(layout))?.value;
    let size = operate(Operation::Cosize, &[filtered])?.value;
    let stages = operate(Operation::MakeLayout, &[Value::int(stages), size])?.value;
    operate(Operation::Append, &[layout.clone(), stages]).map(Computed::of)
}

/// `make_smem_layout_sf(tile_shape, sf_vec_size, num_stages)`.
fn make_smem_layout(call: &Call<'_>) -> Outcome {
    let shape = operand(argument(call, "tile_shape", 0)?)?;
    let atom = atom(number(call, "sf_vec_size", 1)?)?;
    let tiled = operate(Operation::TileToShape, &[atom, shape, ints([2, 1])])?.value;
    staged(&tiled, number(call, "num_stages", 2)?)
}

/// The M, N and K of the tile.
fn tile(call: &Call<'_>, keyword: &str) -> Result<[i64; 3], Refusal> {
    match *modes(argument(call, keyword, 1)?)? {
        [m, n, k] => Ok([m, n, k]),
        _ => unknown("the tile of the MMA has three extents"),
    }
}

/// The next multiple of the rows of an atom.
fn rounded_up(extent: i64) -> Result<i64, Refusal> {
    match operate(Operation::RoundUp, &[Value::int(extent), Value::int(ROWS)])?.value.as_int() {
        Some(rounded) => Ok(rounded),
        None => unknown("the tile of the MMA is too large"),
    }
}

/// Runs with the MMA whose operands have scale factors.
fn with_mma(call: &Call<'_>, run: impl FnOnce(&TiledMma) -> Outcome) -> Outcome {
    let (value, types) = typed(argument(call, "tiled_mma", 0)?);
    match tiled_mma(&value) {
        Some(mma) if types != Types::EnoughForAccumulators => run(mma),
        _ => unknown("the tiled MMA is not known"),
    }
}

/// `make_smem_layout_sfa(tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages)`: (((128, rest), (vector, rest)), MMAs of M,
/// MMAs of K, stages).
fn of_tensor_memory(call: &Call<'_>, is_a: bool) -> Outcome {
    let [m, n, k] = tile(call, "mma_tiler_mnk")?;
    let (vector, stages) = (number(call, "sf_vec_size", 2)?, number(call, "num_stages", 3)?);
    with_mma(call, |mma| {
        let [instruction_m, instruction_n, instruction_k] = mma.atom().shape_mnk();
        let (rows, count) = match is_a {
            true => (m / mma.atom().thr_id().size(), m / instruction_m),
            false => (rounded_up(n)?, n / instruction_n),
        };
        let whole = operate(Operation::TileToShape, &[atom(vector)?, ints([rows, k]), ints([2, 1])])?.value;
        let part = operate(Operation::ShapeDiv, &[ints([rows, k]), ints([count, k / instruction_k])])?.value;
        let by_instruction = operate(Operation::TiledDivide, &[whole, part])?.value;
        let tiler = Value::ints(&IntTuple::Tuple(vec![[ROWS, vector].into_iter().collect()]));
        staged(&operate(Operation::LogicalDivide, &[by_instruction, tiler])?.value, stages)
    })
}

/// Elements of 8 bits from one lane of tensor memory to the next: 65536 columns of 32 bits.
const LANE: i64 = 65_536 * 4;

/// The lanes of a warp.
const LANES: i64 = 32;

/// `make_tmem_layout_sfa(tiled_mma, mma_tiler_mnk, sf_vec_size, smem_layout)`: the factors of 32 rows lie in 32 lanes, a
/// group of four for each group of rows, and each of the four warps has all of them.
fn in_tensor_memory(call: &Call<'_>) -> Outcome {
    let [m, ..] = tile(call, "mma_tiler_mnk")?;
    let vector = number(call, "sf_vec_size", 2)?;
    let smem = match operand(argument(call, "smem_layout", 3)?)? {
        Value::Layout(layout) => layout,
        _ => return unknown("the layout of the scale factors in shared memory is not known"),
    };
    with_mma(call, |mma| {
        let blocks = mma.atom().thr_id().size();
        if blocks == 2 && m / blocks == 64 {
            return unknown("the scale factors of two thread blocks with 64 rows each are not computed");
        }
        let Some((rows, factors, rest)) = parts_of_factors(&smem, vector) else {
            return unknown("the scale factors in shared memory have another form");
        };
        let groups = rows.checked_mul(4);
        let Some(groups) = groups else { return unknown("the tile of the MMA is too large") };
        let in_block = |leaf: i64| match leaf {
            // Factors of a row that lie beside each other do so here, too.
            near if near < FACTORS => Some(near),
            far if far % (ROWS * FACTORS) == 0 => Some(far / (ROWS * FACTORS) * FACTORS * groups),
            _ => None,
        };
        let factor_stride = match factors.rank() {
            // So the DSL says of a single one, too.
            1 => Some(IntTuple::Int(1)),
            _ => mapped(&factors.stride(), &in_block),
        };
        let (Some(factor_stride), Some(rest_stride)) = (factor_stride, mapped(&rest.stride(), &in_block))
        else {
            return unknown("the scale factors in shared memory have another form");
        };
        let shape = pair(pair(pair(LANES, groups), 4), pair(vector, factors.shape()));
        let stride = pair(pair(pair(LANE, FACTORS), LANE * LANES), pair(0, factor_stride));
        let shape = IntTuple::Tuple(vec![shape, 1.into(), rest.shape()]);
        let stride = IntTuple::Tuple(vec![stride, 0.into(), rest_stride]);
        made(shape, stride).map(|layout| Computed::of(layout.into()))
    })
}

/// The blocks of rows, the factors of an instruction's K, and the rest of K, of `((((32,4),rows),(vector,factors)),1,rest)`;
/// more factors than lie beside each other are `(4,groups)`.
fn parts_of_factors(smem: &Layout, vector: i64) -> Option<(i64, Layout, Layout)> {
    let [of_instruction, once, rest] = <[Layout; 3]>::try_from(smem.modes()).ok()?;
    let [rows, factors] = <[Layout; 2]>::try_from(of_instruction.modes()).ok()?;
    let [row, blocks] = <[Layout; 2]>::try_from(rows.modes()).ok()?;
    let [shared, own] = <[Layout; 2]>::try_from(factors.modes()).ok()?;
    let is_atom = row.to_string() == "(32,4):(16,4)" && shared.to_string() == format!("{vector}:0");
    let of_block = rows.mode(1).ok()?;
    let is_plain = once.size() == 1 && of_block.rank() == 1;
    (is_atom && is_plain).then(|| (blocks.size(), own, rest))
}

/// The tuple with each number replaced; `None` where one has no replacement.
fn mapped(tuple: &IntTuple, replace: &impl Fn(i64) -> Option<i64>) -> Option<IntTuple> {
    match tuple {
        IntTuple::Int(number) => replace(*number).map(IntTuple::Int),
        IntTuple::Tuple(modes) => {
            modes.iter().map(|mode| mapped(mode, replace)).collect::<Option<_>>().map(IntTuple::Tuple)
        }
    }
}

/// `sm120_make_smem_layout_sfa(tiled_mma, tile_shape_mnk, sf_vec_size, num_stages)`.
fn of_warps(call: &Call<'_>, mode: usize) -> Outcome {
    let tile = tile(call, "tile_shape_mnk")?;
    let (vector, stages) = (number(call, "sf_vec_size", 2)?, number(call, "num_stages", 3)?);
    let (Some(rows), [.., k]) = (tile.get(mode).copied(), tile) else {
        return unknown("the tile of the MMA has three extents");
    };
    with_mma(call, |mma| {
        let [.., instruction_k] = mma.atom().shape_mnk();
        let factors = instruction_k / vector;
        if rows % ROWS != 0 || factors == 0 || k % (FACTORS * factors) != 0 || k % vector != 0 {
            return unknown("this tile has no such scale factors");
        }
        let blocks = rows / ROWS;
        let shape_k = IntTuple::Tuple(vec![
            pair(vector, factors),
            (FACTORS / factors).into(),
            (k / vector / FACTORS).into(),
        ]);
        let stride_k = IntTuple::Tuple(vec![pair(0, 1), factors.into(), (blocks * ROWS * FACTORS).into()]);
        let shape = pair(pair(pair(32, 4), blocks), shape_k);
        let stride = pair(pair(pair(16, 4), ROWS * FACTORS), stride_k);
        staged(&made(shape, stride)?, stages)
    })
}
