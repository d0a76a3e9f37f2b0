//! Makers of tiled copies, under the names and with the steps of CuTe's `copy_atom.hpp`.

use super::TiledCopy;
use crate::atom::copy::CopyAtom;
use crate::atom::tmem::{LANE_STRIDE_BITS, TmemInstruction};
use crate::{
    Error, ErrorKind, IntTuple, Layout, MmaOperand, Nearest, TiledMma, Tiler, TilerMode, coalesce,
    composition, composition_tiler, filter, left_inverse, raked_product, right_inverse, upcast,
};

/// A tiled copy of threads and values that each lie as a layout over the tile.
///
/// `threads` sends (m,n) to a thread index, `values` (m,n) to a value index; each thread has its values side by side.
/// `values` is `1:0` where CuTe's default is meant.
///
/// # Errors
/// Those of [`raked_product`] and [`right_inverse`]; those of [`TiledCopy::new`].
///
/// ```
/// use layout_algebra::make_tiled_copy;
///
/// let atom = "UniversalCopy<uint128_t>, half_t".parse()?;
/// let copy = make_tiled_copy(atom, &"(16,8):(8,1)".parse()?, &"(1,8):(0,1)".parse()?)?;
/// assert_eq!(copy.tiler().to_string(), "<16,64>");
/// assert_eq!(copy.layout_tv().to_string(), "((8,16),8):((128,1),16)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_tiled_copy(atom: CopyAtom, threads: &Layout, values: &Layout) -> Result<TiledCopy, Error> {
    let make = || {
        let layout_mn = raked_product(threads, values)?;
        let sizes = [threads.size(), values.size()].into_iter().collect();
        let layout_tv = composition(&right_inverse(&layout_mn)?, &Layout::compact(sizes)?)?;
        let tiler = layout_mn.modes().iter().map(|mode| TilerMode::Size(mode.size())).collect();
        TiledCopy::new(atom, layout_tv, tiler)
    };
    make().map_err(|error| error.of_operation("make_tiled_copy"))
}

/// A tiled copy whose threads hold operand A of an MMA, (M,K), in registers.
///
/// # Errors
/// Those of [`TiledMma::layout_tv`] and [`TiledCopy::new`].
///
/// ```
/// use layout_algebra::{TiledMma, make_tiled_copy_a};
///
/// let mma = TiledMma::from_description("SM80_16x8x16_F32F16F16F32_TN;thr=(2,2,1);perm=<32,32,16>")?;
/// let copy = make_tiled_copy_a("SM75_U32x4_LDSM_N, half_t".parse()?, &mma)?;
/// assert_eq!(copy.tiler().to_string(), "<32,16>");
/// assert_eq!(copy.layout_d_tv()?.to_string(), "((4,8,2,2),((2,2,2),1)):((64,1,16,0),((32,8,256),0))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_tiled_copy_a(atom: CopyAtom, mma: &TiledMma) -> Result<TiledCopy, Error> {
    of_operand("make_tiled_copy_A", atom, mma, MmaOperand::A)
}

/// A tiled copy whose threads hold operand B of an MMA, (N,K), in registers.
///
/// # Errors
/// As [`make_tiled_copy_a`].
pub fn make_tiled_copy_b(atom: CopyAtom, mma: &TiledMma) -> Result<TiledCopy, Error> {
    of_operand("make_tiled_copy_B", atom, mma, MmaOperand::B)
}

/// A tiled copy whose threads hold operand C of an MMA, (M,N), in registers.
///
/// # Errors
/// As [`make_tiled_copy_a`].
pub fn make_tiled_copy_c(atom: CopyAtom, mma: &TiledMma) -> Result<TiledCopy, Error> {
    of_operand("make_tiled_copy_C", atom, mma, MmaOperand::C)
}

fn of_operand(
    operation: &'static str,
    atom: CopyAtom,
    mma: &TiledMma,
    operand: MmaOperand,
) -> Result<TiledCopy, Error> {
    let make = || {
        let tiler = tile_of(mma, operand)?.into_iter().map(TilerMode::Size).collect();
        TiledCopy::new(atom, mma.layout_tv(operand)?, tiler)
    };
    make().map_err(|error| error.of_operation(operation))
}

/// The extents of an operand's tile.
fn tile_of(mma: &TiledMma, operand: MmaOperand) -> Result<[i64; 2], Error> {
    let [m, n, k] = mma.tile_shape()?;
    Ok(match operand {
        MmaOperand::A => [m, k],
        MmaOperand::B => [n, k],
        MmaOperand::C => [m, n],
    })
}

/// The smallest tiled copy that can [`retile`](TiledCopy::retile) an MMA's accumulators: only the first values of each
/// thread, as many as the atom copies. Epilogues that store a tile in pieces take it.
///
/// # Errors
/// [`ErrorKind::TiledCopySize`] when the atom copies more values than a thread has accumulators; those of
/// [`TiledMma::layout_tv`], [`composition`], [`left_inverse`] and [`TiledCopy::new`].
pub fn make_tiled_copy_c_atom(atom: CopyAtom, mma: &TiledMma) -> Result<TiledCopy, Error> {
    let make = || {
        let layout_c_tv = mma.layout_tv(MmaOperand::C)?;
        let (threads, values) = (layout_c_tv.mode(0)?.size(), layout_c_tv.mode(1)?.size());
        let copied = atom.src_values();
        if copied > values {
            let nearest = Nearest::default();
            let kind = ErrorKind::TiledCopySize { what: "values", tiled: values, atom: copied, nearest };
            return Err(Error::new("TiledCopy", kind));
        }
        let first_values = Layout::compact([threads, copied].into_iter().collect())?;
        let layout_tv = composition(&layout_c_tv, &first_values)?;
        restricted(atom, &layout_tv, &tile_of(mma, MmaOperand::C)?)
    };
    make().map_err(|error| error.of_operation("make_tiled_copy_C_atom"))
}

/// A tiled copy whose (thread, value) are offsets of the data, wherever those lie in its coordinates.
///
/// `atom_tv` sends (thread, value) to an offset, `data` is the layout of the data.
///
/// # Errors
/// [`ErrorKind::CotiledMemory`] when `atom_tv` names offsets that `data` does not have; those of [`left_inverse`] and
/// [`composition`]; those of [`TiledCopy::new`].
pub fn make_cotiled_copy(atom: CopyAtom, atom_tv: &Layout, data: &Layout) -> Result<TiledCopy, Error> {
    let make = || {
        // What lies behind the end has coordinate 0.
        let inverse = Layout::from_modes([left_inverse(data)?, off_the_end()?])?;
        let tv_data = composition(&inverse, atom_tv)?;
        let values = coalesce(&atom_tv.mode(1)?);
        let padded = Layout::from_modes([data.clone(), off_the_end()?])?;
        let found = coalesce(&composition(&padded, &tv_data.mode(1)?)?);
        if found != values {
            let (values, data, found) = (values.to_string(), data.to_string(), found.to_string());
            return Err(Error::new("make_cotiled_copy", ErrorKind::CotiledMemory { values, data, found }));
        }
        let sizes: Vec<i64> = data.modes().iter().map(Layout::size).collect();
        restricted(atom, &tv_data, &sizes)
    };
    make().map_err(|error| error.of_operation("make_cotiled_copy"))
}

/// A tiled copy of four warps between registers and an accumulator in tensor memory.
///
/// The atom is of an instruction of tensor memory, `data` the accumulator's layout in addresses of its elements: lanes
/// are 65536 columns of 32 bits apart.
///
/// # Errors
/// [`ErrorKind::UnknownAtom`] when the atom is of another operation; those of [`make_cotiled_copy`].
///
/// ```
/// use layout_algebra::{Layout, make_tmem_copy};
///
/// let accumulator: Layout = "(128,64):(65536,1)".parse()?;
/// let copy = make_tmem_copy("SM100_TMEM_LOAD_32dp32b8x, float".parse()?, &accumulator)?;
/// assert_eq!((copy.threads(), copy.values()), (128, 256));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_tmem_copy(atom: CopyAtom, data: &Layout) -> Result<TiledCopy, Error> {
    let instruction = TmemInstruction::find(atom.traits().operation())?;
    let bits = atom.element().bits;
    let make = || {
        // Each warp reaches the lanes of its own quarter, all its threads all of them.
        let lanes = [32, 4].into_iter().collect();
        let threads = Layout::new(lanes, [0, 32 * LANE_STRIDE_BITS / bits].into_iter().collect())?;
        let values = coalesce(&upcast(&instruction.val_id()?, bits)?);
        make_cotiled_copy(atom, &Layout::from_modes([threads, values])?, data)
    };
    make().map_err(|error| error.of_operation("make_tmem_copy"))
}

fn off_the_end() -> Result<Layout, Error> {
    Layout::compact(IntTuple::Int(1))
}

/// The tiled copy of the elements that `layout_tv` names in a tile of these sizes, and of no others.
fn restricted(atom: CopyAtom, layout_tv: &Layout, sizes: &[i64]) -> Result<TiledCopy, Error> {
    let shape: IntTuple = sizes.iter().copied().collect();
    let mut tiler = Vec::with_capacity(sizes.len());
    for mode in 0..sizes.len() {
        let unit: IntTuple = (0..sizes.len()).map(|other| i64::from(other == mode)).collect();
        let coordinates = composition(&Layout::new(shape.clone(), unit)?, layout_tv)?;
        tiler.push(TilerMode::Layout(filter(&coordinates)));
    }
    let tile = composition_tiler(&Layout::compact(shape)?, &Tiler::ByMode(tiler.clone()))?;
    let layout_tv = composition(&left_inverse(&tile)?, layout_tv)?;
    TiledCopy::new(atom, layout_tv, tiler)
}

/// A tiled copy whose reference side is the source side of another.
///
/// # Errors
/// Those of [`TiledCopy::layout_s_tv`] and [`TiledCopy::new`].
pub fn make_tiled_copy_s(atom: CopyAtom, other: &TiledCopy) -> Result<TiledCopy, Error> {
    let make = || TiledCopy::new(atom, other.layout_s_tv()?, other.tiler.clone());
    make().map_err(|error| error.of_operation("make_tiled_copy_S"))
}

/// A tiled copy whose reference side is the destination side of another.
///
/// # Errors
/// Those of [`TiledCopy::layout_d_tv`] and [`TiledCopy::new`].
pub fn make_tiled_copy_d(atom: CopyAtom, other: &TiledCopy) -> Result<TiledCopy, Error> {
    let make = || TiledCopy::new(atom, other.layout_d_tv()?, other.tiler.clone());
    make().map_err(|error| error.of_operation("make_tiled_copy_D"))
}
