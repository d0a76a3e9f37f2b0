//! A syntax error that holds the begin of a definition: its statements that are whole are read, in the function, class
//! or namespace whose end is missing.

use std::ops::Range;
use std::sync::Arc;

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{MAX_DEPTH, Place, Reader, children, preceding::Preceding, unsure::Unsure};
use crate::annotation::Name;
use crate::program::{Alternative, Class, Function, HostStatement, StatementKind};

/// What a `{` or `#if` opens.
enum Opens {
    Namespace {
        /// How many namespaces were open before.
        outer: usize,
    },
    Class(Class),
    Function(Function),
    /// `if`, `else`: may be run or not.
    Branch,
    /// With what its head declares, and whether that are integers.
    Loop(Vec<Name>, bool),
    Block,
    /// `#if`: the branches that are read, and the condition of the one that is open.
    Condition(Vec<Alternative>, String),
}

/// What is open, and what it holds so far.
struct Frame {
    opens: Opens,
    body: Vec<HostStatement>,
    start: usize,
}

/// Reads the children of one error node.
struct Recovery<'r, 't, 'n> {
    reader: &'r mut Reader<'t>,
    /// Where the error stands.
    place: Place,
    frames: Vec<Frame>,
    /// What was read outside of all frames.
    out: Vec<HostStatement>,
    /// Tokens behind the last statement that was whole.
    loose: Vec<Node<'n>>,
    /// How many parentheses are open.
    parentheses: usize,
    /// What is not known of the functions in it.
    unsure: Option<Arc<Unsure>>,
}

impl Reader<'_> {
    /// Whether an error node holds the begin of a definition.
    pub(super) fn opens_definition(&self, node: Node<'_>) -> bool {
        let children = children(node);
        let behind = |at: usize| children.iter().skip(at + 1).find(|child| child.word() == "{");
        children.iter().enumerate().any(|(at, child)| {
            matches!(child.word(), "function_declarator" | "class" | "struct" | "namespace")
                && behind(at).is_some()
        })
    }

    /// Reads what is whole in an error node that holds the begin of a definition.
    pub(super) fn recovered(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        let outer = self.namespaces.len();
        let (frames, loose) = (Vec::new(), Vec::new());
        let unsure = self.unsure_of_broken(node);
        let mut recovery =
            Recovery { reader: self, place, frames, out: Vec::new(), loose, parentheses: 0, unsure };
        if place == Place::Function {
            recovery.in_function(|reader, out| reader.say_unsure(node.byte_range(), out));
        }
        let mut preceding = Preceding::default();
        for child in children(node) {
            if recovery.frames.len() >= MAX_DEPTH {
                recovery.flush();
                let (rest, place) = (child.start_byte()..node.end_byte(), recovery.place());
                recovery.in_function(|reader, body| reader.too_deep(rest.clone(), place, body));
                recovery.reader.note_directives(rest);
                break;
            }
            recovery.reader.note_preceding(child, preceding);
            recovery.child(child);
            preceding = recovery.reader.preceding_behind(child, preceding);
        }
        recovery.reader.forget_preceding();
        recovery.flush();
        while !recovery.frames.is_empty() {
            recovery.close(node.end_byte());
        }
        out.append(&mut recovery.out);
        self.namespaces.truncate(outer);
    }
}

impl<'n> Recovery<'_, '_, 'n> {
    fn child(&mut self, child: Node<'n>) {
        match child.word() {
            "(" => self.parentheses += 1,
            ")" => self.parentheses = self.parentheses.saturating_sub(1),
            "{" if self.parentheses == 0 => {
                self.open(child);
                return;
            }
            "}" if self.parentheses == 0 => {
                self.flush();
                self.close_block(child.end_byte());
                return;
            }
            "#if" | "#ifdef" | "#ifndef" | "#elif" | "#else" | "#endif" if self.parentheses == 0 => {
                self.directive(child);
                return;
            }
            kind if self.parentheses == 0 && is_statement(kind) => {
                self.flush();
                let place = self.place();
                self.in_function(|reader, body| reader.member_statement(child, place, body));
                if place == Place::Function {
                    self.reader.note_directives(child.byte_range());
                }
                return;
            }
            _ => {}
        }
        self.loose.push(child);
    }

    fn place(&self) -> Place {
        let place = |frame: &Frame| match frame.opens {
            Opens::Namespace { .. } => Some(Place::Namespace),
            Opens::Class(_) => Some(Place::Class),
            Opens::Condition(..) => None,
            Opens::Function(_) | Opens::Branch | Opens::Loop(..) | Opens::Block => Some(Place::Function),
        };
        self.frames.iter().rev().find_map(place).unwrap_or(self.place)
    }

    fn body(&mut self) -> &mut Vec<HostStatement> {
        self.frames.last_mut().map_or(&mut self.out, |frame| &mut frame.body)
    }

    /// Reads what stands in what is open; what is not known of functions is said in these alone.
    fn in_function(&mut self, read: impl FnOnce(&mut Reader<'_>, &mut Vec<HostStatement>)) {
        let unsure = self.unsure.clone().filter(|_| self.place() == Place::Function);
        let around = self.reader.unsure.clone();
        if unsure.is_some() {
            self.reader.unsure = unsure;
        }
        read(self.reader, self.frames.last_mut().map_or(&mut self.out, |frame| &mut frame.body));
        self.reader.unsure = around;
    }

    /// Tokens that belong to no statement: they may have set names.
    fn flush(&mut self) {
        let loose = std::mem::take(&mut self.loose);
        self.parentheses = 0;
        if let (Some(first), Some(last)) = (loose.first(), loose.last()) {
            let (range, place) = (first.start_byte()..last.end_byte(), self.place());
            self.in_function(|reader, body| reader.broken_text(range.clone(), place, body));
            self.reader.note_directives(range);
        }
    }

    /// `{` behind loose tokens, which say what it opens.
    fn open(&mut self, brace: Node<'n>) {
        let loose = std::mem::take(&mut self.loose);
        let start = loose.first().map_or(brace.start_byte(), Node::start_byte);
        let mut body = Vec::new();
        let opens = self.opened(&loose, start..brace.end_byte(), &mut body);
        self.frames.push(Frame { opens, body, start });
    }

    fn opened(&mut self, loose: &[Node<'n>], range: Range<usize>, body: &mut Vec<HostStatement>) -> Opens {
        let find = |kinds: &[&str]| loose.iter().rfind(|node| kinds.contains(&node.word())).copied();
        if let Some(declarator) = find(&["function_declarator"]) {
            if let Some(function) = self.reader.function_of_macro(declarator, range.clone()) {
                return Opens::Function(function);
            }
            let template = find(&["template_parameter_list"]);
            let template = template.map(|list| self.reader.template_parameters(list)).unwrap_or_default();
            let signature = self.reader.signature(loose, declarator, template, range.clone(), body);
            self.reader.unsure.clone_from(&self.unsure);
            self.reader.say_unsure(range, body);
            self.reader.unsure = None;
            return signature.map_or(Opens::Branch, Opens::Function);
        }
        if find(&["namespace"]).is_some() {
            let outer = self.reader.namespaces.len();
            if let Some(name) = find(&["namespace_identifier", "nested_namespace_specifier", "identifier"]) {
                let parts = self.reader.text(name).split("::").map(|part| part.trim().to_owned());
                self.reader.namespaces.extend(parts);
            }
            return Opens::Namespace { outer };
        }
        if let (Some(_), Some(name)) =
            (find(&["class", "struct"]), find(&["type_identifier", "template_type", "identifier"]))
        {
            return self
                .reader
                .class_head(name, find(&["template_parameter_list"]), range)
                .map_or(Opens::Branch, Opens::Class);
        }
        if find(&["for", "while", "do"]).is_some() {
            let declared = find(&["declaration"]);
            let variables = declared.map(|node| self.reader.declared_names(node)).unwrap_or_default();
            return Opens::Loop(variables, declared.is_some_and(|node| self.reader.counts(node, None)));
        }
        match loose.is_empty() || find(&["try"]).is_some() {
            true => Opens::Block,
            // Neither `if` nor `auto f = [&](int n) {` nor `catch (..) {` says that the block is run.
            false => Opens::Branch,
        }
    }

    /// `}`: closes the innermost brace, and `#if`s in it.
    fn close_block(&mut self, end: usize) {
        while matches!(self.frames.last(), Some(Frame { opens: Opens::Condition(..), .. })) {
            self.close(end);
        }
        if !self.frames.is_empty() {
            self.close(end);
        }
    }

    fn close(&mut self, end: usize) {
        let Some(Frame { opens, body, start }) = self.frames.pop() else { return };
        let range = start..end;
        let kind = match opens {
            Opens::Namespace { outer } => {
                self.reader.namespaces.truncate(outer);
                self.body().extend(body);
                return;
            }
            Opens::Class(class) => {
                let members = body.into_iter().map(super::item).collect();
                StatementKind::Class(Class { members, range: range.clone(), ..class })
            }
            Opens::Function(function) => StatementKind::Function(Function {
                body: body.into(),
                range: range.clone(),
                is_broken: true,
                ..function
            }),
            Opens::Branch => {
                let condition = crate::Expr { kind: super::expression::unfinished(), range: start..start };
                StatementKind::If { condition, is_constant: false, then: body, otherwise: Vec::new() }
            }
            Opens::Loop(variables, counts) => {
                StatementKind::Loop { variables, counts, over: None, condition: None, body }
            }
            Opens::Block => StatementKind::Block(body),
            Opens::Condition(mut alternatives, condition) => {
                self.reader.conditions = self.reader.conditions.saturating_sub(1);
                alternatives.push(Alternative { condition, body });
                match super::condition::settled(alternatives) {
                    Ok(certain) => {
                        self.body().extend(certain);
                        return;
                    }
                    Err(alternatives) => StatementKind::Alternatives(alternatives),
                }
            }
        };
        self.body().push(HostStatement { kind, range });
    }

    /// `#if`, `#else`, `#endif` whose counterpart the parser did not find.
    fn directive(&mut self, word: Node<'n>) {
        self.flush();
        let text = self.reader.text.get(word.end_byte()..).unwrap_or_default();
        let condition = text.lines().next().unwrap_or_default().trim().to_owned();
        let condition = match word.word() {
            "#ifdef" => format!("defined({condition})"),
            "#ifndef" => format!("!defined({condition})"),
            "#if" | "#elif" if condition.is_empty() => super::condition::MISSING.to_owned(),
            _ => condition,
        };
        match word.word() {
            "#endif" => {
                if matches!(self.frames.last(), Some(Frame { opens: Opens::Condition(..), .. })) {
                    self.close(word.end_byte());
                }
            }
            "#else" | "#elif" => {
                if let Some(Frame { opens: Opens::Condition(alternatives, open), body, .. }) =
                    self.frames.last_mut()
                {
                    let condition = std::mem::replace(open, self.reader.decided(condition));
                    alternatives.push(Alternative { condition, body: std::mem::take(body) });
                }
            }
            _ => {
                let opens = Opens::Condition(Vec::new(), self.reader.decided(condition));
                self.reader.conditions += 1;
                self.frames.push(Frame { opens, body: Vec::new(), start: word.start_byte() });
            }
        }
    }
}

/// Whether a node is a whole statement or definition.
fn is_statement(kind: &str) -> bool {
    kind.ends_with("_statement")
        || kind.ends_with("_definition")
        || matches!(
            kind,
            "declaration"
                | "field_declaration"
                | "alias_declaration"
                | "using_declaration"
                | "static_assert_declaration"
                | "template_declaration"
                | "friend_declaration"
                | "linkage_specification"
                | "for_range_loop"
                | "preproc_include"
                | "preproc_def"
                | "preproc_if"
                | "preproc_ifdef"
                | "ERROR"
        )
}
