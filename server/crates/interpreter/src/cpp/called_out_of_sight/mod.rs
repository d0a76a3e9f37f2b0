//! Calls of C++ functions that are not followed: through a pointer that a condition or a table gives, by a function of CUDA or
//! `std` that is given one, in a fold or a lambda that nothing runs, of a method on an object that is not known. What a call
//! that is followed gives is then what some calls give.

mod constructor;
mod function_object;
mod kernel_lookers;
mod lambda;
mod uses;

use std::{collections::BTreeMap, ops::Range};

use rustc_hash::FxHashSet;

use layoutlens_syntax::{
    ExprKind,
    program::{Function, Item},
};

use self::{
    kernel_lookers::uses_of_parameter,
    uses::{Uses, holds, variables},
};
use crate::{
    code::{each_function::each_function, path::last_part},
    entry::roots::roots,
    state::{
        context::{Context, ContextId},
        file::FileId,
        interpreter::Interpreter,
        out_of_sight::OutOfSight,
    },
};

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
    fn is_followed(&self, name: &str, at: &Range<usize>) -> bool {
        self.followed.get(name).is_some_and(|calls| calls.iter().any(|call| holds(call, at)))
    }
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
        if self.launches.is_none() {
            files.iter().for_each(|file| {
                self.add_unseen_constructors(file, &mut found);
                self.add_function_objects(file, &mut found);
            });
        }
        let lambdas = files.iter().flat_map(|file| self.lambdas_out_of_sight(file)).collect();
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
        for (name, at) in &uses.passed_over {
            let is_method = methods.contains_key(name);
            if (is_method || plain.contains(name) && !variables.contains(name)) && !is_in(&idle, at) {
                found.insert((*name).to_owned());
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
            let is_of_class = function.contains("::") && methods.contains_key(own);
            if is_of_class && methods.get(own).is_some_and(|own| own.iter().any(|method| !is_static(method)))
            {
                found.insert(own.to_owned());
            }
            let is_function = plain.contains(own) || is_of_class;
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
            true => call.lambda.is_some_and(|lambda| unseen.lambdas.contains(&lambda)),
            false => {
                !call.is_root
                    && call.parent.is_some_and(|parent| !self.contexts.get(parent).is_root)
                    && unseen.functions.contains(&call.function)
            }
        };
        !(unseen.functions.is_empty() && unseen.lambdas.is_empty())
            && self.contexts.path_from(context).any(|call| is_any(self.contexts.get(call)))
    }
}

/// Whether a method is called without an object. A pointer to another one is called with `(object.*pointer)(..)`, which is
/// not followed.
fn is_static(method: &Function) -> bool {
    method.attributes.iter().any(|word| matches!(&word.kind, ExprKind::Name(name) if name == "static"))
}
