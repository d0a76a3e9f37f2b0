//! MMA atoms and tiled MMAs.

use layout_algebra::{
    AnyLayout, Error, ErrorKind, IntTuple, Layout, MmaOperand, Part, Stride, TiledMma, TilerMode,
    atom::{
        mma::MmaAtom,
        tmem::{Admissibility, LANE_STRIDE, TmemInstruction, admissible as is_admissible},
    },
    explain,
    proof::Answer,
    symbolic as run_time,
};

use super::{
    Arguments, Refusal,
    arguments::OperandLayout,
    columns::{Columns, OnSmem, Parameter, hardware, layout, tiler, tuple},
    symbolic::{Computed, Operands, judged_part},
    told::of_layout,
};
use crate::{Evaluated, Hardware, Value, literal};

const AN_MMA_ATOM: &[&str] = &["atom is an MMA atom of CuTe, SM61 to SM120, by its name"];

const A_THREAD_EXISTS: &[&str] =
    &["0 <= thread < size(mma)", "the tensor has a mode for each mode of the operand"];

pub(super) static MMA_ATOM_SHAPE_MNK: Columns = Columns::new(ATOM, |arguments| {
    Ok(Value::ints(&atom(arguments)?.shape_mnk().into_iter().collect()).into())
})
.says("the shape of an MMA atom", AN_MMA_ATOM, &["R = (M,N,K)"]);

pub(super) static MMA_ATOM_THR_ID: Columns = Columns::new(ATOM, |arguments| {
    Ok(told(atom(arguments)?, Value::from(atom(arguments)?.thr_id().clone()).into()))
})
.says("the threads of an MMA atom", AN_MMA_ATOM, &["R maps a thread of the atom to one of the warp"]);

pub(super) static MMA_ATOM_LAYOUT_A: Columns =
    Columns::new(ATOM, |arguments| atom_layout(arguments, MmaOperand::A)).says(
        "which element of A a thread of the atom holds",
        AN_MMA_ATOM,
        &["R maps (thread, value) to (M,K)"],
    );

pub(super) static MMA_ATOM_LAYOUT_B: Columns =
    Columns::new(ATOM, |arguments| atom_layout(arguments, MmaOperand::B)).says(
        "which element of B a thread of the atom holds",
        AN_MMA_ATOM,
        &["R maps (thread, value) to (N,K)"],
    );

pub(super) static MMA_ATOM_LAYOUT_C: Columns =
    Columns::new(ATOM, |arguments| atom_layout(arguments, MmaOperand::C)).says(
        "which element of C a thread of the atom holds",
        AN_MMA_ATOM,
        &["R maps (thread, value) to (M,N)"],
    );

pub(super) static MAKE_TILED_MMA: Columns =
    Columns::new(&[hardware("atom"), layout("atoms"), tiler("permutation")], make_tiled_mma)
        .required(1)
        .says(
            "an MMA atom, repeated over (M,N,K)",
            &[
                "atoms is a layout of rank 3 at most",
                "permutation is a tiler by mode of M, N and K; the atoms' tile divides it",
            ],
            &["size(R) is the threads: those of the atom times size(atoms)"],
        );

pub(super) static MMA_THR_LAYOUT_VMNK: Columns =
    Columns::new(MMA, |arguments| Ok(Value::from(tiled_mma(arguments)?.thr_layout_vmnk().clone()).into()))
        .says("the threads of a tiled MMA", &["mma is a tiled MMA"], &["R maps (V,M,N,K) to a thread"]);

pub(super) static MMA_TILE_SHAPE: Columns = Columns::new(MMA, |arguments| {
    Ok(Value::ints(&tiled_mma(arguments)?.tile_shape()?.into_iter().collect()).into())
})
.says("the tile of a tiled MMA", &["mma is a tiled MMA"], &["R = (M,N,K)"]);

pub(super) static MMA_LAYOUT_A_TV: Columns =
    Columns::new(MMA, |arguments| layout_tv(arguments, MmaOperand::A)).says(
        "which element of A a thread holds",
        &["mma is a tiled MMA"],
        &["R maps (thread, value) to the tile (M,K)"],
    );

pub(super) static MMA_LAYOUT_B_TV: Columns =
    Columns::new(MMA, |arguments| layout_tv(arguments, MmaOperand::B)).says(
        "which element of B a thread holds",
        &["mma is a tiled MMA"],
        &["R maps (thread, value) to the tile (N,K)"],
    );

pub(super) static MMA_LAYOUT_C_TV: Columns =
    Columns::new(MMA, |arguments| layout_tv(arguments, MmaOperand::C)).says(
        "which element of C a thread holds",
        &["mma is a tiled MMA"],
        &["R maps (thread, value) to the tile (M,N)"],
    );

/// What each thread of the MMA has of a tensor.
macro_rules! thrfrg {
    ($operand:expr) => {
        Columns::new(MMA_TENSOR, |arguments| thrfrg(arguments, $operand)).steps(|arguments| {
            let mma = tiled_mma(arguments).ok()?;
            Some(of_layout!(arguments, 1, tensor => explain::thrfrg(&mma, $operand, &tensor)))
        })
    };
}

pub(super) static THRFRG_A: Columns = thrfrg!(MmaOperand::A).says(
    "an operand as (threads, values)",
    &["the tile of the MMA divides the tensor"],
    &["R = ((ThrV,(ThrX,ThrY)),(FrgV,(RestX,RestY)))"],
);

pub(super) static THRFRG_B: Columns = thrfrg!(MmaOperand::B).says_as(&THRFRG_A);

pub(super) static THRFRG_C: Columns = thrfrg!(MmaOperand::C).says_as(&THRFRG_A);

/// What one thread of the MMA has of a tensor.
macro_rules! partition {
    ($operand:expr) => {
        Columns::new(MMA_THREAD_TENSOR, |arguments| partition(arguments, $operand))
            .for_one_thread()
            .on_smem(OnSmem::Domain)
            .on_names(|operands| run_time_part(operands, $operand))
            .steps(|arguments| {
                let (mma, thread) = (tiled_mma(arguments).ok()?, arguments.int(1).ok()?);
                Some(of_layout!(arguments, 2, tensor => explain::partition(&mma, $operand, &tensor, thread)))
            })
    };
}

pub(super) static PARTITION_A: Columns = partition!(MmaOperand::A).method(2).says(
    "a thread's part of A, (M,K)",
    A_THREAD_EXISTS,
    &["R = (MMA,MMA_M,MMA_K)"],
);

pub(super) static PARTITION_B: Columns = partition!(MmaOperand::B).method(2).says(
    "a thread's part of B, (N,K)",
    A_THREAD_EXISTS,
    &["R = (MMA,MMA_N,MMA_K)"],
);

pub(super) static PARTITION_C: Columns = partition!(MmaOperand::C).method(2).says(
    "a thread's part of C, (M,N)",
    A_THREAD_EXISTS,
    &["R = (MMA,MMA_M,MMA_N)"],
);

pub(super) static PARTITION_SHAPE_A: Columns =
    Columns::new(MMA_SHAPE, |arguments| partition_shape(arguments, MmaOperand::A)).says(
        "the shape of each thread's part",
        &["the tile of the MMA divides the shape"],
        &["R = (MMA,MMA_X,MMA_Y)"],
    );

pub(super) static PARTITION_SHAPE_B: Columns =
    Columns::new(MMA_SHAPE, |arguments| partition_shape(arguments, MmaOperand::B))
        .says_as(&PARTITION_SHAPE_A);

pub(super) static PARTITION_SHAPE_C: Columns =
    Columns::new(MMA_SHAPE, |arguments| partition_shape(arguments, MmaOperand::C))
        .says_as(&PARTITION_SHAPE_A);

pub(super) static PARTITION_FRAGMENT_A: Columns =
    Columns::new(MMA_THREAD_TENSOR, |arguments| fragment(arguments, MmaOperand::A)).for_one_thread().method(2).says("the layout of a thread's own registers for an operand",
                A_THREAD_EXISTS,
                &[
                    "R has the shape of the thread's part, and is compact; descriptors and tensor memory have layouts of their own",
                ]);

pub(super) static PARTITION_FRAGMENT_B: Columns =
    Columns::new(MMA_THREAD_TENSOR, |arguments| fragment(arguments, MmaOperand::B))
        .for_one_thread()
        .method(2)
        .says_as(&PARTITION_FRAGMENT_A);

pub(super) static PARTITION_FRAGMENT_C: Columns =
    Columns::new(MMA_THREAD_TENSOR, |arguments| fragment(arguments, MmaOperand::C))
        .for_one_thread()
        .method(2)
        .says_as(&PARTITION_FRAGMENT_A);

pub(super) static TMEM_ACCESS: Columns = Columns::new(&[hardware("instruction")], tmem_access).says(
    "which addresses of tensor memory an instruction accesses",
    &["instruction is SM100_TMEM_LOAD_.. or SM100_TMEM_STORE_.."],
    &["R maps (column, (lane, warp)) to an address of 32-bit columns, lanes 65536 apart"],
);

pub(super) static ADMISSIBLE: Columns = Columns::new(&[layout("data"), hardware("instruction")], admissible)
    .says(
        "whether data in tensor memory holds every address that an instruction accesses",
        &["data is a layout in tensor memory"],
        &["true or false"],
    );

const ATOM: &[Parameter] = &[hardware("atom")];
const MMA: &[Parameter] = &[hardware("mma")];
const MMA_TENSOR: &[Parameter] = &[hardware("mma"), layout("tensor")];
const MMA_SHAPE: &[Parameter] = &[hardware("mma"), tuple("shape")];
const MMA_THREAD_TENSOR: &[Parameter] = &[hardware("mma"), tuple("thread"), layout("tensor")];

/// The first operand as an atom; a tiled MMA stands for its own.
fn atom<'v>(arguments: &Arguments<'v>) -> Result<&'v MmaAtom, Refusal> {
    match arguments.value(0)? {
        Value::Hardware(thing) => match thing.as_ref() {
            Hardware::MmaAtom(atom) => Ok(atom),
            Hardware::TiledMma(mma) => Ok(mma.atom()),
            _ => Err(arguments.kind(0, "an MMA atom such as `SM80_16x8x16_F32F16F16F32_TN`")),
        },
        _ => Err(arguments.kind(0, "an MMA atom such as `SM80_16x8x16_F32F16F16F32_TN`")),
    }
}

/// The first operand as a tiled MMA; an atom alone is one atom.
fn tiled_mma(arguments: &Arguments<'_>) -> Result<TiledMma, Refusal> {
    match arguments.value(0)? {
        Value::Hardware(thing) => match thing.as_ref() {
            Hardware::TiledMma(mma) => Ok(mma.clone()),
            Hardware::MmaAtom(atom) => Ok(one_atom(atom)?),
            _ => Err(arguments.kind(0, "a tiled MMA, as `make_tiled_mma` gives one")),
        },
        _ => Err(arguments.kind(0, "a tiled MMA, as `make_tiled_mma` gives one")),
    }
}

/// `make_tiled_mma(atom)`.
fn one_atom(atom: &MmaAtom) -> Result<TiledMma, Error> {
    let ones: IntTuple = [1; 3].into_iter().collect();
    TiledMma::new(atom.clone(), &Layout::compact(ones)?, &[])
}

/// A value and what is known of the atom that it comes from.
fn told(atom: &MmaAtom, evaluated: Evaluated) -> Evaluated {
    Evaluated { notes: atom.knowledge().into_iter().map(str::to_owned).collect(), ..evaluated }
}

/// The sizes of the operand's two modes among M, N and K.
fn modes([m, n, k]: [i64; 3], operand: MmaOperand) -> IntTuple {
    let modes = match operand {
        MmaOperand::A => [m, k],
        MmaOperand::B => [n, k],
        MmaOperand::C => [m, n],
    };
    modes.into_iter().collect()
}

fn atom_layout(arguments: &Arguments<'_>, operand: MmaOperand) -> Result<Evaluated, Refusal> {
    let atom = atom(arguments)?;
    let layout = match operand {
        MmaOperand::A => atom.layout_a(),
        MmaOperand::B => atom.layout_b(),
        MmaOperand::C => atom.layout_c(),
    };
    let steps = vec![format!("{atom}: {} ({})", atom.ptx(), atom.header())];
    let tile = Some(modes(atom.shape_mnk(), operand));
    Ok(told(atom, Evaluated { steps, tile, ..Value::from(layout.clone()).into() }))
}

fn make_tiled_mma(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let atom = atom(arguments)?;
    let mma = match arguments.len() {
        1 => one_atom(atom)?,
        _ => TiledMma::new(atom.clone(), &arguments.layout(1)?, &permutation(arguments)?)?,
    };
    let [m, n, k] = mma.tile_shape()?;
    let steps = vec![
        format!("(V,M,N,K) -> thread: {}", mma.thr_layout_vmnk()),
        format!("tile ({m},{n},{k}), {} threads", mma.thr_size()),
    ];
    Ok(told(atom, Evaluated { steps, ..Value::from(Hardware::TiledMma(mma)).into() }))
}

/// The permutation of M, N and K; a tuple is a by-mode tiler.
fn permutation(arguments: &Arguments<'_>) -> Result<Vec<TilerMode>, Refusal> {
    if arguments.len() < 3 {
        return Ok(Vec::new());
    }
    match arguments.value(2)? {
        Value::Tiler(modes) => Ok(modes.clone()),
        Value::Tuple(tuple) => match literal::tuple_mode(tuple)? {
            TilerMode::ByMode(modes) => Ok(modes),
            mode @ (TilerMode::Keep | TilerMode::Size(_)) => Ok(vec![mode]),
            _ => Err(arguments.kind(2, "a by-mode tiler such as `<32,32,16>`")),
        },
        // CuTe appends to three modes what is no tuple: a layout is that of M.
        Value::Layout(layout) => Ok(vec![TilerMode::Layout(layout.as_ref().clone())]),
        _ => Err(arguments.kind(2, "a by-mode tiler such as `<32,32,16>`")),
    }
}

/// A TV layout is drawn over its tile.
fn layout_tv(arguments: &Arguments<'_>, operand: MmaOperand) -> Result<Evaluated, Refusal> {
    let mma = tiled_mma(arguments)?;
    let (layout, verdict) = (mma.layout_tv(operand)?, mma.coverage(operand)?);
    let tile = Some(modes(mma.tile_shape()?, operand));
    Ok(told(mma.atom(), Evaluated { verdict, tile, ..Value::from(layout).into() }))
}

fn thrfrg(arguments: &Arguments<'_>, operand: MmaOperand) -> Result<Evaluated, Refusal> {
    let (mma, tensor) = (tiled_mma(arguments)?, arguments.layout(1)?);
    let (layout, verdict) = (mma.thrfrg(operand, &tensor)?, mma.verdict(operand, &tensor)?);
    Ok(told(mma.atom(), Evaluated { verdict, ..Value::from(layout).into() }))
}

fn partition(arguments: &Arguments<'_>, operand: MmaOperand) -> Result<Evaluated, Refusal> {
    let (mma, thread) = (tiled_mma(arguments)?, thread(arguments)?);
    let swizzled: Option<AnyLayout> = match arguments.value(2)? {
        Value::Composed(composed) => Some(composed.as_ref().clone().into()),
        Value::Chain(chain) => Some(chain.clone().into()),
        _ => None,
    };
    if let Some(tensor) = swizzled {
        let Answer { value: (layout, offset), verdict } = mma.partition_composed(operand, &tensor, thread)?;
        let offset = Some(offset.to_string());
        return Ok(told(mma.atom(), Evaluated { verdict, offset, ..Value::from(layout).into() }));
    }
    match arguments.any_layout(2)? {
        OperandLayout::Integer(tensor) => part_of(&mma, thread, &tensor, operand),
        OperandLayout::Coordinate(tensor) => part_of(&mma, thread, &tensor, operand),
        _ => Err(arguments.needs_numbers(2)),
    }
}

/// The thread index: CuTe wraps what is beyond the threads, so only a negative one has no meaning.
fn thread(arguments: &Arguments<'_>) -> Result<i64, Refusal> {
    let thread = arguments.int(1)?;
    match thread {
        0.. => Ok(thread),
        _ => Err(Refusal::Problem {
            argument: 1,
            code: crate::Code::Undefined,
            message: format!("there is no thread {thread}; threads are counted from 0"),
        }),
    }
}

fn part_of<D: Stride>(
    mma: &TiledMma,
    thread: i64,
    tensor: &Layout<D>,
    operand: MmaOperand,
) -> Result<Evaluated, Refusal>
where
    Value: From<Layout<D>>,
{
    let Part { layout, offset } = mma.partition(operand, tensor, thread)?;
    let verdict = mma.verdict(operand, tensor)?;
    let offset = Some(offset.to_string());
    Ok(told(mma.atom(), Evaluated { verdict, offset, ..Value::from(layout).into() }))
}

/// The part of a run-time tensor that a thread holds; `None` where this is no tiled MMA, or the thread is negative.
fn run_time_part(operands: &Operands<'_, '_>, operand: MmaOperand) -> Computed {
    let Value::Hardware(thing) = operands.given().value(0)? else { return Ok(None) };
    let (thread, tensor) = (operands.thread(1)?, operands.layout(2)?);
    let Hardware::TiledMma(mma) = thing.as_ref() else { return Ok(None) };
    if thread.known().is_some_and(|thread| !(0..i64::MAX).contains(&thread)) {
        return Ok(None);
    }
    let run_time::proof::Answer { value: part, verdict } =
        run_time::partition_mma(mma, operand, &tensor, &thread)?;
    judged_part(operands, part, verdict).map(Some)
}

fn partition_shape(arguments: &Arguments<'_>, operand: MmaOperand) -> Result<Evaluated, Refusal> {
    let (mma, shape) = (tiled_mma(arguments)?, arguments.tuple(1)?);
    Ok(told(mma.atom(), Value::ints(&mma.partition_shape(operand, &shape)?).into()))
}

fn fragment(arguments: &Arguments<'_>, operand: MmaOperand) -> Result<Evaluated, Refusal> {
    let (mma, thread, tensor) = (tiled_mma(arguments)?, thread(arguments)?, arguments.layout(2)?);
    match mma.partition_fragment(operand, &tensor, thread) {
        Ok(layout) => {
            let verdict = mma.verdict(operand, &tensor)?;
            Ok(told(mma.atom(), Evaluated { verdict, ..Value::from(layout).into() }))
        }
        // CuTe has descriptors there, which are no layouts.
        Err(error) if matches!(error.kind(), ErrorKind::AtomArguments { .. }) => {
            Err(Refusal::Unknown(error.to_string()))
        }
        Err(error) => Err(error.into()),
    }
}

fn instruction<'v>(arguments: &Arguments<'v>, index: usize) -> Result<&'v TmemInstruction, Refusal> {
    if let Value::Hardware(thing) = arguments.value(index)?
        && let Hardware::TmemInstruction(instruction) = thing.as_ref()
    {
        return Ok(instruction);
    }
    Err(arguments.kind(index, "an instruction on tensor memory such as `SM100_TMEM_LOAD_32dp32b1x`"))
}

fn tmem_access(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let instruction = instruction(arguments, 0)?;
    let steps = vec![
        format!("{instruction}: {}", instruction.ptx()),
        "(column of 32 bits, (lane, warp)) -> address in tensor memory".to_owned(),
    ];
    Ok(Evaluated { steps, ..Value::from(instruction.access_layout(LANE_STRIDE)?).into() })
}

fn admissible(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (data, instruction) = (arguments.layout(0)?, instruction(arguments, 1)?);
    let access = instruction.access_layout(LANE_STRIDE)?;
    let (holds, reason) = match is_admissible(&data, &access)? {
        Admissibility::Admissible { coordinates } => {
            (true, format!("{instruction} accesses the data at the coordinates {coordinates}"))
        }
        Admissibility::Missing { at, offset } => (
            false,
            format!("{instruction} accesses address {offset} (at {at}), which the data does not have"),
        ),
        Admissibility::Unlocated { at } => {
            let reason =
                format!("the left inverse of {data} does not say where address {} lies", access.at(at)?);
            return Err(Refusal::Unknown(reason));
        }
    };
    Ok(Evaluated { steps: vec![reason], ..Value::Bool(holds).into() })
}
