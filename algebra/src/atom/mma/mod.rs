//! MMA atoms: the shape of an MMA instruction, and which thread holds which element of A, B and C (`MMA_Traits` and
//! `MMA_Atom` of CuTe's `mma_traits*.hpp`).
//!
//! Regular families are rules, the others a table; `cargo xtask oracle --atoms` compares each with what the headers of
//! CUTLASS print when compiled.

mod fragment;
mod gmma;
mod knowledge;
mod name;
mod sm120;
mod thread;
mod traits;
mod umma;
mod warp;

use std::fmt;
use std::str::FromStr;

use name::Name;

use crate::atom::tmem::Fragment;
use crate::{Error, Layout};

/// An MMA instruction as layouts.
///
/// The layouts map (thread, value) to the index of a coordinate, M (or N) fastest: 17 in the A of a 16x8x16 atom is the
/// coordinate (1,1).
///
/// ```
/// use layout_algebra::atom::mma::MmaAtom;
///
/// let atom = MmaAtom::find("SM80_16x8x16_F32F16F16F32_TN")?;
/// assert_eq!(atom.shape_mnk(), [16, 8, 16]);
/// assert_eq!(atom.thr_id().to_string(), "32:1");
/// assert_eq!(atom.layout_a().to_string(), "((4,8),(2,2,2)):((32,1),(16,8,128))");
/// assert_eq!(atom.layout_b().to_string(), "((4,8),(2,2)):((16,1),(8,64))");
/// assert_eq!(atom.layout_c().to_string(), "((4,8),(2,2)):((32,1),(16,8))");
/// assert_eq!(atom.value_types().a, "half_t");
/// assert_eq!(atom.ptx(), "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
///
/// let atom = MmaAtom::find("SM100_MMA_F16BF16_SS<half_t,half_t,float,128,256,UMMA::Major::K,UMMA::Major::K>")?;
/// assert_eq!(atom.layout_a().to_string(), "(1,(128,16)):(0,(1,128))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MmaAtom {
    name: String,
    shape_mnk: [i64; 3],
    thr_id: Layout,
    layout_a: Layout,
    layout_b: Layout,
    layout_c: Layout,
    value_types: ValueTypes,
    operand_a: Operand,
    operand_b: Operand,
    accumulator: Operand,
    more_layouts: Vec<(&'static str, Layout)>,
    header: &'static str,
    ptx: String,
}

/// The element types of an MMA by their names in CUTLASS (`ValTypeD`, `ValTypeA`, `ValTypeB`, `ValTypeC`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueTypes {
    /// The result.
    pub d: String,
    /// The left factor.
    pub a: String,
    /// The right factor.
    pub b: String,
    /// What is added.
    pub c: String,
}

/// Where an instruction finds an operand (`FrgTypeA`, `FrgTypeB`, `FrgTypeC`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// In registers: each thread holds its values.
    Registers,
    /// In shared memory, through a descriptor.
    SharedMemory,
    /// In tensor memory, allocated so.
    TensorMemory(Fragment),
}

impl ValueTypes {
    /// The types that a name spells, `F32F16F16F32`.
    fn of_name(types: &str) -> Self {
        let mut tokens =
            traits::type_tokens(types).into_iter().map(|token| traits::value_type(token).to_owned());
        let mut next = || tokens.next().unwrap_or_default();
        ValueTypes { d: next(), a: next(), b: next(), c: next() }
    }
}

impl MmaAtom {
    /// The atom of a CuTe name: `SM80_16x8x16_F32F16F16F32_TN`, `UniversalFMA<float>`,
    /// `SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>`.
    ///
    /// Template arguments may be left out where no layout depends on them; namespaces, `MMA_Atom<..>` around the name,
    /// white space and `{}` behind it are accepted.
    ///
    /// # Errors
    /// [`Error::UnknownAtom`]; [`Error::AtomArguments`] when template arguments are missing or such that CuTe refuses
    /// them.
    pub fn find(name: &str) -> Result<Self, Error> {
        let read = Name::read(name);
        thread::find(&read)
            .or_else(|| warp::TRAITS.iter().find_map(|family| family.find(&read.base)))
            .or_else(|| gmma::find(&read))
            .or_else(|| umma::find(&read))
            .or_else(|| sm120::find(&read))
            .unwrap_or_else(|| Err(Error::UnknownAtom { name: name.to_owned() }))
    }

    /// The names of all atoms, in the order of their architectures, without template arguments.
    pub fn names() -> impl Iterator<Item = String> {
        let warps = warp::TRAITS.iter().flat_map(traits::Traits::names);
        thread::names().chain(warps).chain(gmma::names()).chain(umma::names()).chain(sm120::names())
    }

    /// The name in CuTe, with the template arguments that were given where layouts depend on them.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// M, N and K of one instruction (`Shape_MNK`).
    pub fn shape_mnk(&self) -> [i64; 3] {
        self.shape_mnk
    }

    /// Logical thread id to thread index (`ThrID`).
    pub fn thr_id(&self) -> &Layout {
        &self.thr_id
    }

    /// (thread, value) to the index of an (M,K) coordinate (`ALayout`).
    pub fn layout_a(&self) -> &Layout {
        &self.layout_a
    }

    /// (thread, value) to the index of an (N,K) coordinate (`BLayout`).
    pub fn layout_b(&self) -> &Layout {
        &self.layout_b
    }

    /// (thread, value) to the index of an (M,N) coordinate (`CLayout`).
    pub fn layout_c(&self) -> &Layout {
        &self.layout_c
    }

    /// The layouts of scale factors (`SFALayout`, `SFBLayout`) and of sparse metadata (`ELayout`), by name.
    pub fn more_layouts(&self) -> &[(&'static str, Layout)] {
        &self.more_layouts
    }

    /// The element types.
    pub fn value_types(&self) -> &ValueTypes {
        &self.value_types
    }

    /// Where A comes from.
    pub fn operand_a(&self) -> &Operand {
        &self.operand_a
    }

    /// Where B comes from.
    pub fn operand_b(&self) -> &Operand {
        &self.operand_b
    }

    /// Where C is and D goes.
    pub fn accumulator(&self) -> &Operand {
        &self.accumulator
    }

    /// The header of CUTLASS, under `include/cute/atom`, that defines the traits.
    pub fn header(&self) -> &'static str {
        self.header
    }

    /// The PTX instruction, without modifiers that no layout depends on.
    pub fn ptx(&self) -> &str {
        &self.ptx
    }

    /// What is known to be wrong or surprising about this atom's layouts, with its source.
    ///
    /// ```
    /// use layout_algebra::atom::mma::MmaAtom;
    ///
    /// let remark = MmaAtom::find("SM90_64x8x16_F32F16F16_SS")?.knowledge().unwrap();
    /// assert!(remark.contains("issue 3254"));
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn knowledge(&self) -> Option<&'static str> {
        knowledge::knowledge(&self.name)
    }
}

impl fmt::Display for MmaAtom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl FromStr for MmaAtom {
    type Err = Error;

    /// [`MmaAtom::find`].
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::find(text)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Every atom whose layouts do not depend on template arguments.
    fn every_atom() -> impl Iterator<Item = MmaAtom> {
        MmaAtom::names().filter_map(|name| match MmaAtom::find(&name) {
            Ok(atom) => Some(atom),
            Err(Error::AtomArguments { .. }) => None,
            Err(error) => panic!("{name}: {error}"),
        })
    }

    #[test]
    fn names_are_distinct_and_found() {
        let mut names: Vec<String> = MmaAtom::names().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert_eq!(every_atom().count(), count - umma::names().count());
    }

    #[test]
    fn layouts_cover_the_shape_of_the_atom_exactly() {
        let mut seen = HashSet::new();
        for atom in every_atom() {
            let [m, n, k] = atom.shape_mnk();
            for (layout, elements) in
                [(atom.layout_a(), m * k), (atom.layout_b(), n * k), (atom.layout_c(), m * n)]
            {
                if !seen.insert((layout.clone(), elements)) {
                    continue;
                }
                // Operands in shared memory belong to all threads alike.
                let mut offsets = crate::filter(layout).eval_all(1 << 16).unwrap();
                offsets.sort_unstable();
                offsets.dedup();
                let all: Vec<i64> = (0..elements).collect();
                assert_eq!(offsets, all, "{atom}: {layout}");
            }
        }
    }

    #[test]
    fn threads_of_the_layouts_are_those_of_the_atom() {
        for atom in every_atom() {
            for layout in [atom.layout_a(), atom.layout_b(), atom.layout_c()] {
                assert_eq!(layout.mode(0).unwrap().size(), atom.thr_id().size(), "{atom}");
            }
        }
    }

    #[test]
    fn an_unknown_name_is_refused_by_name() {
        let error = MmaAtom::find("SM80_16x8x16_F32F16F16F32_NT").unwrap_err();
        assert_eq!(error.to_string(), "there is no MMA atom SM80_16x8x16_F32F16F16F32_NT");
    }

    #[test]
    fn missing_template_arguments_are_named() {
        let error = MmaAtom::find("SM100_MMA_F16BF16_SS").unwrap_err();
        assert_eq!(
            error.to_string(),
            "SM100_MMA_F16BF16_SS: its layouts depend on its template arguments <a_type, b_type, c_type, M, N, a_major, \
             b_major>"
        );
    }

    #[track_caller]
    fn check_refused(name: &str, reason: &str) {
        let Err(Error::AtomArguments { reason: found, .. }) = MmaAtom::find(name) else {
            panic!("{name} is accepted")
        };
        assert_eq!(found, reason);
    }

    #[test]
    fn template_arguments_that_cute_refuses_are_refused() {
        check_refused(
            "SM100_MMA_TF32_SS<tfloat32_t,tfloat32_t,float,96,128>",
            "M is 96; it can be 64 or 128",
        );
        check_refused(
            "SM100_MMA_F16BF16_TS<half_t,half_t,float,128,72,UMMA::Major::K,UMMA::Major::K>",
            "N is 72; for M 128 it is a multiple of 16 from 16 to 256",
        );
        check_refused(
            "SM90_64x128x16_F32F16F16_RS<GMMA::Major::MN,GMMA::Major::K>",
            "A comes from registers, and CuTe wants it K-major there (GMMA::Major::K)",
        );
        check_refused(
            "SM100_MMA_F16BF16_SS<float,half_t,float,128,128>",
            "float has 32 bits; the operation takes types of 16 bits",
        );
    }
}
