//! Strides: an integer, or an integer times a basis vector of coordinates (`ScaledBasis` in `arithmetic_tuple.hpp`).

use std::fmt;

use super::Integer;
use crate::{Error, ErrorKind, IntTuple, checked};

/// A stride, `16*lda` or `1@0`; `1/2@0` where coordinates count in units of two elements, as those of TMA may.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScaledBasis {
    /// The integer.
    pub value: Integer,
    /// The mode of the coordinate that it counts in, outermost index first; empty for a plain integer.
    pub path: Vec<usize>,
    /// What the integer is divided by, 2 of `1/2@0`: at least 1, and more than that only of a static integer with which it
    /// has no factor in common.
    pub parts: i64,
}

impl ScaledBasis {
    /// `value` times the basis vector of the mode with this path.
    pub fn basis(value: impl Into<Integer>, path: Vec<usize>) -> Self {
        ScaledBasis { value: value.into(), path, parts: 1 }
    }

    /// Whether it is no multiple of a basis vector, but a fraction of one: `1/2@0`.
    pub fn is_fraction(&self) -> bool {
        self.parts != 1
    }

    /// Whether it counts in a mode of a coordinate (CuTe's `is_scaled_basis`).
    pub fn is_basis(&self) -> bool {
        !self.path.is_empty()
    }

    /// Whether it is the plain integer `Int<value>{}`.
    pub fn is_constant(&self, value: i64) -> bool {
        !self.is_basis() && self.value.is_constant(value)
    }

    pub(super) fn times(&self, by: &Integer) -> Result<Self, Error> {
        Self::divided(self.value.times(by)?, self.parts, self.path.clone())
    }

    /// `value/parts` of a basis vector in lowest terms. What is known at run time only is divided there, towards zero.
    pub(crate) fn divided(value: Integer, parts: i64, path: Vec<usize>) -> Result<Self, Error> {
        let Integer::Static(number) = value else {
            let value = if parts == 1 { value } else { value.quotient(&Integer::Static(parts))? };
            return Ok(ScaledBasis { value, path, parts: 1 });
        };
        let shared = checked::gcd(number, parts).max(1);
        Ok(ScaledBasis { value: Integer::Static(number / shared), path, parts: parts / shared })
    }

    fn refuse_fraction(&self) -> Result<(), Error> {
        match self.is_fraction() {
            false => Ok(()),
            true => Err(Error::of_value(ErrorKind::UnsupportedStride {
                stride: self.to_string(),
                reason: "coordinates that are no integers are not computed",
            })),
        }
    }

    /// The stride without its parts, where it is no fraction.
    pub(super) fn whole(&self) -> Result<&Self, Error> {
        self.refuse_fraction().map(|()| self)
    }

    pub(super) fn quotient(&self, by: &Integer) -> Result<Self, Error> {
        self.refuse_fraction()?;
        Ok(ScaledBasis { value: self.value.quotient(by)?, path: self.path.clone(), parts: 1 })
    }

    /// Whether CuTe knows at compile time that both are equal.
    pub(super) fn equal_by_type(&self, other: &Self) -> bool {
        self.path == other.path && self.parts == other.parts && self.value.equal_by_type(&other.value)
    }

    /// The coordinate that the stride steps by: zeros stand before the mode that it names.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedStride`] of a fraction.
    pub(super) fn to_coordinate(&self) -> Result<IntTuple<Integer>, Error> {
        self.refuse_fraction()?;
        Ok(self.in_its_mode(self.value.clone()))
    }

    /// The nesting of that coordinate.
    pub(super) fn profile(&self) -> IntTuple<Integer> {
        self.in_its_mode(Integer::Static(0))
    }

    fn in_its_mode(&self, value: Integer) -> IntTuple<Integer> {
        self.path.iter().rev().fold(IntTuple::Int(value), |inner, &index| {
            let zeros = std::iter::repeat_n(IntTuple::Int(Integer::Static(0)), index);
            IntTuple::Tuple(zeros.chain([inner]).collect())
        })
    }

    pub(super) fn text(&self, value: impl Fn(&Integer) -> String) -> String {
        let mut text = match &self.value {
            Integer::Dynamic(sum)
                if self.is_basis() && sum.single_term().is_none() && sum.as_constant().is_none() =>
            {
                format!("({})", value(&self.value))
            }
            integer => value(integer),
        };
        if self.is_fraction() {
            text.push_str(&format!("/{}", self.parts));
        }
        for index in self.path.iter().rev() {
            text.push_str(&format!("@{index}"));
        }
        text
    }
}

impl fmt::Display for ScaledBasis {
    /// `lda`, `2@1`, `1/2@0`; the innermost index stands first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Integer::to_string))
    }
}

impl From<Integer> for ScaledBasis {
    fn from(value: Integer) -> Self {
        ScaledBasis::basis(value, Vec::new())
    }
}

impl From<i64> for ScaledBasis {
    /// A static stride.
    fn from(value: i64) -> Self {
        Integer::Static(value).into()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::symbolic::{
        SymbolicLayout, SymbolicTiler, coalesce, composition, composition_tiler, eval, filter_zeros,
        shape_from_text, zipped_divide,
    };

    fn layout(text: &str) -> SymbolicLayout {
        text.parse().unwrap()
    }

    /// The layout with each stride divided by `parts`.
    fn in_parts(layout: &SymbolicLayout, parts: i64) -> SymbolicLayout {
        let divided = layout.stride().try_map(&mut |stride| {
            ScaledBasis::divided(stride.value.clone(), stride.parts * parts, stride.path.clone())
        });
        SymbolicLayout::new(&layout.shape(), &divided.unwrap()).unwrap()
    }

    #[test]
    fn fractions_are_read_in_lowest_terms() {
        let halves = layout("(M,(8,4)):(1@1,(1/2@0,4/2@0))");
        assert_eq!(halves.to_string(), "(M,(8,4)):(1@1,(1/2@0,2@0))");
        assert_eq!(halves.dsl(), "(?,(8,4)):(1@1,(1/2@0,2@0))");
        assert_eq!(layout("4:6/4@0").to_string(), "4:3/2@0");
        assert!("4:1/0@0".parse::<SymbolicLayout>().is_err());
    }

    #[test]
    fn a_fraction_times_a_number_of_run_time_is_divided_there() {
        let tile = composition(&layout("M:1/2@0"), &layout("4:k")).unwrap();
        assert_eq!(tile.to_string(), "4:k/2@0");
    }

    #[test]
    fn a_coordinate_between_two_is_refused() {
        let halves = layout("(M,8):(1@1,1/2@0)");
        let at = |coordinate: &str| eval(&halves, &shape_from_text(coordinate).unwrap());
        assert_eq!(at("(1,4)").unwrap().to_string(), "(2,1)");
        assert!(at("(1,3)").is_err());
        assert!(composition(&layout("8:1"), &layout("4:1/2@0")).is_err());
        assert_eq!(halves.known_coordinates(), None);
    }

    /// Static modes whose strides count in two coordinates.
    fn any_layout() -> impl Strategy<Value = SymbolicLayout> {
        let size = prop::sample::select(vec![1, 2, 3, 4, 8]);
        let mode = (size, 0..6_i64, 0..2_usize);
        prop::collection::vec(mode, 1..4).prop_map(|modes| {
            let modes: Vec<(String, String)> = modes
                .into_iter()
                .map(|(size, stride, axis)| match stride {
                    0 => (size.to_string(), "0".to_owned()),
                    _ => (size.to_string(), format!("{}@{axis}", 1 << (stride - 1))),
                })
                .collect();
            let (shape, stride): (Vec<String>, Vec<String>) = modes.into_iter().unzip();
            layout(&format!("({}):({})", shape.join(","), stride.join(",")))
        })
    }

    proptest! {
        /// Operations are linear in the strides of what they are applied to, so that they commute with dividing these.
        #[test]
        fn operations_commute_with_fractions(
            whole in any_layout(),
            parts in prop::sample::select(vec![2_i64, 4, 8, 3]),
            size in 1..9_i64,
            step in 1..5_i64,
        ) {
            let fractions = in_parts(&whole, parts);
            let right = SymbolicLayout::of_mode(size, step);
            let tiler = SymbolicTiler::ByMode(vec![SymbolicTiler::Size(size.into())]);
            let pairs = [
                (coalesce(&whole), coalesce(&fractions)),
                (filter_zeros(&whole), filter_zeros(&fractions)),
                (composition(&whole, &right), composition(&fractions, &right)),
                (composition_tiler(&whole, &tiler), composition_tiler(&fractions, &tiler)),
                (zipped_divide(&whole, &tiler), zipped_divide(&fractions, &tiler)),
            ];
            for (of_whole, of_fractions) in pairs {
                match (of_whole, of_fractions) {
                    (Ok(of_whole), Ok(of_fractions)) => {
                        prop_assert_eq!(in_parts(&of_whole, parts), of_fractions);
                    }
                    (of_whole, of_fractions) => prop_assert_eq!(of_whole.is_ok(), of_fractions.is_ok()),
                }
            }
            // What a coordinate is sent to, where that is a whole coordinate, is the part of what it was sent to.
            for index in 0..whole.size().unwrap().known().unwrap().min(64) {
                let at = IntTuple::Int(Integer::Static(index));
                if let Ok(found) = eval(&fractions, &at) {
                    let times = found.try_map(&mut |found| found.times(&Integer::Static(parts))).unwrap();
                    prop_assert_eq!(times, eval(&whole, &at).unwrap());
                }
            }
        }
    }
}
