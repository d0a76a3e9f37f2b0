//! MMA atoms: the shape of an MMA instruction, and which thread holds which element of A, B and C (`MMA_Traits` and
//! `MMA_Atom` of CuTe's `mma_traits*.hpp`).
//!
//! Regular families are rules, the others a table; `cargo xtask oracle --atoms` compares each with what the headers of
//! CUTLASS print when compiled.

mod atom;
mod fragment;
mod gmma;
mod knowledge;
mod name;
mod sm120;
mod thread;
mod traits;
mod umma;
mod warp;

use std::str::FromStr;

pub use atom::{DeclaredTraits, MmaAtom, Operand, ValueTypes};

use name::Name;

use crate::{Error, ErrorKind};

impl MmaAtom {
    /// The atom of a CuTe name: `SM80_16x8x16_F32F16F16F32_TN`, `UniversalFMA<float>`,
    /// `SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>`.
    ///
    /// Template arguments may be left out where no layout depends on them; namespaces, `MMA_Atom<..>` around the name,
    /// white space and `{}` behind it are accepted.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownAtom`]; [`ErrorKind::AtomArguments`] when template arguments are missing or such that CuTe
    /// refuses them.
    pub fn find(name: &str) -> Result<Self, Error> {
        let read = Name::read(name);
        let atom = thread::find(&read)
            .or_else(|| warp::TRAITS.iter().find_map(|family| family.find(&read.base)))
            .or_else(|| gmma::find(&read))
            .or_else(|| umma::find(&read))
            .or_else(|| sm120::find(&read))
            .unwrap_or_else(|| Err(Error::of_value(ErrorKind::UnknownAtom { name: name.to_owned() })))?;
        Ok(MmaAtom { majors: read.majors(), ..atom })
    }

    /// The names of all atoms, in the order of their architectures, without template arguments.
    pub fn names() -> impl Iterator<Item = String> {
        let warps = warp::TRAITS.iter().flat_map(traits::Traits::names);
        thread::names().chain(warps).chain(gmma::names()).chain(umma::names()).chain(sm120::names())
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
            Err(error) if matches!(error.kind(), ErrorKind::AtomArguments { .. }) => None,
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
        let error = MmaAtom::find(name).unwrap_err();
        let ErrorKind::AtomArguments { reason: found, .. } = error.kind() else { panic!("{error}") };
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
