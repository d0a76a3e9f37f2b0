//! Functions of a C++ file that do not reach each other, run side by side.
//!
//! The values that come of it are those of running them one after the other, though of several reasons why one is
//! unknown another may be told. Where one turns out to reach another, or to leave something behind that another may
//! see, the file is run in order.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{
    evaluation::{HostEvaluation, HostFile},
    object::ClassValue,
    stated::Stated,
};
use layoutlens_syntax::{Language, program::Class};

use crate::{
    code::mentioned::mentioned,
    entry::{
        roots::{Root, each_outer_class, in_order, instantiations, roots},
        thread::on_threads,
    },
    kept::OfPass,
    state::{
        choices::{Choices, Condition},
        class_scope::ClassScope,
        file::FileId,
        function_start::FunctionStart,
        interpreter::Interpreter,
        records::Records,
    },
    suppose::{self, cpp::begin::is_any_within},
};

/// How many bytes of code the smaller share must have: less is run sooner than a thread starts.
const MIN_SHARE_BYTES: usize = 4_000;

/// Functions that are run by one interpreter, each with its place in the order in which one would run them all.
type Share<'a> = Vec<(usize, Root<'a>)>;

/// An interpreter behind its share.
struct Done<'a> {
    interpreter: Interpreter<'a>,
    /// What each function left in the records, with its place in the order.
    found: Vec<(usize, Records)>,
    /// How much it had found outside of all functions.
    outside: (usize, usize),
    /// Whether something else may see what a function did.
    left_something: bool,
}

impl Done<'_> {
    /// Runs the classes of a file that came up here and that `other` will not run. Gives the bytes of all that came up.
    fn run_classes_unlike(&mut self, other: &Interpreter<'_>, main: &HostFile) -> Vec<(usize, usize)> {
        let mut classes = Vec::new();
        each_outer_class(&main.program.items, &mut |class| {
            if self.interpreter.is_used(class) {
                classes.push((class.range.start, class.range.end));
            }
        });
        self.interpreter.run_used_classes(&main.program.items, &|class| !other.knows(class));
        self.found.push((usize::MAX, self.interpreter.records.split_off(self.outside)));
        classes
    }
}

/// Runs the first file.
pub(crate) fn run_file<'a>(
    main: &'a HostFile,
    stated: &Stated,
    choices: &Choices,
    of_pass: Option<&OfPass>,
    interpreter: impl Fn() -> Interpreter<'a> + Sync,
) -> (HostEvaluation, BTreeSet<Condition>) {
    let mentioned = mentioned(&main.program.items);
    let shares = if stated.facts.is_empty() && stated.parameters.is_empty() {
        shares(main, choices, &mentioned, of_pass, &|_| true)
    } else {
        None
    };
    let evaluation = shares.and_then(|shares| {
        let done = on_threads(&shares, |share| interpreter().run_share(share));
        let mut all = joined(main, done, &shares, &mentioned)?;
        let conflicts = std::mem::take(&mut all.conflicts);
        Some((all.answers(), conflicts))
    });
    evaluation.unwrap_or_else(|| interpreter().run_file_in_order())
}

/// Runs what is asked for of the first file under suppositions, by interpreters that each have half of the steps. On how
/// many threads makes no difference to what is supposed.
pub(crate) fn run_file_supposing<'a>(
    main: &'a HostFile,
    choices: &Choices,
    wanted: &[usize],
    of_pass: Option<&OfPass>,
    interpreter: impl Fn() -> Interpreter<'a> + Sync,
) -> suppose::Found {
    let mentioned = mentioned(&main.program.items);
    let is_asked_for = |root: &Root<'_>| is_any_within(wanted, &root.function.range);
    let shares = shares(main, choices, &mentioned, of_pass, &is_asked_for);
    let all = shares.and_then(|shares| {
        let done = on_threads(&shares, |share| {
            let mut interpreter = interpreter();
            interpreter.step_limit /= shares.len();
            interpreter.run_share(share)
        });
        joined(main, done, &shares, &mentioned)
    });
    match all {
        Some(all) => all.supposed_answers(),
        None => interpreter().run_file_supposing().0,
    }
}

/// Functions that nothing in the file mentions, in two shares of about one size.
fn shares<'a>(
    main: &'a HostFile,
    choices: &Choices,
    mentioned: &FxHashSet<&str>,
    of_pass: Option<&OfPass>,
    is_asked_for: &dyn Fn(&Root<'a>) -> bool,
) -> Option<[Share<'a>; 2]> {
    if main.language != Language::Cuda || !instantiations(&main.program.items, choices).is_empty() {
        return None;
    }
    let mut all = roots(&main.program.items, choices);
    if all.iter().any(|root| root.function.name.text == "main") {
        return None;
    }
    all.retain(|root| !mentioned.contains(root.function.name.text.as_str()) && is_asked_for(root));
    in_order(&mut all, mentioned, false);
    // What is kept of an earlier revision costs nothing.
    let bytes_of = |root: &Root<'_>| match of_pass
        .is_some_and(|of_pass| of_pass.is_known(FunctionStart::of(root.function)))
    {
        true => 0,
        false => root.function.range.len(),
    };
    let all = all.into_iter().enumerate().map(|(index, root)| (bytes_of(&root), index, root));
    let mut by_size: Vec<(usize, usize, Root<'a>)> = all.collect();
    by_size.sort_by_key(|(bytes, _, _)| std::cmp::Reverse(*bytes));
    let (mut shares, mut bytes) = ([Vec::new(), Vec::new()], [0, 0]);
    for (own, index, root) in by_size {
        let lesser = usize::from(bytes[1] < bytes[0]);
        bytes[lesser] += own;
        shares[lesser].push((index, root));
    }
    shares.iter_mut().for_each(|share| share.sort_by_key(|(index, _)| *index));
    (bytes.into_iter().min() >= Some(MIN_SHARE_BYTES)).then_some(shares)
}

/// What both shares found, and then the functions of neither; `None` where one of them has to do with the other.
fn joined<'a>(
    main: &'a HostFile,
    done: Vec<Done<'a>>,
    shares: &[Share<'a>; 2],
    mentioned: &FxHashSet<&str>,
) -> Option<Interpreter<'a>> {
    let [first, mut second] = <[Done<'a>; 2]>::try_from(done).ok()?;
    let reaches = |done: &Done<'_>, share: &Share<'_>| {
        share.iter().any(|(_, root)| done.interpreter.reached.contains(&FunctionStart::of(root.function)))
    };
    let [of_first, of_second] = shares;
    let is_entangled = reaches(&first, of_second) || reaches(&second, of_first);
    let supposes = first.interpreter.suppositions.is_supposing;
    let is_taken = !supposes && second.interpreter.has_taken();
    if is_entangled || first.left_something || second.left_something || is_taken {
        return None;
    }
    let Done { interpreter: mut all, mut found, .. } = first;
    let used_classes = if supposes { Vec::new() } else { second.run_classes_unlike(&all, main) };
    found.extend(all.absorbed(second));
    found.sort_by_key(|(index, _)| *index);
    for (_, records) in found {
        all.records.variables.extend(records.variables);
        all.records.nodes.extend(records.nodes);
    }
    // What they remember of the records no longer stands where it stood.
    all.known_calls.clear();
    if supposes {
        all.step_limit *= shares.len();
        // Those that contradict themselves were run, too.
        let ran = shares.iter().flatten().map(|(_, root)| FunctionStart::of(root.function));
        all.reached.extend(ran);
    }
    all.run_rest(&main.program.items, mentioned, &used_classes);
    Some(all)
}

impl<'a> Interpreter<'a> {
    /// Runs a share of the first file's functions, and what is outside of all functions.
    fn run_share(mut self, share: &[(usize, Root<'a>)]) -> Done<'a> {
        let scope = self.files.scope(FileId::MAIN);
        self.run_globals();
        let (outside, began) = (self.records.mark(), self.now());
        let mut found = Vec::new();
        for (index, root) in share {
            if !self.reached.contains(&FunctionStart::of(root.function)) {
                self.forget_globals();
                self.run_root_or_keep(*root, scope, false);
                found.push((*index, self.records.split_off(outside)));
            }
        }
        // What such variables hold, no function sees: each begins with anything in them.
        let mut left_something = self.replaced_since(began.changes, self.open_globals());
        if left_something && self.suppositions.is_supposing {
            // The object of a method is supposed for that method alone.
            left_something = self.replaced_older_since(began, self.open_globals());
        }
        Done { interpreter: self, found, outside, left_something }
    }

    /// Takes in what another interpreter of the same files did behind what is outside of all functions.
    fn absorbed(&mut self, other: Done<'a>) -> Vec<(usize, Records)> {
        let Done { interpreter: other, mut found, .. } = other;
        let moved = self.contexts.absorb(other.contexts);
        for (_, records) in &mut found {
            let variables = records.variables.iter_mut().map(|record| &mut record.found);
            let all = variables.chain(records.nodes.iter_mut().map(|record| &mut record.found));
            all.for_each(|found| found.context = moved(found.context));
        }
        self.refusals.absorb(other.refusals);
        self.reached.extend(other.reached);
        self.ran_templates.extend(other.ran_templates);
        self.conflicts.extend(other.conflicts);
        self.steps += other.steps;
        self.is_given_up |= other.is_given_up;
        found
    }

    /// Whether a class of another interpreter of the same files came up here, too; of a template, that is not known.
    fn knows(&self, class: &ClassValue) -> bool {
        let is_plain =
            |class: &ClassValue| class.template.is_empty() && class.scope.id < self.first_inner_scope;
        let is_same = |known: &ClassScope| {
            known.is_of(&class.class) && is_plain(&known.class) && known.class.scope == class.scope
        };
        is_plain(class) && self.class_scopes.iter().any(is_same)
    }

    /// Whether a class came up.
    pub(crate) fn is_used(&self, class: &Class) -> bool {
        self.class_scopes.iter().any(|known| known.is_of(class))
    }
}
