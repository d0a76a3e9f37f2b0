//! Refusals of the library as problems of the user, where they are certain to happen.

use std::ops::Range;

use layout_algebra::proof::Verdict;
use layoutlens_host_value::{
    call::{Call, Computed},
    problem::{Problem, Replacement},
    value::HostValue,
    verdict,
};
use layoutlens_operation::{Code, Operation, Refusal, Value};
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind};

use crate::{
    code::mentioned::predicates,
    state::{interpreter::Interpreter, refusals::Cost},
    value::{static_number::is_static, unknown::unknown},
};

impl Interpreter<'_> {
    /// Whether the program certainly comes here.
    pub(crate) fn is_certain(&self) -> bool {
        let frame = self.frames.top();
        frame.undecided == 0 && self.contexts.get(frame.context).is_certain
    }

    /// Whether the program holds the code at hand, and all threads of a warp come here together, should one of them come: behind
    /// the launch there are loops around it, but no branches that some of them may not take.
    fn is_of_whole_warps(&self) -> bool {
        let mut of_kernel = self.frames.iter().skip(self.launched_at);
        self.is_compiled() && of_kernel.all(|frame| frame.undecided == frame.repeated && !frame.is_split)
    }

    /// Whether the function at hand is called by a kernel, or by what a kernel calls.
    pub(crate) fn is_below_kernel(&self) -> bool {
        self.frames.len() > self.launched_at + 1
    }

    /// Whether the program certainly holds the code at hand, be it run or not.
    pub(crate) fn is_compiled(&self) -> bool {
        let frame = self.frames.top();
        frame.uncompiled == 0 && self.contexts.get(frame.context).is_compiled
    }

    /// Whether a refusal is one of the compiler: all that the call is made with is fixed by types. It is an error also where
    /// the program may not come to it.
    fn is_of_compiler(&self, call: &Call<'_>) -> bool {
        !self.is_python() && self.is_compiled() && values_of(call).iter().chain(call.template).all(is_static)
    }

    /// A `static_assert` of a claim that is known not to hold. A template that nothing is seen to instantiate may have
    /// been read for arguments that it never gets.
    pub(crate) fn fails_to_compile(&mut self, claim: &Expr) {
        let is_error = self.is_certain() || self.is_compiled();
        if self.is_python() || !self.file().is_main() || self.is_dry || self.is_guess() || !is_error {
            return;
        }
        // Below `#ifndef N`, "N must be defined": it is written to fail where the program holds it.
        if matches!(claim.kind, ExprKind::Bool(false)) {
            return;
        }
        let place = (claim.range.start, claim.range.end);
        if self.refusals.failed.contains_key(&place) {
            return;
        }
        let message = match &claim.kind {
            ExprKind::Binary { left, right, .. } => match (self.shown_side(left), self.shown_side(right)) {
                (Some(left), Some(right)) => format!("the left side is {left}, the right side is {right}"),
                _ => "the claim is false".to_owned(),
            },
            _ => "the claim is false".to_owned(),
        };
        let problem = Problem::new(claim.range.clone(), Code::StaticAssertFailed, message);
        let problem = match self.stated_number(claim) {
            Some((stated, computed)) => {
                problem.with_fix(format!("assert the computed {computed}"), stated, computed.to_string())
            }
            None => problem,
        };
        self.refusals.failed.insert(place, problem);
    }

    /// The bytes of the plain number that a claim states on its right, and what the left side is.
    fn stated_number(&mut self, claim: &Expr) -> Option<(Range<usize>, i64)> {
        let ExprKind::Binary { operator: BinaryOperator::Equal, left, right } = &claim.kind else {
            return None;
        };
        let ExprKind::Int(stated) = right.kind else { return None };
        let computed = self.value(left).algebra().as_int()?;
        // `_8` and `0x8` are spelled otherwise.
        (right.range.len() == stated.to_string().len()).then(|| (right.range.clone(), computed))
    }

    /// An integer of a type, or a tuple of such, that a comma in parentheses drops in front of another one: `make_shape((_2{},
    /// _4{}), _8{})` has the modes 4 and 8. What a program computes for its effects is none.
    pub(crate) fn dropped_by_comma(
        &mut self,
        dropped: &Expr,
        value: &HostValue,
        kept: &HostValue,
        elements: &[Expr],
    ) {
        let is_made = |expr: &Expr| matches!(expr.kind, ExprKind::Construct { .. } | ExprKind::Invoke { .. });
        let is_size = |value: &HostValue| matches!(value.algebra(), Value::Tuple(_)) && is_static(value);
        let is_told = self.is_certain() || self.is_compiled();
        if self.is_python() || !self.file().is_main() || self.is_dry || self.is_guess() || !is_told {
            return;
        }
        if !is_made(dropped) || !is_size(value) || !is_size(kept) {
            return;
        }
        let place = (dropped.range.start, dropped.range.end);
        let count = elements.len();
        let message = format!(
            "a comma in parentheses drops {}: of {count} values only the last is left, {}; `make_shape(..)` makes a tuple of \
             all",
            value.algebra(),
            kept.algebra()
        );
        let problem = Problem::new(dropped.range.clone(), Code::DroppedByComma, message);
        self.refusals.failed.insert(place, problem);
    }

    /// A side of a comparison, in words; `None` where that says nothing.
    fn shown_side(&mut self, side: &Expr) -> Option<String> {
        match self.value(side).algebra() {
            Value::Unknown(_) | Value::Bool(_) => None,
            value => Some(value.to_string()),
        }
    }

    /// A call that the library computes.
    pub(crate) fn accepted(&mut self, range: Range<usize>) {
        if self.file().is_main() && !self.is_dry {
            self.refusals.accepted.insert((range.start, range.end));
        }
    }

    /// A call whose value is not what the operation means, or covers more than there is.
    pub(crate) fn judged(&mut self, computed: &Computed, call: &Call<'_>) {
        let range = || Expr { kind: ExprKind::Error, range: call.range.clone() };
        if let Some(evaluated) = &computed.evaluated
            && matches!(evaluated.value, Value::Finding(_))
            && evaluated.warning.as_ref().is_none_or(|warning| warning.code == Code::BankConflict)
        {
            let warning = evaluated.warning.as_ref();
            self.costs(warning.map(|warning| warning.message.as_str()), call);
            return self.accepted(call.range.clone());
        }
        let problem = computed.evaluated.as_ref().and_then(|evaluated| {
            if let Some(warning) = &evaluated.warning {
                return Some(Problem::new(call.range.clone(), warning.code, warning.message.clone()));
            }
            if evaluated.verdict == Verdict::Proved {
                return None;
            }
            // Python's names are paths.
            let operation = Operation::named(call.name.rsplit('.').next().unwrap_or(call.name))?;
            let operands: Vec<Value> = call.positional().into_iter().map(HostValue::algebra).collect();
            let last = call.arguments.last().map(|last| Expr { range: last.range.clone(), ..range() });
            let problem = verdict::problem(operation, evaluated, &operands, &range(), last.as_ref());
            problem.map(|problem| Problem { fixes: self.in_code(problem.fixes), ..problem })
        });
        let is_told = |problem: &Problem| match problem.code {
            // Coordinates are divided as the predicate of what has them.
            Code::NeedsPredicate => !self.predicates() && !is_of_coordinates(call),
            Code::TooLarge => false,
            _ => true,
        };
        match problem.filter(is_told) {
            Some(problem) => {
                let is_certain = self.is_certain();
                self.said(Some(problem).filter(|_| is_certain), call);
            }
            None => self.accepted(call.range.clone()),
        }
    }

    /// A call that costs something: what is said of that. It hangs on layouts alone, so the program need not come to it.
    fn costs(&mut self, message: Option<&str>, call: &Call<'_>) {
        if !self.file().is_main() || self.is_dry {
            return;
        }
        let is_told = self.is_of_whole_warps() && !self.is_guess();
        let problem = message
            .filter(|_| is_told)
            .map(|message| Problem::new(call.range.clone(), Code::BankConflict, message.to_owned()));
        let context = self.contexts.get(self.frames.top().context);
        let caller = context.parent.map(|parent| self.contexts.get(parent).function.clone());
        let cost = Cost { problem, caller: caller.unwrap_or_default() };
        self.refusals.costs.entry((call.range.start, call.range.end)).or_default().push(cost);
    }

    /// Replacements that are written in the language of annotations, in that of the code: a by-mode tiler is a tuple.
    fn in_code(&self, fixes: Vec<Replacement>) -> Vec<Replacement> {
        let in_code = |fix: Replacement| {
            let sizes = fix.text.strip_prefix('<')?.strip_suffix('>')?;
            let sizes: Vec<i64> = sizes.split(',').map(|size| size.parse().ok()).collect::<Option<_>>()?;
            let text = match self.is_python() {
                true => format!("({})", sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
                false => {
                    let sizes = sizes.iter().map(|size| format!("Int<{size}>{{}}"));
                    format!("make_shape({})", sizes.collect::<Vec<_>>().join(", "))
                }
            };
            Some(Replacement { text, ..fix })
        };
        fixes.into_iter().filter_map(in_code).collect()
    }

    /// Whether the first file predicates its copies.
    fn predicates(&self) -> bool {
        *self.predicates.get_or_init(|| predicates(self.files.main(), self.outside.libraries))
    }

    fn said(&mut self, certain: Option<Problem>, call: &Call<'_>) {
        if self.file().is_main() && !self.is_dry {
            self.refusals.refused.entry((call.range.start, call.range.end)).or_default().push(certain);
        }
    }

    /// A call that the library refuses, or does not compute.
    pub(crate) fn refused(&mut self, refusal: Refusal, call: &Call<'_>) -> Computed {
        let at = |argument: usize| {
            call.arguments.get(argument).map_or_else(|| call.range.clone(), |argument| argument.range.clone())
        };
        let problem = match refusal {
            Refusal::Ranks(reason) => {
                if self.is_python() || self.supposes_templates() {
                    let rank = (self.outside.libraries.convention.rank_in_call)(call);
                    self.refuses_here(&values_of(call), rank, false);
                }
                self.accepted(call.range.clone());
                return unknown(reason);
            }
            Refusal::Numbers(reason) => {
                match self.is_python() {
                    true => self.refuses_numbers(call.range.start, &values_of(call)),
                    false => self.note_refused(call.range.clone()),
                }
                self.accepted(call.range.clone());
                return unknown(reason);
            }
            Refusal::Unknown(reason) => {
                self.tell_needed(call.arguments.iter().map(|argument| &argument.value));
                self.accepted(call.range.clone());
                return unknown(reason);
            }
            Refusal::Algebra(error) => {
                let range = match call.arguments.len() {
                    0 | 1 => call.range.clone(),
                    count => at(count - 1),
                };
                Problem::new(range, Code::of(&error), error.to_string())
            }
            Refusal::Kind { argument, message } => Problem::new(at(argument), Code::WrongKind, message),
            Refusal::Problem { argument, code, message } => Problem::new(at(argument), code, message),
        };
        let reason = problem.message.clone();
        if self.is_python() || self.supposes_templates() {
            let rank = (self.outside.libraries.convention.rank_in_call)(call);
            if !self.supposes_instead(call) {
                self.note_refused(call.range.clone());
                self.refuses_here(&values_of(call), rank, true);
            }
        }
        let is_certain = self.is_certain() || self.is_of_compiler(call);
        self.said(Some(problem).filter(|_| is_certain), call);
        unknown(reason)
    }
}

/// Whether what the call divides has coordinates for elements.
fn is_of_coordinates(call: &Call<'_>) -> bool {
    call.argument(0).is_some_and(|whole| matches!(whole.algebra(), Value::CoordinateLayout(_)))
}

/// What a call is made with, its object included.
fn values_of(call: &Call<'_>) -> Vec<HostValue> {
    let arguments = call.arguments.iter().map(|argument| &argument.value);
    arguments.chain(call.receiver).cloned().collect()
}
