//! The syntax tree of a kernel.

use std::{collections::HashMap, rc::Rc};

/// A number's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::emulator) enum Scalar {
    Bool,
    U8,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
    /// Half precision: what a register holds, never what is calculated with.
    F16,
    /// The other half precision.
    BF16,
}

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::emulator) enum Type {
    Void,
    Auto,
    Scalar(Scalar),
    /// `float4` and the like.
    Vector(Scalar, usize),
    Pointer(Box<Type>),
    Reference(Box<Type>),
    Array(Box<Type>, usize),
    Union(Rc<Vec<Member>>),
    /// A parameter that only instructions read.
    Opaque,
}

/// A member of a union.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::emulator) struct Member {
    pub(in crate::emulator) name: String,
    pub(in crate::emulator) ty: Type,
    pub(in crate::emulator) extents: Vec<Expression>,
}

/// What two numbers are made into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::emulator) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    Least,
    Greatest,
}

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::emulator) enum Expression {
    Integer(u64, Scalar),
    Float(f64, Scalar),
    Name(String),
    Negated(Box<Expression>),
    Not(Box<Expression>),
    Complement(Box<Expression>),
    Dereferenced(Box<Expression>),
    AddressOf(Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// `&&` or, where the flag is set, `||`.
    Logical(bool, Box<Expression>, Box<Expression>),
    /// `=`, or one with an operator.
    Assigned(Option<Binary>, Box<Expression>, Box<Expression>),
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    Cast(Type, Box<Expression>),
    /// A function, its template arguments and its arguments.
    Call(String, Vec<Expression>, Vec<Expression>),
    Index(Box<Expression>, Box<Expression>),
    Member(Box<Expression>, String),
    /// `++` or `--` before its operand.
    Stepped(Binary, Box<Expression>),
    /// `{}`, with or without elements.
    List(Vec<Expression>),
}

/// A name that is declared.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::emulator) struct Declarator {
    pub(in crate::emulator) name: String,
    pub(in crate::emulator) ty: Type,
    pub(in crate::emulator) extents: Vec<Option<Expression>>,
    pub(in crate::emulator) value: Option<Expression>,
}

/// Where a variable is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::emulator) enum Storage {
    Thread,
    /// `const` and `constexpr`.
    Constant,
    Shared,
}

/// `asm`.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::emulator) struct Assembly {
    pub(in crate::emulator) text: String,
    /// Constraint and operand: first those that are written.
    pub(in crate::emulator) operands: Vec<(String, Expression)>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::emulator) enum Statement {
    Block(Vec<Statement>),
    Declaration(Storage, Vec<Declarator>),
    Lambda(Rc<Function>),
    If(Expression, Box<Statement>, Option<Box<Statement>>),
    For {
        first: Option<Box<Statement>>,
        condition: Option<Expression>,
        step: Option<Expression>,
        body: Box<Statement>,
        unrolled: bool,
    },
    Return(Option<Expression>),
    Break,
    Continue,
    Expression(Expression),
    Assembly(Rc<Assembly>),
}

/// A function, a lambda or the kernel.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::emulator) struct Function {
    pub(in crate::emulator) name: String,
    pub(in crate::emulator) template: Vec<String>,
    pub(in crate::emulator) parameters: Vec<(String, Type)>,
    pub(in crate::emulator) returns: Type,
    pub(in crate::emulator) body: Vec<Statement>,
}

/// A whole source.
#[derive(Debug, Clone)]
pub(in crate::emulator) struct Unit {
    /// Declarations outside of functions, in order.
    pub(in crate::emulator) constants: Vec<Statement>,
    pub(in crate::emulator) functions: HashMap<String, Rc<Function>>,
    pub(in crate::emulator) kernel: Rc<Function>,
    /// Every `asm` of all of them.
    pub(in crate::emulator) assemblies: Vec<Rc<Assembly>>,
    /// Blocks of a cluster.
    pub(in crate::emulator) cluster: Option<Expression>,
}

impl Scalar {
    /// Bytes in memory.
    pub(in crate::emulator) fn bytes(self) -> usize {
        match self {
            Scalar::Bool | Scalar::U8 => 1,
            Scalar::U16 | Scalar::F16 | Scalar::BF16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }
}
