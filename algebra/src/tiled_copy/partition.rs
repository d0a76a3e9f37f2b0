//! The part of a tensor that a thread of a tiled copy reads or writes.

use super::{Side, TiledCopy};
use crate::partition::open;
use crate::proof::Answer;
use crate::stride::Stride;
use crate::{
    ComposedLayout, Error, IntTuple, Layout, Part, RunTimeIndex, RunTimeSlice, SliceIndex, Tiler, TilerMode,
    composed_slice_at_run_time, composition, composition_tiler, logical_product, right_inverse, slice,
    slice_offset, upcast, zipped_divide,
};

impl TiledCopy {
    /// A tensor's layout as (threads, (values of an atom, atoms), (rest of each mode)) of the source (`tidfrg_S`).
    ///
    /// # Errors
    /// Those of [`zipped_divide`] by the tiler, and of [`composition`] of the tile with the TV layout.
    pub fn tidfrg_s<D: Stride>(&self, tensor: &Layout<D>) -> Result<Layout<D>, Error> {
        self.tidfrg(tensor, Side::Src).map_err(|error| error.of_operation("tidfrg_S"))
    }

    /// As [`TiledCopy::tidfrg_s`], of the destination (`tidfrg_D`).
    ///
    /// # Errors
    /// As [`TiledCopy::tidfrg_s`].
    pub fn tidfrg_d<D: Stride>(&self, tensor: &Layout<D>) -> Result<Layout<D>, Error> {
        self.tidfrg(tensor, Side::Dst).map_err(|error| error.of_operation("tidfrg_D"))
    }

    /// What thread `thread` reads of a tensor: ((values of an atom, atoms), rest of each mode), and where it begins
    /// (`get_slice(thread).partition_S(tensor)`).
    ///
    /// # Errors
    /// As [`TiledCopy::tidfrg_s`].
    pub fn partition_s<D: Stride>(&self, tensor: &Layout<D>, thread: i64) -> Result<Part<D>, Error> {
        self.partition(tensor, thread, Side::Src).map_err(|error| error.of_operation("partition_S"))
    }

    /// What thread `thread` writes of a tensor (`partition_D`).
    ///
    /// # Errors
    /// As [`TiledCopy::tidfrg_s`].
    pub fn partition_d<D: Stride>(&self, tensor: &Layout<D>, thread: i64) -> Result<Part<D>, Error> {
        self.partition(tensor, thread, Side::Dst).map_err(|error| error.of_operation("partition_D"))
    }

    /// As [`TiledCopy::partition_s`], of a swizzled tensor and for a thread index that may be one of run time.
    ///
    /// # Errors
    /// As [`TiledCopy::tidfrg_s`], and those of [`composed_slice_at_run_time`].
    pub fn partition_s_composed(
        &self,
        tensor: &ComposedLayout,
        thread: RunTimeIndex,
    ) -> Result<Answer<RunTimeSlice>, Error> {
        let part = self.partition_composed(tensor, thread, Side::Src);
        let Answer { value, verdict } = part.map_err(|error| error.of_operation("partition_S"))?;
        Ok(Answer { value, verdict: self.verdict_s(tensor.layout())?.or_graver(verdict) })
    }

    /// As [`TiledCopy::partition_s_composed`], of the destination.
    ///
    /// # Errors
    /// As [`TiledCopy::partition_s_composed`].
    pub fn partition_d_composed(
        &self,
        tensor: &ComposedLayout,
        thread: RunTimeIndex,
    ) -> Result<Answer<RunTimeSlice>, Error> {
        let part = self.partition_composed(tensor, thread, Side::Dst);
        let Answer { value, verdict } = part.map_err(|error| error.of_operation("partition_D"))?;
        Ok(Answer { value, verdict: self.verdict_d(tensor.layout())?.or_graver(verdict) })
    }

    fn partition_composed(
        &self,
        tensor: &ComposedLayout,
        thread: RunTimeIndex,
        side: Side,
    ) -> Result<Answer<RunTimeSlice>, Error> {
        let thrfrg = self.tidfrg(tensor.layout(), side)?;
        let all = || IntTuple::Int(RunTimeIndex::All);
        let rests = match tensor.layout().rank() {
            1 => all(),
            rank => IntTuple::Tuple(vec![all(); rank]),
        };
        let divided = ComposedLayout::new(tensor.swizzle(), *tensor.offset(), thrfrg);
        composed_slice_at_run_time(&IntTuple::Tuple(vec![IntTuple::Int(thread), all(), rests]), &divided)
    }

    /// A thread's fragment of another partition, regrouped as this copy wants it (`retile_S`, `retile_D`).
    ///
    /// `fragment` is (values, rest of each mode), such as `partition_C` of an MMA gives; its values are taken to be the
    /// first of this copy's.
    ///
    /// # Errors
    /// Those of the operations that CuTe makes of it: [`upcast`], [`composition`], [`zipped_divide`].
    ///
    /// ```
    /// use layout_algebra::{Layout, TiledCopy};
    ///
    /// let copy: TiledCopy = "copy UniversalCopy<uint64_t>,half_t;thr=(16,8):(8,1);val=(1,8)".parse()?;
    /// let fragment: Layout = "(8,4,2):(1,8,32)".parse()?;
    /// assert_eq!(copy.retile(&fragment)?.to_string(), "((4,2),4,2):((1,4),8,32)");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn retile<D: Stride>(&self, fragment: &Layout<D>) -> Result<Layout<D>, Error> {
        self.retiled(fragment).map_err(|error| error.of_operation("retile"))
    }

    fn tidfrg<D: Stride>(&self, tensor: &Layout<D>, side: Side) -> Result<Layout<D>, Error> {
        self.tile2thrfrg(&zipped_divide(tensor, &self.tiler())?, side)
    }

    /// `((tile of each mode),(rest of each mode))` as (threads, (values of an atom, atoms), (rest of each mode)).
    pub(super) fn tile2thrfrg<D: Stride>(&self, zipped: &Layout<D>, side: Side) -> Result<Layout<D>, Error> {
        let of_tile = Tiler::ByMode(vec![TilerMode::Layout(self.thrval2mn(side)?), TilerMode::Keep]);
        let tv_tensor = composition_tiler(zipped, &of_tile)?;
        let all = || IntTuple::Int(SliceIndex::All);
        let unfold = IntTuple::Tuple(vec![IntTuple::Tuple(vec![all(), all()]), all()]);
        slice(&unfold, &tv_tensor)
    }

    fn partition<D: Stride>(&self, tensor: &Layout<D>, thread: i64, side: Side) -> Result<Part<D>, Error> {
        let thrfrg = self.tidfrg(tensor, side)?;
        let thread = IntTuple::Int(SliceIndex::At(thread));
        let coordinate = IntTuple::Tuple(vec![thread, IntTuple::Int(SliceIndex::All), open(tensor.rank())]);
        Ok(Part { layout: slice(&coordinate, &thrfrg)?, offset: slice_offset(&coordinate, &thrfrg)? })
    }

    fn retiled<D: Stride>(&self, fragment: &Layout<D>) -> Result<Layout<D>, Error> {
        const OPERATION: &str = "retile";
        let values = fragment.mode(0)?.size();
        let tile = Layout::compact(self.tile_shape())?;
        let tile_to_tv = composition(&right_inverse(&self.layout_tv)?, &tile)?;
        let group = crate::checked::mul(OPERATION, self.threads(), values)?;
        // (m,n) -> which group of `values` values: the shape and order that they have in the TV layout.
        let groups_mn = upcast(&tile_to_tv, group)?;
        let of_values = Layout::compact(IntTuple::Int(values))?;
        let blocks = logical_product(&of_values, &Tiler::Layout(right_inverse(&groups_mn)?))?;
        let atom_values = Tiler::Layout(Layout::compact(IntTuple::Int(self.atom.values()))?);
        // (values of an atom, atoms) -> (value,m,n)
        let frg_layout_v = zipped_divide(&blocks, &atom_values)?;

        let mut tiler = vec![TilerMode::Size(values)];
        tiler.extend(groups_mn.modes().iter().map(|mode| TilerMode::Size(mode.size())));
        let zipped = zipped_divide(fragment, &Tiler::ByMode(tiler))?;
        let of_tile = Tiler::ByMode(vec![TilerMode::Layout(frg_layout_v), TilerMode::Keep]);
        let regrouped = composition_tiler(&zipped, &of_tile)?;
        slice(&first_of_rest(fragment.rank()), &regrouped)
    }
}

/// `(_,(0,_,..))`: the only rest of the value mode, all of the others.
fn first_of_rest(rank: usize) -> IntTuple<SliceIndex> {
    let [all, first] = [SliceIndex::All, SliceIndex::At(0)].map(IntTuple::Int);
    let rest = match rank {
        1 => first,
        _ => IntTuple::Tuple(std::iter::once(first).chain(vec![all.clone(); rank - 1]).collect()),
    };
    IntTuple::Tuple(vec![all, rest])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RunTimePart, TiledMma, make_tiled_copy_a};

    #[test]
    fn a_swizzled_tensor_keeps_modes_apart_that_a_thread_of_run_time_decides() {
        let mma = TiledMma::from_description("SM80_16x8x8_F16F16F16F16_TN;thr=(2,2,1);perm=<32,32,16>");
        let copy = make_tiled_copy_a("SM75_U32x4_LDSM_N,half_t".parse().unwrap(), &mma.unwrap()).unwrap();
        let tensor = "Sw<3,3,3> o 0 o ((8,16),(8,8)):((8,512),(1,64))".parse().unwrap();
        let part = |thread| match copy.partition_s_composed(&tensor, thread).unwrap().value.layout {
            RunTimePart::Plain(layout) => layout.cpp(),
            RunTimePart::Composed(layout) => layout.to_string(),
        };
        let expected = "((_8,_1),_4,(_2,_2)):((_1,_0),_2048,(144,288))";
        assert_eq!(part(RunTimeIndex::RunTime(0)), expected);
        assert_eq!(part(RunTimeIndex::Static(0)), "((_8,_1),_4,_4):((_1,_0),_2048,_144)");
    }
}
