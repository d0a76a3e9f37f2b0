//! Which operand is which in a kernel.

use super::{
    run::{Run, run_of},
    shape::Mode,
};
use crate::{
    Factor, Operand,
    kernel::{Offset, index_type},
    plan::Gemm,
};

/// The operands in the roles that they have in a kernel: with C transposed, A and B change places.
pub(super) struct Roles<'a> {
    pub(super) a: &'a Operand,
    pub(super) b: &'a Operand,
    pub(super) c: &'a Operand,
    pub(super) m: i64,
    pub(super) n: i64,
    pub(super) k: i64,
    /// A, B and C run in memory along which mode, and how many elements together.
    pub(super) run_a: Run,
    pub(super) run_b: Run,
    pub(super) run_c: Run,
    pub(super) swapped: bool,
    pub(super) cells: i64,
}

impl<'a> Roles<'a> {
    /// Roles in which C runs along this mode.
    pub(super) fn with_c_along(gemm: &'a Gemm, mode: Mode) -> Self {
        let Gemm { a, b, c, m, n, k, a_cells, b_cells, c_cells, .. } = gemm;
        let run = run_of(c, 8);
        let swapped = run.along_second != (mode == Mode::Second);
        let ((a, m), (b, n)) = if swapped { ((b, *n), (a, *m)) } else { ((a, *m), (b, *n)) };
        let run_c = Run { along_second: run.along_second != swapped, ..run };
        let cells = *a_cells.max(b_cells).max(c_cells);
        Roles { a, b, c, m, n, k: *k, run_a: run_of(a, 8), run_b: run_of(b, 8), run_c, swapped, cells }
    }

    /// The index arithmetic as CUDA functions.
    pub(super) fn offsets(&self) -> String {
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
    pub(super) fn index_type(&self, bound: i64) -> &'static str {
        let divides = self.offsets().contains(['/', '%']);
        match index_type(bound, [self.a, self.b, self.c]) {
            "unsigned int" if !divides => "int",
            other => other,
        }
    }

    /// Fills what every template has.
    pub(super) fn filled(
        &self,
        template: &str,
        factor: Factor,
        (tile_m, tile_n, tile_k): (u32, u32, u32),
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
            .replace("@ELEMENT@", factor.name())
            .replace("@A_ALONG_K@", &self.run_a.along_second.to_string())
            .replace("@B_ALONG_K@", &self.run_b.along_second.to_string())
    }

    /// A bound of the offsets that are computed for the tiles of A and B at the edges, though nothing is read there.
    pub(super) fn reach(&self, (tile_m, tile_n, tile_k): (u32, u32, u32)) -> i64 {
        let a = Offset::of_mode_coordinates(self.a)
            .reach(&[self.m + i64::from(tile_m), self.k + i64::from(tile_k)]);
        let b = Offset::of_mode_coordinates(self.b)
            .reach(&[self.n + i64::from(tile_n), self.k + i64::from(tile_k)]);
        a.max(b)
    }

    /// The two parameters in the order of the statement.
    pub(super) fn in_statements_order(&self, source: &str, a: &str, b: &str) -> String {
        match self.swapped {
            true => source.replacen(&format!("({a}, {b}, "), &format!("({b}, {a}, "), 1),
            false => source.to_owned(),
        }
    }

    /// Tiles of C.
    pub(super) fn tiles(&self, tile_m: u32, tile_n: u32) -> u64 {
        let along = |size: i64, tile: u32| size.unsigned_abs().div_ceil(tile.into());
        along(self.m, tile_m) * along(self.n, tile_n)
    }
}
