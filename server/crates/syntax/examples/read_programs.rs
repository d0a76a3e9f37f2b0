//! What is read of the host code in folders: `read_programs [--cut N] [--list WORDS] PATH ...`.
//!
//! Prints how many statements and expressions are not understood, the reasons by their number with the first place of
//! each, and the times of the slowest files. With `--cut N`, each file is read again up to N places spread over it: half
//! of a file must be read without a panic, too. With `--list WORDS`, every line with a reason that holds the words is
//! printed.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own, with no wire")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use layoutlens_syntax::program::{Class, Function, HostStatement, Item, Program, StatementKind};
use layoutlens_syntax::{Expr, ExprKind, Language, parse, read_program};

/// How many of the reasons, and of the slowest files, are printed.
const SHOWN: usize = 40;

#[derive(Default)]
struct Counts {
    files: usize,
    functions: usize,
    broken_functions: usize,
    classes: usize,
    statements: usize,
    expressions: usize,
    /// How often each reason occurs, and where first.
    reasons: HashMap<String, (usize, String)>,
    times: Vec<(Duration, Duration, PathBuf)>,
    /// The words of reasons whose lines are printed.
    listed: Option<String>,
}

/// The counts, and the file that is counted.
struct Count<'c> {
    counts: &'c mut Counts,
    path: &'c Path,
    text: &'c str,
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let mut cuts = 0;
    if arguments.next_if_eq("--cut").is_some() {
        cuts = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(50);
    }
    let mut counts = Counts::default();
    if arguments.next_if_eq("--list").is_some() {
        counts.listed = arguments.next();
    }
    let mut files = Vec::new();
    for path in arguments {
        collect(Path::new(&path), &mut files);
    }
    files.sort_by(|(_, a), (_, b)| a.cmp(b));
    for (language, path) in files {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        count_file(&mut counts, language, &path, &text);
        for cut in 0..cuts {
            let end = text.floor_char_boundary(text.len() * (2 * cut + 1) / (2 * cuts));
            let (_, tree) = parse(language, &text[..end], None);
            read_program(language, &text[..end], &tree);
        }
    }
    print(counts);
}

fn collect(path: &Path, files: &mut Vec<(Language, PathBuf)>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            collect(&entry.path(), files);
        }
        return;
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    let language = match extension {
        Some("cu" | "cuh" | "h" | "hpp" | "cpp" | "cc" | "inl") => Language::Cuda,
        Some("py") => Language::Python,
        Some("rs") => Language::Rust,
        _ => return,
    };
    files.push((language, path.to_owned()));
}

fn count_file(counts: &mut Counts, language: Language, path: &Path, text: &str) {
    let start = Instant::now();
    let (_, tree) = parse(language, text, None);
    let parsed = start.elapsed();
    let start = Instant::now();
    let program = read_program(language, text, &tree);
    counts.times.push((start.elapsed(), parsed, path.to_owned()));
    counts.files += 1;
    if tree.tree().is_none() {
        eprintln!("no tree: {}", path.display());
    }
    Count { counts, path, text }.program(&program);
}

fn print(mut counts: Counts) {
    println!(
        "{} files, {} functions ({} with syntax errors), {} classes, {} statements, {} expressions",
        counts.files,
        counts.functions,
        counts.broken_functions,
        counts.classes,
        counts.statements,
        counts.expressions
    );
    let mut reasons: Vec<_> = counts.reasons.into_iter().collect();
    reasons.sort_by_key(|(_, (number, _))| std::cmp::Reverse(*number));
    for (reason, (number, place)) in reasons.into_iter().take(SHOWN) {
        println!("{number:8} {reason}   {place}");
    }
    counts.times.sort_by_key(|(read, parsed, _)| std::cmp::Reverse(*read + *parsed));
    for (read, parsed, path) in counts.times.into_iter().take(SHOWN / 4) {
        println!("parsed in {parsed:8.1?}, read in {read:8.1?}   {}", path.display());
    }
}

impl Count<'_> {
    fn reason(&mut self, kind: &str, reason: &str, at: usize) {
        let line = self.text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        let place = || format!("{}:{line}", self.path.display());
        let entry = self.counts.reasons.entry(format!("{kind}: {reason}"));
        entry.or_insert_with(|| (0, place())).0 += 1;
        if self.counts.listed.as_ref().is_some_and(|words| reason.contains(words.as_str())) {
            println!("{}: {}", place(), self.text.lines().nth(line - 1).unwrap_or_default());
        }
    }

    fn program(&mut self, program: &Program) {
        program.items.iter().for_each(|item| self.item(item));
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Function(function) => self.function(function),
            Item::Class(class) => self.class(class),
            Item::Statement(statement) => self.statement(statement),
        }
    }

    fn function(&mut self, function: &Function) {
        self.counts.functions += 1;
        self.counts.broken_functions += usize::from(function.is_broken);
        for parameter in &function.parameters {
            self.expressions(parameter.declared_type.iter().chain(&parameter.default));
        }
        self.expressions(&function.returns);
        self.statements(&function.body);
    }

    fn class(&mut self, class: &Class) {
        self.counts.classes += 1;
        self.expressions(class.bases.iter().chain(&class.specialization));
        class.members.iter().for_each(|item| self.item(item));
    }

    fn statements(&mut self, statements: &[HostStatement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &HostStatement) {
        self.counts.statements += 1;
        match &statement.kind {
            StatementKind::Declare(declaration) => {
                self.expressions(declaration.declared_type.iter().chain(&declaration.value));
            }
            StatementKind::Assign { target, value, .. } => self.expressions([target, value]),
            StatementKind::Expression(value) | StatementKind::Assert(value) => self.expression(value),
            StatementKind::Return(value) => self.expressions(value),
            StatementKind::If { condition, then, otherwise, .. } => {
                self.expression(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StatementKind::Loop { over, body, .. } => {
                self.expressions(over);
                self.statements(body);
            }
            StatementKind::Block(body) | StatementKind::Finally(body) => self.statements(body),
            StatementKind::Try { body, handlers } => {
                self.statements(body);
                handlers.iter().for_each(|body| self.statements(body));
            }
            StatementKind::Alternatives(alternatives) => {
                alternatives.iter().for_each(|alternative| self.statements(&alternative.body));
            }
            StatementKind::Function(function) => self.function(function),
            StatementKind::Class(class) => self.class(class),
            StatementKind::Unread(reason) => self.reason("statement", reason, statement.range.start),
            StatementKind::Macro(definition) => self.expression(&definition.body),
            StatementKind::Instantiate { function, .. } => self.expression(function),
            StatementKind::Jump(_) | StatementKind::Label(_) => {}
        }
    }

    fn expressions<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expr>) {
        expressions.into_iter().for_each(|expression| self.expression(expression));
    }

    fn expression(&mut self, expression: &Expr) {
        self.counts.expressions += 1;
        match &expression.kind {
            ExprKind::Opaque(reason) => {
                self.reason("expression", &reason.to_string(), expression.range.start)
            }
            ExprKind::Lambda(function) => self.function(function),
            ExprKind::Member { base, .. } => self.expression(base),
            ExprKind::TypeOf(operand)
            | ExprKind::Not(operand)
            | ExprKind::Negate(operand)
            | ExprKind::Expand(operand) => self.expression(operand),
            ExprKind::Tuple(elements)
            | ExprKind::List(elements)
            | ExprKind::Dictionary(elements)
            | ExprKind::Set(elements)
            | ExprKind::Comma(elements) => {
                self.expressions(elements);
            }
            ExprKind::Specialize { base, arguments } | ExprKind::Index { base, indices: arguments } => {
                self.expression(base);
                self.expressions(arguments);
            }
            ExprKind::Construct { constructed, arguments } => {
                self.expressions(constructed.as_deref());
                self.expressions(arguments);
            }
            ExprKind::Invoke { callee, arguments } => {
                self.expression(callee);
                self.expressions(arguments.iter().map(|argument| &argument.value));
            }
            ExprKind::Launch { kernel, configuration, arguments } => {
                self.expression(kernel);
                self.expressions(configuration);
                self.expressions(arguments.iter().map(|argument| &argument.value));
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expressions([&**condition, &**then, &**otherwise]);
            }
            ExprKind::Binary { left, right, .. } => self.expressions([&**left, &**right]),
            ExprKind::Comprehension { element, over, .. } => self.expressions([&**element, &**over]),
            _ => {}
        }
    }
}
