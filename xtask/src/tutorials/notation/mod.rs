//! Layouts as text: CuTe's output, and ours with names of run-time integers in it.

mod leaf;
mod reader;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use leaf::Expression;
use reader::Reader;

/// A layout, a tuple or an integer, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Notation {
    Tuple(Vec<Notation>),
    /// `16*ldA`, `_1@0`: the scale, and the basis in the order in which it is written.
    Leaf {
        scale: Expression,
        basis: Vec<i64>,
    },
    /// `_`.
    Keep,
    /// `?`: anything.
    Any,
    /// `shape:stride`.
    Layout(Box<Notation>, Box<Notation>),
    /// `f o offset o layout`: functions and pointers by their text.
    Composed(Vec<Outer>, Box<Notation>),
}

/// What stands before an `o`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outer {
    /// `Sw<3,4,3>`.
    Swizzle(String),
    /// `smem_ptr[16b](unset)`, without its address.
    Pointer(String),
    /// An offset.
    Offset(Notation),
}

/// The values of names that a notation holds.
pub(super) type Names = BTreeMap<String, i64>;

impl Notation {
    /// Reads all of `text`; `None` when it is none of these.
    pub(super) fn read(text: &str) -> Option<Self> {
        if text.starts_with("Sw<") && text.ends_with('>') {
            // A swizzle alone.
            return Some(Self::Composed(vec![Outer::Swizzle(text.to_owned())], Box::new(Self::Any)));
        }
        let parts: Vec<&str> = text.split(" o ").collect();
        let (last, before) = parts.split_last()?;
        let mut functions: Vec<Outer> = before.iter().map(|part| Outer::read(part)).collect::<Option<_>>()?;
        // `Sw<3,4,3>_smem_ptr[16b](0x..)` is a pointer with a swizzle.
        if let Some(Outer::Pointer(pointer)) = functions.first()
            && let Some((swizzle, pointer)) = pointer.split_once('_').filter(|_| pointer.starts_with("Sw<"))
        {
            let both = [Outer::Swizzle(swizzle.to_owned()), Outer::Pointer(pointer.to_owned())];
            functions.splice(..1, both);
        }
        let inner = Reader::new(last).layout()?;
        Some(if functions.is_empty() { inner } else { Self::Composed(functions, Box::new(inner)) })
    }

    /// All names of run-time integers.
    pub(super) fn names(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        self.each_leaf(&mut |leaf| leaf.names(&mut names));
        names
    }

    fn each_leaf<'t>(&'t self, visit: &mut impl FnMut(&'t Expression)) {
        match self {
            Self::Tuple(elements) => elements.iter().for_each(|element| element.each_leaf(visit)),
            Self::Leaf { scale, .. } => visit(scale),
            Self::Keep | Self::Any => {}
            Self::Layout(shape, stride) => {
                shape.each_leaf(visit);
                stride.each_leaf(visit);
            }
            Self::Composed(functions, inner) => {
                for function in functions {
                    if let Outer::Offset(offset) = function {
                        offset.each_leaf(visit);
                    }
                }
                inner.each_leaf(visit);
            }
        }
    }

    /// Whether this, with `names` for its names, is `printed`; `None` where the names do not say.
    pub(super) fn is(&self, printed: &Self, names: &Names) -> Option<bool> {
        self.agrees(printed, names, &Names::new())
    }

    /// Whether both are the same, each with the values of its names.
    pub(super) fn agrees(&self, printed: &Self, names: &Names, their_names: &Names) -> Option<bool> {
        match (self, printed) {
            (Self::Any, _) => Some(true),
            // What was not printed decides nothing.
            (_, Self::Any) => None,
            (Self::Keep, Self::Keep) => Some(true),
            (Self::Tuple(ours), Self::Tuple(theirs)) => {
                all(ours.iter().zip(theirs).map(|(ours, theirs)| ours.agrees(theirs, names, their_names)))
                    .map(|same| same && ours.len() == theirs.len())
            }
            (Self::Layout(shape, stride), Self::Layout(their_shape, their_stride)) => all([
                shape.agrees(their_shape, names, their_names),
                stride.agrees(their_stride, names, their_names),
            ]
            .into_iter()),
            (Self::Leaf { scale, basis }, Self::Leaf { scale: their_scale, basis: their_basis }) => {
                let (ours, theirs) = (scale.value(names)?, their_scale.value(their_names)?);
                Some(ours == theirs && (basis == their_basis || ours == 0))
            }
            (Self::Composed(functions, inner), Self::Composed(their_functions, their_inner)) => {
                let functions_are =
                    functions.iter().zip(their_functions).map(|(ours, theirs)| match (ours, theirs) {
                        (Outer::Offset(ours), Outer::Offset(theirs)) => {
                            ours.agrees(theirs, names, their_names)
                        }
                        (ours, theirs) => Some(ours == theirs),
                    });
                all(functions_are.chain([inner.agrees(their_inner, names, their_names)]))
                    .map(|same| same && functions.len() == their_functions.len())
            }
            _ => Some(false),
        }
    }

    /// The swizzle of a pointer and the layout behind it, for tensors, whose pointers are no part of their layouts.
    pub(super) fn swizzle_and_layout(&self) -> (Option<&str>, &Self) {
        match self {
            Self::Composed(functions, inner) => match &functions[..] {
                [Outer::Swizzle(swizzle), Outer::Pointer(_)] => (Some(swizzle), inner),
                [Outer::Pointer(_)] => (None, inner),
                _ => (None, self),
            },
            _ => (None, self),
        }
    }
}

impl Outer {
    fn read(text: &str) -> Option<Self> {
        let is_pointer = text.contains("ptr[") || text.contains("tmem_[") || text.contains("Iterator");
        if is_pointer || text.contains("ArithTuple(") {
            // Where it points is another address in every run; `(unset)` says that it does not.
            let is_kept = text.ends_with("(unset)");
            let pointer = if is_kept { text } else { text.split(['(', '{']).next()? };
            return Some(Self::Pointer(pointer.to_owned()));
        }
        if text.starts_with("Sw<") && text.ends_with('>') {
            return Some(Self::Swizzle(text.to_owned()));
        }
        Reader::new(text).layout().map(Self::Offset)
    }
}

/// Whether all are true; one that is false decides, whatever is not known.
fn all(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(true);
    for answer in answers {
        match answer {
            Some(false) => return Some(false),
            Some(true) => {}
            None => known = None,
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether `ours` is `printed` for `m = 24` and `ldA = 5`.
    #[track_caller]
    fn check(ours: &str, printed: &str, expected: Option<bool>) {
        let names = Names::from([("m".to_owned(), 24), ("ldA".to_owned(), 5), ("blockIdx.x".to_owned(), 0)]);
        let read = |text: &str| Notation::read(text).expect("a layout");
        assert_eq!(read(ours).is(&read(printed), &names), expected, "{ours} is {printed}");
    }

    #[test]
    fn names_and_staticness_make_no_difference() {
        check("(m,(8,2)):(1,(ldA,8*ldA))", "(24,(_8,_2)):(_1,(5,40))", Some(true));
        check("(ceil_div(m,7),m/8):(1@0,_)", "(_4,3):(_1@0,_)", Some(true));
        check("(m-8)*(ldA+1)", "96", Some(true));
        check("(m,3)", "(24,4)", Some(false));
        check("(m)", "24", Some(false));
    }

    #[test]
    fn a_basis_counts_unless_its_scale_is_zero() {
        check("1@0", "_1@1", Some(false));
        check("0@0", "_0", Some(true));
        check("8@1@0", "_8@1@0", Some(true));
    }

    #[test]
    fn a_name_without_value_decides_nothing_but_what_is_known_does() {
        check("(q,8)", "(3,8)", None);
        check("(q,8)", "(3,9)", Some(false));
        check("(?,8)", "(3,8)", Some(true));
    }

    #[test]
    fn composed_layouts_have_the_same_functions() {
        let printed = "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)";
        check("Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)", printed, Some(true));
        check("Sw<3,3,3> o smem_ptr[16b](unset) o (8,64):(64,1)", printed, Some(false));
        check("Sw<3,4,3> o 0 o (8,64):(64,1)", printed, Some(false));
        check("Sw<2,3,3> o 0 o 8:1", "Sw<2,3,3> o _0 o _8:_1", Some(true));
    }

    #[test]
    fn a_tensor_is_its_layout_and_the_swizzle_of_its_pointer() {
        let whole = Notation::read("Sw<3,4,3>_smem_ptr[16b](0x55ed6) o (_8,_64):(_64,_1)").expect("a tensor");
        let layout = Notation::read("(8,64):(64,1)").expect("a layout");
        let (swizzle, inner) = whole.swizzle_and_layout();
        assert_eq!((swizzle, inner), (Some("Sw<3,4,3>"), &layout));
    }
}
