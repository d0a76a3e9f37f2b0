//! GEMMs: the fastest kernel that the device, the element type and the layouts allow.

mod mma;
mod partitioned;
mod plain;
mod run;
mod simt;
mod tuned;
mod wgmma;

pub(crate) use run::{Matrix, matrix};
use run::{Run, run_of};
pub(crate) use tuned::{Choice, Tuned, choose};

use super::{Kernel, KernelDevice, Offset, index_type};
use crate::{ElementType, Operand, check::Gemm};

/// The GEMM kernel for these layouts on this device.
pub(super) fn kernel(gemm: &Gemm, element: ElementType, device: KernelDevice) -> Kernel {
    if let Some(mma) = &gemm.threads {
        return partitioned::kernel(gemm, mma, element);
    }
    if let Some(tuned) = &gemm.tuned {
        return tuned.kernel(gemm, element, device);
    }
    match element {
        ElementType::F64 if let Some(mma) = partitioned::doubles(device) => {
            partitioned::kernel(gemm, &mma, element)
        }
        ElementType::F32 if device.capability >= 80 => {
            simt::kernel(&Roles::with_c_along(gemm, Mode::First), device)
        }
        ElementType::F16 | ElementType::BF16 if device.capability >= 80 => {
            let roles = Roles::with_c_along(gemm, Mode::Second);
            let by_tma = if device.capability == 90 { wgmma::kernel(&roles, element, device) } else { None };
            by_tma.unwrap_or_else(|| mma::kernel(&roles, element, device))
        }
        _ => plain::kernel(gemm, element),
    }
}

/// A mode of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    First,
    Second,
}

/// The operands in the roles that they have in a kernel: with C transposed, A and B change places.
struct Roles<'a> {
    a: &'a Operand,
    b: &'a Operand,
    c: &'a Operand,
    m: i64,
    n: i64,
    k: i64,
    /// A, B and C run in memory along which mode, and how many elements together.
    run_a: Run,
    run_b: Run,
    run_c: Run,
    swapped: bool,
    cells: i64,
}

impl<'a> Roles<'a> {
    /// Roles in which C runs along this mode.
    fn with_c_along(gemm: &'a Gemm, mode: Mode) -> Self {
        let Gemm { a, b, c, m, n, k, a_cells, b_cells, c_cells, .. } = gemm;
        let run = run_of(c, 8);
        let swapped = run.along_second != (mode == Mode::Second);
        let ((a, m), (b, n)) = if swapped { ((b, *n), (a, *m)) } else { ((a, *m), (b, *n)) };
        let run_c = Run { along_second: run.along_second != swapped, ..run };
        let cells = *a_cells.max(b_cells).max(c_cells);
        Roles { a, b, c, m, n, k: *k, run_a: run_of(a, 8), run_b: run_of(b, 8), run_c, swapped, cells }
    }

    /// The index arithmetic as CUDA functions.
    fn offsets(&self) -> String {
        let c = Offset::of_mode_coordinates(self.c);
        let c = if self.swapped { c.swapped() } else { c };
        [
            Offset::of_mode_coordinates(self.a).function("offset_a", &["m", "k"]),
            Offset::of_mode_coordinates(self.b).function("offset_b", &["n", "k"]),
            c.function("offset_c", &["m", "n"]),
        ]
        .join("\n")
    }

    /// Signed where offsets are sums of products: they do not wrap, so what is constant in them is added to addresses
    /// once. Divisions are cheaper without a sign.
    fn index_type(&self, bound: i64) -> &'static str {
        let divides = self.offsets().contains(['/', '%']);
        match index_type(bound, [self.a, self.b, self.c]) {
            "unsigned int" if !divides => "int",
            other => other,
        }
    }

    /// Fills what every template has.
    fn filled(
        &self,
        template: &str,
        element: ElementType,
        (tile_m, tile_n, tile_k): (i64, i64, i64),
    ) -> String {
        let largest =
            self.m.max(self.n).max(self.k).max(self.cells).max(self.reach((tile_m, tile_n, tile_k)));
        let swapped = if self.swapped {
            "; C is computed transposed: A, M and\n// B, N are the statement's B, N and A, M, and C(m,n) its C(n,m)"
        } else {
            ""
        };
        template
            .replace("@SWAPPED@", swapped)
            .replace("@A@", &self.a.to_string())
            .replace("@B@", &self.b.to_string())
            .replace("@C@", &self.c.to_string())
            .replace("@INDEX@", self.index_type(largest.saturating_add(1024)))
            .replace("@M@", &self.m.to_string())
            .replace("@N@", &self.n.to_string())
            .replace("@K@", &self.k.to_string())
            .replace("@TILE_M@", &tile_m.to_string())
            .replace("@TILE_N@", &tile_n.to_string())
            .replace("@TILE_K@", &tile_k.to_string())
            .replace("@OFFSETS@", &self.offsets())
            .replace("@ELEMENT@", element.name())
            .replace("@A_ALONG_K@", &self.run_a.along_second.to_string())
            .replace("@B_ALONG_K@", &self.run_b.along_second.to_string())
    }

    /// A bound of the offsets that are computed for the tiles of A and B at the edges, though nothing is read there.
    fn reach(&self, (tile_m, tile_n, tile_k): (i64, i64, i64)) -> i64 {
        let a = Offset::of_mode_coordinates(self.a).reach(&[self.m + tile_m, self.k + tile_k]);
        let b = Offset::of_mode_coordinates(self.b).reach(&[self.n + tile_n, self.k + tile_k]);
        a.max(b)
    }

    /// The two parameters in the order of the statement.
    fn in_statements_order(&self, source: &str, a: &str, b: &str) -> String {
        match self.swapped {
            true => source.replacen(&format!("({a}, {b}, "), &format!("({b}, {a}, "), 1),
            false => source.to_owned(),
        }
    }

    /// Tiles of C.
    fn tiles(&self, tile_m: i64, tile_n: i64) -> u64 {
        let along = |size: i64, tile: i64| size.unsigned_abs().div_ceil(tile.unsigned_abs());
        along(self.m, tile_m) * along(self.n, tile_n)
    }
}

#[cfg(test)]
mod tests;
