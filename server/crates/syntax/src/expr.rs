//! The one expression tree that the annotation language and the host languages are read into.

use std::{cmp::Ordering, ops::Range};

use crate::annotation::Name;
use crate::opaque::Opaque;
use crate::program::{Argument, Function};

/// An expression and the bytes of the document that it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Byte range in the document.
    pub range: Range<usize>,
}

/// The forms of an expression (`docs/language.md`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// `8`, `_8`, `Int<8>`, `C<8>`, `8_c`.
    Int(i64),
    /// A name: of a layout, a size, an element type, a tuple; or a type with its arguments that CuTe names an atom or a
    /// projection by, without blanks: `UniversalCopy<float>`, `Step<_1,X,_1>`.
    Name(String),
    /// `_`: leave the mode alone (tiler), or keep it (slice).
    Keep,
    /// `?` or `...` in a conventional comment: matches anything.
    Any,
    /// `?{div=8}`: any multiple of 8, as the CuTe DSL prints a run-time integer.
    AnyMultiple(i64),
    /// `(a, b)`; `()` when empty. A single element stays a tuple here: `(4)` is a rank-1 tuple, while
    /// `(A)` around a layout is grouping; which one it is depends on the element's value, so `eval` decides.
    Tuple(Vec<Expr>),
    /// `<a, b>`: a by-mode tiler.
    Tiler(Vec<Expr>),
    /// `shape:stride`.
    Layout {
        /// Left of the colon.
        shape: Box<Expr>,
        /// Right of the colon.
        stride: Box<Expr>,
    },
    /// `value@leaf@...@mode`; the path is kept in the order it is written.
    Basis {
        /// The scale, `2` in `2@1`.
        value: Box<Expr>,
        /// `[0, 1]` in `1@0@1`.
        path: Vec<i64>,
    },
    /// `1/2@0`: one token, refused by normalisation with its own message.
    Fraction {
        /// `1` in `1/2@0`.
        numerator: i64,
        /// `2` in `1/2@0`.
        denominator: i64,
        /// `[0]` in `1/2@0`.
        path: Vec<i64>,
    },
    /// `f5` in the stride position of a literal: an XOR stride.
    Xor(i64),
    /// `Sw<B,M,S>`, `S<B,M,S>`, `Swizzle<B,M,S>`.
    Swizzle {
        /// Number of bits.
        bits: i64,
        /// Number of least significant bits left alone.
        base: i64,
        /// Distance of the shift.
        shift: i64,
    },
    /// `Sw<3,4,3> o 0 o (8,64):(64,1)`: one literal. `offset` may be a tuple of coordinates.
    Composed {
        /// The outer function.
        swizzle: Box<Expr>,
        /// Offset between the two.
        offset: Box<Expr>,
        /// The inner layout.
        layout: Box<Expr>,
    },
    /// `composition(A, B)`, `group<0,2>(A)`: an operation by its name.
    Call {
        /// The operation, aliases resolved to the name of the vectors' README.
        function: Name,
        /// Arguments between `<` and `>`.
        template: Vec<Expr>,
        /// Arguments between the parentheses.
        arguments: Vec<Expr>,
    },
    /// `A(3)`, `A(1,(2,3))`, `A(_,3)`: evaluate, or slice when `_` occurs.
    Apply {
        /// What is applied: a name, a call, a parenthesised layout.
        callee: Box<Expr>,
        /// The coordinate, an element a mode.
        coordinate: Vec<Expr>,
    },
    /// Host code: `true`, `False`.
    Bool(bool),
    /// Host code: a string.
    Text(String),
    /// Host code: `a.b`, `a->b`, `T::b` where `T` is no plain name. Qualified plain names (`cute::size`, `UMMA::Major::K`)
    /// stay one [`Name`](ExprKind::Name) in C++ and Rust; in Python, `cute.size` is a member of `cute`.
    Member {
        /// What has the member.
        base: Box<Expr>,
        /// The member.
        name: Name,
    },
    /// Host code: `Shape<_4,_8>`, `group<0,2>`: a type or function with template arguments. The C++ type `T*` is the
    /// template of the name `*`, with the argument `T`.
    Specialize {
        /// The template.
        base: Box<Expr>,
        /// Its arguments: types and values.
        arguments: Vec<Expr>,
    },
    /// Host code: `T{}`, `T{a, b}`. `T(a)` is an [`Invoke`](ExprKind::Invoke).
    Construct {
        /// The type; `None` for a bare `{a, b}`.
        constructed: Option<Box<Expr>>,
        /// Between the braces.
        arguments: Vec<Expr>,
    },
    /// Host code: `f(a, b)`, `x.f(stride=b)`, `A(_,3)`, `int(m)`, `sizeof(T)`. In C++, `*p` calls the name `operator*`,
    /// `&x` the name `operator&`; `&f<..>` is the function `f<..>` itself.
    Invoke {
        /// What is called.
        callee: Box<Expr>,
        /// The arguments.
        arguments: Vec<Argument>,
    },
    /// Host code: `kernel<<<grid, block>>>(a, b)`.
    Launch {
        /// The kernel, with its template arguments.
        kernel: Box<Expr>,
        /// Between the angle brackets.
        configuration: Vec<Expr>,
        /// The arguments.
        arguments: Vec<Argument>,
    },
    /// Host code: `a[i]`, `a[1, None]`, with `_` for a bare `:`.
    Index {
        /// What is indexed.
        base: Box<Expr>,
        /// Between the brackets.
        indices: Vec<Expr>,
    },
    /// Host code: `decltype(e)`.
    TypeOf(Box<Expr>),
    /// Host code: `c ? a : b`, `a if c else b`.
    Conditional {
        /// The condition.
        condition: Box<Expr>,
        /// The value when it holds.
        then: Box<Expr>,
        /// The value when it does not.
        otherwise: Box<Expr>,
    },
    /// Host code: `(a, b)` in C++, which evaluates to `b`.
    Comma(Vec<Expr>),
    /// Host code: `[a, b]` in Python.
    List(Vec<Expr>),
    /// Host code: `{a: b, **c}` in Python: a [tuple](ExprKind::Tuple) of key and value for each entry, the expansion of
    /// an expansion for each `**`, and the expansion of a comprehension of such tuples for `{k: v for ..}`.
    Dictionary(Vec<Expr>),
    /// Host code: `{a, b}` in Python.
    Set(Vec<Expr>),
    /// Host code: `[e for x in xs if c]`, `(e for x in xs)` in Python: a list of one value for each element of `over`
    /// for which the condition holds. Where another `for` follows, the value is the expansion of its comprehension.
    Comprehension {
        /// The value, in which the variables are bound.
        element: Box<Expr>,
        /// One name, or several that take an element apart.
        variables: Vec<Name>,
        /// What is iterated over.
        over: Box<Expr>,
        /// Which elements are taken; `None` for all.
        condition: Option<Box<Expr>>,
    },
    /// Host code: `!a`, `not a`.
    Not(Box<Expr>),
    /// Host code: `[](auto x) { .. }`, `lambda x: ..`.
    Lambda(Box<Function>),
    /// Host code: `.a = e` between braces.
    Designated {
        /// The field.
        name: Name,
        /// Its value.
        value: Box<Expr>,
    },
    /// Host code: `(... + xs)`, `(xs + ... + e)`.
    Fold {
        /// The operator between the elements.
        operator: BinaryOperator,
        /// What stands for each element of its packs.
        pattern: Box<Expr>,
        /// The value at the other end.
        initial: Option<Box<Expr>>,
        /// Whether the first two are combined first: `(... + xs)`.
        from_left: bool,
    },
    /// Host code: `*xs`, `xs...`. Python's `**options` is the expansion of an expansion.
    Expand(Box<Expr>),
    /// Host code that is not read, and why.
    Opaque(Opaque),
    /// Unary minus.
    Negate(Box<Expr>),
    /// Two operands and an operator.
    Binary {
        /// Which.
        operator: BinaryOperator,
        /// Left operand.
        left: Box<Expr>,
        /// Right operand.
        right: Box<Expr>,
    },
    /// What could not be read; a [`crate::SyntaxError`] with this range says why.
    Error,
}

impl Expr {
    /// What the expression is made of directly, of the forms that the annotation language has, in the order of the text.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Tuple(elements) | ExprKind::Tiler(elements) => elements.iter().collect(),
            ExprKind::Layout { shape, stride } => vec![shape, stride],
            ExprKind::Basis { value, .. } => vec![value],
            ExprKind::Composed { swizzle, offset, layout } => vec![swizzle, offset, layout],
            ExprKind::Call { template, arguments, .. } => template.iter().chain(arguments).collect(),
            ExprKind::Apply { callee, coordinate } => std::iter::once(&**callee).chain(coordinate).collect(),
            ExprKind::Negate(operand) => vec![operand],
            ExprKind::Binary { left, right, .. } => vec![left, right],
            ExprKind::Int(_)
            | ExprKind::Name(_)
            | ExprKind::Keep
            | ExprKind::Any
            | ExprKind::AnyMultiple(_)
            | ExprKind::Fraction { .. }
            | ExprKind::Xor(_)
            | ExprKind::Swizzle { .. }
            | ExprKind::Error => Vec::new(),
            // No annotation has the forms of host code.
            ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Member { .. }
            | ExprKind::Specialize { .. }
            | ExprKind::Construct { .. }
            | ExprKind::Invoke { .. }
            | ExprKind::Launch { .. }
            | ExprKind::Index { .. }
            | ExprKind::TypeOf(_)
            | ExprKind::Conditional { .. }
            | ExprKind::Comma(_)
            | ExprKind::List(_)
            | ExprKind::Dictionary(_)
            | ExprKind::Set(_)
            | ExprKind::Comprehension { .. }
            | ExprKind::Not(_)
            | ExprKind::Lambda(_)
            | ExprKind::Designated { .. }
            | ExprKind::Fold { .. }
            | ExprKind::Expand(_)
            | ExprKind::Opaque(_) => Vec::new(),
        }
    }

    /// The expression and all that it is made of, outer ones before what they hold. The language nests
    /// [`MAX_DEPTH`](crate::MAX_DEPTH) deep at most.
    pub fn with_parts(&self) -> Vec<&Expr> {
        let mut all = vec![self];
        for part in self.parts() {
            all.extend(part.with_parts());
        }
        all
    }
}

/// Binary operators, loosest last in `language.md`'s table of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `*`
    Multiply,
    /// `/`: exact integer division of sizes.
    Divide,
    /// `%`
    Remainder,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `⊘`: logical_divide.
    LogicalDivide,
    /// `⊗`: logical_product.
    LogicalProduct,
    /// `o`, `∘`: composition.
    Compose,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// Host code: `/` of C++ integers, which drops the remainder towards zero; `//` of Python, which rounds down.
    DivideDown,
    /// Host code: `&&`, `and`.
    And,
    /// Host code: `||`, `or`.
    Or,
    /// Host code: `<<`.
    ShiftLeft,
    /// Host code: `>>`.
    ShiftRight,
    /// Host code: `&`.
    BitAnd,
    /// Host code: `|`.
    BitOr,
    /// Host code: `^`.
    BitXor,
    /// Host code: `**`.
    Power,
}

impl BinaryOperator {
    /// Whether this is one of `== != < <= > >=`.
    pub fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Equal | Self::NotEqual | Self::Less | Self::LessEqual | Self::Greater | Self::GreaterEqual
        )
    }

    /// What a comparison says of two that stand in this order; `None` of an operator that compares nothing.
    pub fn of_order(self, order: Ordering) -> Option<bool> {
        Some(match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterEqual => order.is_ge(),
            _ => return None,
        })
    }
}
