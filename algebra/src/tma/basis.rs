//! How the modes of global memory become the modes of a TMA descriptor (`construct_tma_gbasis` and
//! `make_tma_copy_desc`).

use super::{OPERATION, TmaAtom};
use crate::atom::element::ElementType;
use crate::symbolic::{
    Integer, Mode, ScaledBasis, SymbolicLayout, SymbolicTiler, coalesce, composition, composition_tiler,
    make_identity_layout, recast,
};
use crate::{Error, ErrorKind, IntTuple, Layout, checked, right_inverse};

/// The largest extent of a TMA box.
const LARGEST_EXTENT: i64 = 256;

/// The least stride between the rows of a TMA descriptor.
const LEAST_STRIDE_BYTES: i64 = 16;

/// How many modes a TMA descriptor has at most.
const MOST_MODES: usize = 5;

impl TmaAtom {
    /// `make_tma_atom(operation, tensor, smem, tiler)`: `smem` is the layout of shared memory without its swizzle.
    ///
    /// # Errors
    /// Those of [`TmaAtom::of_values`] and of [`composition_tiler`].
    pub fn new(
        operation: &str,
        element: ElementType,
        tensor: &SymbolicLayout,
        smem: &Layout,
        tiler: &SymbolicTiler,
    ) -> Result<Self, Error> {
        let tile = composition_tiler(&make_identity_layout(&tensor.shape())?, tiler)?;
        Self::of_values(operation, element, tensor, smem, &tile)
    }

    /// The atom that copies the values of one thread block: `values` sends the index of a value to its coordinate in
    /// the tensor.
    ///
    /// # Errors
    /// [`ErrorKind::AtomArguments`] when shared memory and the values have no first mode in common, when their sizes
    /// differ, and when the box would need more modes than TMA has; those of [`composition`] and [`right_inverse`].
    pub fn of_values(
        operation: &str,
        element: ElementType,
        tensor: &SymbolicLayout,
        smem: &Layout,
        values: &SymbolicLayout,
    ) -> Result<Self, Error> {
        Self::of_values_in_units(operation, element, element.bits, tensor, smem, values)
    }

    /// The same for a TMA unit that counts in elements of `unit_bits` (CuTe's `TmaInternalType`): where these are wider,
    /// coordinates of the contiguous mode step by fractions.
    ///
    /// ```
    /// use layout_algebra::{atom::element::ElementType, symbolic::make_identity_layout, tma::TmaAtom};
    ///
    /// let byte = ElementType::find("float_e4m3_t").unwrap();
    /// let (tensor, smem) = ("(M,K):(lda,1)".parse()?, "(128,64):(64,1)".parse()?);
    /// let tile = "(128,64):(1@0,1@1)".parse()?;
    /// let atom = TmaAtom::of_values_in_units("SM90_TMA_LOAD", byte, 16, &tensor, &smem, &tile)?;
    /// assert_eq!(atom.tensor(&tensor.shape())?.to_string(), "(M,K):(1@1,1/2@0)");
    /// assert_eq!(atom.values(), 8192);
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`TmaAtom::of_values`], and of [`recast`].
    pub fn of_values_in_units(
        operation: &str,
        element: ElementType,
        unit_bits: i64,
        tensor: &SymbolicLayout,
        smem: &Layout,
        values: &SymbolicLayout,
    ) -> Result<Self, Error> {
        let units = Units { element_bits: element.bits, unit_bits };
        if values.size()?.known() != Some(smem.size()) {
            let (smem, values) = (smem.size(), values.size()?);
            return Err(refused(format!("shared memory has {smem} elements, the tile {values}")));
        }
        let modes = box_modes(tensor, smem, values, units)?;
        let box_size = modes.iter().try_fold(1, |size, mode| checked::mul(OPERATION, size, mode.size))?;
        let strides = tma_strides(tensor, &modes, units)?;
        let extents = modes.iter().map(|mode| mode.size).collect();
        Ok(TmaAtom {
            operation: operation.to_owned(),
            element,
            values: units.elements(box_size)?,
            extents,
            strides,
            swizzle: None,
        })
    }
}

/// In which bits a tensor counts, and in which TMA does.
#[derive(Clone, Copy)]
struct Units {
    element_bits: i64,
    unit_bits: i64,
}

impl Units {
    /// The layout of the same bits in TMA's units.
    fn recast(self, layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
        recast(layout, self.element_bits, self.unit_bits)
    }

    /// How many elements so many units are.
    fn elements(self, units: i64) -> Result<i64, Error> {
        let bits = checked::mul(OPERATION, units, self.unit_bits)?;
        match bits.checked_rem(self.element_bits) {
            Some(0) => Ok(bits / self.element_bits),
            _ => Err(refused(format!("a box of {bits} bits, elements of {}", self.element_bits))),
        }
    }

    /// By how much the coordinate of a mode of the box steps with a mode of the tensor of this stride, where it counts in
    /// those of all these strides: TMA computes that when the program runs, from what divides them all.
    fn step(self, stride: &Integer, all: &[Integer]) -> Result<i64, Error> {
        let numbers: Option<Vec<i64>> = all.iter().map(Integer::known).collect();
        let (Some(stride), Some(numbers), true) =
            (stride.known(), numbers, self.element_bits == self.unit_bits)
        else {
            return Err(refused("a mode of the box over several of the tensor's".to_owned()));
        };
        let common = numbers.into_iter().fold(0, checked::gcd);
        let bytes = checked::mul(OPERATION, common, self.unit_bits)? / 8;
        let bits = checked::mul(OPERATION, stride, self.unit_bits)? / bytes.max(LEAST_STRIDE_BYTES);
        Ok(checked::ceil_div_positive(bits, 8))
    }

    /// A stride of elements as one of coordinates in this mode of the box.
    fn scaled(self, stride: &Integer, index: usize) -> Result<ScaledBasis, Error> {
        let shared = checked::gcd(self.element_bits, self.unit_bits).max(1);
        let factor = Integer::Static(self.element_bits / shared);
        ScaledBasis::divided(stride.times(&factor)?, self.unit_bits / shared, vec![index])
    }
}

fn refused(reason: String) -> Error {
    Error::of_value(ErrorKind::AtomArguments { atom: OPERATION.to_owned(), reason })
}

/// A mode of the box: its extent, and the modes of the tensor that it counts in.
struct BoxMode {
    size: i64,
    paths: Vec<Vec<usize>>,
}

/// The modes of the box, the contiguous one first; modes of the tensor that no value moves in follow with size 1.
fn box_modes(
    tensor: &SymbolicLayout,
    smem: &Layout,
    values: &SymbolicLayout,
    units: Units,
) -> Result<Vec<BoxMode>, Error> {
    let to_coordinates = contiguous_values(smem, values)?;
    let strides = units.recast(&composition(tensor, &to_coordinates)?)?;
    let identity = make_identity_layout(&tensor.shape())?;
    let bases = SymbolicLayout::new(&strides.shape(), &composition(&identity, &to_coordinates)?.stride())?;
    let shape = IntTuple::Tuple(
        coalesced_sizes(&strides)?.into_iter().map(Integer::Static).map(IntTuple::Int).collect(),
    );
    let bases = composition(&bases, &SymbolicLayout::compact(&shape)?)?;
    let mut modes = Vec::new();
    for mode in bases.modes() {
        let size = mode.size()?.known().ok_or_else(|| refused("a box of run-time size".to_owned()))?;
        let paths = mode.tuple().leaves().into_iter().map(|leaf| leaf.stride.path.clone()).collect();
        modes.push(BoxMode { size, paths });
    }
    let found = |path: &Vec<usize>| modes.iter().any(|mode: &BoxMode| mode.paths.contains(path));
    // What lies within one unit is no mode of its own.
    let tensor = units.recast(tensor)?;
    let missing: Vec<BoxMode> = tensor
        .tuple()
        .leaves()
        .iter()
        .zip(identity.tuple().leaves())
        .filter(|(mode, _)| contributes(mode))
        .map(|(_, basis)| basis.stride.path.clone())
        .filter(|path| !found(path))
        .map(|path| BoxMode { size: 1, paths: vec![path] })
        .collect();
    modes.extend(missing);
    match modes.len() {
        0..=MOST_MODES => Ok(modes),
        // CuTe puts the last modes into one whose scale is known at run time only.
        more => Err(refused(format!("{more} modes, and TMA has {MOST_MODES}"))),
    }
}

/// Whether a mode of the tensor moves at all.
fn contributes(mode: &Mode) -> bool {
    !mode.size.is_constant(1) && !mode.stride.is_constant(0)
}

/// Offsets of shared memory to coordinates of the tensor, as far as they count in whole modes.
fn contiguous_values(smem: &Layout, values: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let by_offset = coalesce(&composition(values, &SymbolicLayout::from(&right_inverse(smem)?))?)?;
    let leaves = by_offset.tuple().leaves();
    let whole: Vec<&&Mode> =
        leaves.iter().take_while(|mode| mode.stride.is_basis() && mode.stride.value.is_constant(1)).collect();
    if whole.is_empty() {
        return Err(refused(
            "shared memory and the tile begin with different modes of the tensor".to_owned(),
        ));
    }
    let shape = IntTuple::Tuple(whole.iter().map(|mode| IntTuple::Int(mode.size.clone())).collect());
    let stride = IntTuple::Tuple(whole.iter().map(|mode| IntTuple::Int(mode.stride.clone())).collect());
    SymbolicLayout::new(&shape, &stride)
}

/// The sizes of the modes after merging what is contiguous in global memory, up to the largest extent of a box.
fn coalesced_sizes(layout: &SymbolicLayout) -> Result<Vec<i64>, Error> {
    let mut modes: Vec<(i64, ScaledBasis)> = Vec::new();
    for mode in layout.tuple().leaves() {
        let Integer::Static(size) = mode.size else {
            return Err(refused("a box of run-time size".to_owned()));
        };
        let is_first = modes.len() == 1;
        match modes.last_mut() {
            Some(_) if size == 1 => {}
            Some(last) if is_first && last.0 == 1 => *last = (size, mode.stride.clone()),
            Some((last, stride)) if continues((*last, &*stride), mode)? && size <= LARGEST_EXTENT / *last => {
                *last *= size;
            }
            _ => modes.push((size, mode.stride.clone())),
        }
    }
    Ok(modes.into_iter().map(|(size, _)| size).collect())
}

/// Whether types show that a mode goes on where the one before it ends.
fn continues((size, stride): (i64, &ScaledBasis), next: &Mode) -> Result<bool, Error> {
    if size > LARGEST_EXTENT || next.stride.path != stride.path {
        return Ok(false);
    }
    let reached = stride.value.times(&Integer::Static(size))?;
    Ok(reached.is_static() && reached == next.stride.value)
}

/// The strides of the modes of the tensor that a mode of the box counts in.
fn strides_along(tensor: &SymbolicLayout, of_box: &BoxMode) -> Vec<Integer> {
    let along = of_box.paths.iter().filter_map(|path| {
        let mode = path.iter().try_fold(tensor.tuple(), |modes, &index| modes.mode(index))?;
        mode.leaves().first().map(|mode| mode.stride.value.clone())
    });
    along.collect()
}

/// For each mode of the tensor, the mode of the box that counts in it.
fn tma_strides(
    tensor: &SymbolicLayout,
    modes: &[BoxMode],
    units: Units,
) -> Result<IntTuple<ScaledBasis>, Error> {
    let identity = make_identity_layout(&tensor.shape())?;
    let mut bases = identity.tuple().leaves().into_iter();
    tensor.tuple().try_map(&mut |mode| {
        let Some(basis) = bases.next() else { return Ok(ScaledBasis::from(0)) };
        let of_box = modes.iter().position(|of_box| of_box.paths.contains(&basis.stride.path));
        let Some(index) = of_box.filter(|_| contributes(mode)) else { return Ok(ScaledBasis::from(0)) };
        match modes.get(index) {
            _ if index == 0 => units.scaled(&mode.stride.value, index),
            Some(of_box) if of_box.paths.len() == 1 => Ok(ScaledBasis::basis(1, vec![index])),
            Some(of_box) => {
                let step = units.step(&mode.stride.value, &strides_along(tensor, of_box))?;
                Ok(ScaledBasis::basis(Integer::Dynamic(step.into()), vec![index]))
            }
            None => Err(refused("no such mode of the box".to_owned())),
        }
    })
}
