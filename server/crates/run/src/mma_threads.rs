//! A GEMM's own threads: a tiled MMA, and the tile of C that a block computes with it.

use layout_algebra::{Layout, MmaOperand, TiledMma, atom::mma::Operand as Place};
use serde::{Deserialize, Serialize};

use crate::{
    ErrorCode, Factor, MAX_THREAD_BYTES, MAX_THREADS, Operand, RunError,
    threads::{of_block, tuple},
};

/// Bytes of shared memory that tiles of A and B may take together.
pub const MAX_TILE_BYTES: u32 = 200 << 10;

/// The extent of a tile along a mode at most.
const MAX_EXTENT: i64 = 1024;

/// A tiled MMA as CuTe makes it, and the tile of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MmaThreads {
    /// `make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <_,_,_>)`, or an atom alone.
    pub tiled_mma: String,
    /// M, N and K of the tile, multiples of the tiled MMA's own; empty for these.
    pub tile: Vec<i64>,
}

/// A tiled MMA that passed the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mma {
    /// The tiled MMA as a text.
    pub text: String,
    /// M, N and K of a block's tile.
    pub tile: [i64; 3],
    /// M, N and K of the tiled MMA.
    pub unit: [i64; 3],
    /// Threads of a block.
    pub threads: u32,
    /// Elements between columns of a tile, so that the lanes of an `mma`, which read several, read different banks.
    pub pad: i64,
    /// Bytes of shared memory that tiles of A and B take together.
    pub shared_bytes: u32,
    /// What each thread holds of A, B and C.
    pub parts: [Part; 3],
    /// Atoms of a thread along M, N and K of the unit.
    pub atoms: [i64; 3],
    /// The instruction.
    pub atom: Atom,
}

/// What the threads hold of an operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// (thread, value) to an element of the unit, its first mode fastest.
    pub layout: Operand,
    /// Values of a thread.
    pub values: i64,
    /// Those of one atom.
    pub of_atom: i64,
}

/// One instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Atom {
    /// Its PTX; `None` for a multiplication and an addition of one thread.
    pub ptx: Option<String>,
    /// M, N and K.
    pub shape: [i64; 3],
    /// The threads that work together: 32, or 1.
    pub threads: i64,
    /// (thread, value) to an element of A, B and C, as the instruction has them.
    pub layouts: [Operand; 3],
}

impl MmaThreads {
    /// Whether a kernel can have these threads, for factors of this type.
    pub(crate) fn check(&self, factor: Factor) -> Result<Mma, RunError> {
        let mma = parsed(&self.tiled_mma)?;
        let atom = atom(&mma, factor)?;
        let unit = mma.tile_shape().map_err(refused)?;
        let tile = self.tile_of(unit)?;
        let threads = mma.thr_size();
        let vmnk = mma.thr_layout_vmnk();
        let Some(threads_of_block) = of_block(threads) else {
            return Err(bad(format!("{mma} has {threads} threads; a block has up to {MAX_THREADS}")));
        };
        if mma.atom_layout().mode(2).map_err(refused)?.size() > 1 {
            return Err(bad(format!("{mma} has several atoms along K, whose sums nothing adds")));
        }
        // Lanes of an atom are lanes of a warp, in order: then each index below `threads` is one thread.
        let is_lane =
            |index: i64| vmnk.at(index).is_ok_and(|thread| thread % atom.threads == index % atom.threads);
        // An index that is left out is one that is missing below.
        let mut seen: Vec<i64> = (0..threads).filter_map(|index| vmnk.at(index).ok()).collect();
        seen.sort_unstable();
        if !seen.into_iter().eq(0..threads) || !(0..threads).all(is_lane) {
            return Err(bad(format!("the threads {vmnk} of {mma} are no whole warps, each with an atom")));
        }
        let operands = [MmaOperand::A, MmaOperand::B, MmaOperand::C];
        let of_mma = |error: layout_algebra::Error| bad(format!("{mma}: {error}"));
        let [a, b, c] = operands.map(|operand| part(&mma, operand).map_err(of_mma));
        let (a, b, c) = (a?, b?, c?);
        // The extents of a tiled MMA may be as large as 64 bits allow.
        let [m, n, k] = tile.map(i128::from);
        let units = m / i128::from(unit[0]) * (n / i128::from(unit[1]));
        let held = units * i128::from(c.0.values) * i128::from(factor.sum_width());
        if held > MAX_THREAD_BYTES.into() {
            return Err(bad(format!(
                "a thread of {mma} holds {held} bytes of the {m}x{n} tile of C; it has registers for {MAX_THREAD_BYTES}: \
                 use a smaller tile or more threads"
            )));
        }
        let pad = match factor {
            Factor::F64 => 4,
            Factor::F32 | Factor::F16 | Factor::BF16 => 8,
        };
        let bytes = (m + n + 2 * i128::from(pad)) * k * i128::from(factor.width());
        let shared_bytes = u32::try_from(bytes).ok().filter(|bytes| *bytes <= MAX_TILE_BYTES);
        let Some(shared_bytes) = shared_bytes else {
            return Err(bad(format!(
                "tiles {} take {bytes} bytes of shared memory; the limit is {MAX_TILE_BYTES}: use a smaller tile",
                tuple(&tile)
            )));
        };
        // A has (M,K), B (N,K) and C (M,N) of atoms.
        let ([atoms_m, atoms_k], [atoms_n, _]) = (a.1, b.1);
        let parts = [a.0, b.0, c.0];
        Ok(Mma {
            text: mma.to_string(),
            tile,
            unit,
            threads: threads_of_block,
            pad,
            shared_bytes,
            parts,
            atoms: [atoms_m, atoms_n, atoms_k],
            atom,
        })
    }

    fn tile_of(&self, unit: [i64; 3]) -> Result<[i64; 3], RunError> {
        if self.tile.len() > 3 {
            return Err(bad(format!("the tile {} has more modes than M, N and K", tuple(&self.tile))));
        }
        let mut tile = unit;
        for ((extent, asked), unit) in tile.iter_mut().zip(&self.tile).zip(unit) {
            if *asked < 1 || *asked > MAX_EXTENT || asked % unit != 0 {
                return Err(bad(format!(
                    "the extent {asked} of the tile {} is none of the multiples of {unit}, up to {MAX_EXTENT}, that the tiled \
                     MMA can fill",
                    tuple(&self.tile)
                )));
            }
            *extent = *asked;
        }
        Ok(tile)
    }
}

fn bad(message: String) -> RunError {
    RunError::new(ErrorCode::BadThreadValues, message)
}

fn refused(error: layout_algebra::Error) -> RunError {
    bad(error.to_string())
}

/// Reads what a tiled MMA prints, or the name of an atom.
fn parsed(text: &str) -> Result<TiledMma, RunError> {
    let inside = text.trim().strip_prefix("make_tiled_mma(").and_then(|rest| rest.strip_suffix(')'));
    let Some(inside) = inside else { return TiledMma::from_description(text.trim()).map_err(refused) };
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for character in inside.chars() {
        depth += match character {
            '(' | '<' => 1,
            ')' | '>' => -1,
            _ => 0,
        };
        match (character, depth, parts.last_mut()) {
            (',', 0, _) => parts.push(String::new()),
            (_, _, Some(part)) => part.push(character),
            // There is a part from the beginning on.
            (_, _, None) => {}
        }
    }
    let parts: Vec<&str> = parts.iter().map(|part| part.trim()).collect();
    let description = match parts.as_slice() {
        [atom] => (*atom).to_owned(),
        [atom, threads] => format!("{atom}; thr={threads}"),
        [atom, threads, permutation] => format!("{atom}; thr={threads}; perm={permutation}"),
        parts => {
            return Err(bad(format!(
                "{text} has {} parts; a tiled MMA has an atom, a layout of atoms and a permutation",
                parts.len()
            )));
        }
    };
    TiledMma::from_description(&description).map_err(refused)
}

/// The atom, where a kernel can be made of it.
fn atom(mma: &TiledMma, element: Factor) -> Result<Atom, RunError> {
    let atom = mma.atom();
    let types = atom.value_types();
    let (factor, sum) = match element {
        Factor::F64 => ("double", "double"),
        Factor::F32 => ("float", "float"),
        Factor::F16 => ("half_t", "float"),
        Factor::BF16 => ("bfloat16_t", "float"),
    };
    let is = |name: &str, wanted: &str| name.rsplit("::").next() == Some(wanted);
    let fits = is(&types.a, factor) && is(&types.b, factor) && is(&types.c, sum) && is(&types.d, sum);
    if !fits {
        return Err(bad(format!(
            "{atom} multiplies {} by {} into {}; a GEMM of {element} takes {factor} into {sum}",
            types.a, types.b, types.d
        )));
    }
    let places = [atom.operand_a(), atom.operand_b(), atom.accumulator()];
    let (shape, threads) = (atom.shape_mnk(), atom.thr_id().size());
    let by_warp = atom.ptx().starts_with("mma.sync.aligned.") && threads == 32;
    let by_thread = shape == [1, 1, 1] && threads == 1;
    if places.into_iter().any(|place| *place != Place::Registers) || !(by_warp || by_thread) {
        return Err(bad(format!(
            "{atom} is none of the atoms that kernels are made of: `mma.sync` on registers by the 32 lanes of a warp, and \
             UniversalFMA"
        )));
    }
    let layouts = [atom.layout_a(), atom.layout_b(), atom.layout_c()].map(Operand::from);
    Ok(Atom { ptx: by_warp.then(|| atom.ptx().to_owned()), shape, threads, layouts })
}

/// What the threads hold of an operand, and how many atoms each has along its two modes.
fn part(mma: &TiledMma, operand: MmaOperand) -> Result<(Part, [i64; 2]), layout_algebra::Error> {
    let layout = mma.layout_tv(operand)?;
    let size = |layout: Result<Layout, layout_algebra::Error>| layout.map(|layout| layout.size());
    let values = layout.mode(1)?;
    let of_atom = size(values.mode(0))?;
    let rest = values.mode(1)?;
    let atoms = [size(rest.mode(0))?, size(rest.mode(1))?];
    let part = Part { layout: Operand::from(&layout), values: values.size(), of_atom };
    Ok((part, atoms))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn checked(tiled_mma: &str, tile: &[i64], factor: Factor) -> Result<Mma, RunError> {
        MmaThreads { tiled_mma: tiled_mma.to_owned(), tile: tile.to_vec() }.check(factor)
    }

    #[test]
    fn tiled_mmas_are_read_as_they_are_printed() {
        let mut table = String::new();
        for (text, tile, factor) in [
            ("SM80_16x8x16_F32F16F16F32_TN", &[][..], Factor::F16),
            (
                "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <_,_,_>)",
                &[64, 64, 32],
                Factor::F16,
            ),
            (
                "make_tiled_mma(SM80_16x8x8_F32BF16BF16F32_TN, (2,2,1):(2,1,0), <32,32,16>)",
                &[64],
                Factor::BF16,
            ),
            (
                "make_tiled_mma(UniversalFMA<float,float,float,float>, (16,16,1):(1,16,0), <_,_,_>)",
                &[64, 64, 8],
                Factor::F32,
            ),
            (
                "make_tiled_mma(SM80_8x8x4_F64F64F64F64_TN, (2,4,1):(1,2,0), <_,_,_>)",
                &[32, 32, 8],
                Factor::F64,
            ),
        ] {
            let Mma { text, tile, unit, threads, parts, atoms, atom, .. } =
                checked(text, tile, factor).unwrap();
            table += &format!(
                "{text}: {threads} threads, tile {tile:?} of {unit:?}, atoms {atoms:?} of {:?}, values {:?} of {:?}\n",
                atom.shape,
                parts.each_ref().map(|part| part.values),
                parts.each_ref().map(|part| part.of_atom)
            );
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn what_no_kernel_can_be_made_of_is_refused_with_the_reason() {
        let mut table = String::new();
        for (text, tile, factor) in [
            ("SM80_16x8x16_F32F16F16F32_TN", &[][..], Factor::BF16),
            ("SM80_16x8x16_F16F16F16F16_TN", &[], Factor::F16),
            ("SM70_8x8x4_F32F16F16F32_TN", &[], Factor::F16),
            ("SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", &[], Factor::F16),
            ("SM80_16x8x16_F32F16F16F32_NT", &[], Factor::F16),
            ("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,2):(1,2,4), <_,_,_>)", &[], Factor::F16),
            ("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,4,0), <_,_,_>)", &[], Factor::F16),
            ("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (8,8,1):(1,8,0), <_,_,_>)", &[], Factor::F16),
            (
                "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <_,_,_>)",
                &[64, 60],
                Factor::F16,
            ),
            (
                "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <_,_,_>)",
                &[64, 64, 16, 1],
                Factor::F16,
            ),
            (
                "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <_,_,_>)",
                &[512, 256, 16],
                Factor::F16,
            ),
            (
                "make_tiled_mma(UniversalFMA<double>, (16,16,1):(1,16,0), <_,_,_>)",
                &[64, 64, 512],
                Factor::F64,
            ),
            ("make_tiled_mma(UniversalFMA<double>, (8,8,1):(1,8,0), <_,_,_>)", &[128, 128, 8], Factor::F64),
            ("make_tiled_mma(UniversalFMA<float>, (16,16,1):(1,16,0), <_,_,_>, 2)", &[], Factor::F32),
            ("make_tiled_mma(UniversalFMA<float>, (16,16,1):(1,16,0)), <_,_,_>)", &[], Factor::F32),
            ("make_tiled_mma(UniversalFMA<float>, (65536,65537,1):(1,65536,0), <_,_,_>)", &[], Factor::F32),
            (
                "make_tiled_mma(UniversalFMA<float>, (16,16,1):(1,16,0), <1152921504606846976,_,_>)",
                &[],
                Factor::F32,
            ),
            ("make_tiled_mma(UniversalFMA<float>, (16,16,1):(1,16,0), <_,_,1073741824>)", &[], Factor::F32),
        ] {
            let error = checked(text, tile, factor).unwrap_err();
            assert_eq!(error.code, ErrorCode::BadThreadValues);
            table += &format!("{error}\n");
        }
        insta::assert_snapshot!(table);
    }
}
