//! Partitions of a tensor among the threads of a tiled MMA (`thrfrg_A`, `partition_A` and their kin in `mma_atom.hpp`).

use super::{MmaOperand, TiledMma};
use crate::atom::mma::Operand;
use crate::error::shortened;
use crate::explain::{Step, Trace};
use crate::partition::thread_coordinate;
use crate::proof::Answer;
use crate::stride::Stride;
use crate::{
    AnyLayout, ComposedLayout, Error, ErrorKind, IntTuple, Layout, Part, RunTimeIndex, RunTimeSlice,
    SliceIndex, Tiler, TilerMode, composed_slice_and_offset, composed_slice_at_run_time, composition_tiler,
    crd2idx, logical_divide, make_fragment_like, slice, slice_offset, zipped_divide,
};

impl MmaOperand {
    pub(super) fn partition_name(self) -> &'static str {
        match self {
            MmaOperand::A => "partition_A",
            MmaOperand::B => "partition_B",
            MmaOperand::C => "partition_C",
        }
    }
}

impl TiledMma {
    /// A tensor (M,N,..) of the operand as ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,..))) (`thrfrg_C`, `_A`, `_B`).
    ///
    /// # Errors
    /// [`ErrorKind::TiledMmaRank`] for a tensor of rank below 2; those of [`logical_divide`](crate::logical_divide) and
    /// [`zipped_divide`](crate::zipped_divide).
    pub fn thrfrg<D: Stride>(&self, operand: MmaOperand, tensor: &Layout<D>) -> Result<Layout<D>, Error> {
        let operation = operand.partition_name();
        if tensor.rank() < 2 {
            let (found, rank) = (shortened(tensor), tensor.rank());
            let kind = ErrorKind::TiledMmaRank { what: "tensor", found, rank, wanted: "at least 2" };
            return Err(Error::new(operation, kind));
        }
        self.thrfrg_traced(operand, tensor, &mut ()).map_err(|error| error.of_operation(operation))
    }

    /// [`thrfrg`](Self::thrfrg) of a tensor of rank 2 or more, with each step told to `trace`.
    pub(crate) fn thrfrg_traced<D: Stride>(
        &self,
        operand: MmaOperand,
        tensor: &Layout<D>,
        trace: &mut impl Trace,
    ) -> Result<Layout<D>, Error> {
        const OPERATION: &str = "thrfrg";
        let [first, second] = operand.modes();
        let permutation = Tiler::ByMode(vec![self.permutation_mnk(first)?, self.permutation_mnk(second)?]);
        let permuted = logical_divide(tensor, &permutation)?;
        trace.step(|| Step::result(OPERATION, &format!("tensor / permutation {permutation}"), &permuted));
        let shape = self.atom().shape_mnk();
        let atom = vec![TilerMode::Size(shape[first]), TilerMode::Size(shape[second])];
        let tiled = zipped_divide(&permuted, &Tiler::ByMode(atom))?;
        let [m, n] = [shape[first], shape[second]];
        trace.step(|| Step::result(OPERATION, &format!("(atom of {m}x{n}, rests)"), &tiled));
        let atom_layout = self.atom_layout_of(operand);
        let values = Tiler::ByMode(vec![TilerMode::Layout(atom_layout.clone()), TilerMode::Keep]);
        let values = composition_tiler(&tiled, &values)?;
        trace
            .step(|| Step::result(OPERATION, &format!("atom o {atom_layout}: ((ThrV,FrgV),rests)"), &values));
        let atoms = Tiler::ByMode(self.atoms_of(operand)?);
        let threads = TilerMode::ByMode(self.atoms_of(operand)?);
        let divided = zipped_divide(&values, &Tiler::ByMode(vec![TilerMode::Keep, threads]))?;
        trace.step(|| {
            let name = format!("rests / {atoms} atoms: ((ThrV,(Thr0,Thr1)),(FrgV,(Rest0,Rest1)))");
            Step::result(OPERATION, &name, &divided)
        });
        Ok(divided)
    }

    /// (thread, value) of one atom to the index of a coordinate.
    pub(crate) fn atom_layout_of(&self, operand: MmaOperand) -> &Layout {
        match operand {
            MmaOperand::A => self.atom().layout_a(),
            MmaOperand::B => self.atom().layout_b(),
            MmaOperand::C => self.atom().layout_c(),
        }
    }

    /// How many atoms lie along each of the operand's two modes.
    pub(crate) fn atoms_of(&self, operand: MmaOperand) -> Result<Vec<TilerMode>, Error> {
        let atoms =
            operand.modes().map(|mode| Ok(TilerMode::Size(self.thr_layout_vmnk().mode(mode + 1)?.size())));
        atoms.into_iter().collect()
    }

    /// The elements of a tensor of the operand that thread `thread` holds: (FrgV,RestM,RestN,..), and where they begin.
    ///
    /// As in CuTe, indices beyond the threads wrap around.
    ///
    /// # Errors
    /// Those of [`TiledMma::thrfrg`]; [`ErrorKind::UnsupportedStride`] when the atom layout gives several atoms one
    /// thread, so that the index does not say which coordinate a thread has.
    pub fn partition<D: Stride>(
        &self,
        operand: MmaOperand,
        tensor: &Layout<D>,
        thread: i64,
    ) -> Result<Part<D>, Error> {
        self.part(operand, tensor, self.thread_of(operand, thread)?)
    }

    /// The thread's coordinate (ThrV,(ThrM,ThrN)) among those of the operand.
    fn thread_of(&self, operand: MmaOperand, thread: i64) -> Result<IntTuple<SliceIndex>, Error> {
        let [first, second] = operand.modes();
        let vmnk =
            self.thread_coordinate(thread).map_err(|error| error.of_operation(operand.partition_name()))?;
        let at = |mode: usize| IntTuple::Int(SliceIndex::At(vmnk[mode]));
        Ok(IntTuple::Tuple(vec![at(0), IntTuple::Tuple(vec![at(first + 1), at(second + 1)])]))
    }

    /// As [`TiledMma::partition`], of a swizzled tensor: the part, where it begins, and what it is worth.
    ///
    /// This is what CuTe gives for a thread index that is known at compile time; with one of run time, modes that could
    /// be one stay two.
    ///
    /// # Errors
    /// Those of [`TiledMma::partition`] and of [`composed_slice_and_offset`].
    ///
    /// ```
    /// use layout_algebra::{ComposedLayout, MmaOperand, TiledMma};
    ///
    /// let mma = TiledMma::from_description("SM80_16x8x16_F32F16F16F32_TN")?;
    /// let tensor: ComposedLayout = "Sw<3,3,3> o 0 o (16,64):(64,1)".parse()?;
    /// let (part, offset) = mma.partition_composed(MmaOperand::A, &tensor.into(), 5)?.value;
    /// assert_eq!((part.to_string().as_str(), offset), ("((2,2,2),1,4):((1,512,-8),0,16)", 74));
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn partition_composed(
        &self,
        operand: MmaOperand,
        tensor: &AnyLayout,
        thread: i64,
    ) -> Result<Answer<(AnyLayout, i64)>, Error> {
        let operation = operand.partition_name();
        let Some(domain) = tensor.domain() else {
            let (layout, reason) = (shortened(tensor), "it has no layout whose modes could be shared out");
            return Err(Error::new(operation, ErrorKind::UnsupportedLayout { layout, reason }));
        };
        let rests = self.thrfrg(operand, domain)?.mode(1)?.mode(1)?.rank();
        let coordinate = part_coordinate(self.thread_of(operand, thread)?, rests);
        let divided = tensor.map_domain(operation, |domain| self.thrfrg(operand, domain))?;
        let slice = composed_slice_and_offset(&coordinate, &divided)
            .map_err(|error| error.of_operation(operation))?;
        let verdict = self.verdict(operand, domain)?.or_graver(slice.verdict);
        Ok(Answer { value: slice.value, verdict })
    }

    /// As [`TiledMma::partition_composed`], for a thread index that may be one of run time, as kernels have it.
    ///
    /// # Errors
    /// Those of [`TiledMma::partition_composed`].
    ///
    /// ```
    /// use layout_algebra::{ComposedLayout, MmaOperand, RunTimeIndex, RunTimePart, TiledMma};
    ///
    /// let mma = TiledMma::from_description("SM80_16x8x16_F32F16F16F32_TN")?;
    /// let tensor: ComposedLayout = "Sw<3,3,3> o 0 o (16,64):(64,1)".parse()?;
    /// let part = mma.partition_composed_at_run_time(MmaOperand::A, &tensor, RunTimeIndex::RunTime(0))?.value;
    /// let RunTimePart::Plain(layout) = &part.layout else { panic!("a plain layout") };
    /// // At compile time, thread 0 has one mode (_4):(_16) in the place of the last three.
    /// assert_eq!(layout.cpp(), "((_2,_2,_2),_1,(_2,_2)):((_1,_512,8),_0,(16,32))");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn partition_composed_at_run_time(
        &self,
        operand: MmaOperand,
        tensor: &ComposedLayout,
        thread: RunTimeIndex,
    ) -> Result<Answer<RunTimeSlice>, Error> {
        let operation = operand.partition_name();
        let domain = self.thrfrg(operand, tensor.layout())?;
        let rests = domain.mode(1)?.mode(1)?.rank();
        let (RunTimeIndex::Static(index) | RunTimeIndex::RunTime(index)) = thread else {
            let kind =
                ErrorKind::UnsupportedLayout { layout: shortened(tensor), reason: "it is one thread's part" };
            return Err(Error::new(operation, kind));
        };
        let is_static = matches!(thread, RunTimeIndex::Static(_));
        let vmnk = self.thread_coordinate(index).map_err(|error| error.of_operation(operation))?;
        let [first, second] = operand.modes();
        let at = |mode: usize| -> Result<IntTuple<RunTimeIndex>, Error> {
            let none = || {
                let index = i64::try_from(mode).unwrap_or(i64::MAX);
                Error::new(operation, ErrorKind::NoSuchMode { index, rank: vmnk.len() })
            };
            let value = vmnk.get(mode).copied().ok_or_else(none)?;
            // There is one thread along the mode: CuTe knows its index.
            let only = self.thr_layout_vmnk().mode(mode).is_ok_and(|threads| threads.size() == 1);
            let index =
                if is_static || only { RunTimeIndex::Static(value) } else { RunTimeIndex::RunTime(value) };
            Ok(IntTuple::Int(index))
        };
        let open = IntTuple::Int(RunTimeIndex::All);
        let values = IntTuple::Tuple(vec![open.clone(), IntTuple::Tuple(vec![open; rests])]);
        let thread = IntTuple::Tuple(vec![at(0)?, IntTuple::Tuple(vec![at(first + 1)?, at(second + 1)?])]);
        let divided = ComposedLayout::new(tensor.swizzle(), *tensor.offset(), domain);
        let part = composed_slice_at_run_time(&IntTuple::Tuple(vec![thread, values]), &divided)
            .map_err(|error| error.of_operation(operation))?;
        let verdict = self.verdict(operand, tensor.layout())?.or_graver(part.verdict);
        Ok(Answer { value: part.value, verdict })
    }

    fn part<D: Stride>(
        &self,
        operand: MmaOperand,
        tensor: &Layout<D>,
        thread: IntTuple<SliceIndex>,
    ) -> Result<Part<D>, Error> {
        let operation = operand.partition_name();
        let divided = self.thrfrg(operand, tensor)?;
        let rests = divided.mode(1)?.mode(1)?.rank();
        let coordinate = part_coordinate(thread, rests);
        let layout = slice(&coordinate, &divided).map_err(|error| error.of_operation(operation))?;
        let offset = slice_offset(&coordinate, &divided).map_err(|error| error.of_operation(operation))?;
        Ok(Part { layout, offset })
    }

    /// The coordinate (V,M,N,K) of a thread: one index a mode (`get_flat_coord` of the thread layout).
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedStride`] when a mode of several threads has stride 0.
    pub fn thread_coordinate(&self, thread: i64) -> Result<[i64; 4], Error> {
        let mut coordinate = [0; 4];
        for (index, mode) in coordinate.iter_mut().zip(self.thr_layout_vmnk().modes()) {
            let within = thread_coordinate(&mode.shape(), &mode.stride(), thread)?;
            *index = crd2idx(&within, &mode.shape())?;
        }
        Ok(coordinate)
    }

    /// The elements of an (M,K,..) tensor that a thread holds (`get_slice(thread).partition_A(tensor)`).
    ///
    /// # Errors
    /// Those of [`TiledMma::partition`].
    pub fn partition_a<D: Stride>(&self, tensor: &Layout<D>, thread: i64) -> Result<Part<D>, Error> {
        self.partition(MmaOperand::A, tensor, thread)
    }

    /// The elements of an (N,K,..) tensor that a thread holds (`get_slice(thread).partition_B(tensor)`).
    ///
    /// # Errors
    /// Those of [`TiledMma::partition`].
    pub fn partition_b<D: Stride>(&self, tensor: &Layout<D>, thread: i64) -> Result<Part<D>, Error> {
        self.partition(MmaOperand::B, tensor, thread)
    }

    /// The elements of an (M,N,..) tensor that a thread holds (`get_slice(thread).partition_C(tensor)`).
    ///
    /// # Errors
    /// Those of [`TiledMma::partition`].
    pub fn partition_c<D: Stride>(&self, tensor: &Layout<D>, thread: i64) -> Result<Part<D>, Error> {
        self.partition(MmaOperand::C, tensor, thread)
    }

    /// The shape of what each thread holds of a tensor of this shape (`partition_shape_A`, `_B`, `_C`).
    ///
    /// # Errors
    /// Those of [`TiledMma::thrfrg`].
    pub fn partition_shape(&self, operand: MmaOperand, shape: &IntTuple) -> Result<IntTuple, Error> {
        // Every thread holds the same shape: that of coordinate 0.
        let first = IntTuple::Int(SliceIndex::At(0));
        let part = self.part(operand, &Layout::compact(shape.clone())?, first)?;
        Ok(part.layout.shape().clone())
    }

    /// The layout of a thread's own storage for the operand: `partition_fragment_A`, `_B` and `_C`.
    ///
    /// In registers, A and B keep the order of the tensor's strides and C is compact; C in tensor memory lies as the
    /// instruction wants it. An operand in shared memory has no storage of its own.
    ///
    /// # Errors
    /// Those of [`TiledMma::partition`] and of [`Fragment::layout`](crate::atom::tmem::Fragment::layout);
    /// [`ErrorKind::AtomArguments`] for an operand that the instruction reads from shared memory.
    pub fn partition_fragment(
        &self,
        operand: MmaOperand,
        tensor: &Layout,
        thread: i64,
    ) -> Result<Layout, Error> {
        let part = self.partition(operand, tensor, thread)?;
        let source = match operand {
            MmaOperand::A => self.atom().operand_a(),
            MmaOperand::B => self.atom().operand_b(),
            MmaOperand::C => self.atom().accumulator(),
        };
        match source {
            Operand::Registers if operand == MmaOperand::C => Layout::compact(part.layout.shape().clone()),
            Operand::Registers => make_fragment_like(&part.layout),
            Operand::TensorMemory(fragment) => fragment.layout(&part.layout.shape()),
            Operand::SharedMemory => {
                let reason = "it reads this operand from shared memory, through a descriptor; a thread has no copy of it";
                Err(Error::of_value(ErrorKind::AtomArguments {
                    atom: self.atom().name().to_owned(),
                    reason: reason.to_owned(),
                }))
            }
        }
    }
}

/// The coordinate that fixes the thread and keeps the values: `(thread,(_,(_,_)))` for two rests.
fn part_coordinate(thread: IntTuple<SliceIndex>, rests: usize) -> IntTuple<SliceIndex> {
    let open = IntTuple::Int(SliceIndex::All);
    let values = IntTuple::Tuple(vec![open.clone(), IntTuple::Tuple(vec![open; rests])]);
    IntTuple::Tuple(vec![thread, values])
}
