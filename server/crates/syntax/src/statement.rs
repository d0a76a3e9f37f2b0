//! Reads the text of one statement, or of one expression.

use std::{cell::OnceCell, ops::Range, sync::Arc};

use rustc_hash::FxHashMap;
use tree_sitter::{Node, Parser, Tree};

use crate::bracket::Brackets;
use crate::code_spelling::in_notation;
use crate::explain::{Entry, explain};
use crate::expr_from_tree::Lowering;
use crate::moved::{Distance, Moves};
use crate::{
    Assertion, BinaryOperator, Binding, Expr, ExprKind, Name, Run, RunOption, Statement, SyntaxError,
    nearest, operation,
};

/// The longest statement that is read, in bytes.
pub const MAX_STATEMENT_LENGTH: usize = 64 * 1024;

/// The options of `run`, a closed list.
pub const RUN_OPTIONS: [&str; 6] = ["tile", "mma", "tv", "swizzle", "stages", "tiled_mma"];

/// What was read of the statements and expressions of one text, so that another text need not be read where it says the
/// same: a statement reads the same wherever it stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Readings {
    statements: FxHashMap<Box<str>, (Statement, Vec<SyntaxError>)>,
    expressions: FxHashMap<Box<str>, (Expr, Vec<SyntaxError>)>,
}

/// Reads statements and expressions; keeps one parser for all of them, and what it has read.
pub(crate) struct Reader {
    /// Made when it is first needed; without a parser everything is an error.
    parser: OnceCell<Option<Parser>>,
    /// What was read of an earlier text.
    known: Option<Arc<Readings>>,
    read: Readings,
}

impl Reader {
    pub(crate) fn new() -> Self {
        Self::knowing(None)
    }

    /// A reader that need not read again what an earlier one has read.
    pub(crate) fn knowing(known: Option<Arc<Readings>>) -> Self {
        Self { parser: OnceCell::new(), known, read: Readings::default() }
    }

    /// What it was asked for.
    pub(crate) fn into_readings(self) -> Readings {
        self.read
    }

    /// Reads `text`, which stands at `offset` in the document, as a statement without its marker.
    pub(crate) fn statement(&mut self, text: &str, offset: usize) -> (Statement, Vec<SyntaxError>) {
        let known = self.known.as_ref().and_then(|known| known.statements.get(text));
        let mut read = match self.read.statements.get(text).or(known) {
            Some(read) => read.clone(),
            None => self.statement_alone(text),
        };
        if !self.read.statements.contains_key(text) {
            self.read.statements.insert(text.into(), read.clone());
        }
        stand_at(offset, &mut read.0, &mut read.1);
        read
    }

    /// As [`statement`](Self::statement), an expression.
    pub(crate) fn expression(&mut self, text: &str, offset: usize) -> (Expr, Vec<SyntaxError>) {
        let known = self.known.as_ref().and_then(|known| known.expressions.get(text));
        let mut read = match self.read.expressions.get(text).or(known) {
            Some(read) => read.clone(),
            None => self.expression_alone(text),
        };
        if !self.read.expressions.contains_key(text) {
            self.read.expressions.insert(text.into(), read.clone());
        }
        stand_at(offset, &mut read.0, &mut read.1);
        read
    }

    /// A statement that stands where its text begins.
    fn statement_alone(&mut self, written: &str) -> (Statement, Vec<SyntaxError>) {
        let text = &*in_notation(written);
        let tree = match self.tree(text, Entry::Statement) {
            Ok(tree) => tree,
            Err(error) => return (self.salvage(text), vec![as_written(error, text, written)]),
        };
        let mut lowering = Lowering::new(text, 0);
        let statement = match tree.root_node().named_child(0) {
            Some(node) => lowering.statement(node),
            None => None,
        };
        // No statement is dropped without a word.
        if statement.is_none() && lowering.errors.is_empty() {
            lowering.error(0..text.len(), "this statement cannot be read");
        }
        (statement.unwrap_or(Statement::Broken), lowering.errors)
    }

    /// An expression that stands where its text begins.
    fn expression_alone(&mut self, written: &str) -> (Expr, Vec<SyntaxError>) {
        let text = &*in_notation(written);
        let tree = match self.tree(text, Entry::Expression) {
            Ok(tree) => tree,
            Err(error) => {
                let error = as_written(error, text, written);
                return (Expr { kind: ExprKind::Error, range: 0..text.len() }, vec![error]);
            }
        };
        let mut lowering = Lowering::new(text, 0);
        let expr = match tree.root_node().named_child(0) {
            Some(node) => lowering.expression(node),
            None => Expr { kind: ExprKind::Error, range: 0..text.len() },
        };
        (expr, lowering.errors)
    }

    /// The syntax tree of `text`, which is not broken, or its first error, counted from `text`'s start.
    fn tree(&mut self, text: &str, entry: Entry) -> Result<Tree, SyntaxError> {
        if text.len() > MAX_STATEMENT_LENGTH {
            let message = format!(
                "a statement of {} bytes: the limit is {MAX_STATEMENT_LENGTH}; name parts of it with `let`",
                text.len()
            );
            return Err(SyntaxError { range: first_word(text), message });
        }
        let mut brackets = Brackets::default();
        brackets.read(text, 0..text.len());
        if let Some(error) = brackets.into_error() {
            return Err(error);
        }
        if let Some(error) = explain(text, entry) {
            return Err(error);
        }
        self.parser.get_or_init(|| {
            let mut parser = Parser::new();
            // The versions agree, which a test of the grammar shows.
            parser.set_language(&tree_sitter_cute::LANGUAGE.into()).is_ok().then_some(parser)
        });
        let parser = self.parser.get_mut().and_then(Option::as_mut);
        let tree = parser.and_then(|parser| parser.parse(text, None));
        let Some(tree) = tree else {
            return Err(SyntaxError {
                range: 0..text.len(),
                message: "the grammar could not be loaded".into(),
            });
        };
        let wrong = if tree.root_node().has_error() { first_error(tree.root_node()) } else { None };
        match wrong {
            None => Ok(tree),
            Some(range) => {
                let range = on_char_boundaries(text, range);
                let message = format!("`{}` cannot stand here", &text[range.clone()]);
                Err(SyntaxError { range, message })
            }
        }
    }

    /// What a broken statement still says: which name a `let` binds, and the clauses of a `with` that can be
    /// read. Names that would be unknown otherwise would hide the one real error among others.
    fn salvage(&mut self, text: &str) -> Statement {
        let trimmed = text.trim_start();
        let offset = text.len() - trimmed.len();
        if let Some(rest) = trimmed.strip_prefix("let") {
            return salvage_let(rest, offset + 3, offset + trimmed.trim_end().len())
                .unwrap_or(Statement::Broken);
        }
        let Some(clauses) = trimmed.strip_prefix("with ") else { return Statement::Broken };
        if trimmed.len() > MAX_STATEMENT_LENGTH {
            return Statement::Broken;
        }
        let mut bindings = Vec::new();
        let mut start = offset + "with ".len();
        for clause in clauses.split(',') {
            // The clause takes the place of the first one, so that it is read as a statement of its own.
            let alone = format!("with {clause}");
            if self.tree(&alone, Entry::Statement).is_ok()
                && let (Statement::With(read), errors) = self.statement(&alone, start - "with ".len())
                && errors.is_empty()
            {
                bindings.extend(read);
            }
            start += clause.len() + 1;
        }
        if bindings.is_empty() { Statement::Broken } else { Statement::With(bindings) }
    }
}

/// Has what was read where its text begins stand at `offset`.
fn stand_at(offset: usize, read: &mut impl Moves, errors: &mut Vec<SyntaxError>) {
    let by = Distance::By { from: 0, bytes: offset.cast_signed() };
    read.move_by(by);
    errors.move_by(by);
}

fn first_word(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    let length = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
    start..start + length
}

/// `let NAME = ...` with whatever behind the `=`, up to `end`.
fn salvage_let(rest: &str, start: usize, end: usize) -> Option<Statement> {
    let name = rest.trim_start();
    let name_start = start + rest.len() - name.len();
    let length = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let text = &name[..length];
    let bindable = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text != "_"
        && rest.starts_with(char::is_whitespace);
    if !bindable || !name[length..].trim_start().starts_with('=') {
        return None;
    }
    let name = Name { text: text.to_owned(), range: name_start..name_start + length };
    let value = Expr { kind: ExprKind::Error, range: name.range.end..end };
    Some(Statement::Let { name, value })
}

/// The range of the first node that the parser could not fit in.
fn first_error(root: Node<'_>) -> Option<Range<usize>> {
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            return Some(node.byte_range());
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return None;
            }
        }
    }
}

fn on_char_boundaries(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(range.start.min(text.len()));
    start..text.ceil_char_boundary(range.end.min(text.len()).max(start))
}

impl Lowering<'_> {
    fn statement(&mut self, node: Node<'_>) -> Option<Statement> {
        Some(match node.kind() {
            "let_statement" => {
                let name = self.bound_name(node)?;
                Statement::Let { name, value: self.field(node, "value") }
            }
            "show_statement" => Statement::Show(self.field(node, "value")),
            "compare_statement" => {
                Statement::Compare { left: self.field(node, "left"), right: self.field(node, "right") }
            }
            "assert_statement" => Statement::Assert(self.assertion(node)?),
            "with_statement" => Statement::With(self.bindings(node)),
            "run_statement" => Statement::Run(self.run(node.named_child(0)?)?),
            "allow_statement" => {
                let mut cursor = node.walk();
                let codes: Vec<Node<'_>> = node.children_by_field_name("code", &mut cursor).collect();
                Statement::Allow(codes.into_iter().map(|code| self.name(code)).collect())
            }
            _ => return None,
        })
    }

    /// The name that `let` or `with` binds.
    fn bound_name(&mut self, node: Node<'_>) -> Option<Name> {
        let name = self.name(node.child_by_field_name("name")?);
        if name.text.contains([':', '.']) {
            let message = format!("`{}` belongs to the code: bind a plain name", name.text);
            self.error(name.range, message);
            return None;
        }
        Some(name)
    }

    fn assertion(&mut self, node: Node<'_>) -> Option<Assertion> {
        let claim = self.field(node, "claim");
        let claims = match &claim.kind {
            ExprKind::Binary { operator, .. } => operator.is_comparison(),
            ExprKind::Call { function, .. } => operation::PREDICATES.contains(&function.text.as_str()),
            ExprKind::Error => true,
            _ => false,
        };
        if !claims {
            let message =
                "this claims nothing: compare it (`==`, `<=`, ...) or use a predicate such as `injective(A)`";
            self.error(claim.range, message);
            return None;
        }
        Some(Assertion { claim })
    }

    fn bindings(&mut self, node: Node<'_>) -> Vec<Binding> {
        let mut cursor = node.walk();
        let clauses: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
        clauses.into_iter().filter_map(|clause| self.binding(clause)).collect()
    }

    fn binding(&mut self, clause: Node<'_>) -> Option<Binding> {
        if clause.kind() == "binding" {
            let name = self.bound_name(clause)?;
            return Some(Binding::Value { name, value: self.field(clause, "value") });
        }
        let expr = self.expression(clause);
        let range = expr.range.clone();
        divisibility(expr).or_else(|| {
            self.error(range, "expected `NAME = VALUE` or `NAME % DIVISOR == 0`, as in `K % 64 == 0`");
            None
        })
    }

    fn run(&mut self, node: Node<'_>) -> Option<Run> {
        let element = self.name(node.child_by_field_name("element")?);
        let options = self.options(node);
        Some(match node.kind() {
            "copy" => Run::Copy {
                source: self.field(node, "source"),
                destination: self.field(node, "destination"),
                element,
                options,
            },
            "gemm" => Run::Gemm {
                a: self.field(node, "a"),
                b: self.field(node, "b"),
                c: self.field(node, "c"),
                element,
                options,
            },
            _ => return None,
        })
    }

    fn options(&mut self, node: Node<'_>) -> Vec<RunOption> {
        let mut cursor = node.walk();
        let Some(list) = node.named_children(&mut cursor).find(|child| child.kind() == "options") else {
            return Vec::new();
        };
        let mut cursor = list.walk();
        let options: Vec<Node<'_>> = list.named_children(&mut cursor).collect();
        options.into_iter().filter_map(|option| self.option(option)).collect()
    }

    fn option(&mut self, option: Node<'_>) -> Option<RunOption> {
        let name = self.name(option.child_by_field_name("name")?);
        if !RUN_OPTIONS.contains(&name.text.as_str()) {
            let hint = match nearest(&name.text, RUN_OPTIONS) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the options are {}", RUN_OPTIONS.join(", ")),
            };
            self.error(name.range, format!("unknown option `{}`: {hint}", name.text));
            return None;
        }
        Some(RunOption { name, value: self.field(option, "value") })
    }
}

/// `NAME % DIVISOR == 0`.
fn divisibility(expr: Expr) -> Option<Binding> {
    let ExprKind::Binary { operator: BinaryOperator::Equal, left, right } = expr.kind else { return None };
    let ExprKind::Binary { operator: BinaryOperator::Remainder, left: name, right: divisor } = left.kind
    else {
        return None;
    };
    let (ExprKind::Name(text), ExprKind::Int(0)) = (name.kind, right.kind) else { return None };
    Some(Binding::Divisible { name: Name { text, range: name.range }, divisor: *divisor })
}

/// The error, naming what it found as the user wrote it: `Step<->` has no `)`, which its notation has.
fn as_written(error: SyntaxError, notation: &str, written: &str) -> SyntaxError {
    let (found, is) = (notation.get(error.range.clone()), written.get(error.range.clone()));
    match found.zip(is).filter(|(found, is)| found != is) {
        Some((found, is)) => match error.message.strip_suffix(&format!("found `{found}`")) {
            Some(expected) => SyntaxError { message: format!("{expected}found `{is}`"), ..error },
            None => error,
        },
        None => error,
    }
}
