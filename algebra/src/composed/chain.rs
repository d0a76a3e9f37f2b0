//! Composed layouts of any functions: `A o offset o B` where A is a layout too, or B a swizzle (CuTe's `ComposedLayout`
//! takes any function on either side; its inverses and its compositions make such).

use std::fmt;

use super::{AnyLayout, ComposedLayout};
use crate::error::shortened;
use crate::{Error, ErrorKind, IntTuple, Layout, Swizzle, checked};

/// The most functions in one chain; each composition with a swizzle adds two.
const MAX_FUNCTIONS: usize = 64;

/// One function of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Function {
    /// XORs bits of an offset into others.
    Swizzle(Swizzle),
    /// Adds a number.
    Offset(i64),
    /// Takes an offset as the coordinate of a layout.
    Layout(Layout),
}

impl Function {
    /// The value at an integer.
    fn at(&self, value: i64) -> Result<i64, Error> {
        match self {
            Function::Swizzle(swizzle) => Ok(swizzle.apply(value)),
            Function::Offset(offset) => checked::add("eval", *offset, value),
            Function::Layout(layout) => layout.at(value),
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Function::Swizzle(swizzle) => swizzle.fmt(f),
            Function::Offset(offset) => offset.fmt(f),
            Function::Layout(layout) => layout.fmt(f),
        }
    }
}

/// Functions that are applied from right to left: `(16,8):(8,1) o -6 o Sw<2,1,3>`.
///
/// ```
/// use layout_algebra::FunctionChain;
///
/// let chain: FunctionChain = "16:3 o 2 o (4,4):(4,1)".parse()?;
/// assert_eq!(chain.eval(&"(1,3)".parse()?)?, 27);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionChain {
    functions: Vec<Function>,
}

impl FunctionChain {
    /// The chain of these functions, the one that is applied last first.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedLayout`] when there are none, [`ErrorKind::TooLarge`] when there are more than 64.
    pub fn new(functions: Vec<Function>) -> Result<Self, Error> {
        const OPERATION: &str = "composition";
        match functions.len() {
            0 => Err(Error::new(
                OPERATION,
                ErrorKind::UnsupportedLayout {
                    layout: "()".to_owned(),
                    reason: "a composition of no functions",
                },
            )),
            1..=MAX_FUNCTIONS => Ok(FunctionChain { functions }),
            found => Err(Error::new(
                OPERATION,
                ErrorKind::TooLarge {
                    what: "number of functions",
                    found: i64::try_from(found).unwrap_or(i64::MAX),
                    limit: i64::try_from(MAX_FUNCTIONS).unwrap_or(i64::MAX),
                },
            )),
        }
    }

    /// The functions, the one that is applied last first.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The layout that is applied first, whose coordinates are those of the chain; `None` when the chain begins with
    /// a swizzle, which takes any integer.
    pub fn domain(&self) -> Option<&Layout> {
        match self.functions.last() {
            Some(Function::Layout(layout)) => Some(layout),
            _ => None,
        }
    }

    /// The value at a coordinate, in any form that [`Layout::eval`] takes; at an integer where a swizzle is applied first.
    ///
    /// # Errors
    /// Those of [`Layout::eval`].
    pub fn eval(&self, coordinate: &IntTuple) -> Result<i64, Error> {
        let Some((first, rest)) = self.functions.split_last() else {
            return Err(self.without_domain("eval"));
        };
        let inner = match (first, coordinate) {
            (Function::Layout(layout), _) => layout.eval(coordinate)?,
            (function, IntTuple::Int(value)) => function.at(*value)?,
            _ => {
                let kind = ErrorKind::CoordinateMismatch {
                    coordinate: shortened(coordinate),
                    shape: "an integer".to_owned(),
                };
                return Err(Error::new("eval", kind).at(crate::ModePath::default()));
            }
        };
        rest.iter().rev().try_fold(inner, |value, function| function.at(value))
    }

    /// The values at the 1-D coordinates `0..size` of the domain.
    ///
    /// # Errors
    /// Those of [`Layout::eval_all`]; [`ErrorKind::UnsupportedLayout`] when the chain has no domain of known size.
    pub fn eval_all(&self, limit: i64) -> Result<Vec<i64>, Error> {
        let Some((Function::Layout(domain), rest)) = self.functions.split_last() else {
            return Err(self.without_domain("eval_all"));
        };
        let through = |offset| rest.iter().rev().try_fold(offset, |value, function| function.at(value));
        domain.eval_all(limit)?.into_iter().map(through).collect()
    }

    /// The same functions after another layout: an operation on the domain.
    ///
    /// # Errors
    /// Those of `operation`; [`ErrorKind::UnsupportedLayout`] when the chain has no domain.
    pub(super) fn map_domain(
        &self,
        name: &'static str,
        operation: impl FnOnce(&Layout) -> Result<Layout, Error>,
    ) -> Result<AnyLayout, Error> {
        let Some((Function::Layout(domain), rest)) = self.functions.split_last() else {
            return Err(self.without_domain(name));
        };
        let mut functions = rest.to_vec();
        functions.push(Function::Layout(operation(domain)?));
        FunctionChain { functions }.simplified()
    }

    /// The functions of `self`, then those of `inner`.
    pub(super) fn after(mut self, inner: Vec<Function>) -> Result<Self, Error> {
        self.functions.extend(inner);
        FunctionChain::new(self.functions)
    }

    /// The plain or swizzled layout that this is, if it is one.
    pub(super) fn simplified(self) -> Result<AnyLayout, Error> {
        Ok(match self.into_layout()? {
            AnyLayout::Composed(composed) => composed.simplified(),
            layout => layout,
        })
    }

    /// The plain or swizzled layout that this is, with a swizzle that changes nothing as it stands.
    pub(super) fn into_layout(self) -> Result<AnyLayout, Error> {
        Ok(match self.functions.as_slice() {
            [Function::Layout(layout)] => AnyLayout::Layout(layout.clone()),
            [Function::Swizzle(swizzle), Function::Offset(offset), Function::Layout(layout)] => {
                AnyLayout::Composed(ComposedLayout::new(*swizzle, *offset, layout.clone()))
            }
            _ => AnyLayout::Chain(FunctionChain::new(self.functions)?),
        })
    }

    pub(super) fn without_domain(&self, operation: &'static str) -> Error {
        let reason = "what is applied first is a swizzle, which has no shape";
        Error::new(operation, ErrorKind::UnsupportedLayout { layout: shortened(self), reason })
    }

    /// The inverses of the functions in the opposite order, each by `invert` (an offset by its negative, a swizzle by
    /// itself).
    pub(super) fn inverted(
        &self,
        operation: &'static str,
        mut invert: impl FnMut(&Layout) -> Result<Layout, Error>,
    ) -> Result<FunctionChain, Error> {
        let inverses = self.functions.iter().rev().map(|function| match function {
            Function::Swizzle(swizzle) => Ok(Function::Swizzle(*swizzle)),
            Function::Offset(offset) => {
                offset.checked_neg().map(Function::Offset).ok_or_else(|| Error::overflow(operation))
            }
            Function::Layout(layout) => invert(layout).map(Function::Layout),
        });
        FunctionChain::new(inverses.collect::<Result<_, _>>()?)
    }
}

impl From<ComposedLayout> for FunctionChain {
    fn from(composed: ComposedLayout) -> Self {
        let functions = vec![
            Function::Swizzle(composed.swizzle()),
            Function::Offset(*composed.offset()),
            Function::Layout(composed.layout().clone()),
        ];
        FunctionChain { functions }
    }
}

impl fmt::Display for FunctionChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, function) in self.functions.iter().enumerate() {
            write!(f, "{}{function}", if i == 0 { "" } else { " o " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::either_layout;

    fn function() -> impl Strategy<Value = Function> {
        prop_oneof![
            (0..3_i64, 0..3_i64)
                .prop_map(|(bits, base)| Function::Swizzle(Swizzle::new(bits, base, 3).unwrap())),
            (-9..9_i64).prop_map(Function::Offset),
            either_layout().prop_map(Function::Layout),
        ]
    }

    proptest! {
        #[test]
        fn printed_chains_read_back(functions in prop::collection::vec(function(), 1..5)) {
            let chain = FunctionChain::new(functions).unwrap();
            prop_assert_eq!(chain.to_string().parse::<FunctionChain>().unwrap(), chain);
        }

        #[test]
        fn a_chain_applies_its_functions_from_right_to_left(functions in prop::collection::vec(function(), 1..5), at in 0..40_i64) {
            let chain = FunctionChain::new(functions.clone()).unwrap();
            let expected = functions.iter().rev().try_fold(at, |value, function| function.at(value));
            prop_assert_eq!(chain.eval(&IntTuple::Int(at)), expected);
        }

        #[test]
        fn no_text_panics(text in "[(),:<>oSw0-9 -]{0,24}") {
            let _ = text.parse::<FunctionChain>();
        }
    }

    #[test]
    fn chains_are_neither_empty_nor_endless() {
        assert_eq!(FunctionChain::new(Vec::new()).unwrap_err().why(), "unsupported_layout");
        assert_eq!(FunctionChain::new(vec![Function::Offset(1); 65]).unwrap_err().why(), "too_large");
    }
}
