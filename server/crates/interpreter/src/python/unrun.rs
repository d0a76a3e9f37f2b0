//! Functions of a Python program that are called and not run: what they, and all that they call, may write.
//!
//! Which function a name means is not followed: all functions of the program with that name count. What they write is
//! said by their text alone, so each function is looked at once.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{scope::ScopeId, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind, program::Function};

use crate::{
    code::{each_function::each_function, walk},
    state::{
        file::Files,
        implicit_code::{Code, ImplicitCode},
        interpreter::Interpreter,
        program_functions::{CodeId, ProgramFunctions, Text, Written},
        scope::{Binding, Place},
    },
};

impl Text {
    fn of(code: Code<'_>) -> Self {
        let mut writes = ImplicitCode::default();
        writes.add(code, true);
        Self { writes, calls: called_names(code.function) }
    }
}

impl<'a> ProgramFunctions<'a> {
    fn of(files: &Files<'a>) -> Self {
        let mut functions = Self::default();
        for (_, file) in files.all() {
            each_function(&file.program.items, None, &mut |code| {
                functions.add(Code { is_own: true, ..code });
            });
        }
        functions
    }

    /// The functions of the program that are this one, by the name and where it stands in its file.
    fn same(&self, function: &Function) -> Vec<CodeId> {
        let named = self.named(&function.name.text).iter().copied();
        let is_it = |id: &CodeId| {
            self.get(*id).is_some_and(|(code, _)| code.function.name.range == function.name.range)
        };
        named.filter(is_it).collect()
    }

    /// What these functions write, with all that they call.
    fn written(&mut self, functions: Vec<CodeId>) -> Arc<Written> {
        if let Some(known) = self.closures.get(&functions) {
            return Arc::clone(known);
        }
        let mut written = Written::default();
        let mut seen: FxHashSet<CodeId> = functions.iter().copied().collect();
        let mut pending = functions.clone();
        while let Some(id) = pending.pop() {
            let Some((code, text)) = self.get(id) else { continue };
            let text = text.get_or_init(|| Text::of(code));
            written.add(&text.writes);
            let called = text.calls.iter().flat_map(|name| self.named(name)).copied();
            pending.extend(called.filter(|id| seen.insert(*id)));
        }
        let written = Arc::new(written);
        self.closures.insert(functions, Arc::clone(&written));
        written
    }

    /// What a function writes that stands nowhere in the program by its name: a lambda.
    fn written_by_nameless(&mut self, function: &Function) -> Arc<Written> {
        let text = Text::of(Code { function, class: None, is_own: true });
        let called: FxHashSet<CodeId> =
            text.calls.iter().flat_map(|name| self.named(name)).copied().collect();
        let mut called: Vec<CodeId> = called.into_iter().collect();
        called.sort_unstable();
        let of_called = self.written(called);
        let mut written = Written { names: of_called.names.clone(), changes_lists: of_called.changes_lists };
        written.add(&text.writes);
        Arc::new(written)
    }
}

impl<'a> Interpreter<'a> {
    fn program_functions(&mut self) -> &mut ProgramFunctions<'a> {
        self.program_functions.get_or_insert_with(|| ProgramFunctions::of(&self.files))
    }

    /// A call of which it is not known what is called, under a name that functions of the program have: one of them may be
    /// it, changed by what this program does with its functions; a method of an object that is not known is one of the
    /// methods of this name.
    pub(crate) fn forget_after_unknown_call(
        &mut self,
        callee: &Expr,
        is_of_unknown: bool,
        given: &[HostValue],
    ) {
        let (name, is_method) = match &callee.kind {
            ExprKind::Name(name) => (name, false),
            ExprKind::Member { name, .. } if self.assigns_any_attribute() => (&name.text, false),
            ExprKind::Member { name, .. } if is_of_unknown => (&name.text, true),
            _ => return,
        };
        let functions = self.program_functions();
        let is_it =
            |id: &&CodeId| !is_method || functions.get(**id).is_some_and(|(code, _)| code.class.is_some());
        let own: Vec<CodeId> = functions.named(name).iter().filter(is_it).copied().collect();
        if own.is_empty() {
            return;
        }
        let written = functions.written(own);
        self.forget_written(&written);
        given.iter().for_each(|value| self.escape(value));
    }

    /// A function that is called and not run here: what it, and what it calls, may write.
    pub(crate) fn forget_unrun(&mut self, function: &Function) {
        let functions = self.program_functions();
        let same = functions.same(function);
        let written = match same.is_empty() {
            true => functions.written_by_nameless(function),
            false => functions.written(same),
        };
        self.forget_written(&written);
    }

    fn forget_written(&mut self, written: &Written) {
        if !written.names.is_empty() {
            self.forget_attributes(&written.names);
            let around: Vec<ScopeId> = self.scopes.around(self.scope()).collect();
            let mut places = Vec::new();
            for scope in around {
                let bound = self.scopes.bindings(scope).filter(|(name, _)| written.names.contains(*name));
                places.extend(
                    bound.map(|(name, binding)| (Place::Variable(scope, name.into()), binding.clone())),
                );
            }
            for (place, binding) in places {
                let value = HostValue::unknown("a call that is not followed may assign it");
                self.put(&place, Some(Binding { value, ..binding }));
            }
        }
        if written.changes_lists {
            self.forget_all_lists();
        }
    }
}

/// The names of the functions and methods that a function calls.
pub(crate) fn called_names(function: &Function) -> Vec<String> {
    let mut names = Vec::new();
    walk::statements(&function.body, &mut |expr: &Expr| {
        if let ExprKind::Invoke { callee, .. } = &expr.kind {
            match &callee.kind {
                ExprKind::Name(name) => names.push(name.clone()),
                ExprKind::Member { name, .. } => names.push(name.text.clone()),
                _ => {}
            }
        }
    });
    names
}
