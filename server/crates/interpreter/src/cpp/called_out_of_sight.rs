//! Calls of C++ functions that are not followed: through a pointer that a condition or a table gives, by a function of CUDA or
//! `std` that is given one, in a fold or a lambda that nothing runs, of a method on an object that is not known. What a call
//! that is followed gives is then what some calls give.

use std::{collections::BTreeMap, ops::Range};

use rustc_hash::FxHashSet;

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, Function, HostStatement, Item, StatementKind},
};

use crate::{
    code::{each_function::each_function, each_statement::each_statement, launcher::LAUNCHERS, walk},
    cpp::kernel_lookers::{is_of_cuda, uses_of_parameter},
    entry::roots::{instantiations, roots},
    state::{
        choices::Choices,
        context::{Context, ContextId},
        file::FileId,
        interpreter::Interpreter,
        out_of_sight::OutOfSight,
    },
};

/// The uses of functions that the text of a file has.
#[derive(Default)]
struct Uses<'a> {
    /// Names that are no callee, with where they stand.
    values: Vec<(&'a str, Range<usize>)>,
    /// Calls by a name, the same.
    calls: Vec<(&'a str, Range<usize>)>,
    /// Calls of methods, with how many arguments they give.
    methods: Vec<(&'a str, usize, Range<usize>)>,
    /// Where the names of callees stand, and others that call nothing or are followed.
    excused: Vec<Range<usize>>,
    /// Variables that hold a function: their names, its name, and the body in which they are known.
    holders: Vec<(&'a str, &'a str, Range<usize>)>,
    /// What functions of the program may be given: the last part of the function's name, the argument's place, and where it stands.
    given: Vec<(&'a str, usize, Range<usize>)>,
    /// Variables that hold a lambda: their names, and the body in which they are known.
    lambdas: Vec<(&'a str, Range<usize>)>,
    /// What functions and classes of `std` are given that may call it.
    given_to_std: Vec<Range<usize>>,
    /// Lambdas and folds: what they call is not seen where nothing is seen to run them.
    deferred: Vec<Range<usize>>,
}

impl<'a> Uses<'a> {
    fn of(items: &'a [Item], choices: &Choices) -> Self {
        let mut uses = Self::default();
        for (named, _) in instantiations(items, choices) {
            uses.excused.push(named.range.clone());
        }
        each_function(items, None, &mut |code| {
            uses.excuse_variables(&code.function.body, &code.function.range);
        });
        walk::items(items, &mut |expr| uses.add(expr));
        uses
    }

    /// `auto kernel = &run<64>;`: calls through the variable are followed, and whatever else is done with it is one of the
    /// function.
    fn excuse_variables(&mut self, body: &'a [HostStatement], within: &Range<usize>) {
        each_statement(body, &mut |statement| {
            if let StatementKind::Declare(declaration) = &statement.kind
                && let Some(Expr { kind: ExprKind::Lambda(_), .. }) = &declaration.value
            {
                let names = declaration.names.iter().map(|name| name.text.as_str());
                self.lambdas.extend(names.map(|name| (name, within.clone())));
            }
            if let StatementKind::Declare(declaration) = &statement.kind
                && let Some(value) = &declaration.value
                && declaration.declared_type.as_ref().is_none_or(is_open_type)
                && let Some(function) = named(pointed_to(value))
            {
                let names = declaration.names.iter().map(|name| name.text.as_str());
                self.holders.extend(names.map(|name| (name, function, within.clone())));
                self.excused.push(value.range.clone());
            }
        });
    }

    fn add(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Invoke { callee, arguments } => {
                match &callee.kind {
                    ExprKind::Member { name, .. } => {
                        self.methods.push((&name.text, arguments.len(), expr.range.clone()));
                    }
                    _ => self.calls.extend(named(callee).map(|name| (name, expr.range.clone()))),
                }
                // The name of an operator stands where all of the expression does.
                let is_operator = named(callee).is_some_and(|name| name.starts_with("operator"));
                if !is_operator && !matches!(callee.kind, ExprKind::Conditional { .. }) {
                    self.excused.push(callee.range.clone());
                }
                if let Some(name) = named(callee) {
                    if is_caller_of_std(name) {
                        let given = arguments.iter().map(|argument| argument.value.range.clone());
                        self.given_to_std.extend(given);
                    }
                    self.add_launch(last_part(name), arguments, &expr.range);
                    let given = arguments.iter().map(|argument| argument.value.range.clone());
                    match is_of_cuda(last_part(name)) {
                        true => self.excused.extend(given),
                        false => self
                            .given
                            .extend(given.enumerate().map(|(place, range)| (last_part(name), place, range))),
                    }
                }
            }
            ExprKind::Launch { kernel, .. } if !matches!(kernel.kind, ExprKind::Conditional { .. }) => {
                self.excused.push(kernel.range.clone());
            }
            ExprKind::TypeOf(_) => self.excused.push(expr.range.clone()),
            ExprKind::Lambda(function) => {
                self.excuse_variables(&function.body, &expr.range);
                self.deferred.push(expr.range.clone());
            }
            ExprKind::Fold { .. } | ExprKind::Expand(_) => self.deferred.push(expr.range.clone()),
            ExprKind::Name(name) => self.values.push((name, expr.range.clone())),
            _ => {}
        }
    }

    /// `launch_kernel_on_cluster(params, kernel, ..)`: a call of the kernel, or of what a variable of its name may hold.
    fn add_launch(&mut self, launcher: &str, arguments: &'a [Argument], at: &Range<usize>) {
        let place = LAUNCHERS.iter().find(|(name, _)| *name == launcher).map(|(_, place)| *place);
        let Some(kernel) = place.and_then(|place| arguments.get(place)) else { return };
        let Some(name) = named(pointed_to(&kernel.value)) else { return };
        let held = self.holders.iter().filter(|(of, _, within)| *of == name && holds(within, at));
        let functions: Vec<&'a str> = held.map(|(_, function, _)| *function).collect();
        self.calls.extend(functions.into_iter().chain([name]).map(|function| (function, at.clone())));
        self.excused.push(kernel.value.range.clone());
    }
}

/// What one file says of functions, and what of it was run.
struct FileUses<'a> {
    file: FileId,
    uses: Uses<'a>,
    variables: FxHashSet<&'a str>,
    /// The calls that were followed, by the function.
    followed: BTreeMap<&'a str, Vec<&'a Range<usize>>>,
    /// Around a header, the functions of the file: their names, where they lie, and whether the program runs them. Without a
    /// program all are run, and there are none here.
    functions: Vec<(&'a str, Range<usize>, bool)>,
}

impl FileUses<'_> {
    /// Where lambdas are called that `std` calls, too: `std::for_each(all, end, lambda)` is no call that is seen.
    fn lambdas_of_std(&self) -> Vec<(FileId, usize)> {
        let uses = &self.uses;
        let is_given = |at: &Range<usize>| uses.given_to_std.iter().any(|given| holds(given, at));
        let mut found = Vec::new();
        for (lambda, within) in &uses.lambdas {
            let is_own = |name: &str, at: &Range<usize>| name == *lambda && holds(within, at);
            if uses.values.iter().any(|(name, at)| is_own(name, at) && is_given(at)) {
                let calls = uses.calls.iter().filter(|(name, at)| is_own(name, at));
                found.extend(calls.map(|(_, at)| (self.file, at.start)));
            }
        }
        found
    }

    fn is_followed(&self, name: &str, at: &Range<usize>) -> bool {
        self.followed.get(name).is_some_and(|calls| calls.iter().any(|call| holds(call, at)))
    }
}

/// `auto`, or the `void` of `void const* kernel`.
fn is_open_type(declared: &Expr) -> bool {
    matches!(&declared.kind, ExprKind::Name(name) if name == "auto" || name == "void")
}

/// `f` of `&f`, of `reinterpret_cast<void const*>(f)` and of `(void*)f`.
fn pointed_to(value: &Expr) -> &Expr {
    let ExprKind::Invoke { callee, arguments } = &value.kind else { return value };
    match (named(callee), arguments.as_slice()) {
        (Some("operator&" | "reinterpret_cast" | "static_cast" | "const_cast" | "*" | "void"), [operand]) => {
            pointed_to(&operand.value)
        }
        _ => value,
    }
}

/// The name of what is called, or pointed to: `a::f` of `a::f<4>`.
fn named(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Specialize { base, .. } => named(base),
        _ => None,
    }
}

/// Whether it is a name of `std` that may call what it is given, as `std::for_each` does.
fn is_caller_of_std(name: &str) -> bool {
    name.starts_with("std::")
        && !matches!(last_part(name), "move" | "forward" | "as_const" | "function" | "addressof")
}

fn last_part(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

fn holds(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Names of parameters and variables: one that a function has, too, says nothing of that.
fn variables(items: &[Item]) -> FxHashSet<&str> {
    let mut names: FxHashSet<&str> = FxHashSet::default();
    each_function(items, None, &mut |code| {
        let parameters = code.function.parameters.iter().filter_map(|parameter| parameter.name.as_ref());
        let template = code.function.template.iter().filter_map(|parameter| parameter.name.as_ref());
        names.extend(parameters.chain(template).map(|name| name.text.as_str()));
        each_statement(&code.function.body, &mut |statement| match &statement.kind {
            StatementKind::Declare(declaration) => {
                names.extend(declaration.names.iter().map(|name| name.text.as_str()));
            }
            StatementKind::Loop { variables, .. } => {
                names.extend(variables.iter().map(|name| name.text.as_str()));
            }
            _ => {}
        });
    });
    names
}

impl Interpreter<'_> {
    /// What may be called where it is not seen: of the first file; around a header, of it and the files of the program.
    pub(crate) fn calls_out_of_sight(&self) -> OutOfSight {
        if self.is_python() || self.suppositions.is_supposing {
            return OutOfSight::default();
        }
        let (mut plain, mut methods): (FxHashSet<&str>, BTreeMap<&str, Vec<&Function>>) = Default::default();
        for root in self.files_to_ask().flat_map(|(_, items)| roots(items, &self.choices)) {
            let name = root.function.name.text.as_str();
            match root.class {
                None => drop(plain.insert(name)),
                Some(class) if class.name.text != name => {
                    methods.entry(name).or_default().push(root.function)
                }
                Some(_) => {}
            }
        }
        let files: Vec<FileUses<'_>> =
            self.files_to_ask().map(|(file, items)| self.uses_of_file(file, items)).collect();
        let mut found: FxHashSet<String> = FxHashSet::default();
        // A function that is called out of sight calls others.
        loop {
            let known = found.len();
            for file in &files {
                self.add_unseen_calls(file, (&plain, &methods), &mut found);
            }
            if found.len() == known || self.launches.is_none() {
                break;
            }
        }
        let lambdas = files.iter().flat_map(FileUses::lambdas_of_std).collect();
        OutOfSight { functions: found, lambdas }
    }

    /// The files whose functions, and calls, are looked at.
    fn files_to_ask(&self) -> impl Iterator<Item = (FileId, &[Item])> {
        let is_around_header = self.launches.is_some();
        let files = self.files.all().filter(move |(file, _)| is_around_header || file.is_main());
        files.map(|(file, of)| (file, of.program.items.as_slice()))
    }

    fn uses_of_file<'s>(&'s self, file: FileId, items: &'s [Item]) -> FileUses<'s> {
        let mut followed: BTreeMap<&str, Vec<&Range<usize>>> = BTreeMap::new();
        for context in self.contexts.behind(0).iter().filter(|context| context.file == file) {
            followed.entry(&context.function).or_default().push(&context.range);
        }
        let ran: FxHashSet<&str> =
            self.contexts.behind(0).iter().map(|context| context.function.as_str()).collect();
        let mut functions = Vec::new();
        if self.launches.is_some() {
            each_function(items, None, &mut |code| {
                let name = code.function.name.text.as_str();
                functions.push((name, code.function.range.clone(), ran.contains(name)));
            });
        }
        let (uses, variables) = (Uses::of(items, &self.choices), variables(items));
        FileUses { file, uses, variables, followed, functions }
    }

    /// Whether a function is named where it is given to one of the program that only looks at it, or calls it and was followed.
    fn is_seen_through(&self, uses: &Uses<'_>, own: &str, at: &Range<usize>) -> bool {
        let around = uses.given.iter().filter(|(_, _, range)| holds(range, at));
        let innermost = around.min_by_key(|(_, _, range)| range.len());
        let Some((function, place, _)) = innermost else { return false };
        let (mut is_any, mut are_all) = (false, true);
        for (file, of) in self.files.all() {
            each_function(&of.program.items, None, &mut |code| {
                if code.function.name.text == *function && !code.function.is_only_declared {
                    is_any = true;
                    are_all &= uses_of_parameter(code.function, *place).is_some_and(|uses| {
                        uses.iter().all(|used| self.is_followed_below(own, (file, used), (function, at)))
                    });
                }
            });
        }
        is_any && are_all
    }

    /// Whether the call of a function by a parameter there was followed, below a call of `outer` that is given it at `given`.
    fn is_followed_below(
        &self,
        own: &str,
        (file, used): (FileId, &Range<usize>),
        (outer, given): (&str, &Range<usize>),
    ) -> bool {
        self.contexts.behind(0).iter().any(|call| {
            let is_of_parameter = call.function == own && call.file == file && call.range.start == used.start;
            is_of_parameter
                && call.parent.is_some_and(|parent| {
                    let parent = self.contexts.get(parent);
                    parent.function == outer && holds(&parent.range, given)
                })
        })
    }

    /// Adds functions that one file calls where it is not seen.
    fn add_unseen_calls(
        &self,
        file: &FileUses<'_>,
        (plain, methods): (&FxHashSet<&str>, &BTreeMap<&str, Vec<&Function>>),
        found: &mut FxHashSet<String>,
    ) {
        let FileUses { uses, variables, functions, .. } = file;
        let is_in = |all: &[Range<usize>], at: &Range<usize>| all.iter().any(|outer| holds(outer, at));
        let (mut idle, mut unseen) = (Vec::new(), Vec::new());
        for (name, range, is_run) in functions {
            match found.contains(*name) {
                true => unseen.push(range.clone()),
                // Nothing in it is called.
                false if !is_run => idle.push(range.clone()),
                false => {}
            }
        }
        for (name, at) in &uses.values {
            let own = last_part(name);
            let is_function = match name.contains("::") {
                true => plain.contains(own) || methods.contains_key(own),
                false => plain.contains(own) && !variables.contains(own),
            };
            if is_function
                && !is_in(&uses.excused, at)
                && !file.is_followed(own, at)
                && !is_in(&idle, at)
                && !self.is_seen_through(uses, own, at)
            {
                found.insert(own.to_owned());
            }
        }
        for (name, function, within) in &uses.holders {
            let own = last_part(function);
            let is_out_of_sight = |at: &Range<usize>| {
                holds(within, at)
                    && !is_in(&uses.excused, at)
                    && !file.is_followed(own, at)
                    && !is_in(&idle, at)
                    && !self.is_seen_through(uses, own, at)
            };
            let is_function = plain.contains(own) || function.contains("::") && methods.contains_key(own);
            if is_function && uses.values.iter().any(|(of, at)| of == name && is_out_of_sight(at)) {
                found.insert(own.to_owned());
            }
        }
        for (name, at) in &uses.calls {
            let own = last_part(name);
            if plain.contains(own)
                && (is_in(&uses.deferred, at) || is_in(&unseen, at))
                && !file.is_followed(own, at)
                && !is_in(&idle, at)
            {
                found.insert(own.to_owned());
            }
        }
        // Which object a method of a program is called on is mostly not known, and that says nothing of others of its name.
        let methods_called = if self.launches.is_some() { &[][..] } else { &uses.methods };
        for (name, count, at) in methods_called {
            let fits = |method: &&Function| {
                let needed = method.parameters.iter().filter(|of| of.default.is_none() && !of.is_pack);
                needed.count() <= *count && *count <= method.parameters.len()
            };
            if methods.get(name).is_some_and(|own| own.iter().any(fits)) && !file.is_followed(name, at) {
                found.insert((*name).to_owned());
            }
        }
    }

    /// Whether a context, or a call on the way to it, is one of several of a function that is called out of sight, too.
    pub(crate) fn is_one_of_unseen_calls(&self, context: ContextId) -> bool {
        let unseen = &self.called_out_of_sight;
        let is_any = |call: &Context| match call.function.is_empty() {
            true => unseen.lambdas.contains(&(call.file, call.range.start)),
            false => {
                call.parent.is_some_and(|parent| !self.contexts.get(parent).is_root)
                    && unseen.functions.contains(&call.function)
            }
        };
        !(unseen.functions.is_empty() && unseen.lambdas.is_empty())
            && self.contexts.path_from(context).any(|call| is_any(self.contexts.get(call)))
    }
}
