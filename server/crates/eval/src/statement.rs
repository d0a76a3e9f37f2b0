//! Evaluates the statements of a file in the order of the text.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use layout_algebra::symbolic::Facts;
use layoutlens_host_value::{
    evaluation::HostEvaluation,
    invariant,
    problem::Problem,
    stated::{Stated, StatedParameter, StatedValue},
};
use layoutlens_operation::{
    self, Code, Comparison, Evaluated, Operation, Severity, Value, element_type,
    value::{Finding, compact, sizes},
};
use layoutlens_syntax::{
    Annotation, BinaryOperator, Binding, Expr, ExprKind, File, LayoutComment, Name, SourceScope, Statement,
    SyntaxError, ValueComment, nearest, statement_line,
};

use crate::{
    allow::Allowances,
    comment::Checker,
    environment::{Environment, Lookup},
    evaluation::{Compared, Evaluation, Meaning},
    evaluator::{Evaluator, Position},
    expression::evaluate_expression,
    fix::{self, Alone, Fixing, Form, Trial},
    node::Reference,
    run,
};

/// Evaluates every statement and layout comment of a file whose text is `text` and whose code is not read.
pub fn evaluate(file: &File, text: &str) -> Evaluation {
    evaluate_beside(file, text, HostEvaluation::default())
}

/// Evaluates every statement and layout comment of a file whose text is `text`; they see the names of its code, which
/// means `host`.
pub fn evaluate_beside(file: &File, text: &str, host: HostEvaluation) -> Evaluation {
    let mut evaluation = statements(file, text, &host, None);
    evaluation.problems = reported(evaluation.problems, &host, file, text);
    evaluation.host = host;
    evaluation
}

/// The problems of a file that was evaluated, with what mends those that touch `within`: each replacement was tried.
pub fn problems_with_fixes(
    file: &File,
    text: &str,
    evaluation: &Evaluation,
    within: Range<usize>,
) -> Vec<Problem> {
    let is_asked = |problem: &Problem| problem.range.start <= within.end && within.start <= problem.range.end;
    if !evaluation.problems.iter().any(is_asked) {
        return evaluation.problems.clone();
    }
    let fixing = Fixing::new(text, within);
    let problems = statements(file, text, &evaluation.host, Some(fixing)).problems;
    reported(problems, &evaluation.host, file, text)
}

/// The problems of statements and comments and those of the code, without what is allowed, in the order of the text.
fn reported(mut problems: Vec<Problem>, host: &HostEvaluation, file: &File, text: &str) -> Vec<Problem> {
    problems.extend(host.problems.iter().cloned());
    let allowances = Allowances::new(file, text);
    problems.retain(|problem| !allowances.silence(problem));
    // A program may read its strings.
    for fix in problems.iter_mut().flat_map(|problem| &mut problem.fixes) {
        fix.is_safe &= !is_in_string(file, text, fix.range.start);
    }
    problems.sort_by_key(|problem| (problem.range.start, problem.range.end));
    problems
}

/// Whether the byte `at` is one of a string of the code: a docstring may hold statements and layouts.
fn is_in_string(file: &File, text: &str, at: usize) -> bool {
    let before = file.not_code.partition_point(|range| range.start <= at);
    let around = before.checked_sub(1).and_then(|last| file.not_code.get(last));
    around
        .filter(|range| at < range.end)
        .is_some_and(|range| text.get(range.start..).is_some_and(|from| from.starts_with(['"', '\''])))
}

/// What the `with` statements say that the code is read with: those outside of functions of run-time integers, those inside
/// of the parameters of their function. What two of one scope say differently, none of them says.
pub fn stated(file: &File) -> Stated {
    let mut stated = Stated::default();
    let contradicted = contradicted(file);
    for annotation in &file.annotations {
        let Statement::With(bindings) = &annotation.statement else { continue };
        let is_certain = |binding: &&Binding| {
            matches!(binding, Binding::Divisible { .. })
                || !contradicted.contains(&(annotation.scope, binding.name().text.as_str()))
        };
        let bindings = bindings.iter().filter(is_certain);
        if annotation.scope == SourceScope::FILE {
            stated.facts = bindings.fold(stated.facts, with_fact);
        } else {
            let Some(function) = file.scopes.get(annotation.scope.index()) else {
                invariant!(
                    (),
                    "a statement stands in scope {}, which is not there",
                    annotation.scope.index()
                );
                continue;
            };
            let inner = file.scopes.iter().filter(|scope| scope.parent == Some(annotation.scope));
            let except: Vec<Range<usize>> = inner.map(|scope| scope.range.clone()).collect();
            let parameters = bindings.filter_map(stated_value).map(|(name, value)| StatedParameter {
                name,
                value,
                within: function.range.clone(),
                except: except.clone(),
            });
            stated.parameters.extend(parameters);
        }
    }
    stated
}

/// The names that several `with` of one scope bind to different values.
fn contradicted(file: &File) -> HashSet<(SourceScope, &str)> {
    let (mut first, mut contradicted) = (HashMap::new(), HashSet::new());
    for annotation in &file.annotations {
        let Statement::With(bindings) = &annotation.statement else { continue };
        for binding in bindings {
            let Some((_, value)) = stated_value(binding) else { continue };
            let name = (annotation.scope, binding.name().text.as_str());
            if *first.entry(name).or_insert_with(|| value.clone()) != value {
                contradicted.insert(name);
            }
        }
    }
    contradicted
}

fn with_fact(facts: Facts, binding: &Binding) -> Facts {
    match binding {
        Binding::Value { name, value } => match evaluate_expression(value).0.value.as_int() {
            Some(value) => facts.value(&name.text, value),
            None => facts,
        },
        Binding::Divisible { name, divisor } => match evaluate_expression(divisor).0.value.as_int() {
            Some(divisor) if divisor > 0 => facts.divides(divisor, &name.text),
            _ => facts,
        },
    }
}

fn stated_value(binding: &Binding) -> Option<(String, StatedValue)> {
    let Binding::Value { name, value } = binding else { return None };
    let stated = match &value.kind {
        ExprKind::Name(written) => StatedValue::Type(element_type::find(written)?.name.to_owned()),
        _ => StatedValue::Number(evaluate_expression(value).0.value.as_int()?),
    };
    Some((name.text.clone(), stated))
}

fn shown_value(stated: &StatedValue) -> String {
    match stated {
        StatedValue::Number(number) => number.to_string(),
        StatedValue::Type(name) => name.clone(),
    }
}

fn statements(file: &File, text: &str, host: &HostEvaluation, fixing: Option<Fixing<'_>>) -> Evaluation {
    let mut evaluation = Evaluation::default();
    let syntax =
        file.errors.iter().map(|error| Problem::new(error.range.clone(), Code::Syntax, &error.message));
    evaluation.problems.extend(syntax);
    let mut statements = Statements::new(file, host, fixing);
    let checker = Checker::new(file, text, host);
    // A comment sees what is bound above it, as a statement there would.
    let mut comments = file.comments.iter().peekable();
    let mut value_comments = file.value_comments.iter().peekable();
    for annotation in &file.annotations {
        let end = annotation.range.start;
        while let Some(comment) = comments.next_if(|comment| comment.range.start < end) {
            let evaluated = statements.comment(comment, file, &mut evaluation);
            evaluation.comments.push(evaluated);
        }
        while let Some(comment) = value_comments.next_if(|comment| comment.range.start < end) {
            statements.value_comment(comment, &checker, &mut evaluation);
        }
        let mended = statements.mended(annotation);
        let meaning = statements.meaning(annotation, &mut evaluation);
        evaluation.statements.push(meaning);
        for mended in mended {
            let same = |problem: &&mut Problem| problem.code == mended.code && problem.range == mended.range;
            if let Some(problem) = evaluation.problems.iter_mut().rev().find(same) {
                problem.fixes = mended.fixes;
            }
        }
    }
    for comment in comments {
        let evaluated = statements.comment(comment, file, &mut evaluation);
        evaluation.comments.push(evaluated);
    }
    for comment in value_comments {
        statements.value_comment(comment, &checker, &mut evaluation);
    }
    evaluation
}

/// Evaluates the operand of a `show` in which no name is bound: a bare tuple stands for its compact layout.
pub fn evaluate_shown(expr: &Expr) -> (Evaluated, Vec<Problem>) {
    let (evaluated, problems) = evaluate_expression(expr);
    (shown(expr, evaluated), problems)
}

/// Evaluates a `run` statement in which no name is bound.
///
/// # Errors
/// What keeps it from running, as problems of the statement.
pub fn resolve_run(run: &layoutlens_syntax::Run) -> Result<run::Run, Vec<Problem>> {
    let file = File::default();
    let host = HostEvaluation::default();
    let environment = Environment::new(&file, &host, HashMap::new());
    let mut evaluator = Evaluator::new(&environment, SourceScope::FILE);
    let resolved = run::resolve(run, &mut evaluator);
    // As behind a lens, a warning does not keep a statement from running.
    let is_error = |problem: &Problem| problem.code.severity() == Severity::Error;
    match resolved {
        Ok(run) if !evaluator.problems.iter().any(is_error) => Ok(run),
        Err(reason) if evaluator.problems.is_empty() => {
            // Nothing is bound on a command line, so what is unknown is a name.
            Err(vec![Problem::new(0..0, Code::UnknownName, reason)])
        }
        _ => Err(evaluator.problems),
    }
}

/// The names that statements bind anywhere in the file, with the place of the first.
fn declared(file: &File) -> HashMap<&str, Range<usize>> {
    let mut declared = HashMap::new();
    for annotation in &file.annotations {
        let names: Vec<&Name> = match &annotation.statement {
            Statement::Let { name, .. } => vec![name],
            Statement::With(bindings) => bindings
                .iter()
                .filter_map(|binding| match binding {
                    Binding::Value { name, .. } => Some(name),
                    Binding::Divisible { .. } => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        for name in names {
            declared.entry(name.text.as_str()).or_insert_with(|| name.range.clone());
        }
    }
    declared
}

/// What the statements so far have bound.
pub(crate) struct Statements<'a> {
    pub(crate) environment: Environment<'a>,
    /// Of statements that cannot be read.
    errors: &'a [SyntaxError],
    /// For which problems fixes are wanted, where they are.
    fixing: Option<Fixing<'a>>,
    /// What the first `with` of a scope says of a name, and where.
    stated: HashMap<(SourceScope, &'a str), (StatedValue, Range<usize>)>,
}

impl<'a> Statements<'a> {
    /// Before the first of them.
    pub(crate) fn new(file: &'a File, host: &'a HostEvaluation, fixing: Option<Fixing<'a>>) -> Self {
        let environment = Environment::new(file, host, declared(file));
        Self { environment, errors: &file.errors, fixing, stated: HashMap::new() }
    }

    /// The problems of a statement with what mends them, where that is wanted.
    fn mended(&self, annotation: &Annotation) -> Vec<Problem> {
        let Some(fixing) = self.fixing.as_ref().filter(|fixing| fixing.wants(&annotation.range)) else {
            return Vec::new();
        };
        let (statement, scope, range) = (&annotation.statement, annotation.scope, &annotation.range);
        let unread = self
            .errors
            .iter()
            .filter(|error| range.start <= error.range.start && error.range.end <= range.end);
        let unread = unread.map(|error| Problem::new(error.range.clone(), Code::Syntax, &error.message));
        let mut problems: Vec<Problem> = unread.collect();
        if problems.is_empty() {
            problems = alone(&self.environment, statement, scope).problems;
        }
        let line = (statement_line(fixing.text, range.clone()), range.start);
        let form = Form::Statement(statement);
        self.mend(problems, scope, form, line)
    }

    fn mend(
        &self,
        mut problems: Vec<Problem>,
        scope: SourceScope,
        form: Form<'_>,
        line: (String, usize),
    ) -> Vec<Problem> {
        if let Some(fixing) = self.fixing.as_ref().filter(|_| !problems.is_empty()) {
            let alone = |statement: &Statement| alone(&self.environment, statement, scope);
            let place = (&self.environment, scope);
            let trial = Trial::new(place, &alone, form, line, &problems, &fixing.trials);
            for problem in &mut problems {
                trial.begin();
                fix::mend(problem, &trial);
            }
        }
        problems
    }

    pub(crate) fn meaning(&mut self, annotation: &'a Annotation, evaluation: &mut Evaluation) -> Meaning {
        let scope = annotation.scope;
        match &annotation.statement {
            Statement::Let { name, value } => {
                let evaluated = self.within(scope, evaluation, |evaluator| {
                    reserved(name, &mut evaluator.problems);
                    evaluator.operand(value)
                });
                self.environment.bind(&name.text, name.range.clone(), scope, evaluated.clone());
                Meaning::Value(evaluated)
            }
            Statement::Show(value) => {
                let evaluated = self.within(scope, evaluation, |evaluator| evaluator.operand(value));
                Meaning::Value(shown(value, evaluated))
            }
            Statement::Compare { left, right } => {
                let values = [left, right].map(|side| {
                    shown(side, self.within(scope, evaluation, |evaluator| evaluator.operand(side)))
                });
                let comparison = Comparison::of(&values[0].value, &values[1].value);
                Meaning::Comparison(Box::new(Compared { values, comparison }))
            }
            Statement::Assert(assertion) => {
                let claim = self.within(scope, evaluation, |evaluator| assert(&assertion.claim, evaluator));
                Meaning::Claim(claim)
            }
            Statement::With(bindings) => {
                for binding in bindings {
                    self.with(binding, scope, evaluation);
                }
                Meaning::Nothing
            }
            Statement::Run(run) => {
                let run = self.within(scope, evaluation, |evaluator| run::resolve(run, evaluator));
                Meaning::Run(run.map(Box::new))
            }
            Statement::Allow(codes) => {
                evaluation.problems.extend(codes.iter().filter_map(unknown_code));
                Meaning::Nothing
            }
            Statement::Broken => Meaning::Nothing,
        }
    }

    /// Evaluates in a scope and keeps what the evaluation found.
    fn within<T>(
        &self,
        scope: SourceScope,
        evaluation: &mut Evaluation,
        work: impl FnOnce(&mut Evaluator<'_>) -> T,
    ) -> T {
        let mut evaluator = Evaluator::new(&self.environment, scope);
        let result = work(&mut evaluator);
        let Evaluator { mut problems, nodes, references, thread, .. } = evaluator;
        if let Some(thread) = thread {
            problems.iter_mut().for_each(|problem| problem.message.push_str(&format!(" ({thread})")));
        }
        evaluation.problems.extend(problems);
        evaluation.nodes.extend(nodes);
        evaluation.references.extend(references);
        result
    }

    fn with(&mut self, binding: &'a Binding, scope: SourceScope, evaluation: &mut Evaluation) {
        match binding {
            Binding::Value { name, value } => {
                let evaluated = self.within(scope, evaluation, |evaluator| {
                    reserved(name, &mut evaluator.problems);
                    evaluator.operand(value)
                });
                let number = evaluated.value.as_int();
                let stated = number.map(StatedValue::Number).or_else(|| Some(stated_value(binding)?.1));
                if let Some(stated) = stated {
                    evaluation.problems.extend(self.contradiction(name, scope, &stated));
                    let first = (stated, name.range.clone());
                    self.stated.entry((scope, name.text.as_str())).or_insert(first);
                }
                self.environment.bind(&name.text, name.range.clone(), scope, evaluated);
            }
            Binding::Divisible { name, divisor } => self.divisible(name, divisor, scope, evaluation),
        }
    }

    /// That a `with` says of a name what cannot be so beside what is known of it.
    fn contradiction(&self, name: &Name, scope: SourceScope, stated: &StatedValue) -> Option<Problem> {
        let problem = |message| Problem::new(name.range.clone(), Code::Contradiction, message);
        let (text, shown) = (&name.text, shown_value(stated));
        if let StatedValue::Number(number) = stated
            && let Some(fact) = self.environment.divisors(text, scope).find(|fact| number % fact.divisor != 0)
        {
            let message = format!("{text} = {number} contradicts {text} % {} == 0", fact.divisor);
            return Some(
                problem(message).with_related(fact.range.clone(), "the divisibility is stated here"),
            );
        }
        if let Some((first, range)) = self.stated.get(&(scope, text.as_str()))
            && first != stated
        {
            let message = format!("{text} = {shown} contradicts {text} = {}", shown_value(first));
            return Some(problem(message).with_related(range.clone(), format!("`{text}` is bound here")));
        }
        // What the code gives a parameter stands, whatever is said of it.
        let parameter = self.environment.parameter(text, name.range.start)?;
        let given: Option<Vec<i64>> =
            parameter.answers.iter().map(|answer| answer.evaluated.value.as_int()).collect();
        let given = given.filter(|given| !parameter.is_sample && !given.is_empty())?;
        if given.iter().any(|given| StatedValue::Number(*given) == *stated) {
            return None;
        }
        let given: Vec<String> = given.iter().map(ToString::to_string).collect();
        let message = format!("{text} = {shown}, and in the code {text} is {}", given.join(" and "));
        Some(problem(message).with_related(parameter.range.clone(), format!("`{text}` is declared here")))
    }

    fn divisible(&mut self, name: &Name, divisor: &Expr, scope: SourceScope, evaluation: &mut Evaluation) {
        let (bound, definition) = match self.environment.look_up(&name.text, scope, name.range.start) {
            Lookup::Bound(bound) => (Some(bound), Some(bound.definition.clone())),
            Lookup::Host(Some(variable)) => (None, Some(variable.range.clone())),
            _ => (None, None),
        };
        if let Some(definition) = definition {
            evaluation.references.push(Reference { range: name.range.clone(), definition });
        }
        let value = self.within(scope, evaluation, |evaluator| evaluator.evaluate(divisor, Position::Size));
        let Some(divisor_value) = value.value.as_int().filter(|value| *value > 0) else {
            if value.value.unknown_reason().is_none() {
                let message = "a divisor is a known integer of at least 1".to_owned();
                evaluation.problems.push(Problem::new(divisor.range.clone(), Code::WrongKind, message));
            }
            return;
        };
        if let Some(bound) = bound
            && let Some(number) = bound.value.value.as_int()
            && number % divisor_value != 0
        {
            let message = format!("{} is {number}, which {divisor_value} does not divide", name.text);
            let problem = Problem::new(name.range.clone(), Code::Contradiction, message)
                .with_related(bound.definition.clone(), format!("`{}` is bound here", name.text));
            evaluation.problems.push(problem);
        }
        self.environment.state_divisor(&name.text, divisor_value, name.range.clone(), scope);
    }

    /// The layout of a conventional comment. Problems are given only when the layout is the whole comment.
    fn comment(&self, comment: &LayoutComment, file: &File, evaluation: &mut Evaluation) -> Evaluated {
        let scope = file.scope_at(comment.range.start);
        let mut evaluator = Evaluator::new(&self.environment, scope);
        let evaluated = evaluator.evaluate(&comment.layout, Position::Size);
        if comment.whole {
            let mut problems = std::mem::take(&mut evaluator.problems);
            if let Some(fixing) = self.fixing.as_ref().filter(|fixing| fixing.wants(&comment.range)) {
                let range = comment.layout.range.clone();
                let line = (statement_line(fixing.text, range.clone()), range.start);
                problems = self.mend(problems, scope, Form::Layout(&comment.layout), line);
            }
            evaluation.problems.extend(problems.into_iter().map(|problem| Problem {
                message: format!("this comment is no layout: {}", problem.message),
                code: Code::WrongComment,
                ..problem
            }));
        }
        evaluation.nodes.append(&mut evaluator.nodes);
        evaluation.references.append(&mut evaluator.references);
        evaluated
    }

    /// What a conventional comment says of the variable beside it. One that is no layout at all is told already.
    fn value_comment(&self, comment: &ValueComment, checker: &Checker<'_>, evaluation: &mut Evaluation) {
        let is_told = |problem: &Problem| {
            problem.code == Code::WrongComment
                && comment.range.start <= problem.range.start
                && problem.range.end <= comment.range.end
        };
        if evaluation.problems.iter().any(is_told) {
            return;
        }
        let (checks, problems, references) = checker.check(comment, &self.environment);
        evaluation.references.extend(references);
        evaluation.comment_checks.extend(checks);
        evaluation.problems.extend(problems);
    }
}

/// What a statement comes to by itself, as it would be seen where the environment is.
fn alone(environment: &Environment<'_>, statement: &Statement, scope: SourceScope) -> Alone {
    let mut evaluator = Evaluator::new(environment, scope);
    let is_known = |evaluated: Evaluated| evaluated.value.unknown_reason().is_none();
    let is_settled = match statement {
        Statement::Let { name, value } => {
            reserved(name, &mut evaluator.problems);
            is_known(evaluator.operand(value))
        }
        Statement::Show(value) => is_known(evaluator.operand(value)),
        Statement::Compare { left, right } => {
            [left, right].map(|side| is_known(evaluator.operand(side))) == [true, true]
        }
        Statement::Assert(assertion) => assert(&assertion.claim, &mut evaluator).value == Value::Bool(true),
        Statement::With(bindings) => {
            let values = bindings.iter().map(|binding| match binding {
                Binding::Value { value, .. } => is_known(evaluator.operand(value)),
                Binding::Divisible { divisor, .. } => is_known(evaluator.evaluate(divisor, Position::Size)),
            });
            values.collect::<Vec<bool>>().into_iter().all(|is_known| is_known)
        }
        Statement::Run(run) => run::resolve(run, &mut evaluator).is_ok(),
        Statement::Allow(codes) => {
            evaluator.problems.extend(codes.iter().filter_map(unknown_code));
            true
        }
        Statement::Broken => false,
    };
    Alone { problems: evaluator.problems, is_settled }
}

/// `show` wants a layout, so a bare tuple stands for its compact layout there; what an operation gives stays a tuple.
fn shown(expr: &Expr, evaluated: Evaluated) -> Evaluated {
    match (&expr.kind, &evaluated.value) {
        (ExprKind::Tuple(_), Value::Tuple(tuple)) => {
            // Without sizes it is no shape of a layout, and is shown as the tuple that it is.
            let Some(shape) = sizes(tuple) else { return evaluated };
            let layout = compact(&shape).unwrap_or_else(|error| Value::unknown(error.to_string()));
            Evaluated { thread: evaluated.thread, ..Evaluated::from(layout) }
        }
        _ => evaluated,
    }
}

/// The value of an `assert`'s claim, with a problem when it does not hold.
fn assert(claim: &Expr, evaluator: &mut Evaluator<'_>) -> Evaluated {
    let evaluated = evaluator.operand(claim);
    if evaluated.value != Value::Bool(false) {
        if !matches!(evaluated.value, Value::Bool(_) | Value::Unknown(_)) {
            let message = format!(
                "an assert needs a comparison or a predicate, and this is {}",
                evaluated.value.kind()
            );
            evaluator.problems.push(Problem::new(claim.range.clone(), Code::WrongKind, message));
        }
        return evaluated;
    }
    // What is wrong with a side is told already, so only its value counts here.
    let value_of = |side: &Expr| Evaluator::new(evaluator.environment, evaluator.scope).operand(side).value;
    let problem = refuted(claim, &evaluated, value_of);
    evaluator.problems.push(problem);
    evaluated
}

/// The problem of a claim that does not hold, with what would make it hold.
fn refuted(claim: &Expr, evaluated: &Evaluated, value_of: impl Fn(&Expr) -> Value) -> Problem {
    let problem = |message| Problem::new(claim.range.clone(), Code::AssertFailed, message);
    let step = || evaluated.steps.first().cloned().unwrap_or_else(|| "the claim does not hold".to_owned());
    match &claim.kind {
        ExprKind::Binary { operator, left, right } => {
            let (left_value, right_value) = (value_of(left), value_of(right));
            let problem = problem(format!("the left side is {left_value}, the right side is {right_value}"));
            let is_stated_value = matches!(
                operator,
                BinaryOperator::Equal | BinaryOperator::LessEqual | BinaryOperator::GreaterEqual
            );
            if !is_stated_value {
                return problem;
            }
            let computed = match left_value {
                Value::Finding(Finding { number: Some(number), .. }) => number.to_string(),
                other => other.to_string(),
            };
            problem.with_fix(format!("assert the computed {computed}"), right.range.clone(), computed)
        }
        ExprKind::Call { function, arguments, .. }
            if Operation::named(&function.text) == Some(Operation::ConflictFree) =>
        {
            let values: Vec<Value> = arguments.iter().map(value_of).collect();
            let threads = arguments.first().map_or(0..0, |threads| threads.range.clone());
            let fixes = layoutlens_operation::without_conflicts(&values).into_iter();
            fixes.fold(problem(step()), |problem, (title, text)| {
                problem.with_fix(title, threads.clone(), text)
            })
        }
        _ => problem(step()),
    }
}

/// Names that would hide an operation, or that the language reads as something else in places.
fn reserved(name: &Name, problems: &mut Vec<Problem>) {
    if layoutlens_syntax::operation::is_operation(&name.text) || Operation::named(&name.text).is_some() {
        let message = format!("`{}` is the name of an operation; choose another name", name.text);
        problems.push(Problem::new(name.range.clone(), Code::AmbiguousName, message));
    } else if element_type::find(&name.text).is_some() {
        let message = format!("`{}` is the name of an element type; choose another name", name.text);
        problems.push(Problem::new(name.range.clone(), Code::AmbiguousName, message));
    } else if is_basis(&name.text) {
        let message = format!(
            "in the stride of a literal `{}` is a basis, not this binding; choose another name",
            name.text
        );
        problems.push(Problem::new(name.range.clone(), Code::AmbiguousName, message));
    }
}

/// `e0`, `f5`: bases in the stride position of a literal.
fn is_basis(name: &str) -> bool {
    name.strip_prefix(['e', 'f'])
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

fn unknown_code(name: &Name) -> Option<Problem> {
    if Code::ALL.iter().any(|code| code.as_str() == name.text) {
        return None;
    }
    let known = nearest(&name.text, Code::ALL.iter().map(|code| code.as_str()));
    let hint = known.map(|known| format!("; did you mean `{known}`?")).unwrap_or_default();
    let message = format!("no diagnostic has the code `{}`{hint}", name.text);
    let mut problem = Problem::new(name.range.clone(), Code::UnknownCode, message);
    if let Some(known) = known {
        problem = problem.with_safe_fix(format!("use `{known}`"), name.range.clone(), known.to_owned());
    }
    Some(problem)
}
