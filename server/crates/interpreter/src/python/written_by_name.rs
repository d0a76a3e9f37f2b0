//! Functions of Python's own that read and write variables and attributes by their names: `globals()`, `exec`, `setattr`,
//! `object.__setattr__`.

use rustc_hash::FxHashSet;

use layoutlens_host_value::{function::Callable, scope::ScopeId, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind, program::Argument};

use crate::{
    code::walk,
    python::hidden_write::WRITERS,
    state::{
        interpreter::Interpreter,
        scope::{Place, ScopeKind},
    },
};

/// Names that the program gives to functions of Python's own which write what they are not given.
const WRITE_NAMES: &[&str] = &["exec", "eval", "globals", "locals", "vars"];

/// Those among them that give variables as a dictionary.
const DICTIONARIES: &[&str] = &["globals", "locals", "vars"];

/// Methods of a dictionary that change nothing of it.
const READS: &[&str] = &["get", "keys", "values", "items", "copy"];

impl Interpreter<'_> {
    /// A call of a function of Python's own that reads and writes variables by their names.
    pub(crate) fn writes_by_name(&mut self, callee: &Expr, arguments: &[Argument]) {
        match &callee.kind {
            ExprKind::Name(name) if WRITE_NAMES.contains(&name.as_str()) => {
                if self.look_up(self.scope(), name).is_some() {
                    return;
                }
                match arguments {
                    [_] if name == "vars" && self.is_only_read(callee) => {}
                    [only] if name == "vars" => match self.value(&only.value) {
                        HostValue::Instance(instance) => self.forget_fields(&instance, true),
                        HostValue::Module(_) => self.forget_variables(name),
                        value if value.unknown_reason().is_some() => {
                            if !is_plain(&only.value) {
                                self.forget_variables(name);
                            }
                            self.forget_all_attributes();
                        }
                        _ => {}
                    },
                    // Code that is run among the names at hand is there to bind some.
                    [_] if name == "exec" => self.forget_bound_variables(name),
                    _ => self.forget_variables(name),
                }
            }
            ExprKind::Name(name) if name == "setattr" || name == "delattr" => {
                let Some(first) = arguments.first().map(|first| &first.value) else { return };
                if mentions_modules(first) {
                    self.forget_variables(name);
                }
                if name == "delattr" {
                    // What its class has under the name is seen again.
                    match arguments.get(1).map(|second| &second.value.kind) {
                        Some(ExprKind::Text(text)) => self.forget_attribute(&text.to_string()),
                        _ => {
                            self.forget_variables(name);
                            self.forget_all_attributes();
                        }
                    }
                }
            }
            // `list.append(xs, x)`, `object.__setattr__(x, "v", 5)`, `xs.__setitem__(0, x)`.
            ExprKind::Member { base, name } => {
                let is_type = matches!(&base.kind, ExprKind::Name(name)
                    if ["list", "dict", "set", "object", "type"].contains(&name.as_str()));
                let is_special = WRITERS.contains(&name.text.as_str());
                if is_type && let Some(first) = arguments.first() {
                    let value = self.pure_value(&first.value);
                    self.forget_changed(&first.value, &value);
                    self.escape(&value);
                    if let HostValue::Instance(instance) = &value {
                        self.forget_fields(instance, true);
                    } else if name.text.starts_with("__") && value.unknown_reason().is_some() {
                        self.forget_all_attributes();
                    }
                } else if matches!(name.text.as_str(), "__setattr__" | "__delattr__") {
                    let text = arguments.iter().find_map(|argument| match &argument.value.kind {
                        ExprKind::Text(text) => Some(text.to_string()),
                        _ => None,
                    });
                    match text {
                        Some(text) => self.forget_attribute(&text),
                        None => self.forget_all_attributes(),
                    }
                } else if is_special {
                    let value = self.pure_value(base);
                    self.forget_changed(base, &value);
                }
            }
            _ => {}
        }
    }

    /// No variable that the code at hand sees is certain.
    fn forget_variables(&mut self, writer: &str) {
        if self.supposes_nothing_unnamed() {
            return;
        }
        self.forget_every_variable(writer);
    }

    /// The same, whatever is supposed of files: a root may suppose it still.
    fn forget_bound_variables(&mut self, writer: &str) {
        if !self.supposes_nothing_unseen() {
            self.forget_every_variable(writer);
        }
    }

    fn forget_every_variable(&mut self, writer: &str) {
        let reason = format!("`{writer}` may assign it");
        let names_of_file = self.names_written_by(writer);
        let around: Vec<ScopeId> = self.scopes.around(self.scope()).collect();
        let (mut places, mut are_functions) = (Vec::new(), false);
        for scope in around {
            let is_file = self.scopes.get(scope).is_some_and(|scope| matches!(scope.kind, ScopeKind::File));
            // A function stays what it is where no text writes its name.
            let is_written = |name: &str, callable: &Callable| match (callable, &names_of_file) {
                (Callable::Class(_) | Callable::Library { .. }, _) => false,
                (Callable::Functions { .. }, Some(written)) => is_file && written.contains(name),
                _ => true,
            };
            let names = self.scopes.bindings(scope).filter(|(name, binding)| {
                !name.starts_with("__")
                    && match &binding.value {
                        HostValue::Module(_) => false,
                        HostValue::Callable(callable) => {
                            let is_it = is_written(name, callable);
                            are_functions |= is_it && matches!(&**callable, Callable::Functions { .. });
                            is_it
                        }
                        _ => true,
                    }
            });
            places.extend(names.map(|(name, _)| Place::Variable(scope, name.into())));
        }
        self.has_unseen_calls |= are_functions;
        self.forget_places(&places, &reason);
    }

    /// The names that the file at hand may write through the dictionary of its variables; `None` where that may be any.
    fn names_written_by(&self, writer: &str) -> Option<FxHashSet<String>> {
        if !DICTIONARIES.contains(&writer) {
            return None;
        }
        let file = self.files.get(self.file())?;
        let (mut names, mut asked, mut told) = (FxHashSet::default(), 0_usize, 0_usize);
        walk::items(&file.program.items, &mut |expr: &Expr| match &expr.kind {
            ExprKind::Name(name) => asked += usize::from(DICTIONARIES.contains(&name.as_str())),
            // `globals()["x"]`
            ExprKind::Index { base, indices } if is_dictionary_of_variables(base) => {
                if let [Expr { kind: ExprKind::Text(text), .. }] = indices.as_slice() {
                    names.insert(text.to_string());
                    told += 1;
                }
            }
            // `globals().get("x")`
            ExprKind::Invoke { callee, .. } => {
                if let ExprKind::Member { base, name } = &callee.kind {
                    let is_read = READS.contains(&name.text.as_str()) && is_dictionary_of_variables(base);
                    told += usize::from(is_read);
                }
            }
            _ => {}
        });
        (told >= asked).then_some(names)
    }
}

/// Whether an expression is all variables of a file or function: `globals()`.
fn is_dictionary_of_variables(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Invoke { callee, arguments } => {
            arguments.is_empty()
                && matches!(&callee.kind, ExprKind::Name(name) if DICTIONARIES.contains(&name.as_str()))
        }
        _ => false,
    }
}

/// A variable, or a field of one: an object that is given, not one that is looked up.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) => true,
        ExprKind::Member { base, .. } => is_plain(base),
        _ => false,
    }
}

/// Whether an expression looks a module up: `sys.modules[__name__]`.
fn mentions_modules(expr: &Expr) -> bool {
    let mut mentions = false;
    walk::expression(expr, &mut |expr: &Expr| {
        mentions |= matches!(&expr.kind, ExprKind::Member { name, .. } if name.text == "modules");
    });
    mentions
}
