//! An operand with its two spellings: CuTe's notation (`Display`) and C++.

use std::fmt::{self, Display, Formatter};

/// A tuple of terms, a layout, a tiler, a swizzle: whatever an operation takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Term {
    /// An integer known at compile time: a size, a stride, an index.
    Int(i64),
    /// `value@axis[0]@axis[1]..`: a coordinate stride, innermost mode first.
    Basis(i64, Vec<usize>),
    Tuple(Vec<Term>),
    /// Shape and stride.
    Layout(Box<Term>, Box<Term>),
    /// `<..>`: a tiler by mode.
    Tile(Vec<Term>),
    /// `_`.
    Underscore,
    /// B, M and S.
    Swizzle(i64, i64, i64),
    /// Swizzle, offset, layout.
    Composed(Box<Term>, i64, Box<Term>),
}

impl Term {
    pub(super) fn layout(shape: Term, stride: Term) -> Self {
        Self::Layout(Box::new(shape), Box::new(stride))
    }

    /// A tuple of integers.
    pub(super) fn integers(integers: impl IntoIterator<Item = i64>) -> Self {
        Self::Tuple(integers.into_iter().map(Self::Int).collect())
    }

    /// An index of a mode or argument of a template.
    pub(super) fn index(index: usize) -> Self {
        Self::Int(i64::try_from(index).unwrap_or(i64::MAX))
    }

    /// The modes; a term that is no tuple is its own only one.
    pub(super) fn modes(&self) -> &[Term] {
        match self {
            Self::Tuple(modes) | Self::Tile(modes) => modes,
            _ => std::slice::from_ref(self),
        }
    }

    pub(super) fn is_tuple(&self) -> bool {
        matches!(self, Self::Tuple(_))
    }

    /// The integers, left to right. Leaves that are none are left out.
    pub(super) fn integer_leaves(&self) -> Vec<i64> {
        match self {
            Self::Int(integer) => vec![*integer],
            Self::Tuple(modes) => modes.iter().flat_map(Self::integer_leaves).collect(),
            _ => vec![],
        }
    }

    /// The size of a shape.
    pub(super) fn product(&self) -> i64 {
        self.integer_leaves().iter().product()
    }

    /// This tuple's nesting with other leaves.
    pub(super) fn with_leaves(&self, leaves: &mut impl Iterator<Item = Term>) -> Self {
        match self {
            Self::Tuple(modes) => Self::Tuple(modes.iter().map(|mode| mode.with_leaves(leaves)).collect()),
            _ => leaves.next().unwrap_or(Self::Int(1)),
        }
    }

    /// A value of a type that holds everything: `Layout<Shape<_4,_8>,Stride<_8,_1>>{}`.
    pub(super) fn cpp(&self) -> String {
        format!("{}{{}}", self.cpp_type())
    }

    fn cpp_type(&self) -> String {
        match self {
            Self::Int(value) => format!("C<{value}>"),
            // The template's arguments go from the outermost mode inwards, the notation goes outwards.
            Self::Basis(value, axis) => {
                let axis: Vec<String> = axis.iter().rev().map(usize::to_string).collect();
                format!("ScaledBasis<C<{value}>,{}>", axis.join(","))
            }
            Self::Tuple(modes) => format!("tuple<{}>", types(modes)),
            Self::Layout(shape, stride) => format!("Layout<{},{}>", shape.cpp_type(), stride.cpp_type()),
            Self::Tile(modes) => format!("tuple<{}>", types(modes)),
            Self::Underscore => "Underscore".to_owned(),
            Self::Swizzle(bits, base, shift) => format!("Swizzle<{bits},{base},{shift}>"),
            Self::Composed(swizzle, offset, layout) => {
                format!("ComposedLayout<{},C<{offset}>,{}>", swizzle.cpp_type(), layout.cpp_type())
            }
        }
    }
}

fn types(modes: &[Term]) -> String {
    let types: Vec<String> = modes.iter().map(Term::cpp_type).collect();
    types.join(",")
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Basis(value, axis) => {
                write!(f, "{value}")?;
                axis.iter().try_for_each(|mode| write!(f, "@{mode}"))
            }
            Self::Tuple(modes) => write_modes(f, '(', modes, ')'),
            Self::Tile(modes) => write_modes(f, '<', modes, '>'),
            Self::Layout(shape, stride) => write!(f, "{shape}:{stride}"),
            Self::Underscore => f.write_str("_"),
            Self::Swizzle(bits, base, shift) => write!(f, "Sw<{bits},{base},{shift}>"),
            Self::Composed(swizzle, offset, layout) => write!(f, "{swizzle} o {offset} o {layout}"),
        }
    }
}

fn write_modes(f: &mut Formatter<'_>, open: char, modes: &[Term], close: char) -> fmt::Result {
    let modes: Vec<String> = modes.iter().map(Term::to_string).collect();
    write!(f, "{open}{}{close}", modes.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nested_coordinate_stride_is_spelled_inside_out_in_cpp() {
        let basis = Term::Basis(2, vec![1, 0]);
        assert_eq!((basis.to_string().as_str(), basis.cpp().as_str()), ("2@1@0", "ScaledBasis<C<2>,0,1>{}"));
    }

    #[test]
    fn a_composed_layout_has_both_spellings() {
        let layout = Term::layout(Term::integers([8, 64]), Term::integers([64, 1]));
        let composed = Term::Composed(Box::new(Term::Swizzle(3, 4, 3)), 0, Box::new(layout));
        assert_eq!(composed.to_string(), "Sw<3,4,3> o 0 o (8,64):(64,1)");
        assert_eq!(
            composed.cpp(),
            "ComposedLayout<Swizzle<3,4,3>,C<0>,Layout<tuple<C<8>,C<64>>,tuple<C<64>,C<1>>>>{}"
        );
    }
}
