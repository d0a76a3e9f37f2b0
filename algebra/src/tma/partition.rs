//! The parts of shared and global memory that the instructions of a TMA copy move (`tma_partition`).

use super::TmaAtom;
use crate::symbolic::{self, SymbolicLayout, SymbolicTiler, composition_tiler};
use crate::{
    Error, ErrorKind, IntTuple, Layout, Tiler, TilerMode, logical_divide, right_inverse, tile_to_shape,
};

/// What `tma_partition` gives, for the first thread block of a multicast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TmaPartition {
    /// ((elements of an instruction, instructions), rest..) of the tensor of coordinates.
    pub global: SymbolicLayout,
    /// The same of shared memory.
    pub shared: SymbolicLayout,
}

impl TmaAtom {
    /// `tma_partition(atom, .., shared, global)`: both are (tile, rest..), shared memory without its swizzle. Multicast
    /// moves where a thread block begins, not the layouts.
    ///
    /// # Errors
    /// [`ErrorKind::AtomArguments`] when the tiles differ in size; those of [`right_inverse`], [`tile_to_shape`],
    /// [`logical_divide`] and [`composition_tiler`].
    ///
    /// ```
    /// use layout_algebra::{atom::element::ElementType, tma::TmaAtom};
    ///
    /// let half = ElementType::find("half_t").unwrap();
    /// let smem = "(128,64):(64,1)".parse()?;
    /// let atom = TmaAtom::new("SM90_TMA_LOAD", half, &"(M,K):(lda,1)".parse()?, &smem, &"<128,64>".parse()?)?;
    /// let shared = "((128,64),3):((64,1),8192)".parse()?;
    /// let part = atom.partition(&shared, &"((128,64),k):((1@1,1@0),64@0)".parse()?)?;
    /// assert_eq!(part.shared.to_string(), "((8192,1),3):((1,0),8192)");
    /// assert_eq!(part.global.to_string(), "(((64,128),1),k):(((1@0,1@1),0),64@0)");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn partition(&self, shared: &Layout, global: &SymbolicLayout) -> Result<TmaPartition, Error> {
        TmaPartition::by_values(self.values(), shared, global)
    }
}

impl TmaPartition {
    /// The parts of a copy of which each instruction moves a whole tile.
    ///
    /// # Errors
    /// Those of [`TmaAtom::partition`].
    pub fn of_whole_tiles(shared: &Layout, global: &SymbolicLayout) -> Result<Self, Error> {
        let values = right_inverse(&shared.mode(0)?)?.size();
        Self::by_values(values, shared, global)
    }

    fn by_values(values_at_once: i64, shared: &Layout, global: &SymbolicLayout) -> Result<Self, Error> {
        let tile = shared.mode(0)?;
        if global.mode(0)?.size()?.known() != Some(tile.size()) {
            let reason = format!(
                "shared memory has {} elements a tile, global memory {}",
                tile.size(),
                global.mode(0)?.size()?
            );
            return Err(Error::of_value(ErrorKind::AtomArguments {
                atom: "tma_partition".to_owned(),
                reason,
            }));
        }
        let inverse = Layout::from_modes([right_inverse(&tile)?])?;
        let values = tile_to_shape(&inverse, &IntTuple::Int(tile.size()), None)?;
        let instruction = Tiler::Layout(Layout::compact(IntTuple::Int(values_at_once))?);
        let by_instruction = logical_divide(&values, &instruction)?;
        let by_instruction = SymbolicTiler::from(&TilerMode::Layout(by_instruction));
        Ok(TmaPartition {
            global: part(global, &by_instruction)?,
            shared: part(&shared.into(), &by_instruction)?,
        })
    }
}

/// The tensor with its tile in the order of the instructions' values.
fn part(tensor: &SymbolicLayout, values: &SymbolicTiler) -> Result<SymbolicLayout, Error> {
    let rest = std::iter::repeat_n(SymbolicTiler::Keep, tensor.rank().saturating_sub(1));
    let tiler = SymbolicTiler::ByMode(std::iter::once(values.clone()).chain(rest).collect());
    let profile: IntTuple = IntTuple::Tuple(vec![[1, 1].into_iter().collect()]);
    symbolic::coalesce_by_profile(&composition_tiler(tensor, &tiler)?, &profile)
}
