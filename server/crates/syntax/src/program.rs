//! The code of a host file, as far as layouts depend on it.
//!
//! Each host language has a reader that lowers its syntax tree to these items and statements and to the one
//! expression tree, [`Expr`]. Nothing here knows what a name means: that `make_layout` makes a layout, that a class
//! is a kernel, is the evaluator's to say. What a reader does not understand becomes
//! [`StatementKind::Unread`] or [`ExprKind::Opaque`](crate::ExprKind::Opaque) with its reason, never something else.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use crate::annotation::Name;
use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::preprocessor::Macro;

/// The method of a string by which Python's `f"{a}_{b}"` is put together of `a`, `"_"` and `b`; no program spells it.
pub const FILLED_STRING: &str = "f\"\"";

/// The code of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Program {
    /// What the file defines and runs at its top level, in the order of the text; namespaces are opened.
    pub items: Vec<Item>,
    /// What the file takes from elsewhere.
    pub imports: Vec<Import>,
    /// Where those imports of Python begin that bind their name at their place only, by a statement of their own: something
    /// else binds it, too.
    pub imports_in_place: BTreeSet<usize>,
    /// The macros that the file itself defines or takes back; conditions that they decide are decided.
    pub macros: Vec<String>,
    /// Of these, the ones that it certainly defines, and never again: what each stands for.
    pub defined: Vec<(Name, Macro)>,
    /// Of these, the ones that it defines where nothing else did: `#ifndef N` around `#define N 2`.
    pub macro_defaults: Vec<String>,
    /// The code where something else may have defined these; none without any.
    pub without_defaults: Option<Arc<Program>>,
    /// Types of C++ through which what they are made of may be written.
    pub reference_types: ReferenceTypes,
}

/// Names, without namespaces and classes, of C++ types through which what they are made of may be written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReferenceTypes {
    /// References themselves: `using R = int&`.
    pub references: BTreeSet<String>,
    /// Types that have references among their arguments: `using H = Hold<int&>`.
    pub holders: BTreeSet<String>,
    /// Functions and methods that return references, of which `decltype` asks the type.
    pub functions: BTreeSet<String>,
    /// Classes whose objects change though they are `const`, and what holds such objects: through a reference to what is
    /// `const`, these are written, too.
    pub changing: BTreeSet<String>,
    /// Templates that are given a type which is `const`, a reference or an array: as arguments these are other types. Also
    /// other names of such types, `using F = float const`.
    pub qualified: BTreeSet<String>,
}

impl ReferenceTypes {
    /// Adds those of a part of the program.
    pub(crate) fn append(&mut self, other: &mut Self) {
        self.references.append(&mut other.references);
        self.holders.append(&mut other.holders);
        self.functions.append(&mut other.functions);
        self.changing.append(&mut other.changing);
        self.qualified.append(&mut other.qualified);
    }
}

/// `#include <cute/tensor.hpp>`, `using namespace cute`, `import cutlass.cute as cute`, `from a import b as c`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// What is imported, in the host's spelling: `cute/tensor.hpp`, `cutlass.cute`, `cute::`.
    pub path: String,
    /// The name under which the file sees it; `None` when all of its names are seen. Python's `import a.b` is two imports:
    /// of `a`, and of `a.b`, which is seen under this path alone.
    pub alias: Option<String>,
    /// The namespaces around it, where it is a `using a::b;` or `using namespace a;` of C++.
    pub space: Option<Arc<[String]>>,
    /// The block that it stands in, where it is a `using a::b;` of C++ inside of a function; an empty one where the block
    /// names `b` in front of it, and means another one there.
    pub block: Option<Range<usize>>,
    /// Bytes in the document.
    pub range: Range<usize>,
}

/// A definition, or a statement outside of functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A function, a method, a kernel.
    Function(Function),
    /// A class, struct or Rust type with its members.
    Class(Class),
    /// A declaration or statement: `using`, `constexpr int`, module-level code.
    Statement(HostStatement),
}

impl Item {
    /// Bytes of the whole of it.
    pub fn range(&self) -> &Range<usize> {
        match self {
            Self::Function(function) => &function.range,
            Self::Class(class) => &class.range,
            Self::Statement(statement) => &statement.range,
        }
    }
}

/// A function definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Function {
    /// Its name; that of a constructor is the class's, or `__init__`; empty for a lambda.
    pub name: Name,
    /// The namespaces around it, outermost first. Classes hold their methods as members instead; a method defined
    /// outside its class has the class here.
    pub path: Arc<[String]>,
    /// `template <class T, int N = 3>`.
    pub template: Vec<TemplateParameter>,
    /// Of a C++ method defined outside of its class: the parameters of the class templates around it, outermost first,
    /// `template <class T> void S<T>::f()`. Empty where its path says other arguments than these.
    pub around: Vec<TemplateParameter>,
    /// The arguments of a specialisation, `void f<int>(..)`.
    pub specialization: Vec<Expr>,
    /// Its parameters in order.
    pub parameters: Vec<Parameter>,
    /// The type that it returns, as written; `None` for `auto` and where none is written.
    pub returns: Option<Expr>,
    /// `__global__`, `static`, `@cute.kernel`, `@staticmethod`, ..: words and decorators before the definition. What
    /// a C++ lambda captures: `=` and `&`, `n` for a copy, `&n` for a reference.
    pub attributes: Vec<Expr>,
    /// What it does; empty for a declaration.
    pub body: Arc<[HostStatement]>,
    /// Names that a Python function assigns outside of itself, each with whether it is one of the module: `global x`
    /// against `nonlocal x`.
    pub outer_names: Vec<(String, bool)>,
    /// Bytes of the whole definition.
    pub range: Range<usize>,
    /// Whether the tree holds a syntax error inside: then statements may be missing.
    pub is_broken: bool,
    /// Whether it is an `async def` of Python: calling it does nothing yet.
    pub is_async: bool,
    /// Whether C++ only declares it here: `void f(int&);`. What it does stands elsewhere.
    pub is_only_declared: bool,
    /// Whether it gives a C++ reference, `T& f()`, or may: what is done to the result is done to what it refers to.
    pub returns_reference: bool,
    /// Whether it is a C++ method that is `const`: it does not write to its object.
    pub is_constant: bool,
    /// Names in C++ code of its body that is not read: what is called there is called all the same.
    pub passed_over: Vec<Name>,
}

/// A parameter of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateParameter {
    /// Its name; `None` when it has none.
    pub name: Option<Name>,
    /// `class T` against `int N`.
    pub is_type: bool,
    /// What `N` is of, `int` of `int N`; `None` for a type.
    pub declared_type: Option<Expr>,
    /// `class... Ts`.
    pub is_pack: bool,
    /// What it is when not given.
    pub default: Option<Expr>,
}

impl TemplateParameter {
    /// `bool B`.
    pub fn is_truth(&self) -> bool {
        matches!(&self.declared_type, Some(Expr { kind: ExprKind::Name(name), .. }) if name == "bool")
    }
}

/// A parameter of a function.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parameter {
    /// Its name; `None` when it has none.
    pub name: Option<Name>,
    /// Its type as written, without references, pointers' stars and `const`; `None` when it has none.
    pub declared_type: Option<Expr>,
    /// Whether the type is a pointer.
    pub is_pointer: bool,
    /// Whether the type is a C++ reference: what is done to the parameter is done to the argument.
    pub is_reference: bool,
    /// Whether the parameter, or what it points or refers to, is `const`.
    pub is_constant: bool,
    /// `T... x`, `*args`. One without a name is Python's `*`: what follows is only given by keyword. Python's
    /// `**kwargs` is such a parameter, with an [`Opaque`](crate::ExprKind::Opaque) default.
    pub is_pack: bool,
    /// Whether it is given by its place alone: it stands before `/` in Python.
    pub is_positional: bool,
    /// What it is when not given.
    pub default: Option<Expr>,
    /// Bytes of the parameter.
    pub range: Range<usize>,
}

/// What marks a template of classes that is declared and not defined: no name that code can hold.
pub const FORWARD: &str = "(forward)";

/// The attribute of an enumeration of C++.
pub const ENUMERATION: &str = "(enumeration)";

/// The attribute of a C++ lambda that is `mutable` and captures copies only: each copy of it has variables of its own, which
/// stay from one call to the next.
pub const MUTABLE: &str = "(mutable)";

/// What a lambda captures that captures `*this`.
pub const COPY_OF_THIS: &str = "*this";

/// How a cast to a reference is called: `static_cast<T&>(x)` is the object that `x` is, seen as a `T`.
pub const REFERENCE_CAST: &str = "static_cast&";

/// How the type of a C++ function goes whose parameters are of the type `int`, as its result where it gives one:
/// `int(int, int)`, `void()`.
pub const FUNCTION_OF_INT: &str = "int(int)";

/// How the type of a C++ field is called that has some bits of one: `unsigned n : 3;`.
pub const BIT_FIELD: &str = "(bits)";

/// In Python: the function around what is made element by element and gone over at once, but maybe not to its end, as in
/// `any(f(x) for x in xs)`.
pub const GONE_OVER_IN_PART: &str = "(in part)";

/// The same of what a loop goes over: an element is made before each round.
pub const GONE_OVER_IN_ROUNDS: &str = "(in rounds)";

/// The same of what is made whenever it is asked for, which is not followed.
pub const GONE_OVER_LATER: &str = "(later)";

/// In Python: the function around a value that several targets share, for the first of them, `a.x, a.y = f()`.
pub const TAKEN_APART: &str = "(taken apart)";

/// The same for the others: the value is not computed again.
pub const TAKEN_APART_AGAIN: &str = "(taken apart again)";

/// What the attribute of a Python class is called that names its metaclass: `metaclass(M)`.
pub const METACLASS: &str = "metaclass";

/// The attribute of a C++ union: what is assigned to one of its fields is in the place of the others.
pub const UNION: &str = "(union)";

/// A class, struct or union.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its name.
    pub name: Name,
    /// The namespaces around it, outermost first.
    pub path: Arc<[String]>,
    /// `template <class T, int N = 3>`.
    pub template: Vec<TemplateParameter>,
    /// The arguments of a specialisation, `struct S<int, T>`.
    pub specialization: Vec<Expr>,
    /// What it inherits from.
    pub bases: Vec<Expr>,
    /// `@dataclass`, ..; the name [`FORWARD`] for a C++ template that is only declared here, [`UNION`] for a union,
    /// [`ENUMERATION`] for an enumeration.
    pub attributes: Vec<Expr>,
    /// Fields, aliases, methods, inner classes, in the order of the text.
    pub members: Arc<[Item]>,
    /// Bytes of the whole definition.
    pub range: Range<usize>,
}

/// A statement of host code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostStatement {
    /// What it is.
    pub kind: StatementKind,
    /// Bytes in the document.
    pub range: Range<usize>,
}

/// The forms of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// `auto x = e;`, `Tensor t{e};`, `using T = e;`, `auto [a, b] = e;`, `x = e` in Python.
    Declare(Declaration),
    /// `x = e;` to something declared before, `x += e`, `self.x = e`, `a[0] = e`.
    Assign {
        /// What is assigned to.
        target: Expr,
        /// `+` for `+=`.
        operator: Option<BinaryOperator>,
        /// The value.
        value: Expr,
    },
    /// An expression alone: a call.
    Expression(Expr),
    /// `return e;`.
    Return(Option<Expr>),
    /// `if`, `if constexpr`, `if const_expr(..)`.
    If {
        /// The condition.
        condition: Expr,
        /// Whether it is decided at compile time by its form: `if constexpr`.
        is_constant: bool,
        /// What is done when it holds.
        then: Vec<HostStatement>,
        /// What is done when it does not.
        otherwise: Vec<HostStatement>,
    },
    /// `for`, `while`, `do`: what is declared or assigned inside may differ from round to round.
    Loop {
        /// The variables of its head: `i` in `for i in range(4)` or `for (int i = 0; ..)`.
        variables: Vec<Name>,
        /// Whether they are declared as integers, whatever they are in a round.
        counts: bool,
        /// What is iterated over, where the language says so.
        over: Option<Expr>,
        /// What holds where a round begins, of a `while` of Python.
        condition: Option<Expr>,
        /// What is repeated.
        body: Vec<HostStatement>,
    },
    /// `{ .. }`, `with ..:`, `try:`: runs once, in a scope of its own where the language has one.
    Block(Vec<HostStatement>),
    /// `finally:` of Python: the last statement of the block of its `try`, run on every way out of that block.
    Finally(Vec<HostStatement>),
    /// `try { .. } catch (..) { .. }` of C++: the body runs to its end or up to any place, then one of the handlers.
    Try {
        /// What may be left by an exception.
        body: Vec<HostStatement>,
        /// What each handler does.
        handlers: Vec<Vec<HostStatement>>,
    },
    /// `label:` of C++: a `goto` may come here.
    Label(Name),
    /// `#if A .. #elif B .. #else .. #endif`: which branch the program holds is not known here. Opens no scope: what
    /// two branches declare are alternatives for one name. At the top level and in classes the branches hold functions,
    /// classes and declarations.
    Alternatives(Vec<Alternative>),
    /// A function inside a function.
    Function(Function),
    /// A class inside a function.
    Class(Class),
    /// `static_assert(e)`, `CUTE_STATIC_ASSERT_V(e)`, `assert e`.
    Assert(Expr),
    /// `raise`, `throw`, `break`, `continue`, `goto`: what stands behind it in its block is not run.
    Jump(Jump),
    /// `#define NAME(x) e`.
    Macro(MacroDefinition),
    /// `template void f<int, 4>(int*);` of C++: the program holds the function with these template arguments.
    Instantiate {
        /// The function with its arguments, `f<int, 4>`.
        function: Expr,
        /// The namespaces around it, outermost first.
        path: Arc<[String]>,
    },
    /// What the reader does not understand, and why. Names that it may assign are declared behind it, each with an
    /// [`Opaque`](crate::ExprKind::Opaque) value: what they held before must not be used any longer.
    Unread(String),
}

/// A macro that stands for an expression or a type. One that stands for a number is a [`Declaration`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroDefinition {
    /// Its name.
    pub name: Name,
    /// What stands between the parentheses of `#define F(a, b, ...)`; `None` for a macro without them.
    pub parameters: Option<Vec<MacroParameter>>,
    /// What it stands for, with the parameters as names, `__VA_ARGS__` for `...`.
    pub body: Expr,
    /// Whether an operator of the body is open to what stands around the macro: `#define TWICE(n) 2 * (n)`.
    pub is_loose: bool,
    /// Names that the text may write, where it is not read: `x` of `#define SET(x) x = 5`.
    pub written: Vec<String>,
    /// What its text does where it may leave the code around it: `if (..) return`, of a condition that is not known.
    pub leaves: Vec<HostStatement>,
    /// The directive that takes it back or makes it another, or the end of the file; where a function defines it, that is
    /// followed.
    pub taken_back: Option<Range<usize>>,
}

/// The name of what is called with all that code which is not read may write: no program can define it.
pub const UNREAD: &str = "(unread)";

/// Why the body of a macro is not read that stands for several arguments of a call: `#define EXTENTS 8, 9`.
pub const SEVERAL_ARGUMENTS: &str = "a macro that stands for several arguments";

/// A parameter of a macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroParameter {
    /// Its name; `__VA_ARGS__` for `...`.
    pub name: String,
    /// Whether it stands beside an operator in the body, without parentheses: what is given for it must not be open.
    pub is_operand: bool,
}

/// A statement that leaves the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jump {
    /// `raise`, `throw`: the function does not go on.
    Raise,
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `goto`.
    Goto,
}

/// A branch of conditional compilation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// The condition as written: `defined(X)`; empty for `#else`.
    pub condition: String,
    /// What the branch holds.
    pub body: Vec<HostStatement>,
}

/// A declaration of variables or of a type's name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declaration {
    /// One name; several for `auto [a, b] = e;` and `a, b = e`.
    pub names: Vec<Name>,
    /// The namespaces around it, outermost first; empty inside classes and functions.
    pub path: Arc<[String]>,
    /// `template <class T>` before an alias or a variable.
    pub template: Vec<TemplateParameter>,
    /// The arguments of a variable template's specialisation, `bool is_x<int> = true`.
    pub specialization: Vec<Expr>,
    /// What kind of names they are.
    pub kind: DeclarationKind,
    /// The type as written (`Tensor`, `Layout<Shape<_4>>`) without references, pointers' stars and `const`; `None` for
    /// `auto` and in Python without annotation.
    pub declared_type: Option<Expr>,
    /// Whether the type is a pointer or an array.
    pub is_pointer: bool,
    /// Whether the type is a C++ reference: what is done to the name is done to what it refers to.
    pub is_reference: bool,
    /// The value; `None` for `T x;`, which is default-constructed. `T x(a);` is the [`Invoke`](crate::ExprKind::Invoke)
    /// of its type, `T x{a};` and `T x = {a};` its [`Construct`](crate::ExprKind::Construct).
    /// In Python only a field of a class has none: `stages: int`.
    pub value: Option<Expr>,
    /// Whether the names take the value apart: `auto [a, b] = e;`.
    pub takes_apart: bool,
    /// Whether it is `static`: other files of a C++ program cannot name it outside of functions; of a class it is no field
    /// of an object, nor is an enumerator; in a function its value is that of the first call, which none that is
    /// `constexpr` is.
    pub is_internal: bool,
}

impl Declaration {
    /// Whether the names may be references: `T& x`, `decltype(y) x`.
    pub fn may_be_reference(&self) -> bool {
        self.is_reference
            || matches!(&self.declared_type, Some(Expr { kind: ExprKind::TypeOf(_), .. }) if !self.is_pointer)
    }
}

/// What a declaration declares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DeclarationKind {
    /// A variable that may be assigned again.
    #[default]
    Variable,
    /// `const`, `constexpr`, a name that cannot change.
    Constant,
    /// `using T = ..;`, `typedef`: the value is a type.
    Alias,
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// `stride` in `stride=(8,1)`.
    pub keyword: Option<Name>,
    /// The value.
    pub value: Expr,
}
