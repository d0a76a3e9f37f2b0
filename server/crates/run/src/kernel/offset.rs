//! Index arithmetic of an operand: from 1-D coordinates to an offset, with the layout's numbers as constants.

use std::fmt::Write as _;

use layout_algebra::Swizzle;

use super::axes::Placed;
use crate::{Operand, invariant::invariant, operand::Leaf};

/// How an operand's offset is computed.
///
/// The kernel is printed from it ([`Offset::function`]) and the emulator evaluates it ([`Offset::at`]): both run the
/// same arithmetic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offset {
    terms: Vec<Term>,
    base: i64,
    swizzle: Option<Swizzle>,
}

/// `(coordinate / divisor % extent) * stride`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Term {
    /// Which coordinate: a copy has one, an operand of a GEMM two.
    coordinate: usize,
    divisor: i64,
    /// `None` for the last leaf of a mode, where the remainder would change nothing.
    extent: Option<i64>,
    stride: i64,
}

impl Term {
    /// The coordinate that it is of.
    fn of(&self, coordinates: &[i64]) -> i64 {
        let found = coordinates.get(self.coordinate).copied();
        invariant!(found.is_some(), "{coordinates:?} has no coordinate {}", self.coordinate);
        found.unwrap_or(0)
    }
}

impl Offset {
    /// The offset as a function of the 1-D coordinate of the whole operand.
    pub(crate) fn of_index(operand: &Operand) -> Self {
        Self::of_modes(operand, &[operand.leaves()])
    }

    /// The offset as a function of the 1-D coordinates of each top-level mode.
    pub(crate) fn of_mode_coordinates(operand: &Operand) -> Self {
        Self::of_modes(operand, &operand.modes())
    }

    /// The offset as a function of one coordinate over these leaves, leftmost fastest; nothing is added or swizzled.
    pub(crate) fn of_leaves(leaves: &[Leaf]) -> Self {
        Offset { terms: mode_terms(0, leaves), base: 0, swizzle: None }
    }

    /// The coordinate of one leaf among these, times `stride`.
    pub(crate) fn of_digit(leaves: &[Leaf], position: usize, stride: i64) -> Self {
        let only = |(at, leaf): (usize, &Leaf)| Leaf {
            shape: leaf.shape,
            stride: if at == position { stride } else { 0 },
        };
        Self::of_leaves(&leaves.iter().enumerate().map(only).collect::<Vec<_>>())
    }

    /// What `placed` makes of a sum of strides.
    pub(crate) fn placing(placed: Placed) -> Self {
        let identity = Term { coordinate: 0, divisor: 1, extent: None, stride: 1 };
        Offset { terms: vec![identity], base: placed.offset, swizzle: placed.swizzle }
    }

    /// The offset that `placed` makes of this sum.
    pub(crate) fn placed(self, placed: Placed) -> Self {
        Offset { base: placed.offset, swizzle: placed.swizzle, ..self }
    }

    /// The same function with its first two coordinates in the other order.
    pub(crate) fn swapped(mut self) -> Self {
        for term in &mut self.terms {
            invariant!(term.coordinate < 2, "coordinate {} of two", term.coordinate);
            term.coordinate = 1 - term.coordinate.min(1);
        }
        self
    }

    fn of_modes(operand: &Operand, modes: &[Vec<Leaf>]) -> Self {
        let terms = modes.iter().enumerate().flat_map(|(coordinate, leaves)| mode_terms(coordinate, leaves));
        Offset { terms: terms.collect(), base: operand.offset(), swizzle: operand.swizzle() }
    }

    /// The offset at these coordinates, each of which is in range.
    pub(crate) fn at(&self, coordinates: &[i64]) -> i64 {
        let inner = self.terms.iter().fold(self.base, |sum, term| {
            let quotient = term.of(coordinates) / term.divisor;
            sum + term.extent.map_or(quotient, |extent| quotient % extent) * term.stride
        });
        self.swizzle.map_or(inner, |swizzle| swizzle.apply(inner))
    }

    /// A bound of every sum up to these coordinates, which may be out of range: with all strides as if they were positive.
    /// What leaves 64 bits is the largest of them.
    pub(crate) fn reach(&self, coordinates: &[i64]) -> i64 {
        self.terms.iter().fold(self.base.saturating_abs(), |sum, term| {
            let quotient = term.of(coordinates) / term.divisor;
            let most = term.extent.map_or(quotient, |extent| quotient.min(extent - 1));
            sum.saturating_add(most.saturating_mul(term.stride.saturating_abs()))
        })
    }

    /// A CUDA function `name` of these coordinates.
    pub(crate) fn function(&self, name: &str, coordinates: &[&str]) -> String {
        let parameters: Vec<_> =
            coordinates.iter().map(|coordinate| format!("index_t {coordinate}")).collect();
        let sum = self.sum(coordinates);
        let mut text = format!("__device__ __forceinline__ index_t {name}({}) {{\n", parameters.join(", "));
        // Writing to a String cannot fail.
        let _ = match self.swizzle {
            None => writeln!(text, "  return {sum};"),
            Some(swizzle) => {
                let arrow = if swizzle.shift() >= 0 { ">>" } else { "<<" };
                writeln!(text, "  const index_t inner = {sum};").and_then(|()| {
                    let (mask, distance) = (swizzle.source_mask(), swizzle.shift().unsigned_abs());
                    writeln!(text, "  return inner ^ ((inner & {mask:#x}) {arrow} {distance});  // {swizzle}")
                })
            }
        };
        text.push_str("}\n");
        text
    }

    /// `i % 4 + i / 4 * 8`.
    pub(crate) fn sum(&self, coordinates: &[&str]) -> String {
        let mut text = if self.base == 0 { String::new() } else { self.base.to_string() };
        for term in &self.terms {
            let name = coordinates.get(term.coordinate).copied();
            invariant!(name.is_some(), "{coordinates:?} has no coordinate {}", term.coordinate);
            let mut factor = name.unwrap_or("0").to_owned();
            if term.divisor > 1 {
                factor += &format!(" / {}", term.divisor);
            }
            if let Some(extent) = term.extent {
                factor += &format!(" % {extent}");
            }
            if term.stride.abs() > 1 {
                factor += &format!(" * {}", term.stride.unsigned_abs());
            }
            // Index types are unsigned and wrap: a partial sum may be below 0, the whole is not.
            match (text.is_empty(), term.stride < 0) {
                (true, false) => {}
                // A sign would bind tighter than a division: -i % 4 is (-i) % 4.
                (true, true) => text.push_str("0 - "),
                (false, false) => text.push_str(" + "),
                (false, true) => text.push_str(" - "),
            }
            text += &factor;
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}

/// The terms of one mode; leaves that never add anything have none.
fn mode_terms(coordinate: usize, leaves: &[Leaf]) -> Vec<Term> {
    let last = leaves.iter().rposition(|leaf| leaf.shape > 1);
    let mut divisor = 1;
    let mut terms = Vec::new();
    for (position, leaf) in leaves.iter().enumerate() {
        if leaf.shape > 1 && leaf.stride != 0 {
            let extent = (Some(position) != last).then_some(leaf.shape);
            terms.push(Term { coordinate, divisor, extent, stride: leaf.stride });
        }
        divisor *= leaf.shape;
    }
    terms
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::walk::{OffsetWalk, Placement};

    #[track_caller]
    fn function(layout: &str) -> String {
        Offset::of_index(&layout.parse().unwrap()).function("offset", &["i"])
    }

    #[test]
    fn index_arithmetic_is_code_with_constants() {
        let table: String = [
            "8:1",
            "1:5",
            "(4,8):(1,4)",
            "(4,8):(8,1)",
            "(4,8):(0,1)",
            "(4,8):(1,0)",
            "(4,(2,3)):(6,(3,1))",
            "Sw<0,4,3> o 31 o (4,8):(-1,-4)",
            "Sw<3,4,3> o 0 o (8,64):(64,1)",
            "Sw<2,0,-3> o 5 o (4,8):(1,4)",
        ]
        .map(|layout| format!("// {layout}\n{}", function(layout)))
        .concat();
        insta::assert_snapshot!(table, @r#"
        // 8:1
        __device__ __forceinline__ index_t offset(index_t i) {
          return i;
        }
        // 1:5
        __device__ __forceinline__ index_t offset(index_t i) {
          return 0;
        }
        // (4,8):(1,4)
        __device__ __forceinline__ index_t offset(index_t i) {
          return i % 4 + i / 4 * 4;
        }
        // (4,8):(8,1)
        __device__ __forceinline__ index_t offset(index_t i) {
          return i % 4 * 8 + i / 4;
        }
        // (4,8):(0,1)
        __device__ __forceinline__ index_t offset(index_t i) {
          return i / 4;
        }
        // (4,8):(1,0)
        __device__ __forceinline__ index_t offset(index_t i) {
          return i % 4;
        }
        // (4,(2,3)):(6,(3,1))
        __device__ __forceinline__ index_t offset(index_t i) {
          return i % 4 * 6 + i / 4 % 2 * 3 + i / 8;
        }
        // Sw<0,4,3> o 31 o (4,8):(-1,-4)
        __device__ __forceinline__ index_t offset(index_t i) {
          const index_t inner = 31 - i % 4 - i / 4 * 4;
          return inner ^ ((inner & 0x0) >> 3);  // Sw<0,4,3>
        }
        // Sw<3,4,3> o 0 o (8,64):(64,1)
        __device__ __forceinline__ index_t offset(index_t i) {
          const index_t inner = i % 8 * 64 + i / 8;
          return inner ^ ((inner & 0x380) >> 3);  // Sw<3,4,3>
        }
        // Sw<2,0,-3> o 5 o (4,8):(1,4)
        __device__ __forceinline__ index_t offset(index_t i) {
          const index_t inner = 5 + i % 4 + i / 4 * 4;
          return inner ^ ((inner & 0x3) << 3);  // Sw<2,0,-3>
        }
        "#);
    }

    #[test]
    fn a_negative_first_term_is_divided_before_it_is_subtracted() {
        let leaves = [Leaf { shape: 2, stride: -8 }, Leaf { shape: 3, stride: -1 }];
        assert_eq!(Offset::of_leaves(&leaves).sum(&["i"]), "0 - i % 2 * 8 - i / 2");
    }

    #[test]
    fn gemm_operands_take_a_coordinate_a_mode() {
        let offset = Offset::of_mode_coordinates(&"((8,8),32):((1,256),8)".parse().unwrap());
        insta::assert_snapshot!(offset.function("offset_a", &["m", "k"]), @r#"
        __device__ __forceinline__ index_t offset_a(index_t m, index_t k) {
          return m % 8 + m / 8 * 256 + k * 8;
        }
        "#);
    }

    proptest! {
        #[test]
        fn index_arithmetic_agrees_with_the_layout(
            pairs in prop::collection::vec((1_i64..6, -9_i64..40), 1..5),
            (bits, base, distance, down) in (0_i64..4, 0_i64..4, 0_i64..3, any::<bool>()),
        ) {
            let tuple = |part: fn(&(i64, i64)) -> i64| {
                pairs.iter().map(part).map(|leaf| leaf.to_string()).collect::<Vec<_>>().join(",")
            };
            let shift = if down { -(bits + distance) } else { bits + distance };
            let text = format!(
                "Sw<{bits},{base},{shift}> o 400 o ({}):({})",
                tuple(|pair| pair.0),
                tuple(|pair| pair.1)
            );
            let operand: Operand = text.parse().unwrap();
            let (leaves, placement) = (operand.leaves(), Placement::of(&operand));
            let offset = Offset::of_index(&operand);
            for (index, inner) in (0..).zip(OffsetWalk::new(&leaves, 0)) {
                prop_assert_eq!(offset.at(&[index]), placement.place(inner));
                let algebra = operand.layout().at(index).unwrap() + 400;
                prop_assert_eq!(offset.at(&[index]), operand.swizzle().unwrap().apply(algebra));
            }
        }
    }
}
