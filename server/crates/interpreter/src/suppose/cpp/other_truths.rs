//! Arms of conditions that truths decide against which are supposed: `if constexpr (HasQv)` where `HasQv_` is supposed to be
//! false. Where something is declared in such an arm, the file is run once more with the other one of the fewest truths that
//! let a run come there, and what only then has a value rests on that.

use std::{collections::BTreeSet, ops::Range};

use rustc_hash::FxHashMap;

use layoutlens_host_value::{evaluation::HostFile, outside::Outside};
use layoutlens_syntax::{
    BinaryOperator, Expr, ExprKind,
    program::{Class, Function, HostStatement, Item, StatementKind, TemplateParameter},
};

use crate::{
    code::{each_class::each_class, each_function::each_function, each_statement::each_statement, walk},
    state::implicit_code::Code,
    suppose::{
        choice::names_in,
        cpp::truths::{Truths, bare},
    },
};

/// How often a file is run for them: once more where a run comes to none of what it is for, as where the truths contradict
/// each other.
pub(super) const MAX_RUNS: usize = 3;

/// How many steps each of these runs may take.
pub(super) const MAX_STEPS: usize = 40_000;

/// How many truths may decide for an arm.
const MAX_NAMES: usize = 8;

/// How many constants are looked through from one to the next: `IsQvUsed` of `HasQv` of `HasQv_`.
const MAX_DEPTH: usize = 4;

/// Code that is run where a condition holds, or does not.
struct Arm<'p> {
    range: Range<usize>,
    condition: &'p Expr,
    holds: bool,
}

/// What a constant is, in the bytes of the class or function that declares it.
struct Constant<'p> {
    name: &'p str,
    within: Range<usize>,
    is: &'p Expr,
}

/// What a file is run for once more.
pub(super) struct Other {
    pub(super) truths: Truths,
    /// Where the variables are declared that are looked for, in order.
    pub(super) wanted: Vec<usize>,
}

/// The arms of a file, and for which truths it was run.
pub(super) struct OtherTruths<'p> {
    arms: Vec<Arm<'p>>,
    constants: Vec<Constant<'p>>,
    /// Of parameters that are true or false, by their bare names, what they are at first.
    parameters: FxHashMap<&'p str, bool>,
    is_truth: fn(&str) -> bool,
    tried: BTreeSet<Truths>,
}

impl<'p> OtherTruths<'p> {
    pub(super) fn of(main: &'p HostFile, outside: Outside<'_>) -> Self {
        let mut all = Self {
            arms: Vec::new(),
            constants: Vec::new(),
            parameters: FxHashMap::default(),
            is_truth: outside.libraries.suggestions.is_truth,
            tried: BTreeSet::new(),
        };
        let items = &main.program.items;
        each_function(items, None, &mut |code: Code<'p>| all.add_function(code.function));
        walk::items(items, &mut |expr: &'p Expr| {
            if let ExprKind::Lambda(lambda) = &expr.kind {
                all.add_function(lambda);
            }
        });
        each_class(items, &mut |class| all.add_class(class));
        all
    }

    fn add_function(&mut self, function: &'p Function) {
        self.add_parameters(&function.template);
        each_statement(&function.body, &mut |statement| {
            self.add_constant(statement, &function.range);
            let StatementKind::If { condition, then, otherwise, .. } = &statement.kind else { return };
            for (body, holds) in [(then, true), (otherwise, false)] {
                if let (Some(first), Some(last)) = (body.first(), body.last()) {
                    self.arms.push(Arm { range: first.range.start..last.range.end, condition, holds });
                }
            }
        });
    }

    fn add_class(&mut self, class: &'p Class) {
        self.add_parameters(&class.template);
        for member in class.members.iter() {
            if let Item::Statement(statement) = member {
                self.add_constant(statement, &class.range);
            }
        }
    }

    fn add_parameters(&mut self, template: &'p [TemplateParameter]) {
        for parameter in template.iter().filter(|parameter| parameter.is_truth()) {
            let is_true = matches!(&parameter.default, Some(Expr { kind: ExprKind::Bool(true), .. }));
            if let Some(name) = &parameter.name {
                self.parameters.insert(bare(&name.text), is_true);
            }
        }
    }

    fn add_constant(&mut self, statement: &'p HostStatement, within: &Range<usize>) {
        if let StatementKind::Declare(declaration) = &statement.kind
            && let ([name], Some(is)) = (declaration.names.as_slice(), &declaration.value)
        {
            self.constants.push(Constant { name: &name.text, within: within.clone(), is });
        }
    }

    /// What would let a run come to most of the names that are left, which are declared at these places, in order.
    pub(super) fn next(&mut self, left: &[usize]) -> Option<Other> {
        let mut found: Vec<(Truths, Vec<usize>)> = Vec::new();
        for at in left {
            let Some(truths) = self.least_truths(*at).filter(|truths| !self.tried.contains(truths)) else {
                continue;
            };
            match found.iter_mut().find(|(known, _)| *known == truths) {
                Some((_, wanted)) => wanted.push(*at),
                None => found.push((truths, vec![*at])),
            }
        }
        // Of as many names the first in the text.
        found.sort_by_key(|(_, wanted)| std::cmp::Reverse(wanted.len()));
        let mut together = Other { truths: Truths::new(), wanted: Vec::new() };
        for (truths, wanted) in &found {
            let all: Truths = together.truths.union(truths).cloned().collect();
            let comes_to_all = |own: &Truths, places: &[usize]| {
                places.iter().all(|at| {
                    let around = self.around(*at);
                    self.nearness(&around, *at, &all) >= self.nearness(&around, *at, own).max(Some(0))
                })
            };
            if comes_to_all(&together.truths, &together.wanted) && comes_to_all(truths, wanted) {
                together.truths = all;
                together.wanted.extend(wanted);
            }
        }
        if self.tried.contains(&together.truths) {
            let (truths, wanted) = found.into_iter().next()?;
            together = Other { truths, wanted };
        }
        together.wanted.sort_unstable();
        self.tried.insert(together.truths.clone());
        (!together.truths.is_empty()).then_some(together)
    }

    /// The arms in which a place lies.
    fn around(&self, at: usize) -> Vec<&Arm<'p>> {
        self.arms.iter().filter(|arm| arm.range.contains(&at)).collect()
    }

    /// How many conditions around a place are decided for it; `None` where one is decided against it.
    fn nearness(&self, around: &[&Arm<'_>], at: usize, chosen: &Truths) -> Option<usize> {
        around.iter().try_fold(0_usize, |count, arm| {
            match self.truth(arm.condition, at, chosen, MAX_DEPTH).map(|truth| truth == arm.holds) {
                Some(false) => None,
                Some(true) => Some(count + 1),
                None => Some(count),
            }
        })
    }

    /// The fewest truths with which no condition around a place is decided against it, where that brings a run nearer to it.
    fn least_truths(&self, at: usize) -> Option<Truths> {
        let around = self.around(at);
        let mut names = BTreeSet::new();
        for arm in &around {
            self.add_names(arm.condition, at, MAX_DEPTH, &mut names);
        }
        if names.is_empty() || names.len() > MAX_NAMES {
            return None;
        }
        let first = self.nearness(&around, at, &Truths::new());
        let mut choices: Vec<u32> = (1..1_u32 << names.len()).collect();
        choices.sort_by_key(|choice| choice.count_ones());
        choices.into_iter().find_map(|choice| {
            let chosen = names.iter().enumerate().filter(|(place, _)| choice & (1 << place) != 0);
            let chosen: Truths = chosen.map(|(_, name)| name.clone()).collect();
            (self.nearness(&around, at, &chosen) > first).then_some(chosen)
        })
    }

    /// The truths that an expression at this place is made of.
    fn add_names(&self, of: &Expr, at: usize, depth: usize, names: &mut Truths) {
        for name in names_in(of) {
            match (self.constant(&name, at), depth.checked_sub(1)) {
                (Some(constant), Some(depth)) => self.add_names(constant, at, depth, names),
                (Some(_), None) => {}
                (None, _) => names.extend(self.truth_of(&name).map(str::to_owned)),
            }
        }
    }

    /// The name by which something is supposed to be true or false; `None` for what is no truth.
    fn truth_of<'n>(&self, name: &'n str) -> Option<&'n str> {
        let (owner, own) = name.rsplit_once("::").unwrap_or(("", name));
        let is_member = !owner.is_empty() && (self.is_truth)(own);
        (is_member || self.parameters.contains_key(bare(own))).then_some(bare(own))
    }

    /// What a constant is that is seen at this place.
    fn constant(&self, name: &str, at: usize) -> Option<&'p Expr> {
        let is_seen = |constant: &&Constant<'p>| constant.name == name && constant.within.contains(&at);
        let seen = self.constants.iter().filter(is_seen);
        seen.min_by_key(|constant| constant.within.len()).map(|constant| constant.is)
    }

    /// Whether an expression holds where these truths are not what they are at first; `None` where more decides it.
    fn truth(&self, of: &Expr, at: usize, chosen: &Truths, depth: usize) -> Option<bool> {
        match &of.kind {
            ExprKind::Bool(truth) => Some(*truth),
            ExprKind::Not(inner) => self.truth(inner, at, chosen, depth).map(|truth| !truth),
            ExprKind::Name(name) => match self.constant(name, at) {
                Some(constant) => self.truth(constant, at, chosen, depth.checked_sub(1)?),
                None => {
                    let truth = self.truth_of(name)?;
                    Some(chosen.contains(truth) != self.parameters.get(truth).is_some_and(|first| *first))
                }
            },
            ExprKind::Binary { operator, left, right } => {
                let left = self.truth(left, at, chosen, depth);
                let right = self.truth(right, at, chosen, depth);
                match operator {
                    BinaryOperator::And if left == Some(false) || right == Some(false) => Some(false),
                    BinaryOperator::And => left.zip(right).map(|_| true),
                    BinaryOperator::Or if left == Some(true) || right == Some(true) => Some(true),
                    BinaryOperator::Or => left.zip(right).map(|_| false),
                    BinaryOperator::Equal => left.zip(right).map(|(left, right)| left == right),
                    BinaryOperator::NotEqual => left.zip(right).map(|(left, right)| left != right),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
