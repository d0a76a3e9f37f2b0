//! The code of kernels, as far as addresses depend on it.

use std::ops::Range;
use std::rc::Rc;

/// An expression and the bytes of the document that it was read from; those of a macro's use for what the macro stands for.
#[derive(Debug, Clone)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) range: Range<usize>,
}

/// The forms of an expression.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Int(i64, Integer),
    /// A number that is no integer, a string.
    Other,
    Name(String),
    /// `a.b`, `a->b`.
    Member {
        base: Box<Expr>,
        name: String,
        is_arrow: bool,
    },
    Index {
        base: Box<Expr>,
        index: Box<Expr>,
    },
    Call {
        callee: Box<Expr>,
        template: Vec<TemplateArgument>,
        arguments: Vec<Expr>,
    },
    Cast {
        to: Type,
        value: Box<Expr>,
    },
    /// `T{a}`, `T(a, b)`, `{a, b}`.
    Construct {
        of: Option<Type>,
        arguments: Vec<Expr>,
    },
    Negate(Box<Expr>),
    Invert(Box<Expr>),
    Not(Box<Expr>),
    Dereference(Box<Expr>),
    AddressOf(Box<Expr>),
    Binary {
        operator: Operator,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Assign {
        operator: Option<Operator>,
        target: Box<Expr>,
        value: Box<Expr>,
    },
    /// `x++`, `--x`.
    Step {
        by: i64,
        target: Box<Expr>,
        is_value_before: bool,
    },
    Conditional {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    Comma(Box<Expr>, Box<Expr>),
    SizeOf(Type),
    Lambda(Rc<Lambda>),
    /// Inline PTX: what it writes and what it reads.
    Assembly {
        text: String,
        outputs: Vec<Expr>,
        inputs: Vec<Expr>,
    },
    /// What is not read, why, and what stands in it.
    Unread(&'static str, Vec<Expr>),
}

/// Operators of two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    LogicalAnd,
    LogicalOr,
}

impl Operator {
    /// Whether it comes to true or false.
    pub(crate) fn is_condition(self) -> bool {
        match self {
            Self::Less
            | Self::LessEqual
            | Self::Greater
            | Self::GreaterEqual
            | Self::Equal
            | Self::NotEqual
            | Self::LogicalAnd
            | Self::LogicalOr => true,
            Self::Add
            | Self::Subtract
            | Self::Multiply
            | Self::Divide
            | Self::Remainder
            | Self::ShiftLeft
            | Self::ShiftRight
            | Self::And
            | Self::Or
            | Self::Xor => false,
        }
    }
}

/// A type of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Integer {
    pub(crate) bits: u32,
    pub(crate) is_signed: bool,
}

impl Integer {
    pub(crate) const INT: Self = Self { bits: 32, is_signed: true };
    pub(crate) const UNSIGNED: Self = Self { bits: 32, is_signed: false };
    pub(crate) const LONG: Self = Self { bits: 64, is_signed: true };
    pub(crate) const SIZE: Self = Self { bits: 64, is_signed: false };
    pub(crate) const BOOL: Self = Self { bits: 1, is_signed: false };

    /// The type of an operation on both.
    pub(crate) fn common(self, other: Self) -> Self {
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal => Self { bits: a.bits, is_signed: a.is_signed && b.is_signed },
        }
    }

    /// What arithmetic makes of a narrow one.
    pub(crate) fn promoted(self) -> Self {
        if self.bits < 32 { Self::INT } else { self }
    }
}

/// A type as written.
#[derive(Debug, Clone, Default)]
pub(crate) struct Type {
    /// Without namespaces; `auto` where none is written.
    pub(crate) name: String,
    pub(crate) arguments: Vec<TemplateArgument>,
    pub(crate) pointers: u8,
    pub(crate) is_reference: bool,
    pub(crate) is_constant: bool,
    /// `float[32]`, a pointer to one: no element of it is followed.
    pub(crate) is_array: bool,
}

/// `float` or `32` in `f<float, 32>`.
#[derive(Debug, Clone)]
pub(crate) enum TemplateArgument {
    Type(Type),
    Value(Expr),
}

/// What names of a function's template stand for.
pub(crate) type Bound = Vec<(String, TemplateArgument)>;

/// A lambda.
#[derive(Debug)]
pub(crate) struct Lambda {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Rc<[Statement]>,
    pub(crate) captures: Captures,
}

/// How a lambda sees the variables around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Captures {
    /// `[&]`: as they are when it is called.
    References,
    /// `[=]`, `[x]`: as they were when it was made.
    Copies,
    /// Some one way and some the other.
    Mixed,
}

/// A parameter of a function.
#[derive(Debug, Clone)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) of: Type,
    pub(crate) has_dimensions: bool,
    pub(crate) default: Option<Expr>,
}

/// A parameter of a template.
#[derive(Debug, Clone)]
pub(crate) struct TemplateParameter {
    pub(crate) name: String,
    pub(crate) is_type: bool,
    pub(crate) default: Option<TemplateArgument>,
}

/// Where a variable lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Storage {
    Thread,
    Shared,
    /// `extern __shared__`: as large as the launch says.
    DynamicShared,
    /// `__device__`, `__constant__`.
    Device,
}

/// One variable of a declaration.
#[derive(Debug, Clone)]
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) of: Type,
    /// The size of each dimension of an array; `None` for `[]`.
    pub(crate) dimensions: Vec<Option<Expr>>,
    pub(crate) storage: Storage,
    pub(crate) value: Option<Expr>,
    /// `[a, b]`: none of its names has a value.
    pub(crate) is_taken_apart: bool,
    pub(crate) range: Range<usize>,
}

/// The forms of a statement.
#[derive(Debug, Clone)]
pub(crate) enum Statement {
    Declare(Vec<Declared>),
    Expression(Expr),
    If {
        condition: Expr,
        then: Rc<[Statement]>,
        otherwise: Rc<[Statement]>,
    },
    Loop(Rc<Loop>),
    Switch {
        subject: Expr,
        cases: Vec<(Option<Expr>, Rc<[Statement]>)>,
    },
    Block(Rc<[Statement]>),
    /// Statements that open no scope: of a macro.
    Open(Rc<[Statement]>),
    /// Branches of `#if`, of which one is compiled; the last may be none of them.
    Alternatives(Vec<Rc<[Statement]>>, bool),
    Return(Option<Expr>),
    Break,
    Continue,
    Alias(String, Type),
    /// A class of a function.
    Class(String, Rc<Class>),
    /// `goto`, or a label to which one may come.
    Goto,
    /// What is not read: the names that it may change.
    Unread(Vec<String>),
}

/// `for`, `while` and `do`.
#[derive(Debug)]
pub(crate) struct Loop {
    pub(crate) before: Rc<[Statement]>,
    pub(crate) condition: Option<Expr>,
    pub(crate) update: Option<Expr>,
    pub(crate) body: Rc<[Statement]>,
    /// Whether the body is run before the condition is asked: `do`.
    pub(crate) is_body_first: bool,
}

/// A function that the file defines.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) template: Vec<TemplateParameter>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Rc<[Statement]>,
    pub(crate) returns: Type,
    /// Whether it stands in a file that is included.
    pub(crate) is_elsewhere: bool,
}

/// A class, as far as its fields are known.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) template: Vec<TemplateParameter>,
    /// Name, type, and the sizes of an array.
    pub(crate) fields: Vec<(String, Type, Vec<Option<Expr>>)>,
    /// Whether it has bases, virtual functions or what is not read: its size is not known then.
    pub(crate) is_open: bool,
    pub(crate) alignment: Option<Alignment>,
}

/// What `alignas` says: a number, times the size of a type where one is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alignment {
    pub(crate) number: i64,
    pub(crate) size_of: Option<String>,
}
