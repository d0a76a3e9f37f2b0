//! What variables of a kernel hold.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::code::{Integer, Lambda};
use crate::integer::Node;

use super::scope::Scope;

/// What an expression comes to.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Int(Node, Integer),
    Pointer(Pointer),
    /// A variable in memory, or a reference to one.
    Reference(Pointer),
    /// What no address is made of; whether all lanes of a warp have the same.
    Other {
        is_uniform: bool,
    },
    /// What a parameter or a name of another file holds: all lanes have the same, and of its members, too.
    Object {
        name: String,
        of: Rc<Element>,
    },
    Accessor(Accessor),
    Fields(Rc<BTreeMap<String, Value>>),
    Lambda(Rc<Closure>),
    Group(Group),
}

/// A lambda and the names that it sees.
#[derive(Debug)]
pub(crate) struct Closure {
    pub(crate) lambda: Rc<Lambda>,
    pub(crate) scopes: Vec<Scope>,
    /// What the variables held when it was made, where it has copies of them.
    pub(crate) copies: Option<Vec<Value>>,
}

/// A group of threads of `cooperative_groups`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    Block,
    Grid,
    /// So many threads that follow each other.
    Tile(i64),
}

/// An address: of elements of a type, or of rows of them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pointer {
    /// Into what; `None` where nobody knows.
    pub(crate) base: Option<usize>,
    pub(crate) element: Rc<Element>,
    /// The sizes of an array that it points to.
    pub(crate) inner: Vec<Node>,
    /// In bytes.
    pub(crate) offset: Node,
}

/// What PyTorch gives kernels for a tensor, `at::PackedTensorAccessor32<T, N>`, with the indices that were put to it: an element is as
/// far from the first as its indices times the strides of the tensor.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Accessor {
    /// The tensor.
    pub(crate) base: usize,
    pub(crate) element: Rc<Element>,
    /// How many dimensions the tensor has, and how many of them have their index.
    pub(crate) rank: i64,
    pub(crate) indexed: i64,
    /// In bytes.
    pub(crate) offset: Node,
}

/// A type, as far as it has a size.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) kind: ElementKind,
    /// Bytes: a number, or a symbol where the type is not known.
    pub(crate) size: Node,
}

/// What a type is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ElementKind {
    Integer(Integer),
    /// A number that is no integer.
    Number,
    Pointer(Rc<Element>),
    /// `float4`: so many of these.
    Vector(Rc<Element>, i64),
    /// Fields with their places in bytes.
    Class(Rc<Vec<Field>>),
    /// An accessor of PyTorch's: of what, and of how many dimensions.
    Accessor(Rc<Element>, i64),
    /// Nobody knows.
    Open,
}

/// A field of a class.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) element: Rc<Element>,
    pub(crate) sizes: Vec<i64>,
    pub(crate) place: i64,
}

/// A type of this run's names.
#[derive(Debug, Clone)]
pub(crate) enum Named {
    Type(Rc<Element>),
}

impl Value {
    pub(crate) const VARYING: Self = Self::Other { is_uniform: false };
    pub(crate) const UNIFORM: Self = Self::Other { is_uniform: true };

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(a, x), Self::Int(b, y)) => a == b && x == y,
            (Self::Pointer(a), Self::Pointer(b)) | (Self::Reference(a), Self::Reference(b)) => a == b,
            (Self::Other { is_uniform: a }, Self::Other { is_uniform: b }) => a == b,
            (Self::Object { name: a, .. }, Self::Object { name: b, .. }) => a == b,
            (Self::Fields(a), Self::Fields(b)) => {
                Rc::ptr_eq(a, b)
                    || (a.len() == b.len()
                        && a.iter().zip(b.iter()).all(|(x, y)| x.0 == y.0 && x.1.is_same(y.1)))
            }
            (Self::Accessor(a), Self::Accessor(b)) => a == b,
            (Self::Lambda(a), Self::Lambda(b)) => Rc::ptr_eq(a, b),
            (Self::Group(a), Self::Group(b)) => a == b,
            _ => false,
        }
    }
}
