//! Functions of a Python program that are called and not run: what they, and all that they call, may write.
//!
//! Which function a name means is not followed: all functions of the program with that name count. What they write is
//! said by their text alone, so each function is looked at once.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{scope::ScopeId, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, Function, Item},
};

use crate::{
    code::{attribute::has_attribute, each_function::each_function, walk},
    state::{
        file::Files,
        implicit_code::{Code, ImplicitCode},
        interpreter::Interpreter,
        own_objects::OwnObjects,
        program_functions::{CodeId, ProgramFunctions, Text, Written},
        scope::{Binding, Place, ScopeKind},
    },
};

/// Decorators that leave a function where its name says, by the last word of their names.
const KEEPING_DECORATORS: &[&str] = &[
    "jit",
    "kernel",
    "dsl_user_op",
    "staticmethod",
    "classmethod",
    "property",
    "cached_property",
    "setter",
    "getter",
    "deleter",
    "cache",
    "lru_cache",
    "wraps",
    "contextmanager",
    "abstractmethod",
    "overload",
    "override",
    "no_grad",
    "inference_mode",
];

/// Whether what decorates a function may put it where it is called from.
fn may_be_kept_by_decorator(function: &Function) -> bool {
    !function.attributes.iter().all(|attribute| {
        KEEPING_DECORATORS.iter().any(|kept| has_attribute(std::slice::from_ref(attribute), kept))
    })
}

impl Text {
    /// What the text of a function says; `class`: the one that all objects are of that it writes to as its own.
    fn of(code: Code<'_>, class: Option<&str>) -> Self {
        let mut all = ImplicitCode::default();
        all.add(code, true);
        let calls = called_names(code.function);
        let Some(class) = class else { return Self { writes: all, own: None, calls } };
        let mut writes = ImplicitCode::default();
        writes.add(code, false);
        writes.changes_lists |= all.changes_lists;
        let own = all.attributes.difference(&writes.attributes).cloned().collect();
        Self { writes, own: Some((class.to_owned(), own)), calls }
    }
}

impl<'a> ProgramFunctions<'a> {
    fn of(files: &Files<'a>) -> Self {
        let mut functions = Self::default();
        for (_, file) in files.all() {
            each_function(&file.program.items, None, &mut |code| {
                if may_be_kept_by_decorator(code.function) {
                    functions.named_uncalled.insert(&code.function.name.text);
                }
                functions.add(Code { is_own: true, ..code });
            });
            functions.find_stored(&file.program.items);
        }
        functions.own_objects = Arc::new(OwnObjects::of(files));
        functions
    }

    /// Finds the lambdas of a file, and the names that it mentions without calling them.
    fn find_stored(&mut self, items: &'a [Item]) {
        let mut called: FxHashSet<(usize, usize)> = FxHashSet::default();
        walk::items(items, &mut |expr: &'a Expr| {
            let name = match &expr.kind {
                ExprKind::Invoke { callee, arguments } => {
                    let is_asked = matches!(&callee.kind, ExprKind::Name(name) if name == "getattr");
                    let is_told = |argument: &Argument| matches!(argument.value.kind, ExprKind::Text(_));
                    self.computes_names |= is_asked && !arguments.get(1).is_some_and(is_told);
                    self.named_uncalled.extend(told_name(callee, arguments));
                    called.insert((callee.range.start, callee.range.end));
                    return;
                }
                ExprKind::Lambda(function) => {
                    self.lambdas.push(function);
                    return;
                }
                ExprKind::Name(name) => name.as_str(),
                ExprKind::Member { name, .. } => &name.text,
                _ => return,
            };
            // What is called is visited behind its call.
            if !called.contains(&(expr.range.start, expr.range.end)) {
                self.named_uncalled.insert(name);
            }
        });
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
        self.written_by_all(functions, true)
    }

    /// What these functions write, with all that they call; the constructors among that, which write mostly to what they make,
    /// only where `counts_constructors`.
    fn written_by_all(&mut self, functions: Vec<CodeId>, counts_constructors: bool) -> Arc<Written> {
        let functions = (functions, counts_constructors);
        if let Some(known) = self.closures.get(&functions) {
            return Arc::clone(known);
        }
        let mut written = Written::default();
        let mut seen: FxHashSet<CodeId> = functions.0.iter().copied().collect();
        let mut pending = functions.0.clone();
        while let Some(id) = pending.pop() {
            let Some((code, text)) = self.get(id) else { continue };
            let class = || self.own_objects.class_of(code, |name| !self.named(name).is_empty());
            let text = text.get_or_init(|| Text::of(code, class()));
            written.add(text);
            let called = text.calls.iter().filter(|name| counts_constructors || *name != "__init__");
            let called = called.flat_map(|name| self.named(name)).copied();
            pending.extend(called.filter(|id| seen.insert(*id)));
        }
        let written = Arc::new(written);
        self.closures.insert(functions, Arc::clone(&written));
        written
    }

    /// What a function writes that stands nowhere in the program by its name: a lambda.
    fn written_by_nameless(&mut self, function: &Function) -> Arc<Written> {
        let text = Text::of(Code { function, class: None, is_own: true }, None);
        let called: FxHashSet<CodeId> =
            text.calls.iter().flat_map(|name| self.named(name)).copied().collect();
        let mut called: Vec<CodeId> = called.into_iter().collect();
        called.sort_unstable();
        let mut written = Written::clone(&self.written(called));
        written.add(&text);
        Arc::new(written)
    }
}

impl<'a> Interpreter<'a> {
    /// Whether the program holds the functions of a name somewhere, and does not only call them by it.
    pub(crate) fn is_held_somewhere(&mut self, name: &str) -> bool {
        let functions = self.program_functions();
        functions.computes_names || functions.named_uncalled.contains(name)
    }

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

    /// A function is called that is not known: any that the program holds somewhere, and does not only call by its name.
    pub(crate) fn forget_stored_functions(&mut self) {
        if self.supposes_nothing_unseen() {
            return;
        }
        let functions = self.program_functions();
        let written = match &functions.stored {
            Some(written) => Arc::clone(written),
            None => {
                let named = &functions.named_uncalled;
                let ids: FxHashSet<CodeId> = match functions.computes_names {
                    true => functions.all().collect(),
                    false => named.iter().flat_map(|name| functions.named(name)).copied().collect(),
                };
                // A class that is called by another name makes an object of its own, and sets the attributes of that.
                let makes = |id: &CodeId| {
                    functions.get(*id).is_some_and(|(code, _)| {
                        matches!(code.function.name.text.as_str(), "__init__" | "__post_init__")
                    })
                };
                // What it writes besides, counts.
                let constructors: Vec<CodeId> = functions.all().filter(makes).collect();
                let beside: Vec<Text> = constructors
                    .into_iter()
                    .filter_map(|id| functions.get(id))
                    .filter_map(|(code, _)| {
                        let class = code.class?.name.text.as_str();
                        (functions.computes_names || named.contains(class))
                            .then(|| Text::of(code, Some(class)))
                    })
                    .map(|text| Text { own: None, ..text })
                    .collect();
                let mut ids: Vec<CodeId> = ids.into_iter().filter(|id| !makes(id)).collect();
                ids.sort_unstable();
                let lambdas = std::mem::take(&mut functions.lambdas);
                let mut written = Written::clone(&functions.written_by_all(ids, false));
                for lambda in lambdas {
                    let of_lambda = functions.written_by_nameless(lambda);
                    written.add_all(&of_lambda);
                }
                for mut text in beside {
                    // It makes lists of its own, and changes these.
                    text.writes.changes_lists = false;
                    written.add(&text);
                }
                // What assigns attributes by names that it computes has mostly objects of its own in mind.
                written.attributes.remove("*");
                written.own.remove("*");
                let written = Arc::new(written);
                functions.stored = Some(Arc::clone(&written));
                written
            }
        };
        self.forget_written(&written);
    }

    fn forget_written(&mut self, written: &Written) {
        let is_any = written.attributes.contains("*") || written.own.contains_key("*");
        if is_any && self.supposes_nothing_unnamed() {
            // Which attributes those are that it names by computing, is not followed.
            let mut named = Written::clone(written);
            named.attributes.remove("*");
            named.own.remove("*");
            return self.forget_written(&named);
        }
        if !written.own.is_empty() {
            let own_objects = Arc::clone(&self.program_functions().own_objects);
            self.forget_own_attributes(&written.own, &own_objects);
        }
        if !written.attributes.is_empty() {
            self.forget_attributes(&written.attributes);
        }
        if !written.attributes.is_empty() || !written.variables.is_empty() {
            // A function around has no attributes; a file has both.
            let around: Vec<ScopeId> = self.scopes.around(self.scope()).collect();
            let mut places = Vec::new();
            for scope in around {
                let is_file =
                    self.scopes.get(scope).is_some_and(|scope| matches!(scope.kind, ScopeKind::File));
                // What is done to a module, or to a part of one, leaves the name what it is.
                let bound = self.scopes.bindings(scope).filter(|(name, binding)| {
                    let is_written =
                        written.variables.contains(*name) || is_file && written.attributes.contains(*name);
                    is_written && !matches!(binding.value, HostValue::Module(_))
                });
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
        if let ExprKind::Invoke { callee, arguments } = &expr.kind {
            names.extend(told_name(callee, arguments).map(str::to_owned));
            match &callee.kind {
                ExprKind::Name(name) => names.push(name.clone()),
                ExprKind::Member { name, .. } => names.push(name.text.clone()),
                _ => {}
            }
        }
    });
    names
}

/// The name of what a call asks an object for by its text: `getattr(o, "m")`.
fn told_name<'a>(callee: &'a Expr, arguments: &'a [Argument]) -> Option<&'a str> {
    match (&callee.kind, &arguments.get(1)?.value.kind) {
        (ExprKind::Name(asked), ExprKind::Text(name)) if asked == "getattr" => Some(name),
        _ => None,
    }
}
