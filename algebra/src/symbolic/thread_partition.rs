//! The part of a run-time tensor that a thread of a tiled MMA or a tiled copy holds (`partition_A`, `partition_S` and
//! their kin in `mma_atom.hpp` and `copy_atom.hpp`). The atoms are static, so only the tensor and the thread are not.

use super::partition::{SymbolicPart, open, thread_coordinate};
use super::slice::{SymbolicIndex, slice, slice_offset};
use super::{Integer, SymbolicLayout, SymbolicTiler, coordinates::crd2idx, proof};
use crate::tiled_copy::Side;
use crate::{Error, ErrorKind, IntTuple, MmaOperand, TiledCopy, TiledMma};
use proof::{Answer, Verdict};

/// The elements of a tensor of the operand that thread `thread` holds: (FrgV,RestM,RestN,..), where they begin, and when
/// the divides behind it are right.
///
/// # Errors
/// Those of [`zipped_divide`](super::zipped_divide) and [`composition_tiler`](super::composition_tiler).
///
/// ```
/// use layout_algebra::symbolic::{Integer, SymbolicLayout, partition_mma};
/// use layout_algebra::{MmaOperand, TiledMma};
///
/// let mma = TiledMma::from_description("SM80_16x8x16_F32F16F16F32_TN;thr=(2,2,1)")?;
/// let tensor: SymbolicLayout = "(128,128):(ldc,1)".parse()?;
/// let part = partition_mma(&mma, MmaOperand::C, &tensor, &Integer::Static(33))?;
/// assert_eq!(part.value.layout.to_string(), "((2,2),4,8):((1,8*ldc),32*ldc,16)");
/// assert_eq!(part.value.offset.to_string(), "16*ldc+2");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn partition_mma(
    mma: &TiledMma,
    operand: MmaOperand,
    tensor: &SymbolicLayout,
    thread: &Integer,
) -> Result<Answer<SymbolicPart>, Error> {
    let Answer { value: divided, verdict } = thrfrg(mma, operand, tensor)?;
    let [first, second] = operand.modes();
    let mut vmnk = Vec::new();
    for mode in SymbolicLayout::from(mma.thr_layout_vmnk()).modes() {
        let index = crd2idx(&thread_coordinate(&mode, thread)?, &mode.shape())?;
        vmnk.push(IntTuple::Int(SymbolicIndex::At(index)));
    }
    let at = |mode: usize| {
        let index = i64::try_from(mode).unwrap_or(i64::MAX);
        let none = || Error::new("partition", ErrorKind::NoSuchMode { index, rank: vmnk.len() });
        vmnk.get(mode).cloned().ok_or_else(none)
    };
    let thread = IntTuple::Tuple(vec![at(0)?, IntTuple::Tuple(vec![at(first + 1)?, at(second + 1)?])]);
    let all = IntTuple::Int(SymbolicIndex::All);
    let rests = divided.mode(1)?.mode(1)?.rank();
    let values = IntTuple::Tuple(vec![all.clone(), IntTuple::Tuple(vec![all; rests])]);
    part(&divided, &IntTuple::Tuple(vec![thread, values]), verdict)
}

/// A tensor (M,N,..) of the operand as ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,..))).
fn thrfrg(
    mma: &TiledMma,
    operand: MmaOperand,
    tensor: &SymbolicLayout,
) -> Result<Answer<SymbolicLayout>, Error> {
    let [first, second] = operand.modes();
    let tile = [mma.permutation_mnk(first)?, mma.permutation_mnk(second)?];
    let permuted = proof::logical_divide(tensor, &by_mode(tile.iter().map(SymbolicTiler::from)))?;
    let shape = mma.atom().shape_mnk();
    let sizes = [first, second].into_iter().filter_map(|mode| shape.get(mode));
    let atom = by_mode(sizes.map(|&size| SymbolicTiler::Size(size.into())));
    let tiled = proof::zipped_divide(&permuted.value, &atom)?;
    let atom_layout = SymbolicTiler::Layout(mma.atom_layout_of(operand).into());
    let values = proof::composition_tiler(&tiled.value, &by_mode([atom_layout, SymbolicTiler::Keep]))?;
    let atoms = by_mode(mma.atoms_of(operand)?.iter().map(SymbolicTiler::from));
    let divided = proof::zipped_divide(&values.value, &by_mode([SymbolicTiler::Keep, atoms]))?;
    let verdict = [permuted.verdict, tiled.verdict, values.verdict, divided.verdict];
    Ok(Answer { value: divided.value, verdict: verdict.into_iter().fold(Verdict::default(), Verdict::and) })
}

/// What thread `thread` reads of a tensor: ((values of an atom, atoms), rest of each mode), and where it begins.
///
/// # Errors
/// Those of [`zipped_divide`](super::zipped_divide) and [`composition_tiler`](super::composition_tiler).
///
/// ```
/// use layout_algebra::TiledCopy;
/// use layout_algebra::symbolic::{Integer, partition_source};
///
/// let copy: TiledCopy = "copy UniversalCopy<uint128_t>,half_t;thr=(32,8):(1,32);val=(8,1)".parse()?;
/// let part = partition_source(&copy, &"(M,K):(1,lda)".parse()?, &Integer::name("t"))?;
/// assert_eq!(part.value.layout.to_string(), "((8,1),ceil_div(M,256),ceil_div(K,8)):((1,0),256,8*lda)");
/// assert_eq!(part.verdict.to_string(), "needs a predicate unless M % 256 == 0 and K % 8 == 0");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn partition_source(
    copy: &TiledCopy,
    tensor: &SymbolicLayout,
    thread: &Integer,
) -> Result<Answer<SymbolicPart>, Error> {
    partition_copy(copy, tensor, thread, Side::Src).map_err(|error| error.of_operation("partition_S"))
}

/// What thread `thread` writes of a tensor; as [`partition_source`].
///
/// # Errors
/// Those of [`partition_source`].
pub fn partition_destination(
    copy: &TiledCopy,
    tensor: &SymbolicLayout,
    thread: &Integer,
) -> Result<Answer<SymbolicPart>, Error> {
    partition_copy(copy, tensor, thread, Side::Dst).map_err(|error| error.of_operation("partition_D"))
}

fn partition_copy(
    copy: &TiledCopy,
    tensor: &SymbolicLayout,
    thread: &Integer,
    side: Side,
) -> Result<Answer<SymbolicPart>, Error> {
    let zipped = proof::zipped_divide(tensor, &SymbolicTiler::from(&copy.tiler()))?;
    let of_tile = SymbolicTiler::Layout((&copy.thrval2mn(side)?).into());
    let threads = proof::composition_tiler(&zipped.value, &by_mode([of_tile, SymbolicTiler::Keep]))?;
    let all = || IntTuple::Int(SymbolicIndex::All);
    let unfold = IntTuple::Tuple(vec![IntTuple::Tuple(vec![all(), all()]), all()]);
    let unfolded = slice(&unfold, &threads.value)?;
    let thread = IntTuple::Int(SymbolicIndex::At(thread.clone()));
    let coordinate = IntTuple::Tuple(vec![thread, all(), open(tensor.rank())]);
    part(&unfolded, &coordinate, zipped.verdict.and(threads.verdict))
}

fn by_mode(elements: impl IntoIterator<Item = SymbolicTiler>) -> SymbolicTiler {
    SymbolicTiler::ByMode(elements.into_iter().collect())
}

fn part(
    divided: &SymbolicLayout,
    coordinate: &IntTuple<SymbolicIndex>,
    verdict: Verdict,
) -> Result<Answer<SymbolicPart>, Error> {
    let layout = slice(coordinate, divided)?;
    let offset = slice_offset(coordinate, divided)?;
    Ok(Answer { value: SymbolicPart { layout, offset }, verdict })
}
