//! Statements.

use std::rc::Rc;

use tree_sitter::Node;

use super::{MAX_DEPTH, Reader, children, expression::plain, in_field, is_taken};
use crate::code::{Declared, Expr, Kind, Loop, Statement, Storage, TemplateArgument, Type};

impl Reader<'_> {
    /// Those of a block.
    pub(crate) fn statements(&mut self, node: Node<'_>) -> Vec<Statement> {
        let all = children(node);
        let (mut out, mut at) = (Vec::new(), 0);
        while let Some(child) = all.get(at) {
            let body = all.get(at + 1).filter(|next| next.kind() == "compound_statement");
            match body.and_then(|body| self.loop_of_call(*child, *body)) {
                Some(one) => {
                    out.push(one);
                    at += 2;
                }
                None => {
                    out.extend(self.statement(*child));
                    at += 1;
                }
            }
        }
        out
    }

    /// The one statement of a node.
    pub(crate) fn statement_at(&mut self, node: Node<'_>) -> Option<Statement> {
        self.statement(node).pop()
    }

    /// The same for what reads nothing else meanwhile.
    pub(super) fn statements_of(&self, node: Node<'_>) -> Vec<Statement> {
        let mut inner = Reader {
            text: self.text,
            macros: self.macros,
            place: self.place.clone(),
            hidden: self.hidden.clone(),
            depth: self.depth,
            expanded: Rc::clone(&self.expanded),
        };
        inner.statements(node)
    }

    fn body(&mut self, node: Option<Node<'_>>) -> Rc<[Statement]> {
        match node {
            Some(node) if node.kind() == "compound_statement" => self.statements(node).into(),
            Some(node) => self.statement(node).into(),
            None => Rc::from([]),
        }
    }

    fn condition(&mut self, node: Node<'_>) -> Expr {
        match node.child_by_field_name("condition") {
            Some(condition) => self.expression(condition),
            None => Expr { kind: Kind::Unread("it is not finished", Vec::new()), range: self.range(node) },
        }
    }

    /// What one node holds: a declaration of several variables is one statement.
    pub(super) fn statement(&mut self, node: Node<'_>) -> Vec<Statement> {
        if self.depth > MAX_DEPTH {
            return vec![Statement::Unread(self.names(node))];
        }
        self.depth += 4;
        let read = self.form(node);
        self.depth -= 4;
        read
    }

    fn form(&mut self, node: Node<'_>) -> Vec<Statement> {
        vec![match node.kind() {
            "compound_statement" => Statement::Block(self.statements(node).into()),
            "declaration" => {
                if node.has_error() {
                    return vec![Statement::Unread(self.names(node))];
                }
                Statement::Declare(self.declared(node))
            }
            "expression_statement" => match children(node).as_slice() {
                [] => return Vec::new(),
                [inner] => return self.expression_statement(*inner),
                _ => Statement::Unread(self.names(node)),
            },
            "if_statement" => {
                let clause = node.child_by_field_name("condition");
                let declared = clause.and_then(|clause| clause.child_by_field_name("value"));
                let initial = clause.and_then(|clause| clause.child_by_field_name("initializer"));
                let mut before: Vec<Statement> = Vec::new();
                if let Some(initial) = initial {
                    before.extend(children(initial).into_iter().flat_map(|one| self.statement(one)));
                }
                let condition = match declared.filter(|one| one.kind() == "declaration") {
                    Some(declared) => {
                        before.push(Statement::Declare(self.declared(declared)));
                        Expr {
                            kind: Kind::Unread("a declaration as condition is not read", Vec::new()),
                            range: self.range(node),
                        }
                    }
                    None => self.condition(node),
                };
                let then = self.body(node.child_by_field_name("consequence"));
                let other = node
                    .child_by_field_name("alternative")
                    .and_then(|clause| children(clause).last().copied());
                let otherwise = self.body(other);
                let branch = Statement::If { condition, then, otherwise };
                if before.is_empty() {
                    branch
                } else {
                    before.push(branch);
                    Statement::Block(before.into())
                }
            }
            "for_statement" => {
                let before: Vec<Statement> = match node.child_by_field_name("initializer") {
                    Some(initial) if initial.kind() == "declaration" => self.statement(initial),
                    Some(initial) => self.expression_statement(initial),
                    None => Vec::new(),
                };
                let condition = node.child_by_field_name("condition").map(|one| self.expression(one));
                let update = node.child_by_field_name("update").map(|one| self.expression(one));
                let body = self.body(node.child_by_field_name("body"));
                Statement::Loop(Rc::new(Loop {
                    before: before.into(),
                    condition,
                    update,
                    body,
                    is_body_first: false,
                }))
            }
            "while_statement" | "do_statement" => {
                let condition = Some(self.condition(node));
                let body = self.body(node.child_by_field_name("body"));
                let is_body_first = node.kind() == "do_statement";
                Statement::Loop(Rc::new(Loop {
                    before: Rc::from([]),
                    condition,
                    update: None,
                    body,
                    is_body_first,
                }))
            }
            "for_range_loop" => Statement::Unread(self.names(node)),
            "switch_statement" => {
                let subject = self.condition(node);
                let mut cases = Vec::new();
                for case in node.child_by_field_name("body").map(children).unwrap_or_default() {
                    if case.kind() != "case_statement" {
                        return vec![Statement::Unread(self.names(node))];
                    }
                    let value = case.child_by_field_name("value");
                    let body = children(case).into_iter().filter(|child| Some(*child) != value);
                    let body: Vec<Statement> = body.flat_map(|child| self.statement(child)).collect();
                    cases.push((value.map(|value| self.expression(value)), body.into()));
                }
                Statement::Switch { subject, cases }
            }
            "return_statement" => {
                Statement::Return(children(node).first().map(|value| self.expression(*value)))
            }
            "break_statement" => Statement::Break,
            "continue_statement" => Statement::Continue,
            "alias_declaration" => {
                let name = node
                    .child_by_field_name("name")
                    .map(|name| self.word(name))
                    .unwrap_or_default()
                    .to_owned();
                let of = node.child_by_field_name("type").map(|of| self.described(of)).unwrap_or_default();
                Statement::Alias(name, of)
            }
            "type_definition" => {
                let declarators = in_field(node, "declarator");
                let [one] = declarators.as_slice() else { return Vec::new() };
                let of = self.described(node);
                Statement::Alias(self.word(*one).trim_start_matches('*').trim().to_owned(), of)
            }
            "preproc_if" | "preproc_ifdef" => return self.alternatives(node),
            "labeled_statement" => {
                let mut read = vec![Statement::Goto];
                if let Some(inner) =
                    children(node).last().filter(|inner| inner.kind() != "statement_identifier")
                {
                    read.extend(self.statement(*inner));
                }
                return read;
            }
            "goto_statement" => Statement::Goto,
            "function_definition" => match self.loop_of_macro(node) {
                Some(read) => read,
                None => Statement::Unread(self.names(node)),
            },
            "struct_specifier" | "class_specifier" => {
                let named = node.child_by_field_name("body").and_then(|_| self.class(node));
                return named
                    .map(|(name, class)| Statement::Class(name, Rc::new(class)))
                    .into_iter()
                    .collect();
            }
            "preproc_def"
            | "preproc_function_def"
            | "preproc_call"
            | "preproc_include"
            | "using_declaration"
            | "static_assert_declaration"
            | "namespace_alias_definition"
            | "empty_statement"
            | "attributed_declarator"
            | ";" => return Vec::new(),
            "attributed_statement" => {
                return children(node).last().map(|one| self.statement(*one)).unwrap_or_default();
            }
            kind if kind.ends_with("_expression") || kind == "identifier" => {
                return self.expression_statement(node);
            }
            _ => Statement::Unread(self.names(node)),
        }]
    }

    fn expression_statement(&mut self, node: Node<'_>) -> Vec<Statement> {
        if node.kind() == "call_expression"
            && let (Some(function), Some(list)) =
                (node.child_by_field_name("function"), node.child_by_field_name("arguments"))
            && self.macros.is_of_calls(self.word(function))
        {
            let texts = self.argument_texts(list);
            if let Some(statements) = self.macro_statements(node, self.word(function), Some(&texts)) {
                return vec![Statement::Open(statements.into())];
            }
        }
        if node.kind() == "identifier"
            && self.macros.defines(self.word(node))
            && let Some(statements) = self.macro_statements(node, self.word(node), None)
        {
            return vec![Statement::Open(statements.into())];
        }
        if let Some(declared) = self.declaration_of_comparison(node) {
            return vec![Statement::Declare(vec![declared])];
        }
        vec![Statement::Expression(self.expression(node))]
    }

    /// `cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);`, which the parser takes for two comparisons: nothing that is
    /// assigned to stands behind one.
    fn declaration_of_comparison(&mut self, node: Node<'_>) -> Option<Declared> {
        let side = |of: Node<'_>, sign: &str| -> bool {
            of.kind() == "binary_expression"
                && of.child_by_field_name("operator").is_some_and(|operator| self.word(operator) == sign)
        };
        let less = node.child_by_field_name("left")?;
        let assigned =
            node.child_by_field_name("right").filter(|right| right.kind() == "assignment_expression")?;
        if !side(node, ">") || !side(less, "<") {
            return None;
        }
        let of = less.child_by_field_name("left")?;
        let name = assigned.child_by_field_name("left").filter(|name| name.kind() == "identifier")?;
        let is_plain = assigned.child_by_field_name("operator").is_some_and(|sign| self.word(sign) == "=");
        let is_type = matches!(of.kind(), "qualified_identifier" | "identifier");
        if !is_plain || !is_type {
            return None;
        }
        let argument = self.expression(less.child_by_field_name("right")?);
        let value = self.expression(assigned.child_by_field_name("right")?);
        let of = Type {
            name: plain(self.word(of)).rsplit("::").next().unwrap_or_default().to_owned(),
            arguments: vec![TemplateArgument::Value(argument)],
            ..Type::default()
        };
        let (name, range) = (self.word(name).to_owned(), self.range(name));
        Some(Declared {
            name,
            of,
            dimensions: Vec::new(),
            storage: Storage::Thread,
            value: Some(value),
            is_taken_apart: false,
            range,
        })
    }

    /// `KERNEL_LOOP(i, n * m) { .. }`, which looks like a call whose semicolon is missing.
    fn loop_of_call(&mut self, node: Node<'_>, body: Node<'_>) -> Option<Statement> {
        let last = node.child_count().checked_sub(1).and_then(|last| node.child(last))?;
        if node.kind() != "expression_statement" || !last.is_missing() {
            return None;
        }
        let call = node.named_child(0).filter(|call| call.kind() == "call_expression")?;
        let name = call.child_by_field_name("function").filter(|name| name.kind() == "identifier")?;
        self.loop_of(node, self.word(name), call.child_by_field_name("arguments")?, body)
    }

    /// `KERNEL_LOOP(i, n) { .. }`, which looks like a function.
    fn loop_of_macro(&mut self, node: Node<'_>) -> Option<Statement> {
        let declarator = node.child_by_field_name("declarator")?;
        let name = self.word(declarator.child_by_field_name("declarator")?);
        let list = declarator.child_by_field_name("parameters")?;
        self.loop_of(node, name, list, node.child_by_field_name("body")?)
    }

    /// The loop that a macro with these arguments begins, with the body behind it.
    fn loop_of(&mut self, node: Node<'_>, name: &str, list: Node<'_>, body: Node<'_>) -> Option<Statement> {
        let texts = self.argument_texts(list);
        let known = name == "CUDA_KERNEL_LOOP" || name == "CUDA_1D_KERNEL_LOOP";
        if let Some(read) = self.macro_loop(node, name, &texts, body) {
            return Some(read);
        }
        // PyTorch's and Caffe's, which stand in headers.
        let [variable, limit] = texts.as_slice() else { return None };
        if !known || self.macros.defines(name) {
            return None;
        }
        let body = self.statements(body);
        let head = format!(
            "void f() {{ for (int {variable} = blockIdx.x * blockDim.x + threadIdx.x; {variable} < {limit}; {variable} += blockDim.x * gridDim.x) {{}} }}"
        );
        let (_, tree) = super::parse(&head).filter(|(_, tree)| !tree.root_node().has_error())?;
        let whole = tree.root_node().named_child(0)?.child_by_field_name("body")?;
        let place = self.range(node);
        let read = self.of_macro(&head, name, place).statements(whole).pop()?;
        let Statement::Loop(one) = read else { return None };
        Some(Statement::Loop(Rc::new(Loop {
            before: Rc::clone(&one.before),
            condition: one.condition.clone(),
            update: one.update.clone(),
            body: body.into(),
            is_body_first: false,
        })))
    }

    fn alternatives(&mut self, node: Node<'_>) -> Vec<Statement> {
        let mut branches: Vec<Rc<[Statement]>> = Vec::new();
        let mut has_else = false;
        let mut rest = Some(node);
        while let Some(node) = rest {
            let next = node.child_by_field_name("alternative");
            let taken = is_taken(node, self.text);
            if taken == Some(false) {
                rest = next;
                continue;
            }
            let skipped = [node.child_by_field_name("condition"), node.child_by_field_name("name"), next];
            let body = children(node).into_iter().filter(|child| !skipped.contains(&Some(*child)));
            let body: Vec<Statement> = body.flat_map(|child| self.statement(child)).collect();
            branches.push(body.into());
            has_else |= node.kind() == "preproc_else" || taken == Some(true);
            rest = next.filter(|_| !has_else);
        }
        match branches.as_slice() {
            [] => Vec::new(),
            [one] if has_else => vec![Statement::Open(Rc::clone(one))],
            _ => vec![Statement::Alternatives(branches, has_else)],
        }
    }

    /// Names that stand in what is not read.
    fn names(&self, node: Node<'_>) -> Vec<String> {
        let (mut out, mut rest) = (Vec::new(), vec![node]);
        while let Some(node) = rest.pop() {
            if node.kind() == "identifier" {
                out.push(self.word(node).to_owned());
            }
            rest.extend(children(node));
        }
        out.sort();
        out.dedup();
        out
    }
}
