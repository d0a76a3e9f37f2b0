//! How close a GEMM must come to its float64 reference, and how close it came.

use crate::{Accuracy, Factor, Operand, WrongElement, invariant::invariant, plan::Gemm};

/// Frobenius norm of the error, relative to the reference's, that is allowed over all elements.
fn relative_tolerance(factor: Factor) -> f64 {
    match factor {
        Factor::F64 => 1e-12,
        Factor::F32 => 1e-5,
        Factor::F16 | Factor::BF16 => 1e-2,
    }
}

/// The error that one element may have before it is rounded to its type: `4 K u`, u the accumulator's unit round-off.
///
/// The data are uniform in [-1, 1], so after k products a sum is about sqrt(k)/3, each addition rounds by up to u of
/// that, and K such roundings add up to a random walk of about K u / 10. `4 K u` is forty times that, and still far
/// below one missing product (0.25 on average) for every K that fits the limits.
///
/// Where A and B are both broadcast along k, up to `repeats` products are one and the same: sums grow straight on and
/// round the same way again and again. Then it is `4 K u repeats`, and never more than the bound for any data, `K K u`.
pub(crate) fn element_tolerance(gemm: &Gemm) -> f64 {
    tolerance(gemm.k, repeats(&gemm.a).min(repeats(&gemm.b)), gemm.factor)
}

fn tolerance(k: i64, repeats: i64, factor: Factor) -> f64 {
    let unit_roundoff = match factor {
        Factor::F64 => f64::EPSILON / 2.0,
        Factor::F32 | Factor::F16 | Factor::BF16 => f64::from(f32::EPSILON) / 2.0,
    };
    // Both are at most 2^42.
    #[expect(clippy::cast_precision_loss, reason = "a f64 holds it exactly")]
    let (k, repeats) = (k as f64, repeats as f64);
    let straight = if repeats > 1.0 { (4.0 * repeats).min(k).max(4.0) } else { 4.0 };
    straight * k * unit_roundoff
}

/// How many coordinates of an operand's second mode have one element on average.
fn repeats(operand: &Operand) -> i64 {
    let modes = operand.modes();
    let leaves = modes.get(1).map(Vec::as_slice);
    invariant!(leaves.is_some(), "{operand} of a GEMM has one mode");
    let leaves = leaves.unwrap_or_default();
    let size: i64 = leaves.iter().map(|leaf| leaf.shape).product();
    let moving = leaves.iter().filter(|leaf| leaf.stride != 0);
    let moving: i64 = moving.map(|leaf| leaf.shape).product();
    // A span beyond 64 bits is larger than any number of coordinates.
    let span = leaves.iter().fold(1_i64, |span, leaf| {
        span.saturating_add((leaf.shape - 1).saturating_mul(leaf.stride.saturating_abs()))
    });
    size / moving.min(span).max(1)
}

/// The relative error of one rounding to the element type, and the least step of its numbers; none where sums have that
/// type themselves.
pub(crate) fn rounding(factor: Factor) -> (f64, f64) {
    match factor {
        Factor::F64 | Factor::F32 => (0.0, 0.0),
        Factor::F16 => (2_f64.powi(-11), 2_f64.powi(-24)),
        Factor::BF16 => (2_f64.powi(-8), 0.0),
    }
}

/// What is known after comparing some elements.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Deviation {
    /// Elements that were compared.
    pub(crate) compared: u64,
    pub(crate) wrong: u64,
    pub(crate) squared_error: f64,
    pub(crate) squared_reference: f64,
    pub(crate) max_error: f64,
    pub(crate) first: Option<WrongAt>,
}

/// The wrong element with the least 1-D coordinate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WrongAt {
    pub(crate) index: i64,
    pub(crate) offset: i64,
    pub(crate) expected: f64,
    pub(crate) found: f64,
}

impl Deviation {
    /// Adds element `index` of C.
    pub(crate) fn add(
        &mut self,
        index: i64,
        offset: i64,
        expected: f64,
        found: f64,
        tolerance: f64,
        factor: Factor,
    ) {
        self.compared += 1;
        let error = (found - expected).abs();
        let (relative, step) = rounding(factor);
        // NaN is within nothing.
        let within = error <= tolerance + relative * expected.abs() + step;
        if !within {
            self.wrong += 1;
            let first = self.first.get_or_insert(WrongAt { index, offset, expected, found });
            if index < first.index {
                *first = WrongAt { index, offset, expected, found };
            }
        }
        self.squared_error += error * error;
        self.squared_reference += expected * expected;
        self.max_error = if error.is_nan() { f64::INFINITY } else { self.max_error.max(error) };
    }

    /// Adds what another part found.
    pub(crate) fn merge(&mut self, other: Deviation) {
        self.compared += other.compared;
        self.wrong += other.wrong;
        self.squared_error += other.squared_error;
        self.squared_reference += other.squared_reference;
        self.max_error = self.max_error.max(other.max_error);
        self.first = match (self.first, other.first) {
            (Some(one), Some(two)) => Some(if one.index <= two.index { one } else { two }),
            (one, two) => one.or(two),
        };
    }

    /// The first wrong element with its coordinate in C.
    pub(crate) fn first_wrong(&self, gemm: &Gemm) -> Option<WrongElement> {
        let digits = match gemm.factor {
            Factor::F64 => 17,
            Factor::F32 | Factor::F16 | Factor::BF16 => 9,
        };
        self.first.map(|wrong| WrongElement {
            coordinate: gemm.c.coordinate(wrong.index),
            offset: wrong.offset,
            expected: format!("{:.digits$}", wrong.expected),
            found: format!("{:.digits$}", wrong.found),
        })
    }

    /// The summary for a report. An error without a finite norm is infinite: JSON has no NaN.
    pub(crate) fn accuracy(&self, gemm: &Gemm) -> Accuracy {
        let relative = (self.squared_error / self.squared_reference).sqrt();
        let relative_error = match self.squared_error {
            0.0 => 0.0,
            _ if relative.is_finite() => relative,
            _ => f64::MAX,
        };
        Accuracy {
            relative_error,
            tolerance: relative_tolerance(gemm.factor),
            max_error: if self.max_error.is_finite() { self.max_error } else { f64::MAX },
            element_tolerance: element_tolerance(gemm),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeviceChoice, ElementType, Operation, Request, Work, check};

    /// The product of two such operands.
    #[track_caller]
    fn product(layout: &str) -> Gemm {
        let operation = Operation::Gemm {
            a: layout.parse().unwrap(),
            b: layout.parse().unwrap(),
            c: "(8,8):(1,8)".parse().unwrap(),
        };
        let request = Request { operation, element: ElementType::F32, device: DeviceChoice::Auto };
        let Work::Gemm(gemm) = check(&request).unwrap().work else { panic!("a gemm") };
        *gemm
    }

    #[test]
    fn products_that_are_repeated_round_the_same_way() {
        let times = |layout: &str| {
            let gemm = product(layout);
            element_tolerance(&gemm) / tolerance(gemm.k, 1, Factor::F32)
        };
        assert_eq!(times("(8,64):(1,8)"), 1.0);
        assert_eq!(times("(8,(16,4)):(1,(0,8))"), 16.0);
        assert_eq!(times("(8,(2,32)):(1,(8,0))"), 16.0, "no more than K K u");
        assert_eq!(times("(8,64):(1,0)"), 16.0);
        assert_eq!(times("(8,(8,8)):(64,(1,1))"), 4.0, "diagonals");
    }

    #[test]
    fn an_element_is_wrong_beyond_its_tolerance_and_when_it_is_not_a_number() {
        let mut deviation = Deviation::default();
        let tolerance = tolerance(64, 1, Factor::F32);
        deviation.add(5, 50, 1.0, 1.0 + tolerance / 2.0, tolerance, Factor::F32);
        assert_eq!(deviation.wrong, 0);
        deviation.add(9, 90, 1.0, 1.0 + tolerance * 2.0, tolerance, Factor::F32);
        deviation.add(7, 70, 1.0, f64::NAN, tolerance, Factor::F32);
        assert_eq!(deviation.wrong, 2);
        assert_eq!(deviation.first.unwrap().index, 7);
        assert_eq!(deviation.accuracy(&product("(8,64):(1,8)")).relative_error, f64::MAX);
    }

    #[test]
    fn rounding_to_half_precision_is_no_error() {
        let expected: f64 = 3.000_9;
        let found = half::f16::from_f32(expected as f32).to_f64();
        let mut deviation = Deviation::default();
        deviation.add(0, 0, expected, found, 0.0, Factor::F16);
        assert_eq!(deviation.wrong, 0);
        deviation.add(0, 0, expected, found, 0.0, Factor::F32);
        assert_eq!(deviation.wrong, 1);
    }

    #[test]
    fn one_missing_product_is_beyond_the_tolerance() {
        assert!(tolerance(1 << 16, 1, Factor::F32) < 0.25 / 10.0);
    }
}
