//! Copy operations by the names that CuTe gives them.

use std::fmt;
use std::str::FromStr;

use super::{one_thread, warp};
use crate::atom::element::ElementType;
use crate::atom::tmem::{TmemDirection, TmemInstruction};
use crate::{Error, ErrorKind, Layout};

/// A copy operation: its threads, and (thread, value) to bit before and after it (`Copy_Traits`).
///
/// The order of the bits is arbitrary; only equal bits of the three layouts mean the same. `RefLayout` is the one that
/// the TV layout of a [`TiledCopy`](crate::TiledCopy) speaks of: the registers' side of the instruction.
///
/// ```
/// use layout_algebra::atom::copy::CopyTraits;
///
/// let ldmatrix: CopyTraits = "SM75_U32x4_LDSM_N".parse()?;
/// assert_eq!(ldmatrix.thr_id().to_string(), "32:1");
/// assert_eq!(ldmatrix.src_layout().to_string(), "(32,128):(128,1)");
/// assert_eq!(ldmatrix.dst_layout().to_string(), "(32,(32,4)):(32,(1,1024))");
/// assert_eq!(ldmatrix.instruction(), "ldmatrix.sync.aligned.m8n8.x4.shared.b16");
///
/// let vector: CopyTraits = "UniversalCopy<uint128_t>".parse()?;
/// assert_eq!(vector.src_layout().to_string(), "(1,128):(0,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyTraits {
    operation: String,
    thr_id: Layout,
    src: Layout,
    dst: Layout,
    reference: Layout,
    instruction: String,
    header: &'static str,
}

/// Which side of a copy the reference layout is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reference {
    Src,
    Dst,
}

/// What a table says of an operation, its layouts as texts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Described<'t> {
    pub(crate) thr_id: &'t str,
    pub(crate) src: &'t str,
    pub(crate) dst: &'t str,
    pub(crate) reference: Reference,
    pub(crate) instruction: &'static str,
    pub(crate) header: &'static str,
}

impl CopyTraits {
    pub(crate) fn described(operation: &str, described: Described<'_>) -> Result<Self, Error> {
        let (src, dst): (Layout, Layout) = (described.src.parse()?, described.dst.parse()?);
        let reference = match described.reference {
            Reference::Src => src.clone(),
            Reference::Dst => dst.clone(),
        };
        Ok(CopyTraits {
            operation: operation.to_owned(),
            thr_id: described.thr_id.parse()?,
            src,
            dst,
            reference,
            instruction: described.instruction.to_owned(),
            header: described.header,
        })
    }

    /// An instruction of tensor memory; the reference is the side of tensor memory, where all threads see all bits.
    ///
    /// # Errors
    /// Those of [`TmemInstruction::memory_layout`].
    pub fn of_tmem(instruction: &TmemInstruction) -> Result<Self, Error> {
        let (memory, registers) = (instruction.memory_layout()?, instruction.register_layout()?);
        let (src, dst) = match instruction.direction() {
            TmemDirection::Load => (memory.clone(), registers),
            TmemDirection::Store => (registers, memory.clone()),
        };
        Ok(CopyTraits {
            operation: instruction.name(),
            thr_id: "32:1".parse()?,
            src,
            dst,
            reference: memory,
            instruction: instruction.ptx(),
            header: "copy_traits_sm100.hpp",
        })
    }

    /// The operation's name in CuTe, with its template arguments.
    pub fn operation(&self) -> &str {
        &self.operation
    }

    /// Logical thread to thread index (`ThrID`).
    pub fn thr_id(&self) -> &Layout {
        &self.thr_id
    }

    /// (source thread, source value) to bit (`SrcLayout`).
    pub fn src_layout(&self) -> &Layout {
        &self.src
    }

    /// (destination thread, destination value) to bit (`DstLayout`).
    pub fn dst_layout(&self) -> &Layout {
        &self.dst
    }

    /// (reference thread, reference value) to bit (`RefLayout`): one of the two others.
    pub fn ref_layout(&self) -> &Layout {
        &self.reference
    }

    /// The PTX instruction.
    pub fn instruction(&self) -> &str {
        &self.instruction
    }

    /// The header of CuTe that states the layouts.
    pub fn header(&self) -> &'static str {
        self.header
    }
}

impl fmt::Display for CopyTraits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.operation)
    }
}

impl FromStr for CopyTraits {
    type Err = Error;

    /// Reads a name of CuTe: `SM75_U32x4_LDSM_N`, `UniversalCopy<uint128_t>`, `Copy_Traits<SM90_TMA_LOAD,_8192>` (the
    /// number of bits that one TMA instruction copies), each with or without `cute::` and `Copy_Traits<>`.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownName`]; [`ErrorKind::CopyOperation`] when the operation does not take these template
    /// arguments.
    fn from_str(text: &str) -> Result<Self, Error> {
        let plain = unqualified(text);
        let inside = template_arguments(&plain, "Copy_Traits");
        let (operation, bits) = match inside.as_deref() {
            Some([operation, bits, ..]) => (operation.as_str(), Some(bits.as_str())),
            Some([operation]) => (operation.as_str(), None),
            _ => (plain.as_str(), None),
        };
        if let Some(described) = warp::find(operation) {
            return CopyTraits::described(operation, described);
        }
        if let Ok(instruction) = TmemInstruction::find(operation) {
            return CopyTraits::of_tmem(&instruction);
        }
        match one_thread::find(operation, bits)? {
            Some(traits) => Ok(traits),
            None => Err(unknown_name("copy operation", operation, copy_operations())),
        }
    }
}

/// The names of all copy operations, without template arguments.
pub fn copy_operations() -> impl Iterator<Item = &'static str> {
    one_thread::names().chain(warp::names())
}

/// The refusal of a name, with those that share the longest beginning.
pub(crate) fn unknown_name(
    kind: &'static str,
    name: &str,
    names: impl Iterator<Item = &'static str>,
) -> Error {
    const SHOWN: usize = 6;
    const ALIKE: usize = 4;
    let shared = |other: &str| other.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
    let mut near: Vec<&'static str> = names.filter(|other| shared(other) >= ALIKE).collect();
    near.sort_by_key(|other| std::cmp::Reverse(shared(other)));
    near.truncate(SHOWN);
    Error::of_value(ErrorKind::UnknownName { kind, name: name.to_owned(), near })
}

/// The type of this name.
///
/// # Errors
/// [`ErrorKind::UnknownName`].
pub(crate) fn element_type(name: &str) -> Result<ElementType, Error> {
    let unknown = || {
        Error::of_value(ErrorKind::UnknownName {
            kind: "element type",
            name: name.to_owned(),
            near: Vec::new(),
        })
    };
    ElementType::find(name).ok_or_else(unknown)
}

/// A C++ type without blanks and without the namespaces of CuTe and CUTLASS.
pub(crate) fn unqualified(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    text.replace("cute::", "").replace("cutlass::", "").trim_end_matches("{}").to_owned()
}

/// The arguments of `name<a,b>`; `None` when the text is something else.
pub(crate) fn template_arguments(text: &str, name: &str) -> Option<Vec<String>> {
    let inside = text.strip_prefix(name)?.strip_prefix('<')?.strip_suffix('>')?;
    Some(split_arguments(inside))
}

/// The parts of a text between the commas that stand outside every bracket.
pub(crate) fn split_arguments(text: &str) -> Vec<String> {
    let mut open = 0_usize;
    let parts = text.split(|c: char| {
        match c {
            '<' | '(' => open += 1,
            '>' | ')' => open = open.saturating_sub(1),
            _ => {}
        }
        c == ',' && open == 0
    });
    parts.map(|part| part.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_of_a_warp_has_the_layouts_of_its_table() {
        for name in warp::names() {
            let traits: CopyTraits = name.parse().unwrap();
            let threads = traits.thr_id().size();
            for layout in [traits.src_layout(), traits.dst_layout(), traits.ref_layout()] {
                assert_eq!((layout.rank(), layout.mode(0).unwrap().size()), (2, threads), "{name}");
            }
            // Nothing is lost: the destination has each bit that the source has.
            assert_eq!(
                traits.src_layout().cosize().unwrap(),
                traits.dst_layout().cosize().unwrap(),
                "{name}"
            );
        }
    }

    #[test]
    fn an_unknown_operation_names_those_that_begin_alike() {
        let error = "SM75_U32x8_LDSM_N".parse::<CopyTraits>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no copy operation SM75_U32x8_LDSM_N here; those that begin alike are SM75_U32x1_LDSM_N, \
             SM75_U32x2_LDSM_N, SM75_U32x4_LDSM_N, SM75_U32x1_MOVM_T, SM75_U16x2_LDSM_T, SM75_U16x4_LDSM_T"
        );
    }

    #[test]
    fn cp_async_copies_4_8_or_16_bytes() {
        let error = "SM80_CP_ASYNC_CACHEGLOBAL<uint64_t>".parse::<CopyTraits>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "SM80_CP_ASYNC_CACHEGLOBAL<uint64_t>: cp.async copies 16 bytes past the L1 cache, not 8"
        );
        assert!("SM80_CP_ASYNC_CACHEALWAYS<uint64_t>".parse::<CopyTraits>().is_ok());
    }

    #[test]
    fn a_tma_operation_needs_the_bits_of_one_instruction() {
        let error = "SM90_TMA_LOAD".parse::<CopyTraits>().unwrap_err();
        assert_eq!(error.why(), "copy_atom");
        let load: CopyTraits = "cute::Copy_Traits<cute::SM90_TMA_LOAD, cute::Int<8192>>".parse().unwrap();
        assert_eq!(load.src_layout().to_string(), "(1,8192):(0,1)");
        let pair: CopyTraits = "Copy_Traits<SM100_TMA_2SM_LOAD,_4096>".parse().unwrap();
        assert_eq!(
            (pair.thr_id().size(), pair.src_layout().to_string()),
            (2, "(2,4096):(4096,1)".to_owned())
        );
    }
    #[test]
    fn a_copy_to_tensor_memory_gives_several_groups_of_data_paths_the_same_bits() {
        let copy: CopyTraits = "SM100_UTCCP_4x32dp128bit_2cta".parse().unwrap();
        assert_eq!(copy.thr_id().to_string(), "2:1");
        assert_eq!(copy.src_layout().to_string(), "(2,(32,128,4)):(0,(1,32,0))");
        assert_eq!(
            (copy.dst_layout(), copy.ref_layout().to_string()),
            (copy.ref_layout(), "(2,16384):(0,1)".into())
        );
        assert_eq!(copy.instruction(), "tcgen05.cp.cta_group::2.32x128b.warpx4");
        let names = copy_operations().filter(|name| name.starts_with("SM100_UTCCP_"));
        // Each is of one thread block or of two, and its source and destination have equally many bits.
        for traits in names.map(|name| name.parse::<CopyTraits>().unwrap()) {
            let blocks = if traits.operation().ends_with("_2cta") { 2 } else { 1 };
            let [src, dst] = [traits.src_layout(), traits.dst_layout()];
            assert_eq!((src.size(), src.mode(0).unwrap().size()), (dst.size(), blocks), "{traits}");
        }
    }
}
