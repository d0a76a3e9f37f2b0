//! Where an evaluation begins: what nothing calls, then what was never reached from there.

use std::{collections::BTreeSet, sync::Arc};

use rustc_hash::FxHashSet;

use layoutlens_host_value::{
    evaluation::{HostEvaluation, HostFile},
    function::Callable,
    libraries::Libraries,
    object::ClassValue,
    scope::ScopeId,
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Class, FORWARD, Function, HostStatement, Item, StatementKind},
};

use crate::{
    code::{attribute::has_attribute, mentioned::mentioned, walk},
    python::command_line::reads_command_line,
    state::{
        choices::{Choices, Condition},
        context::{Context, ContextId},
        definitions::DefinitionKind,
        file::FileId,
        flow::Flow,
        function_start::FunctionStart,
        interpreter::Interpreter,
        scope::Binding,
    },
    suppose::{Found, Told, alone::Before},
};

/// Whether a file uses the libraries of its language at all: everything else is left alone.
pub(crate) fn uses_library(file: &HostFile, libraries: &Libraries) -> bool {
    let mut uses = file.program.imports.iter().any(|import| libraries.have(&import.path));
    if let Some(namespace) = libraries.namespace
        && !uses
    {
        walk::items(&file.program.items, &mut |expr: &Expr| {
            uses |= matches!(&expr.kind, ExprKind::Name(name) if name.starts_with(namespace));
        });
    }
    uses
}

/// A function of a file, and the class that holds it.
#[derive(Clone, Copy)]
pub(crate) struct Root<'a> {
    pub(crate) function: &'a Function,
    pub(crate) class: Option<&'a Class>,
}

/// What Python calls when an object is called.
pub(crate) const ENTRY: &str = "__call__";

impl<'a> Interpreter<'a> {
    /// Runs the first file.
    pub(crate) fn run_file(mut self) -> (HostEvaluation, BTreeSet<Condition>, Told) {
        self.run_first_file();
        let conflicts = std::mem::take(&mut self.conflicts);
        let told = std::mem::take(&mut self.suppositions.told);
        (self.answers(), conflicts, told)
    }

    /// The same without what Python's parameters were told.
    pub(crate) fn run_file_in_order(self) -> (HostEvaluation, BTreeSet<Condition>) {
        let (evaluation, conflicts, _) = self.run_file();
        (evaluation, conflicts)
    }

    /// Runs the first file under suppositions.
    pub(crate) fn run_file_supposing(mut self) -> (Found, Before) {
        self.run_first_file();
        let told = std::mem::take(&mut self.suppositions.told);
        let state = &mut self.suppositions;
        let mut ran = std::mem::take(&mut state.ran);
        ran.retain(|function| !state.unvisited.contains(function));
        let begun = std::mem::take(&mut state.begun);
        (self.supposed_answers(), Before { told, ran, begun })
    }

    fn run_first_file(&mut self) {
        let main = self.files.main();
        let scope = self.files.scope(FileId::MAIN);
        match self.is_python() {
            true => {
                self.run_first_module(main);
                if !self.runs_alone() {
                    self.run_callers();
                }
            }
            false => self.run_globals(),
        }
        if self.is_python() {
            self.run_inherited_entries(&main.program.items, scope);
        }
        // Where it matters what was run before, the program begins with `main`.
        if self.has_open_globals() {
            let roots = roots(&main.program.items, &self.choices);
            let mut mains = roots.into_iter().filter(|root| root.function.name.text == "main");
            if let Some(main) = mains.next_back().filter(|_| !self.is_python()) {
                self.under_suppositions(|this| this.run_root(main, scope, false));
            }
        }
        self.forget_globals();
        self.run_instantiations(&main.program.items, scope);
        self.run_rest(&main.program.items, &mentioned(&main.program.items), &[]);
        self.run_unseen(&main.program.items, scope);
    }

    /// Runs the functions of the first file that were not reached yet, then its classes. Those among them that are
    /// `used` came up elsewhere.
    pub(crate) fn run_rest(
        &mut self,
        items: &'a [Item],
        mentioned: &FxHashSet<&str>,
        used: &[(usize, usize)],
    ) {
        let scope = self.files.scope(FileId::MAIN);
        if !self.is_python() {
            self.run_assertions(items);
        }
        let mut roots = roots(items, &self.choices);
        in_order(&mut roots, mentioned, self.is_python());
        for root in roots {
            let is_taken = self.suppositions.wanted.is_none()
                && !root.function.template.is_empty()
                && mentioned.contains(root.function.name.text.as_str())
                && self.has_taken();
            if is_taken {
                self.run_taken();
            }
            if !self.reached.contains(&FunctionStart::of(root.function))
                && self.is_wanted(&root.function.range)
            {
                self.forget_globals();
                let is_mentioned = mentioned.contains(root.function.name.text.as_str());
                if self.suppositions.is_supposing && self.is_python() {
                    self.suppositions.begun.insert(FunctionStart::of(root.function));
                }
                self.run_root_or_keep(root, scope, is_mentioned);
            }
        }
        if self.runs_alone() {
            return;
        }
        // What a function wrote last is not what a class begins with.
        if !self.is_python() {
            self.forget_globals();
        }
        if self.suppositions.wanted.is_some() {
            each_outer_class(items, &mut |class| {
                if self.is_wanted(&class.range) {
                    self.under_suppositions(|this| {
                        let class = this.class_of_root(class, scope);
                        this.run_class(&class);
                    });
                }
            });
            return;
        }
        self.run_taken();
        self.run_used_classes(items, &|_| true);
        each_outer_class(items, &mut |class| {
            let is_used = self.is_used(class) || used.contains(&(class.range.start, class.range.end));
            if !is_used {
                let class = self.class_of_root(class, scope);
                self.run_class(&class);
            }
        });
    }

    /// Gives variables outside of functions their values, before any code runs.
    pub(crate) fn run_globals(&mut self) {
        self.run_other_globals();
        let mut globals: Vec<_> = self
            .definitions
            .of_file(FileId::MAIN)
            .filter_map(|definition| match definition.kind {
                DefinitionKind::Declaration(statement, declaration) => Some((statement, declaration)),
                _ => None,
            })
            .collect();
        globals.sort_by_key(|(statement, _)| statement.range.start);
        let scope = self.scope();
        for (_, declaration) in globals {
            self.frames.top_mut().path.clone_from(&declaration.path);
            for name in &declaration.names {
                self.look_up(scope, &name.text);
            }
        }
        self.frames.top_mut().path = Arc::default();
    }

    /// Holds the `static_assert`s outside of functions against what is known.
    fn run_assertions(&mut self, items: &'a [Item]) {
        for item in items {
            if let Item::Statement(statement) = item
                && matches!(statement.kind, StatementKind::Assert(_))
            {
                self.block(std::slice::from_ref(statement));
            }
        }
    }

    /// Runs the statements of a Python file.
    pub(crate) fn run_module(&mut self, main: &'a HostFile) {
        let scope = self.scope();
        for import in &main.program.imports {
            let Some(alias) = &import.alias else { continue };
            // It is a statement at its place.
            if main.program.imports_in_place.contains(&import.range.start) {
                continue;
            }
            self.run_imported(&import.path);
            let value = self.imported(&import.path);
            self.bind(scope, alias, Binding::variable(value, import.range.start));
        }
        let stars = main.program.imports.iter().filter(|import| import.alias.is_none());
        let mut stars = stars.peekable();
        // The cells behind one of a notebook that raises are run by whoever likes.
        let may_end = main.name.ends_with(".py");
        let mut has_ended = false;
        for item in &main.program.items {
            let (start, end) = match item {
                Item::Function(function) => (function.range.start, function.range.end),
                Item::Class(class) => (class.range.start, class.range.end),
                Item::Statement(statement) => (statement.range.start, statement.range.end),
            };
            // One inside of a statement comes before some of what it holds, and behind the rest.
            let mut inside = Vec::new();
            while let Some(star) = stars.next_if(|star| star.range.start < end) {
                self.forget_behind_star(main, star, scope);
                inside.extend(Some(star).filter(|star| star.range.start > start));
            }
            let kind = match item {
                Item::Function(function) => {
                    let value = self.overloads(&[function], scope);
                    let binding = Binding::variable(value, function.name.range.start);
                    self.bind(scope, &function.name.text, binding);
                    self.decorate(function, scope);
                    continue;
                }
                Item::Class(class) => {
                    self.define_class(class);
                    continue;
                }
                Item::Statement(_) if has_ended => continue,
                Item::Statement(statement) => statement,
            };
            match self.suppositions.is_supposing && (is_of_program(kind) || self.begins_program(kind)) {
                true => self.run_main_block(kind),
                false => {
                    let flow = self.block(std::slice::from_ref(kind));
                    has_ended = may_end && flow == Flow::Leaves && self.steps <= self.step_limit;
                }
            }
            inside.into_iter().for_each(|star| self.forget_behind_star(main, star, scope));
        }
        stars.for_each(|star| self.forget_behind_star(main, star, scope));
    }

    /// What a file does when it is started as the program, under suppositions: what its command line gives.
    fn run_main_block(&mut self, block: &'a HostStatement) {
        self.under_suppositions(|this| {
            this.block(std::slice::from_ref(block));
        });
        // What is left open there may be known of what nothing calls.
        self.suppositions.ran.clear();
    }

    /// `main()` in a script that reads its command line.
    fn begins_program(&self, statement: &HostStatement) -> bool {
        let StatementKind::Expression(Expr { kind: ExprKind::Invoke { callee, .. }, .. }) = &statement.kind
        else {
            return false;
        };
        let mut imports = self.files.main().program.imports.iter();
        matches!(callee.kind, ExprKind::Name(_)) && imports.any(|import| reads_command_line(&import.path))
    }

    /// Runs a function that nothing calls with parameters of its own.
    pub(crate) fn run_root(&mut self, root: Root<'a>, scope: ScopeId, is_mentioned: bool) {
        let outer = std::mem::replace(&mut self.runs_root, true);
        self.run_function_for(root, scope, is_mentioned, None);
        self.runs_root = outer;
    }

    /// Runs a method that nothing is seen to call on these objects.
    pub(crate) fn run_for_objects(&mut self, root: Root<'a>, scope: ScopeId, objects: Vec<HostValue>) {
        let outer = std::mem::replace(&mut self.runs_root, true);
        self.run_function_for(root, scope, true, Some(objects));
        self.runs_root = outer;
    }

    /// Runs a function that nothing is seen to call; a method on these objects, or on those that the program makes.
    fn run_function_for(
        &mut self,
        root: Root<'a>,
        scope: ScopeId,
        is_mentioned: bool,
        objects: Option<Vec<HostValue>>,
    ) {
        // What comes of a function does not depend on those that were run before it.
        self.renamed.clear();
        self.known_calls.clear();
        let outside = self.class_around(root.function);
        let root = Root { class: root.class.or(outside.map(|(class, _)| class)), ..root };
        let scope = outside.map_or(scope, |(_, file)| self.files.scope(file));
        let context = Context {
            parent: Some(ContextId::OUTSIDE),
            function: root.function.name.text.clone(),
            lambda: None,
            file: self.file(),
            range: root.function.name.range.clone(),
            given: Vec::new(),
            is_certain: root.function.template.is_empty() && root.class.is_none(),
            is_compiled: root.function.template.is_empty() && root.class.is_none(),
            is_guess: !root.function.template.is_empty() && is_mentioned,
            is_root: true,
        };
        let context = self.contexts.add(context);
        let outer = std::mem::replace(&mut self.frames.top_mut().context, context);
        let function = self.shared.function(root.function);
        let range = root.function.name.range.clone();
        if objects.is_none() {
            self.is_run_for_any(FunctionStart::of(root.function));
        }
        match root.class {
            None => {
                self.call_function(&function, &[], scope, None, Vec::new(), range);
            }
            Some(class) => {
                let class = self.class_of_root(class, scope);
                let inner = self.class_scope(&class);
                let inner = self.under_own_names(&class, inner, &function);
                let objects = objects.unwrap_or_else(|| self.objects_of(&class, &function));
                for receiver in objects {
                    self.suppose_object(&receiver);
                    self.begin_for(&receiver);
                    self.call_function(&function, &[], inner, Some(&receiver), Vec::new(), range.clone());
                }
            }
        }
        self.frames.top_mut().context = outer;
    }

    /// A method is run for an object; what an importing file made is known there.
    fn begin_for(&mut self, receiver: &HostValue) {
        let Some(file) = self.caller_that_made(receiver) else { return };
        let context = self.frames.top().context;
        let context = self.contexts.get(context);
        let context = Context {
            parent: Some(ContextId::OUTSIDE),
            function: context.function.clone(),
            lambda: None,
            file,
            range: 0..0,
            given: Vec::new(),
            is_certain: context.is_certain,
            is_compiled: context.is_compiled,
            is_guess: context.is_guess,
            is_root: true,
        };
        let context = self.contexts.add(context);
        self.frames.top_mut().context = context;
    }

    /// Python classes whose `__call__` stands in a class of another file: it calls what they have in the place of methods
    /// there.
    fn run_inherited_entries(&mut self, items: &'a [Item], scope: ScopeId) {
        let is_entry =
            |member: &Item| matches!(member, Item::Function(function) if function.name.text == ENTRY);
        for item in items {
            if let Item::Class(class) = item
                && !class.bases.is_empty()
                && !class.members.iter().any(is_entry)
            {
                self.under_suppositions(|this| this.run_inherited_entry(class, scope));
            }
        }
    }

    fn run_inherited_entry(&mut self, class: &'a Class, scope: ScopeId) {
        let class = self.class_of_root(class, scope);
        let Some(HostValue::Callable(entry)) = self.of_bases(&class, ENTRY) else { return };
        let Callable::Functions { overloads, scope: inner, .. } = &*entry else { return };
        let (Some(function), true) = (overloads.first(), inner.id != scope) else { return };
        let range = class.class.name.range.clone();
        for receiver in self.objects_of(&class, function) {
            self.suppose_object(&receiver);
            self.begin_for(&receiver);
            let outer = std::mem::replace(&mut self.runs_root, true);
            self.call_function(function, &[], inner.id, Some(&receiver), Vec::new(), range.clone());
            self.runs_root = outer;
        }
    }

    /// The class as its methods see it when nothing says with which arguments.
    pub(crate) fn class_of_root(&mut self, class: &'a Class, scope: ScopeId) -> ClassValue {
        if let Some(supposed) = self.supposed_class(class, scope) {
            return supposed;
        }
        if let Some(HostValue::Callable(callable)) = self.look_up(scope, &class.name.text)
            && let Callable::Class(class) = &*callable
        {
            return class.clone();
        }
        ClassValue::new(self.shared.class(class), self.scopes.captured(scope))
    }

    /// The classes that came up: the aliases and constants that nothing asked for have values all the same.
    pub(crate) fn run_used_classes(&mut self, items: &[Item], is_asked_for: &dyn Fn(&ClassValue) -> bool) {
        each_outer_class(items, &mut |class| {
            let used = self.class_scopes.iter().filter(|known| known.is_of(class));
            let used = used.map(|known| known.class.clone()).filter(|class| is_asked_for(class));
            let used: Vec<ClassValue> = used.collect();
            used.iter().for_each(|class| self.run_class(class));
        });
    }
}

/// Calls `visit` with each class outside of functions and other classes, except for declarations of classes.
pub(crate) fn each_outer_class<'a>(items: &'a [Item], visit: &mut dyn FnMut(&'a Class)) {
    fn of_class<'a>(class: &'a Class, visit: &mut dyn FnMut(&'a Class)) {
        if !has_attribute(&class.attributes, FORWARD) {
            visit(class);
        }
    }
    fn of_statement<'a>(statement: &'a HostStatement, visit: &mut dyn FnMut(&'a Class)) {
        match &statement.kind {
            StatementKind::Class(class) => of_class(class, visit),
            StatementKind::Alternatives(branches) => {
                branches.iter().flat_map(|branch| &branch.body).for_each(|inner| of_statement(inner, visit));
            }
            _ => {}
        }
    }
    for item in items {
        match item {
            Item::Class(class) => of_class(class, visit),
            Item::Statement(statement) => of_statement(statement, visit),
            Item::Function(_) => {}
        }
    }
}

/// Sorts functions into the order in which they are run: what nothing mentions comes first, `main` before all; then
/// what was not reached, callers first: in C++ a caller stands below what it calls.
pub(crate) fn in_order(roots: &mut [Root<'_>], mentioned: &FxHashSet<&str>, is_python: bool) {
    if !is_python {
        roots.reverse();
    }
    roots.sort_by_key(|root| {
        let name = root.function.name.text.as_str();
        match (name, mentioned.contains(name)) {
            ("main" | ENTRY, _) => 0,
            (_, false) if root.class.is_none() => 1,
            (_, false) => 2,
            (_, true) => 3,
        }
    });
}

/// `if __name__ == "__main__":`.
fn is_of_program(statement: &HostStatement) -> bool {
    let StatementKind::If { condition, .. } = &statement.kind else { return false };
    let mut is_it = false;
    walk::expression(condition, &mut |expr: &Expr| {
        is_it |= matches!(&expr.kind, ExprKind::Name(name) if name == "__name__");
    });
    is_it
}

/// Every function of a file that has a body.
pub(crate) fn roots<'a>(items: &'a [Item], choices: &Choices) -> Vec<Root<'a>> {
    fn of_items<'a>(items: &'a [Item], choices: &Choices, class: Option<&'a Class>, all: &mut Vec<Root<'a>>) {
        for item in items {
            match item {
                Item::Function(function) => of_function(function, class, all),
                Item::Class(class) => of_items(&class.members, choices, Some(class), all),
                Item::Statement(statement) => of_statement(statement, choices, class, all),
            }
        }
    }
    fn of_function<'a>(function: &'a Function, class: Option<&'a Class>, all: &mut Vec<Root<'a>>) {
        if !function.body.is_empty() {
            all.push(Root { function, class });
        }
    }
    fn of_statement<'a>(
        statement: &'a HostStatement,
        choices: &Choices,
        class: Option<&'a Class>,
        all: &mut Vec<Root<'a>>,
    ) {
        each_held(statement, choices, &mut |statement| match &statement.kind {
            StatementKind::Function(function) => of_function(function, class, all),
            StatementKind::Class(class) => of_items(&class.members, choices, Some(class), all),
            _ => {}
        });
    }
    let mut all = Vec::new();
    of_items(items, choices, None, &mut all);
    all
}

/// The functions that the code instantiates explicitly, each with the namespaces around it.
pub(crate) fn instantiations<'a>(items: &'a [Item], choices: &Choices) -> Vec<(&'a Expr, &'a [String])> {
    let mut all = Vec::new();
    for item in items {
        if let Item::Statement(statement) = item {
            each_held(statement, choices, &mut |statement| {
                if let StatementKind::Instantiate { function, path } = &statement.kind {
                    all.push((function, &**path));
                }
            });
        }
    }
    all
}

/// Calls `visit` with the statement; of conditional compilation, with those of the branches that the program may hold.
fn each_held<'a>(statement: &'a HostStatement, choices: &Choices, visit: &mut dyn FnMut(&'a HostStatement)) {
    let StatementKind::Alternatives(branches) = &statement.kind else { return visit(statement) };
    let chosen = choices.get(&Condition::of(branches));
    for (index, branch) in branches.iter().enumerate() {
        if chosen.is_none_or(|chosen| *chosen == index) {
            branch.body.iter().for_each(|inner| each_held(inner, choices, visit));
        }
    }
}
