//! Macros: what one stands for at the place where it is used.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use layoutlens_host_value::{call::Computed, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, MacroDefinition, MacroParameter, SEVERAL_ARGUMENTS},
};

use crate::{
    code::{
        path::last_part,
        rewrite::{self, Rewrite},
        walk,
    },
    state::{
        address::Address,
        choices::Condition,
        definitions::{Definition, DefinitionKind},
        expansions::Expansion,
        flow::Flow,
        interpreter::Interpreter,
    },
    value::unknown::unknown,
};

/// How many macros that stand for one another are followed to the place that they name.
const MAX_MACROS_IN_EACH_OTHER: usize = 16;

impl<'a> Interpreter<'a> {
    /// What a name or a call is, when it is a macro.
    pub(crate) fn expanded(&mut self, expr: &Expr) -> Option<Computed> {
        let name = self.macro_name(expr)?;
        let Some(mut found) = self.macros_named(name) else { return self.named_by_itself(expr, name) };
        self.keep_those_at(expr, &mut found);
        let has_arguments = is_call_of_name(expr);
        let is_used = |found: &Definition<'_>| matches!(found.kind, DefinitionKind::Macro(found) if found.parameters.is_none() || has_arguments);
        if !found.iter().any(is_used) {
            return None;
        }
        let open = self.definitions.held(&mut found, &self.choices);
        // The preprocessor asks nobody whether there is a function of that name, too.
        if found.iter().all(|found| is_function(found) || found.is_unconditional()) {
            found.retain(|found| !is_function(found));
        }
        if found.len() > 1 && open.is_empty() {
            self.forget_after_one_of(expr, &found);
            return Some(unknown(format!("the macro `{name}` has several definitions")));
        }
        let definitions: Vec<&'a MacroDefinition> = found
            .iter()
            .filter_map(|found| match found.kind {
                DefinitionKind::Macro(definition) => Some(definition),
                _ => None,
            })
            .collect();
        let computed = match definitions.as_slice() {
            [] => unknown(format!("the macro `{name}` is not defined here")),
            [only] => self.with_macro(expr, only),
            several => {
                let mut values: Vec<HostValue> = Vec::new();
                let mut ends = Vec::new();
                for definition in several {
                    let mark = self.journal.len();
                    values.push(self.undecided(|this| this.with_macro(expr, definition)).value);
                    ends.push((self.changes_since(mark), Flow::Goes));
                    self.take_back(mark);
                }
                self.merge(ends);
                self.one_of_values(&values, open)
            }
        };
        Some(computed)
    }

    /// What is used may be any of these, so that each may have written.
    fn forget_after_one_of(&mut self, expr: &Expr, found: &[Definition<'a>]) {
        for found in found {
            if let DefinitionKind::Macro(definition) = found.kind {
                self.forget_after_macro(expr, definition);
            }
        }
        if let ExprKind::Invoke { arguments, .. } = &expr.kind
            && found.iter().any(is_function)
        {
            for argument in arguments {
                for place in self.written_through(&argument.value) {
                    self.expose_and_forget(&place);
                }
            }
            self.forget_exposed();
            self.forget_open_globals();
        }
    }

    /// What a use of a macro may stand for as the name of a place, `#define ROW params.row`; nothing of what is none.
    pub(crate) fn meanings(&mut self, expr: &Expr) -> Vec<Arc<Expr>> {
        let Some(mut found) = self.macro_name(expr).and_then(|name| self.macros_named(name)) else {
            return Vec::new();
        };
        self.keep_those_at(expr, &mut found);
        let has_arguments = matches!(expr.kind, ExprKind::Invoke { .. });
        let definitions = found.into_iter().filter_map(|found| match found.kind {
            DefinitionKind::Macro(of) if of.parameters.is_none() || has_arguments => Some(of),
            _ => None,
        });
        let definitions: Vec<&'a MacroDefinition> = definitions.collect();
        definitions.into_iter().filter_map(|definition| self.expansion(expr, definition).ok()).collect()
    }

    /// What a use of a macro stands for, and a macro that it stands for, where that is one thing.
    pub(crate) fn meaning(&mut self, expr: &Expr) -> Option<Arc<Expr>> {
        let mut meaning: Option<Arc<Expr>> = None;
        for _ in 0..MAX_MACROS_IN_EACH_OTHER {
            let mut all = self.meanings(meaning.as_deref().unwrap_or(expr));
            if all.len() != 1 {
                break;
            }
            meaning = all.pop();
        }
        meaning
    }

    /// Keeps the definitions that hold where an expression stands: what functions define is followed, and a macro that has no
    /// other definition holds behind its own.
    fn keep_those_at(&self, expr: &Expr, found: &mut Vec<Definition<'a>>) {
        let (file, at) = (self.file(), expr.range.start);
        let is_only = found.len() == 1;
        found.retain(|definition| match definition.kind {
            DefinitionKind::Macro(of) if definition.file == file => {
                let is_behind = of.name.range.start <= at;
                match &of.taken_back {
                    Some(back) => is_behind && at < back.start,
                    None => is_behind || !is_only,
                }
            }
            _ => true,
        });
    }

    /// A macro that stands for statements may leave the code around it.
    pub(crate) fn left_by_macro(&mut self, expr: &Expr) -> Flow {
        let found = self.macro_name(expr).and_then(|name| self.definitions.macros(name)).unwrap_or_default();
        for found in found {
            if let DefinitionKind::Macro(definition) = found.kind
                && !definition.leaves.is_empty()
            {
                let flow = self.block(&definition.leaves);
                if flow != Flow::Goes {
                    return flow;
                }
            }
        }
        Flow::Goes
    }

    /// The value that all definitions of a macro give; conditions that tell them apart are to be decided.
    fn one_of_values(&mut self, values: &[HostValue], open: Vec<Condition>) -> Computed {
        let mut values = values.iter();
        let Some(mut value) = values.next().cloned() else { return unknown("nothing is known of a macro") };
        for other in values {
            let is_known = value.unknown_reason().is_none() || other.unknown_reason().is_none();
            if is_known && value != *other {
                self.conflicts.extend(open.iter().cloned());
            }
            value = self.either(&value, other);
        }
        Computed::plain(value)
    }

    /// The definitions of a macro, unless it names itself: inside of itself, a macro is a name like others.
    fn macros_named(&self, name: &str) -> Option<Vec<Definition<'a>>> {
        let found = self.definitions.macros(name)?;
        let is_plain = |found: &Definition<'a>| match found.kind {
            DefinitionKind::Macro(definition) => !names_itself(definition),
            _ => true,
        };
        found.iter().all(is_plain).then_some(found)
    }

    /// What a use of a macro that names itself is, `#define f(x) f(x + 1)`; nothing where it says no more than its name does.
    fn named_by_itself(&mut self, expr: &Expr, name: &str) -> Option<Computed> {
        let mut found = self.definitions.macros(name)?;
        self.keep_those_at(expr, &mut found);
        let has_arguments = is_call_of_name(expr);
        let says_more = |found: &Definition<'_>| match found.kind {
            DefinitionKind::Macro(of) => {
                (of.parameters.is_none() || has_arguments) && names_itself(of) && !is_its_name(of)
            }
            _ => false,
        };
        if !found.iter().any(says_more) {
            return None;
        }
        self.forget_after_one_of(expr, &found);
        Some(unknown(format!("the macro `{name}` names itself")))
    }

    /// Whether an operand is a macro with an operator at its ends: what it is depends on what stands around it.
    pub(crate) fn is_loose_macro(&self, operand: &Expr) -> bool {
        let found = self.macro_name(operand).and_then(|name| self.macros_named(name)).unwrap_or_default();
        found.iter().any(|found| matches!(found.kind, DefinitionKind::Macro(found) if found.is_loose))
    }

    /// Whether an argument may be several, by a macro: `f(EXTENTS)`.
    pub(crate) fn may_be_several_arguments(&self, argument: &Expr) -> bool {
        let found = self.macro_name(argument).and_then(|name| self.macros_named(name)).unwrap_or_default();
        found.iter().any(|found| {
            matches!(found.kind, DefinitionKind::Macro(found)
                if matches!(&found.body.kind, ExprKind::Opaque(reason) if reason.to_string() == SEVERAL_ARGUMENTS))
        })
    }

    /// The name that may be a macro's: the first part of a qualified one.
    fn macro_name<'e>(&self, expr: &'e Expr) -> Option<&'e str> {
        let name = match &expr.kind {
            ExprKind::Name(name) => name,
            ExprKind::Invoke { callee, .. } => match &callee.kind {
                ExprKind::Name(name) => name,
                _ => return None,
            },
            _ => return None,
        };
        self.definitions.may_be_macro(name).then(|| first_part(name))
    }

    fn with_macro(&mut self, expr: &Expr, definition: &MacroDefinition) -> Computed {
        match self.expansion(expr, definition) {
            Ok(expanded) => self.evaluate(&expanded),
            Err(reason) => {
                self.forget_after_macro(expr, definition);
                unknown(reason)
            }
        }
    }

    fn expansion(&mut self, expr: &Expr, definition: &MacroDefinition) -> Result<Arc<Expr>, String> {
        let key = (self.file(), expr.range.start, Address::of(definition));
        if let Some(known) =
            self.expansions.known.get(&key).into_iter().flatten().find(|known| known.of == *expr)
        {
            return Ok(Arc::clone(&known.expanded));
        }
        let path = self.frames.top().path.clone();
        let expanded = Arc::new(expanded(expr, definition, path)?);
        let expansion = Expansion { of: expr.clone(), expanded: Arc::clone(&expanded) };
        self.expansions.known.entry(key).or_default().push(expansion);
        Ok(expanded)
    }
}

fn names_itself(definition: &MacroDefinition) -> bool {
    let mut names = false;
    walk::expression(&definition.body, &mut |expr: &Expr| {
        names |= matches!(&expr.kind, ExprKind::Name(own) if first_part(own) == definition.name.text);
    });
    names
}

/// Whether a macro stands for its own name, with the arguments as they are given: `#define f(x, ...) f(x, __VA_ARGS__)`.
fn is_its_name(definition: &MacroDefinition) -> bool {
    let is_own =
        |expr: &Expr| matches!(&expr.kind, ExprKind::Name(own) if last_part(own) == definition.name.text);
    let (callee, arguments) = match &definition.body.kind {
        ExprKind::Invoke { callee, arguments } => (&**callee, arguments.as_slice()),
        _ => return is_own(&definition.body),
    };
    let Some(parameters) = &definition.parameters else { return false };
    let is_given = |(parameter, argument): (&MacroParameter, &Argument)| matches!(&argument.value.kind, ExprKind::Name(name) if *name == parameter.name);
    is_own(callee) && parameters.len() == arguments.len() && parameters.iter().zip(arguments).all(is_given)
}

/// `a` of `a::b`.
fn first_part(name: &str) -> &str {
    name.find(':').and_then(|at| name.get(..at)).unwrap_or(name)
}

/// A use of a macro in the namespace at `path` with the body in its place.
fn expanded(expr: &Expr, definition: &MacroDefinition, path: Arc<[String]>) -> Result<Expr, String> {
    if let ExprKind::Opaque(reason) = &definition.body.kind {
        return Err(reason.to_string());
    }
    let no_arguments = Vec::new();
    let (arguments, is_call) = match (&expr.kind, &definition.parameters) {
        (ExprKind::Invoke { arguments, .. }, Some(_)) => (arguments, true),
        _ => (&no_arguments, false),
    };
    let parameters = definition.parameters.as_deref().unwrap_or_default();
    let mut given: FxHashMap<&str, Vec<Expr>> = FxHashMap::default();
    let mut rest = arguments.iter().map(|argument| &argument.value);
    for parameter in parameters {
        let values: Vec<Expr> = match parameter.name.as_str() {
            "__VA_ARGS__" => rest.by_ref().cloned().collect(),
            _ => vec![rest.next().cloned().ok_or("the macro takes more arguments")?],
        };
        if parameter.is_operand && values.iter().any(is_open) {
            return Err("an operator in an argument of a macro is not in parentheses".to_owned());
        }
        given.insert(&parameter.name, values);
    }
    if rest.next().is_some() {
        return Err("the macro takes fewer arguments".to_owned());
    }
    let rewrite = Rewrite { given, at: expr.range.clone(), path };
    let mut body = definition.body.clone();
    rewrite.expression(&mut body);
    if is_call {
        return Ok(body);
    }
    // The body stands for the name alone, or for the first part of it.
    let mut whole = expr.clone();
    let name = match &mut whole.kind {
        ExprKind::Invoke { callee, .. } => &mut **callee,
        _ => &mut whole,
    };
    if let ExprKind::Name(text) = &name.kind {
        if definition.is_loose && *name != *expr {
            return Err("an operator in a macro is not in parentheses".to_owned());
        }
        let behind = text.split_once("::").map(|(_, behind)| behind.to_owned());
        *name = rewrite::qualified(body, behind.as_deref(), &expr.range);
    }
    Ok(whole)
}

/// Whether what stands around an argument may take a part of it.
fn is_open(argument: &Expr) -> bool {
    matches!(
        argument.kind,
        ExprKind::Binary { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Negate(_)
            | ExprKind::Not(_)
            | ExprKind::Comma(_)
    )
}

/// Whether a name is called as it stands: `(f)(x)` is no use of a macro with parameters.
fn is_call_of_name(expr: &Expr) -> bool {
    let ExprKind::Invoke { callee, .. } = &expr.kind else { return false };
    match &callee.kind {
        ExprKind::Name(name) => name.contains("::") || callee.range.len() <= name.len(),
        _ => true,
    }
}

fn is_function(found: &Definition<'_>) -> bool {
    matches!(found.kind, DefinitionKind::Function(_))
}
