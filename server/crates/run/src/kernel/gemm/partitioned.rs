//! A GEMM by the threads of a tiled MMA, the user's own or, in f64, the one that was the fastest: each takes from shared memory what the thread-value layouts of A
//! and B give it, and writes what that of C gives it.

use super::plain::{arithmetic, stage_order};
use crate::{
    Atom, Factor, Mma, MmaThreads, Part,
    invariant::invariant,
    kernel::{Kernel, KernelDevice, Offset, index_type},
    plan::Gemm,
};

/// (thread, value) to an element of the unit, for A, B and C.
///
/// The kernel is printed from it, the emulator evaluates it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PartOffsets(pub(crate) [Offset; 3]);

impl PartOffsets {
    pub(crate) fn of(mma: &Mma) -> Self {
        PartOffsets(mma.parts.each_ref().map(|part| Offset::of_mode_coordinates(&part.layout)))
    }
}

/// What multiplies f64 on the tensor cores of this device.
pub(super) fn doubles(device: KernelDevice) -> Option<Mma> {
    let (atom, tile) = match device.capability {
        90 => ("SM90_16x8x8_F64F64F64F64_TN", [128, 64, 16]),
        80.. => ("SM80_8x8x4_F64F64F64F64_TN", [64, 128, 16]),
        _ => return None,
    };
    let tiled_mma = format!("make_tiled_mma({atom}, (2,4,1):(1,2,0), <_,_,_>)");
    let checked = MmaThreads { tiled_mma, tile: tile.to_vec() }.check(Factor::F64);
    invariant!(checked.is_ok(), "no kernel of f64 is made by {atom}");
    // Without it the plain kernel multiplies.
    checked.ok()
}

/// The kernel for these layouts and this tiled MMA.
pub(super) fn kernel(gemm: &Gemm, mma: &Mma) -> Kernel {
    let Gemm { factor, a, b, c, m, n, k, a_cells, b_cells, c_cells, .. } = gemm;
    let [tile_m, tile_n, tile_k] = mma.tile;
    let largest = [*m, *n, *k, *a_cells, *b_cells, *c_cells].into_iter().max().unwrap_or(0);
    let index = index_type(largest.saturating_add(tile_m.max(tile_n).max(tile_k)), [a, b, c]);
    let operands = [("offset_a", a, ["m", "k"]), ("offset_b", b, ["n", "k"]), ("offset_c", c, ["m", "n"])];
    let operands =
        operands.map(|(name, operand, modes)| Offset::of_mode_coordinates(operand).function(name, &modes));
    let PartOffsets(parts) = PartOffsets::of(mma);
    let names = ["element_a", "element_b", "element_c"].into_iter();
    let parts: Vec<String> =
        names.zip(parts).map(|(name, part)| part.function(name, &["thread", "value"])).collect();
    let offsets = format!("{}\n{}", operands.join("\n"), parts.join("\n"));
    let stage = |order: &str, rows: i64| {
        order.replace("@TILE_MN@", &rows.to_string()).replace("@TILE_K@", &tile_k.to_string())
    };
    let mut text = include_str!("partitioned.cu")
        .replace("@MMA@", &mma.text)
        .replace("@ATOM@", &instruction(&mma.atom, &mma.parts, *factor))
        .replace("@OFFSETS@", &offsets)
        .replace("@TYPES@", arithmetic(*factor))
        .replace("@INDEX@", index)
        .replace("@ELEMENT@", factor.name())
        .replace("@THREADS@", &mma.threads.to_string())
        .replace("@PAD@", &mma.pad.to_string())
        .replace("@STAGE_A@", &stage(stage_order(a), tile_m))
        .replace("@STAGE_B@", &stage(stage_order(b), tile_n));
    for ((name, operand), part) in [("A", a), ("B", b), ("C", c)].into_iter().zip(&mma.parts) {
        let Part { layout, values, of_atom } = part;
        text = text
            .replace(&format!("@{name}@"), &operand.to_string())
            .replace(&format!("@TV_{name}@"), &layout.to_string())
            .replace(&format!("@VALUES_{name}@"), &values.to_string())
            .replace(&format!("@ATOM_{name}@"), &of_atom.to_string());
    }
    let modes = ["M", "N", "K"].into_iter().zip([*m, *n, *k]).zip(mma.tile).zip(mma.unit).zip(mma.atoms);
    for ((((name, size), tile), unit), atoms) in modes {
        text = text
            .replace(&format!("@{name}@"), &size.to_string())
            .replace(&format!("@TILE_{name}@"), &tile.to_string())
            .replace(&format!("@UNIT_{name}@"), &unit.to_string())
            .replace(&format!("@ATOMS_{name}@"), &atoms.to_string());
    }
    let tiles = |size: i64, tile: i64| size.unsigned_abs().div_ceil(tile.unsigned_abs());
    let blocks = tiles(*m, tile_m) * tiles(*n, tile_n);
    Kernel { shared_bytes: mma.shared_bytes, ..Kernel::new(text, "gemm", blocks, mma.threads) }
}

/// The body of a multiplication of one atom.
fn instruction(atom: &Atom, parts: &[Part; 3], of: Factor) -> String {
    let Some(ptx) = &atom.ptx else { return "  *c += widen(*a) * widen(*b);".to_owned() };
    let [a, b, c] = parts.each_ref().map(|part| part.of_atom);
    // Factors of two bytes come in pairs.
    let (packed, factor, sum) = match of {
        Factor::F64 => (1, "d", "d"),
        Factor::F32 => (1, "f", "f"),
        Factor::F16 | Factor::BF16 => (2, "r", "f"),
    };
    let registers = |from: i64, count: i64| {
        let names: Vec<String> = (from..from + count).map(|number| format!("%{number}")).collect();
        format!("{{{}}}", names.join(","))
    };
    let inputs = |name: &str, count: i64| -> Vec<String> {
        let register = |number: i64| match packed {
            2 => format!("\"r\"({name}[{}] | (unsigned){name}[{}] << 16)", number * 2, number * 2 + 1),
            _ => format!("\"{factor}\"({name}[{number}])"),
        };
        (0..count / packed).map(register).collect()
    };
    let outputs: Vec<String> = (0..c).map(|number| format!("\"+{sum}\"(c[{number}])")).collect();
    format!(
        "  asm volatile(\"{ptx} {}, {}, {}, {};\"\n               : {}\n               : {});",
        registers(0, c),
        registers(c, a / packed),
        registers(c + a / packed, b / packed),
        registers(0, c),
        outputs.join(", "),
        [inputs("a", a), inputs("b", b)].concat().join(", ")
    )
}
