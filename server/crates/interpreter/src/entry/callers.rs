//! Python files that import the one at hand: what they construct and call there.
//!
//! Only what is given values that are known says something. Calls of which an argument is not known are as if the file
//! were not there.

use std::sync::Arc;

use layoutlens_host_value::{scope::ScopeId, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Class, Function, Item},
};

use crate::{
    code::walk,
    entry::roots::{Root, roots},
    limits::{MAX_CALLER_STEPS, MAX_CALLERS_STEPS, MAX_STEPS},
    python::module,
    state::{file::FileId, given::Given, interpreter::Interpreter},
};

impl<'a> Interpreter<'a> {
    /// Runs the functions of files that name something of the first one, each file for so many steps.
    pub(crate) fn run_callers(&mut self) {
        let main = self.files.main();
        let defined: Vec<&str> = main.program.items.iter().filter_map(defined_name).collect();
        let others: Vec<_> = self.files.others().collect();
        for (file, caller) in others {
            let main_module = module::module_path(&main.name);
            let main_module = main_module.rsplit('.').next().unwrap_or_default();
            let imports_main = caller.program.imports.iter().any(|import| {
                let last = import.path.rsplit('.').next().unwrap_or_default();
                (defined.contains(&last) || last == main_module || import.alias.is_none())
                    && self.is_import_of_main(file, &import.path)
            });
            if !imports_main {
                continue;
            }
            let began = self.instances.next();
            let Some(scope) = self.within_steps(|this| this.run_program(file)) else { continue };
            let frame = self.top_frame(scope, Arc::default(), usize::MAX);
            self.frames.push(frame);
            for root in roots(&caller.program.items, &self.choices) {
                if is_worth_running(root, &defined) {
                    self.within_steps(|this| this.run_root(root, scope, false));
                }
            }
            self.frames.pop();
            self.made_by_callers.push((began..self.instances.next(), file));
        }
    }

    /// The file that made an object, when that is one that imports the first one.
    pub(crate) fn caller_that_made(&self, object: &HostValue) -> Option<FileId> {
        let HostValue::Instance(instance) = object else { return None };
        let made = self.made_by_callers.iter().find(|(made, _)| made.contains(&instance.id));
        made.map(|(_, file)| *file)
    }

    /// Does some work of a caller; where that takes too long, nothing is left of it.
    fn within_steps<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.steps >= MAX_CALLERS_STEPS {
            return None;
        }
        let (journal, objects) = (self.journal.len(), self.made_objects.len());
        let recorded = self.records.mark();
        let limit = self.step_limit;
        self.step_limit = self.steps.saturating_add(MAX_CALLER_STEPS).min(MAX_STEPS);
        let result = work(self);
        let is_done = self.steps <= self.step_limit;
        if !is_done {
            self.take_back(journal);
            self.made_objects.truncate(objects);
            self.take_records_back(recorded);
        }
        self.step_limit = limit;
        is_done.then_some(result)
    }

    /// Whether another file gives something of the first one a value that is not known.
    pub(crate) fn is_vague_caller(&self, scope: ScopeId, given: &[Given]) -> bool {
        let is_of_main = self.scopes.get(scope).is_some_and(|scope| scope.file.is_main());
        self.is_python()
            && is_of_main
            && !self.file().is_main()
            && given.iter().any(|given| is_vague(&given.argument.value))
    }
}

/// Whether a value, or an element of it, is not known.
pub(crate) fn is_vague(value: &HostValue) -> bool {
    value.unknown_reason().is_some() || value.elements().is_some_and(|elements| elements.iter().any(is_vague))
}

fn defined_name(item: &Item) -> Option<&str> {
    match item {
        Item::Function(function) => Some(&function.name.text),
        Item::Class(class) => Some(&class.name.text),
        Item::Statement(_) => None,
    }
}

/// Whether a function names something of the first file, or its class does where it is called from outside.
fn is_worth_running(root: Root<'_>, defined: &[&str]) -> bool {
    match root.class {
        Some(class) => root.function.name.text == "__init__" && mentions_in_class(class, defined),
        None => mentions(root.function, defined),
    }
}

fn mentions_in_class(class: &Class, defined: &[&str]) -> bool {
    class.members.iter().any(|member| match member {
        Item::Function(function) => mentions(function, defined),
        _ => false,
    })
}

fn mentions(function: &Function, defined: &[&str]) -> bool {
    let mut found = false;
    walk::function(function, &mut |expr: &Expr| {
        found |= match &expr.kind {
            ExprKind::Name(name) => defined.contains(&name.as_str()),
            ExprKind::Member { base, name } => {
                matches!(base.kind, ExprKind::Name(_)) && defined.contains(&name.text.as_str())
            }
            _ => false,
        };
    });
    found
}
