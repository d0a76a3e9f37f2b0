//! Copy atoms and tiled copies.

use layout_algebra::{
    self as algebra, Error, Layout, Part, Stride, TiledCopy, TiledMma,
    atom::copy::{CopyAtom, CopyTraits},
    explain,
    proof::Verdict,
    symbolic::{self as run_time, Integer, SymbolicLayout, SymbolicPart},
};

use super::{
    Arguments, Refusal,
    arguments::OperandLayout,
    columns::{Columns, OnSmem, Parameter, hardware, layout, tuple},
    symbolic::{Computed, Operands, judged_part},
    told::of_layout,
};
use crate::{Code, Evaluated, Hardware, Value};

const A_COPY_ATOM: &[&str] = &["atom is a copy operation of CuTe by its name, or Copy_Atom<operation,type>"];

const AN_ATOM_FITS: &[&str] = &["the copy atom's values divide what a thread holds of the operand"];

const A_COPY_THREAD_EXISTS: &[&str] =
    &["0 <= thread < threads of the copy", "the tile of the copy divides the tensor"];

pub(super) static COPY_ATOM_THR_ID: Columns =
    Columns::new(ATOM, |arguments| of_traits(arguments, CopyTraits::thr_id)).says(
        "the threads of a copy atom",
        A_COPY_ATOM,
        &["R maps a thread of the atom to one of the warp"],
    );

pub(super) static COPY_ATOM_SRC_BITS: Columns =
    Columns::new(ATOM, |arguments| of_traits(arguments, CopyTraits::src_layout)).says(
        "where an atom reads, in bits",
        A_COPY_ATOM,
        &["R maps (thread, bit) to a bit of the source"],
    );

pub(super) static COPY_ATOM_DST_BITS: Columns =
    Columns::new(ATOM, |arguments| of_traits(arguments, CopyTraits::dst_layout)).says(
        "where an atom writes, in bits",
        A_COPY_ATOM,
        &["R maps (thread, bit) to a bit of the destination"],
    );

pub(super) static COPY_ATOM_REF_BITS: Columns =
    Columns::new(ATOM, |arguments| of_traits(arguments, CopyTraits::ref_layout)).says(
        "the reference of an atom, in bits",
        A_COPY_ATOM,
        &["R is the layout of source or destination that the atom counts by"],
    );

pub(super) static MAKE_TILED_COPY: Columns =
    Columns::new(&[hardware("atom"), layout("threads"), layout("values")], make_tiled_copy).required(2).says(
        "a copy by threads that hold values of a tile each",
        &[
            "threads and values are layouts over the tile and number without gaps",
            "the values of a thread are a multiple of what the atom moves",
        ],
        &["tile = shape of threads times shape of values, mode by mode"],
    );

pub(super) static MAKE_TILED_COPY_A: Columns =
    Columns::new(ATOM_AND_MMA, |arguments| by_mma(arguments, algebra::make_tiled_copy_a)).says(
        "the copy whose threads hold operand A of a tiled MMA",
        AN_ATOM_FITS,
        &["partition_D of it fits partition_fragment_A, retiled"],
    );

pub(super) static MAKE_TILED_COPY_B: Columns =
    Columns::new(ATOM_AND_MMA, |arguments| by_mma(arguments, algebra::make_tiled_copy_b)).says(
        "the copy whose threads hold operand B of a tiled MMA",
        AN_ATOM_FITS,
        &["partition_D of it fits partition_fragment_B, retiled"],
    );

pub(super) static MAKE_TILED_COPY_C: Columns =
    Columns::new(ATOM_AND_MMA, |arguments| by_mma(arguments, algebra::make_tiled_copy_c)).says(
        "the copy whose threads hold the accumulators of a tiled MMA",
        AN_ATOM_FITS,
        &["retile_S(copy, accumulators) fits it"],
    );

pub(super) static MAKE_TILED_COPY_C_ATOM: Columns = Columns::new(ATOM_AND_MMA, make_tiled_copy_c_atom).says(
    "a copy of as many accumulators of a thread as one atom copies",
    AN_ATOM_FITS,
    &["its tile is the smallest one with that"],
);

pub(super) static MAKE_TILED_COPY_S: Columns =
    Columns::new(ATOM_AND_COPY, |arguments| by_copy(arguments, algebra::make_tiled_copy_s)).says(
        "the copy whose threads lie as the source of another",
        AN_ATOM_FITS,
        &["copy_layoutS_TV of both agree"],
    );

pub(super) static MAKE_TILED_COPY_D: Columns =
    Columns::new(ATOM_AND_COPY, |arguments| by_copy(arguments, algebra::make_tiled_copy_d)).says(
        "the copy whose threads lie as the destination of another",
        AN_ATOM_FITS,
        &["copy_layoutD_TV of both agree"],
    );

pub(super) static MAKE_COTILED_COPY: Columns =
    Columns::new(&[hardware("atom"), layout("atom_tv"), layout("data")], make_cotiled_copy).says(
        "a copy whose threads and values are offsets of the data",
        &["atom_tv maps (thread, value) to an offset that data reaches"],
        &["its tile is the smallest one of the data that holds all of them"],
    );

pub(super) static MAKE_TMEM_COPY: Columns = Columns::new(&[hardware("atom"), layout("data")], make_tmem_copy)
    .says(
        "four warps that load an accumulator from tensor memory, or store it",
        &["atom is a tensor memory operation", "data is the accumulator's layout there"],
        &["R has 128 threads"],
    );

pub(super) static COPY_LAYOUT_S_TV: Columns = Columns::new(COPY, |arguments| layout_tv(arguments, Side::Src))
    .says(
        "which element of the tile a thread reads",
        &["copy is a tiled copy"],
        &["R maps (thread, value) to the tile"],
    );

pub(super) static COPY_LAYOUT_D_TV: Columns = Columns::new(COPY, |arguments| layout_tv(arguments, Side::Dst))
    .says(
        "which element of the tile a thread writes",
        &["copy is a tiled copy"],
        &["R maps (thread, value) to the tile"],
    );

pub(super) static COPY_TILER_MN: Columns =
    Columns::new(COPY, |arguments| Ok(Value::ints(&tiled_copy(arguments, 0)?.tile_shape()).into())).says(
        "the shape of a tiled copy's tile",
        &["copy is a tiled copy"],
        &["R is a tuple of sizes"],
    );

pub(super) static PARTITION_S: Columns =
    Columns::new(COPY_THREAD_TENSOR, |arguments| partitioned(arguments, Side::Src))
        .for_one_thread()
        .on_smem(OnSmem::Domain)
        .on_names(|operands| run_time_part(operands, run_time::partition_source))
        .steps(|arguments| {
            let (copy, thread) = (tiled_copy(arguments, 0).ok()?, arguments.int(1));
            Some(of_layout!(arguments, 2, tensor => explain::partition_s(copy, &tensor, thread.ok()?)))
        })
        .method(2)
        .says(
            "what a thread reads",
            A_COPY_THREAD_EXISTS,
            &["R = ((values of an atom, atoms), rest of each mode)"],
        );

pub(super) static PARTITION_D: Columns =
    Columns::new(COPY_THREAD_TENSOR, |arguments| partitioned(arguments, Side::Dst))
        .for_one_thread()
        .on_smem(OnSmem::Domain)
        .on_names(|operands| run_time_part(operands, run_time::partition_destination))
        .steps(|arguments| {
            let (copy, thread) = (tiled_copy(arguments, 0).ok()?, arguments.int(1));
            Some(of_layout!(arguments, 2, tensor => explain::partition_d(copy, &tensor, thread.ok()?)))
        })
        .method(2)
        .says(
            "what a thread writes",
            A_COPY_THREAD_EXISTS,
            &["R = ((values of an atom, atoms), rest of each mode)"],
        );

pub(super) static TIDFRG_S: Columns = Columns::new(COPY_AND_TENSOR, |arguments| tidfrg(arguments, Side::Src))
    .steps(|arguments| {
        let copy = tiled_copy(arguments, 0).ok()?;
        Some(of_layout!(arguments, 1, tensor => explain::tidfrg_s(copy, &tensor)))
    })
    .says(
        "what all threads read",
        &["the tile of the copy divides the tensor"],
        &["R = (threads, (values, atoms), rest)"],
    );

pub(super) static TIDFRG_D: Columns = Columns::new(COPY_AND_TENSOR, |arguments| tidfrg(arguments, Side::Dst))
    .steps(|arguments| {
        let copy = tiled_copy(arguments, 0).ok()?;
        Some(of_layout!(arguments, 1, tensor => explain::tidfrg_d(copy, &tensor)))
    })
    .says(
        "what all threads write",
        &["the tile of the copy divides the tensor"],
        &["R = (threads, (values, atoms), rest)"],
    );

pub(super) static RETILE_S: Columns = Columns::new(COPY_AND_TENSOR, retile).method(1).says(
    "a fragment, regrouped as this copy reads it",
    &["the values of the copy divide the fragment"],
    &["R has the elements of the fragment"],
);

pub(super) static RETILE_D: Columns = Columns::new(COPY_AND_TENSOR, retile).method(1).says(
    "a fragment, regrouped as this copy writes it",
    &["the values of the copy divide the fragment"],
    &["R has the elements of the fragment"],
);

const ATOM: &[Parameter] = &[hardware("atom")];
const ATOM_AND_MMA: &[Parameter] = &[hardware("atom"), hardware("mma")];
const ATOM_AND_COPY: &[Parameter] = &[hardware("atom"), hardware("copy")];
const COPY: &[Parameter] = &[hardware("copy")];
const COPY_AND_TENSOR: &[Parameter] = &[hardware("copy"), layout("tensor")];
const COPY_THREAD_TENSOR: &[Parameter] = &[hardware("copy"), tuple("thread"), layout("tensor")];

#[derive(Clone, Copy)]
enum Side {
    Src,
    Dst,
}

fn operand<'v>(arguments: &Arguments<'v>, index: usize) -> Result<Option<&'v Hardware>, Refusal> {
    match arguments.value(index)? {
        Value::Hardware(hardware) => Ok(Some(hardware)),
        _ => Ok(None),
    }
}

fn copy_atom(arguments: &Arguments<'_>, index: usize) -> Result<CopyAtom, Refusal> {
    match operand(arguments, index)? {
        Some(Hardware::CopyAtom(atom)) => Ok(atom.clone()),
        Some(Hardware::CopyOperation(operation)) => Err(Refusal::Kind {
            argument: index,
            message: format!(
                "`{operation}` copies values of no type yet: write `Copy_Atom<{operation},half_t>`"
            ),
        }),
        _ => Err(arguments.kind(index, "a copy atom such as `Copy_Atom<UniversalCopy<uint128_t>,half_t>`")),
    }
}

fn tiled_copy<'v>(arguments: &Arguments<'v>, index: usize) -> Result<&'v TiledCopy, Refusal> {
    match operand(arguments, index)? {
        Some(Hardware::TiledCopy(copy)) => Ok(copy),
        _ => Err(arguments.kind(index, "a tiled copy, as `make_tiled_copy` gives one")),
    }
}

fn tiled_mma<'v>(arguments: &Arguments<'v>, index: usize) -> Result<&'v TiledMma, Refusal> {
    match operand(arguments, index)? {
        Some(Hardware::TiledMma(mma)) => Ok(mma),
        _ => Err(arguments.kind(index, "a tiled MMA, as `make_tiled_mma` gives one")),
    }
}

fn of_traits(arguments: &Arguments<'_>, layout: fn(&CopyTraits) -> &Layout) -> Result<Evaluated, Refusal> {
    let traits = match operand(arguments, 0)? {
        Some(Hardware::CopyOperation(operation)) => operation,
        Some(Hardware::CopyAtom(atom)) => atom.traits(),
        _ => return Err(arguments.kind(0, "a copy operation such as `SM75_U32x4_LDSM_N`")),
    };
    let steps = vec![format!("{}: {} ({})", traits.operation(), traits.instruction(), traits.header())];
    Ok(Evaluated { steps, ..Value::from(layout(traits).clone()).into() })
}

/// A tiled copy, its TV layout told.
fn made(copy: TiledCopy, verdict: Verdict) -> Evaluated {
    let steps = vec![
        format!("(thread, value) -> element of the tile: {}", copy.layout_tv()),
        format!("tile {}, {} threads of {} values", copy.tiler(), copy.threads(), copy.values()),
    ];
    Evaluated { verdict, steps, ..Value::from(Hardware::TiledCopy(copy)).into() }
}

fn make_tiled_copy(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (atom, threads) = (copy_atom(arguments, 0)?, arguments.layout(1)?);
    let values = match arguments.len() {
        3 => arguments.layout(2)?,
        _ => Layout::compact(algebra::IntTuple::Int(1))?,
    };
    let copy = algebra::make_tiled_copy(atom, &threads, &values)?;
    let verdict = copy.agrees_with(&threads, &values)?;
    Ok(made(copy, verdict))
}

fn by_mma(
    arguments: &Arguments<'_>,
    make: fn(CopyAtom, &TiledMma) -> Result<TiledCopy, Error>,
) -> Result<Evaluated, Refusal> {
    Ok(made(make(copy_atom(arguments, 0)?, tiled_mma(arguments, 1)?)?, Verdict::Proved))
}

fn make_tiled_copy_c_atom(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let mma = tiled_mma(arguments, 1)?;
    let copy = algebra::make_tiled_copy_c_atom(copy_atom(arguments, 0)?, mma)?;
    let [m, n, _] = mma.tile_shape()?;
    let tile = Layout::compact([m, n].into_iter().collect())?;
    let verdict = copy.agrees_with_offsets(&mma.layout_c_tv()?, &tile)?;
    Ok(made(copy, verdict))
}

fn by_copy(
    arguments: &Arguments<'_>,
    make: fn(CopyAtom, &TiledCopy) -> Result<TiledCopy, Error>,
) -> Result<Evaluated, Refusal> {
    Ok(made(make(copy_atom(arguments, 0)?, tiled_copy(arguments, 1)?)?, Verdict::Proved))
}

fn make_cotiled_copy(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (atom_tv, data) = (arguments.layout(1)?, arguments.layout(2)?);
    let copy = algebra::make_cotiled_copy(copy_atom(arguments, 0)?, &atom_tv, &data)?;
    let verdict = copy.agrees_with_offsets(&atom_tv, &data)?;
    Ok(made(copy, verdict))
}

fn make_tmem_copy(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let copy = algebra::make_tmem_copy(copy_atom(arguments, 0)?, &arguments.layout(1)?)?;
    Ok(made(copy, Verdict::Proved))
}

/// A TV layout is drawn over its tile.
fn layout_tv(arguments: &Arguments<'_>, side: Side) -> Result<Evaluated, Refusal> {
    let copy = tiled_copy(arguments, 0)?;
    let (layout, verdict) = match side {
        Side::Src => (copy.layout_s_tv()?, copy.verdict_s_tv()?),
        Side::Dst => (copy.layout_d_tv()?, copy.verdict_d_tv()?),
    };
    Ok(Evaluated { verdict, tile: Some(copy.tile_shape()), ..Value::from(layout).into() })
}

fn partitioned(arguments: &Arguments<'_>, side: Side) -> Result<Evaluated, Refusal> {
    let (copy, thread) = (tiled_copy(arguments, 0)?, arguments.int(1)?);
    if !(0..copy.threads()).contains(&thread) {
        return Err(Refusal::Problem {
            argument: 1,
            code: Code::Undefined,
            message: format!(
                "there is no thread {thread}: the copy has {} threads, counted from 0",
                copy.threads()
            ),
        });
    }
    match arguments.any_layout(2)? {
        OperandLayout::Integer(tensor) => part_of(copy, thread, &tensor, side),
        OperandLayout::Coordinate(tensor) => part_of(copy, thread, &tensor, side),
        _ => Err(arguments.needs_numbers(2)),
    }
}

/// The part of a run-time tensor that a thread holds; `None` where this is no tiled copy, or it has no such thread.
fn run_time_part(
    operands: &Operands<'_, '_>,
    cut: fn(&TiledCopy, &SymbolicLayout, &Integer) -> Result<run_time::proof::Answer<SymbolicPart>, Error>,
) -> Computed {
    let Value::Hardware(thing) = operands.given().value(0)? else { return Ok(None) };
    let (thread, tensor) = (operands.thread(1)?, operands.layout(2)?);
    let Hardware::TiledCopy(copy) = thing.as_ref() else { return Ok(None) };
    if thread.known().is_some_and(|thread| !(0..copy.threads()).contains(&thread)) {
        return Ok(None);
    }
    let run_time::proof::Answer { value: part, verdict } = cut(copy, &tensor, &thread)?;
    judged_part(operands, part, verdict).map(Some)
}

fn part_of<D: Stride>(
    copy: &TiledCopy,
    thread: i64,
    tensor: &Layout<D>,
    side: Side,
) -> Result<Evaluated, Refusal>
where
    Value: From<Layout<D>>,
{
    let (Part { layout, offset }, verdict) = match side {
        Side::Src => (copy.partition_s(tensor, thread)?, copy.verdict_s(tensor)?),
        Side::Dst => (copy.partition_d(tensor, thread)?, copy.verdict_d(tensor)?),
    };
    Ok(Evaluated { verdict, offset: Some(offset.to_string()), ..Value::from(layout).into() })
}

fn tidfrg(arguments: &Arguments<'_>, side: Side) -> Result<Evaluated, Refusal> {
    let (copy, tensor) = (tiled_copy(arguments, 0)?, arguments.layout(1)?);
    let (layout, verdict) = match side {
        Side::Src => (copy.tidfrg_s(&tensor)?, copy.verdict_s(&tensor)?),
        Side::Dst => (copy.tidfrg_d(&tensor)?, copy.verdict_d(&tensor)?),
    };
    Ok(Evaluated { verdict, ..Value::from(layout).into() })
}

fn retile(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (copy, fragment) = (tiled_copy(arguments, 0)?, arguments.layout(1)?);
    Ok(Value::from(copy.retile(&fragment)?).into())
}
