//! The entry: a file's program to the values of its variables.

use std::{cell::Cell, ops::Range, sync::Arc};

use layout_algebra::symbolic::{Expression, Integer};
use layoutlens_operation::{Code, Evaluated, Value, symbolic};
use layoutlens_syntax::{Language, program::Program};

use crate::{problem::Problem, supposition::Condition, types::HostType, value::HostValue};

/// A file that takes part in an evaluation.
#[derive(Debug, Clone)]
pub struct HostFile {
    /// How the file is named to users and in imports: `package.module` in Python, so that relative imports of it and of
    /// others are resolved by name; a path below the workspace or an include folder in C++, whose includes all show
    /// their names to every file.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// Its code.
    pub program: Arc<Program>,
}

/// What host code means.
#[derive(Debug, Clone, Default)]
pub struct HostEvaluation {
    /// Every name that the file declares, in the order of the text: variables, parameters, fields, type aliases.
    pub variables: Vec<Variable>,
    /// Calls and other expressions that are worth a hover, inner ones before the outer ones that hold them.
    pub nodes: Vec<HostNode>,
    /// What is wrong, in the order of the text.
    pub problems: Vec<Problem>,
}

impl HostEvaluation {
    /// What `name` stands for at the byte `at`: the innermost, latest declaration that is visible there.
    pub fn lookup(&self, name: &str, at: usize) -> Option<&Variable> {
        Self::innermost(self.variables.iter().filter(|variable| variable.name == name), at)
    }

    /// Of variables of one name, the innermost, latest one that is visible at the byte `at`.
    pub fn innermost<'v>(named: impl Iterator<Item = &'v Variable>, at: usize) -> Option<&'v Variable> {
        let visible = named.filter(|variable| variable.visible.contains(&at));
        visible.max_by_key(|variable| (variable.visible.start, variable.range.start))
    }
}

/// A name that the code declares.
#[derive(Debug, Clone, PartialEq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// Bytes of the name where it is declared.
    pub range: Range<usize>,
    /// Bytes of the statement that declares it; the parameter's for a parameter.
    pub statement: Range<usize>,
    /// What it is.
    pub kind: VariableKind,
    /// Bytes in which the name is visible: from its declaration to the end of its block.
    pub visible: Range<usize>,
    /// Its different values, in the order of the call sites; at least one, which may be unknown.
    pub answers: Vec<Answer>,
    /// Whether it may have other values: those of a header in programs that were not read, or that do not say. Each
    /// answer has its site then; statements and comments do not see them.
    pub is_sample: bool,
    /// Where nothing is known of it: what it would be under suppositions. Statements and comments do not see these.
    pub supposed: Vec<Supposed>,
}

impl Variable {
    /// The name of the type that it stands for, when that is a type known by its name alone: `half_t`.
    pub fn type_name(&self) -> Option<&str> {
        let [Answer { value: HostValue::Type(host_type), .. }] = self.answers.as_slice() else { return None };
        match host_type.as_ref() {
            HostType::Named(name) => Some(name),
            _ => None,
        }
    }

    /// The value that a `cute:` statement sees under this name.
    ///
    /// # Errors
    /// Why there is none: it is unknown, or call sites differ.
    pub fn value_for_statements(&self) -> Result<Evaluated, String> {
        let [answer] = self.answers.as_slice() else {
            let values: Vec<String> =
                self.answers.iter().map(|answer| answer.evaluated.value.to_string()).collect();
            return Err(format!(
                "call sites give `{}` different values: {}",
                self.name,
                values.join(" and ")
            ));
        };
        if self.is_sample {
            let of = answer.site.as_ref().map(|site| site.label.as_str()).unwrap_or_default();
            return Err(format!("`{}` is known in {of} only, and other programs may differ", self.name));
        }
        match answer.evaluated.value.unknown_reason() {
            Some(reason) => Err(match self.supposed.first() {
                Some(supposed) => format!("`{}` is known only if {}", self.name, supposed.condition),
                None => format!("`{}` is unknown: {reason}", self.name),
            }),
            None => {
                let is_of_one_thread = answer.evaluated.is_of_one_thread
                    || matches!(&answer.value, HostValue::Tensor(tensor) if tensor.holds_values_of_one_thread());
                let thread = answer.thread.clone();
                let value = self.with_names_apart(&answer.evaluated.value);
                Ok(Evaluated { value, is_of_one_thread, thread, ..answer.evaluated.clone() })
            }
        }
    }
}

impl Variable {
    /// The value, in which each integer that has no name is another one than all others: they are shown alike, `?`, and
    /// nothing follows from that.
    fn with_names_apart(&self, value: &Value) -> Value {
        if !symbolic::names(value).contains(NAMELESS) {
            return value.clone();
        }
        let count = Cell::new(0_usize);
        let apart = symbolic::mapped(value, &|integer| match integer {
            Integer::Dynamic(expression) if *expression == Expression::name(NAMELESS) => {
                count.set(count.get() + 1);
                // Variables begin at bytes of their own, and a value has fewer parts than this.
                Ok(Integer::name(&format!("{NAMELESS}{}{:06}", self.range.start, count.get())))
            }
            other => Ok(other.clone()),
        });
        apart.unwrap_or_else(|error| Value::unknown(error.to_string()))
    }
}

/// How an integer is shown that has no name.
const NAMELESS: &str = "?";

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// A variable, or one of several names of a structured binding.
    Variable,
    /// A parameter of a function.
    Parameter,
    /// A parameter of a template.
    TemplateParameter,
    /// A member of a class.
    Field,
    /// `using T = ..`.
    Alias,
}

/// One value of a name or an expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The value.
    pub value: HostValue,
    /// The algebra's value of it, for hints, hovers and comparisons: the layout of a tensor, the tuple of a shape; with
    /// verdict and steps. [`Value::Unknown`](layoutlens_operation::Value::Unknown) with the reason where there is none, also for what
    /// is not of the algebra (`an object of class X`).
    pub evaluated: Evaluated,
    /// The call for which it holds, when the function is called from several places with different values; the program,
    /// for what a header means in one of several.
    pub site: Option<Site>,
    /// For which thread it is shown, when it depends on that: `thread 0`.
    pub thread: Option<String>,
}

impl Answer {
    /// For which call and which thread the value is shown: `gemm_nt, thread 0`; nothing where it holds for all.
    pub fn holds_for(&self) -> Option<String> {
        let site = self.site.as_ref().map(|site| site.label.as_str());
        let labels: Vec<&str> = site.into_iter().chain(self.thread.as_deref()).collect();
        (!labels.is_empty()).then(|| labels.join(", "))
    }
}

/// Where a function is called from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Site {
    /// The file, when it is another one.
    pub file: Option<String>,
    /// Bytes of the call there.
    pub range: Range<usize>,
    /// The functions on the way and what tells this call from the others: `gemm_nt`, `TA = half_t`.
    pub label: String,
}

impl Site {
    /// What is known of a call but where it stands.
    pub fn labelled(label: &str) -> Self {
        Self { file: None, range: 0..0, label: label.to_owned() }
    }
}

/// An expression and what it is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct HostNode {
    /// Bytes in the document.
    pub range: Range<usize>,
    /// Its values, one a call site that differs.
    pub answers: Vec<Answer>,
    /// Of an access to memory that is not counted: what it would be under suppositions.
    pub supposed: Vec<Supposed>,
}

/// C++ programs that include a header.
#[derive(Debug, Clone, Default)]
pub struct HeaderPrograms {
    /// Of each program its own file, then what else it includes.
    pub programs: Vec<Vec<HostFile>>,
    /// Whether no other program is known that may include the header.
    pub are_all: bool,
}

/// Why code was not evaluated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotEvaluated {
    /// Nobody waits for it any longer.
    #[error("nobody waits for it any longer")]
    Outdated,
    /// There is no stack to evaluate it on: code may nest deeper than a caller's stack allows. Another time there may be.
    #[error("the system gives no thread with {stack} bytes of stack: {why}")]
    NoThread {
        /// Bytes.
        stack: usize,
        /// The system's words.
        why: String,
    },
}

impl HostEvaluation {
    /// Of code that was not evaluated: no values, and a problem that says why.
    pub fn unread(why: &NotEvaluated) -> Self {
        let message = format!(
            "the layouts of this code are not read: {why}; free some memory, then edit or save the file"
        );
        Self { problems: vec![Problem::new(0..0, Code::TooLarge, message)], ..Self::default() }
    }
}

/// An answer that is proved for some of the values that nothing in the program gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Supposed {
    /// What is supposed, all that the answer may depend on: `dtype = Float16, mQ and mK of rank 4 and Float16`.
    pub condition: Condition,
    /// What follows from it.
    pub answer: Answer,
}
