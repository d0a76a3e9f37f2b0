//! Statements of the annotation language and the comments they stand in, as plain data.

use std::ops::Range;

use crate::expr::Expr;

/// A name and where it stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Byte range in the document.
    pub range: Range<usize>,
}

/// One `cute:` statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// What it says.
    pub statement: Statement,
    /// Byte range from the first byte of the keyword to the last byte of the statement.
    pub range: Range<usize>,
    /// The innermost scope that holds the statement.
    pub scope: SourceScope,
    /// Whether the statement stands before all code of the file (an `allow` there covers the file).
    pub before_code: bool,
}

/// The statements of `docs/language.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// `let R = EXPR`.
    Let {
        /// What is bound.
        name: Name,
        /// To which value.
        value: Expr,
    },
    /// `show EXPR`.
    Show(Expr),
    /// `compare EXPR, EXPR`.
    Compare {
        /// The first layout.
        left: Expr,
        /// The second one.
        right: Expr,
    },
    /// `assert ...`: a comparison or a predicate call, an expression of kind `Binary` or `Call`.
    Assert(Assertion),
    /// `with M = 5120, K % 64 == 0, TA = f16`.
    With(Vec<Binding>),
    /// `run copy ...`, `run gemm ...`.
    Run(Run),
    /// `allow(code, code)`.
    Allow(Vec<Name>),
    /// Could not be read; the errors say why.
    Broken,
}

impl Statement {
    /// The expressions of the statement, in the order of the text.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Self::Let { value, .. } | Self::Show(value) => vec![value],
            Self::Compare { left, right } => vec![left, right],
            Self::Assert(assertion) => vec![&assertion.claim],
            Self::With(bindings) => bindings.iter().map(Binding::expression).collect(),
            Self::Run(run) => run.expressions(),
            Self::Allow(_) | Self::Broken => Vec::new(),
        }
    }
}

impl Binding {
    /// The name that it says something of.
    pub fn name(&self) -> &Name {
        match self {
            Self::Value { name, .. } | Self::Divisible { name, .. } => name,
        }
    }

    /// The value, or the divisor.
    pub fn expression(&self) -> &Expr {
        match self {
            Self::Value { value, .. } => value,
            Self::Divisible { divisor, .. } => divisor,
        }
    }
}

impl Run {
    /// The operands, then the values of the options.
    pub fn expressions(&self) -> Vec<&Expr> {
        let (operands, options) = match self {
            Self::Copy { source, destination, options, .. } => (vec![source, destination], options),
            Self::Gemm { a, b, c, options, .. } => (vec![a, b, c], options),
        };
        operands.into_iter().chain(options.iter().map(|option| &option.value)).collect()
    }
}

/// What an `assert` claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assertion {
    /// A comparison or a predicate call.
    pub claim: Expr,
}

/// One clause of a `with`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Binding {
    /// `M = 5120`, `TA = f16`.
    Value {
        /// What is bound.
        name: Name,
        /// To which value; a type's name is an `ExprKind::Name`.
        value: Expr,
    },
    /// `K % 64 == 0`.
    Divisible {
        /// What is divisible.
        name: Name,
        /// By what.
        divisor: Expr,
    },
}

/// A `run` statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// `run copy SRC -> DST : TYPE (options)`.
    Copy {
        /// Source layout.
        source: Expr,
        /// Destination layout.
        destination: Expr,
        /// Element type, `f32`.
        element: Name,
        /// `(name=value, ...)`.
        options: Vec<RunOption>,
    },
    /// `run gemm A, B -> C : TYPE (options)`; A is (M,K), B is (N,K), C is (M,N).
    Gemm {
        /// A, (M,K).
        a: Expr,
        /// B, (N,K).
        b: Expr,
        /// C, (M,N).
        c: Expr,
        /// Element type of all operands.
        element: Name,
        /// `(name=value, ...)`.
        options: Vec<RunOption>,
    },
}

/// One option of a `run`: `tile mma tv swizzle stages tiled_mma`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunOption {
    /// Which.
    pub name: Name,
    /// Its value.
    pub value: Expr,
}

/// A conventional comment that is one full layout, `// (_3,(4,2)):(59,(13,1))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutComment {
    /// `tCsA` in `tCsA: (4,8):(1,4)`.
    pub label: Option<Name>,
    /// The layout, `ExprKind::Layout` or `ExprKind::Composed`.
    pub layout: Expr,
    /// Whether the layout is the whole comment (a `-> tail` is allowed); only then diagnostics are given.
    pub whole: bool,
    /// Byte range of the layout's text.
    pub range: Range<usize>,
}

/// Which scope of a file's text it is: its place in [`crate::File::scopes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceScope(pub(crate) usize);

impl SourceScope {
    /// The whole file.
    pub const FILE: Self = Self(0);

    /// Its place in [`crate::File::scopes`].
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A region in which names are visible: the file, or a function inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// Byte range in the document; scope 0 is the whole file.
    pub range: Range<usize>,
    /// The scope around it; `None` for the file.
    pub parent: Option<SourceScope>,
    /// The function's name, where it has one.
    pub name: Option<String>,
}

/// What could not be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// Byte range in the document of exactly what is wrong.
    pub range: Range<usize>,
    /// A sentence for the user, with a way out.
    pub message: String,
}
