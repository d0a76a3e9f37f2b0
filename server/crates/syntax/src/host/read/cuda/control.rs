//! Branches and loops.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    field::{self, FieldOf as _},
    jumps_inside::jumps_inside,
    named_children, opaque,
};
use crate::annotation::Name;
use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::program::{HostStatement, Jump, StatementKind};

/// How many cases of a `switch` become branches, one in the `else` of the other.
const MAX_CASES: usize = 32;

/// Whether statements declare something that those behind them would see.
pub(super) fn declares(body: &[HostStatement]) -> bool {
    let declares = |statement: &HostStatement| {
        matches!(
            statement.kind,
            StatementKind::Declare(_) | StatementKind::Class(_) | StatementKind::Function(_)
        )
    };
    body.iter().any(declares)
}

impl Reader<'_> {
    /// A branch or a loop's body in the statement `of`, with or without braces.
    pub(super) fn branch(&mut self, of: Node<'_>, node: Option<Node<'_>>) -> Vec<HostStatement> {
        let mut body = Vec::new();
        match node {
            Some(node) if node.word() == "compound_statement" => self.block(node, Place::Function, &mut body),
            Some(node) => {
                self.note_preceding_in(of, node);
                self.member_statement(node, Place::Function, &mut body);
                self.forget_preceding();
            }
            None => {}
        }
        body
    }

    /// A condition; one with a syntax error has no value, and what it may write is noted.
    pub(super) fn condition(&mut self, node: Option<Node<'_>>, of: Node<'_>) -> Expr {
        match node {
            Some(node) if self.is_broken(node) => {
                self.broken_writes(node);
                opaque("it has a syntax error", node)
            }
            Some(node) => self.expression(node),
            None => opaque("it is not finished", of),
        }
    }

    /// `if (init; condition) .. else ..`. What is declared in its head is declared around it.
    pub(super) fn if_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let clause = node.field(&field::CONDITION);
        let mut head = Vec::new();
        if let Some(initializer) = clause.and_then(|clause| clause.field(&field::INITIALIZER)) {
            self.block(initializer, Place::Function, &mut head);
        }
        let value = clause.and_then(|clause| clause.field(&field::VALUE));
        let condition = match value {
            Some(declared) if declared.word() == "declaration" => {
                self.declaration(declared, Vec::new(), Place::Function, &mut head);
                opaque("the value of a declaration as condition is not read", declared)
            }
            value => self.condition(value, node),
        };
        head.append(&mut self.effects);
        let is_constant = children(node).iter().any(|child| child.word() == "constexpr");
        let then = self.branch(node, node.field(&field::CONSEQUENCE));
        let alternative = node.field(&field::ALTERNATIVE);
        let otherwise = alternative.and_then(|clause| named_children(clause).last().copied());
        let otherwise = self.branch(alternative.unwrap_or(node), otherwise);
        let kind = StatementKind::If { condition, is_constant, then, otherwise };
        if head.is_empty() {
            self.push(out, node, kind);
        } else {
            self.push(&mut head, node, kind);
            self.push(out, node, StatementKind::Block(head));
        }
    }

    /// `for (init; condition; update)`. The update is the last statement of the body.
    pub(super) fn for_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        if self.is_compiled {
            return self.compiled_for(node, out);
        }
        let mut variables = Vec::new();
        let mut counts = false;
        match node.field(&field::INITIALIZER) {
            Some(declared) if declared.word() == "declaration" => {
                self.initial_effects(declared, out);
                variables = self.declared_names(declared);
                counts = self.counts(declared, node.field(&field::UPDATE));
            }
            Some(expression) => self.run(expression, expression, out),
            None => {}
        }
        let mut body = Vec::new();
        if let Some(condition) = node.field(&field::CONDITION) {
            let value = self.condition(Some(condition), node);
            self.push(&mut body, condition, StatementKind::Expression(value));
        }
        let mut inside = self.branch(node, node.field(&field::BODY));
        match (node.field(&field::BODY), node.field(&field::UPDATE)) {
            // The update does not see what the body declares.
            (Some(of), Some(_)) if declares(&inside) => {
                self.push(&mut body, of, StatementKind::Block(inside))
            }
            _ => body.append(&mut inside),
        }
        if let Some(update) = node.field(&field::UPDATE) {
            self.run(update, update, &mut body);
        }
        self.push(out, node, StatementKind::Loop { variables, counts, over: None, condition: None, body });
    }

    /// `for (auto x : xs)`.
    pub(super) fn range_for(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        // `for (auto all = f(); auto x : all)`
        if let Some(initializer) = node.field(&field::INITIALIZER) {
            let mut head = Vec::new();
            self.block(initializer, Place::Function, &mut head);
            self.range_loop(node, &mut head);
            self.push(out, node, StatementKind::Block(head));
        } else {
            self.range_loop(node, out);
        }
    }

    fn range_loop(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let variables = match node.field(&field::DECLARATOR) {
            Some(declarator) => self.declarator(declarator).names,
            None => Vec::new(),
        };
        let counts = self.declares_integers(node).unwrap_or(false);
        let over = self.condition(node.field(&field::RIGHT), node);
        let effects = std::mem::take(&mut self.effects);
        out.extend(effects);
        let is_constant = self.declaration_words(node).contains(&"const");
        if let (Some(declarator), Some(right), false) =
            (node.field(&field::DECLARATOR), node.field(&field::RIGHT), is_constant)
            && self.declarator(declarator).is_reference
        {
            self.unread_target(right);
        }
        let mut body = std::mem::take(&mut self.effects);
        body.append(&mut self.branch(node, node.field(&field::BODY)));
        self.push(
            out,
            node,
            StatementKind::Loop { variables, counts, over: Some(over), condition: None, body },
        );
    }

    /// `while (condition)`, `do .. while (condition)`. The condition is the first or last statement of the body.
    pub(super) fn while_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let is_first = node.word() == "while_statement";
        // What is done once is no loop: so macros hold their statements together.
        let is_once = !is_first
            && node.field(&field::CONDITION).is_some_and(|clause| {
                matches!(self.text(clause).trim_matches(['(', ')', ' ']), "0" | "false")
            });
        if self.is_compiled
            && !is_once
            && let Some(clause) = node.field(&field::CONDITION)
            && clause.field(&field::VALUE).is_none_or(|value| value.word() != "declaration")
        {
            return self.compiled_while(node, clause.field(&field::VALUE).unwrap_or(clause), out);
        }
        let mut head: Vec<HostStatement> = Vec::new();
        let mut variables: Vec<Name> = Vec::new();
        let mut counts = false;
        if let Some(clause) = node.field(&field::CONDITION) {
            match clause.field(&field::VALUE) {
                Some(declared) if declared.word() == "declaration" => {
                    self.initial_effects(declared, &mut head);
                    variables = self.declared_names(declared);
                    counts = self.counts(declared, None);
                }
                value => {
                    let value = self.condition(Some(value.unwrap_or(clause)), node);
                    self.push(&mut head, clause, StatementKind::Expression(value));
                }
            }
        }
        let mut body = self.branch(node, node.field(&field::BODY));
        if is_first {
            head.append(&mut body);
            body = head;
        } else {
            if let (Some(of), true) = (node.field(&field::BODY), declares(&body)) {
                // The condition does not see what the body declares.
                let mut whole = Vec::new();
                self.push(&mut whole, of, StatementKind::Block(body));
                body = whole;
            }
            body.append(&mut head);
            let may_leave = [Jump::Break, Jump::Continue].iter().any(|jump| jumps_inside(&body, *jump));
            if is_once && !may_leave {
                self.push(out, node, StatementKind::Block(body));
                return;
            }
        }
        self.push(out, node, StatementKind::Loop { variables, counts, over: None, condition: None, body });
    }

    /// Cases that end with `break`, `return` or a jump are branches of an `if`. With any other, what runs is left open:
    /// all of the cases are the body of a loop.
    pub(super) fn switch_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let clause = node.field(&field::CONDITION);
        if let Some(initializer) = clause.and_then(|clause| clause.field(&field::INITIALIZER)) {
            let mut head = Vec::new();
            self.block(initializer, Place::Function, &mut head);
            self.cases(node, clause, &mut head);
            self.push(out, node, StatementKind::Block(head));
        } else {
            self.cases(node, clause, out);
        }
    }

    fn cases(&mut self, node: Node<'_>, clause: Option<Node<'_>>, out: &mut Vec<HostStatement>) {
        let subject = match clause.and_then(|clause| clause.field(&field::VALUE)) {
            Some(declared) if declared.word() == "declaration" => {
                self.initial_effects(declared, out);
                opaque("the value of a declaration as condition is not read", declared)
            }
            subject => self.condition(subject, node),
        };
        let effects = std::mem::take(&mut self.effects);
        out.extend(effects);
        let mut cases = Vec::new();
        let mut is_sequence = false;
        for case in node.field(&field::BODY).map(named_children).unwrap_or_default() {
            is_sequence |= case.word() != "case_statement";
            cases.push(self.case(case));
        }
        let last = cases.len().saturating_sub(1);
        is_sequence |= cases.len() > MAX_CASES || cases.iter().take(last).any(|case| !case.is_closed);
        is_sequence |= cases.iter().any(|case| jumps_inside(&case.body, Jump::Break));
        if is_sequence {
            let body = cases.into_iter().map(|case| {
                let condition = Expr {
                    kind: ExprKind::Opaque("which case is run is open".into()),
                    range: case.range.clone(),
                };
                let kind = StatementKind::If {
                    condition,
                    is_constant: false,
                    then: case.whole,
                    otherwise: Vec::new(),
                };
                HostStatement { kind, range: case.range }
            });
            let body = body.collect();
            self.push(
                out,
                node,
                StatementKind::Loop {
                    variables: Vec::new(),
                    counts: false,
                    over: None,
                    condition: None,
                    body,
                },
            );
            return;
        }
        let (mut otherwise, mut tests) = (Vec::new(), Vec::new());
        for case in cases {
            match case.value {
                Some(value) => tests.push((value, case.body, case.range)),
                None => otherwise = case.body,
            }
        }
        for (value, then, range) in tests.into_iter().rev() {
            let left = Box::new(subject.clone());
            let test = ExprKind::Binary { operator: BinaryOperator::Equal, left, right: Box::new(value) };
            let condition = Expr { kind: test, range: subject.range.clone() };
            let kind = StatementKind::If { condition, is_constant: false, then, otherwise };
            otherwise = vec![HostStatement { kind, range }];
        }
        out.append(&mut otherwise);
    }

    fn case(&mut self, node: Node<'_>) -> Case {
        let mut body = Vec::new();
        if node.word() != "case_statement" {
            self.member_statement(node, Place::Function, &mut body);
            let whole = body.clone();
            return Case { value: None, body, whole, is_closed: false, range: node.byte_range() };
        }
        let value = node.field(&field::VALUE);
        for child in named_children(node).into_iter().filter(|child| Some(*child) != value) {
            self.member_statement(child, Place::Function, &mut body);
        }
        let value = value.map(|value| self.expression(value));
        let is_closed = closes(&body);
        let whole = body.clone();
        drop_break(&mut body);
        Case { value, body, whole, is_closed, range: node.byte_range() }
    }
}

/// `case value: body`.
struct Case {
    /// `None` for `default`.
    value: Option<Expr>,
    body: Vec<HostStatement>,
    /// The body with the `break` at its end.
    whole: Vec<HostStatement>,
    /// Whether the next case is not run behind this one.
    is_closed: bool,
    range: std::ops::Range<usize>,
}

/// Takes away the `break` at the end of a case.
fn drop_break(body: &mut Vec<HostStatement>) {
    match body.last_mut().map(|last| &mut last.kind) {
        Some(StatementKind::Jump(Jump::Break)) => {
            body.pop();
        }
        Some(StatementKind::Block(inner)) => drop_break(inner),
        // What leaves otherwise leaves the case, too; a `break` further inside is none at the end.
        Some(
            StatementKind::Jump(Jump::Raise | Jump::Continue | Jump::Goto)
            | StatementKind::Return(_)
            | StatementKind::Declare(_)
            | StatementKind::Assign { .. }
            | StatementKind::Expression(_)
            | StatementKind::If { .. }
            | StatementKind::Loop { .. }
            | StatementKind::Try { .. }
            | StatementKind::Finally(_)
            | StatementKind::Label(_)
            | StatementKind::Alternatives(_)
            | StatementKind::Function(_)
            | StatementKind::Class(_)
            | StatementKind::Assert(_)
            | StatementKind::Macro(_)
            | StatementKind::Instantiate { .. }
            | StatementKind::Unread(_),
        )
        | None => {}
    }
}

/// Whether nothing behind these statements is run.
fn closes(body: &[HostStatement]) -> bool {
    match body.last().map(|last| &last.kind) {
        Some(StatementKind::Jump(_) | StatementKind::Return(_)) => true,
        Some(StatementKind::Block(inner)) => closes(inner),
        // What closes in some cases only is not known to close.
        Some(
            StatementKind::If { .. }
            | StatementKind::Loop { .. }
            | StatementKind::Try { .. }
            | StatementKind::Finally(_)
            | StatementKind::Alternatives(_)
            | StatementKind::Unread(_),
        ) => false,
        Some(
            StatementKind::Declare(_)
            | StatementKind::Assign { .. }
            | StatementKind::Expression(_)
            | StatementKind::Label(_)
            | StatementKind::Function(_)
            | StatementKind::Class(_)
            | StatementKind::Assert(_)
            | StatementKind::Macro(_)
            | StatementKind::Instantiate { .. },
        )
        | None => false,
    }
}
