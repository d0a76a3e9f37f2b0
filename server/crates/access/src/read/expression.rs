//! Expressions.

use std::rc::Rc;

use tree_sitter::Node;

use super::{MAX_DEPTH, Reader, children, in_field};
use crate::code::{Captures, Expr, Integer, Kind, Lambda, Operator, TemplateArgument, Type};

impl Reader<'_> {
    pub(crate) fn expression(&mut self, node: Node<'_>) -> Expr {
        let range = self.range(node);
        if self.depth > MAX_DEPTH {
            return Expr { kind: Kind::Unread("it is nested too deep", Vec::new()), range };
        }
        self.depth += 1;
        let kind = self.kind(node);
        self.depth -= 1;
        match kind {
            Ok(kind) => Expr { kind, range },
            Err(whole) => whole,
        }
    }

    fn boxed(&mut self, node: Node<'_>, field: &str) -> Box<Expr> {
        match node.child_by_field_name(field) {
            Some(child) => Box::new(self.expression(child)),
            None => Box::new(Expr {
                kind: Kind::Unread("it is not finished", Vec::new()),
                range: self.range(node),
            }),
        }
    }

    fn unread(&mut self, why: &'static str, node: Node<'_>) -> Kind {
        let parts = children(node).into_iter().map(|child| self.expression(child)).collect();
        Kind::Unread(why, parts)
    }

    fn kind(&mut self, node: Node<'_>) -> Result<Kind, Expr> {
        if node.is_error() || node.is_missing() {
            return Ok(Kind::Unread("it has a syntax error", Vec::new()));
        }
        Ok(match node.kind() {
            "number_literal" => match number(self.word(node)) {
                Some((value, of)) => Kind::Int(value, of),
                None => Kind::Other,
            },
            "true" => Kind::Int(1, Integer::BOOL),
            "false" => Kind::Int(0, Integer::BOOL),
            "char_literal" => match self.word(node).as_bytes() {
                [b'\'', one, b'\''] => Kind::Int(i64::from(*one), Integer { bits: 8, is_signed: true }),
                _ => Kind::Other,
            },
            "string_literal" | "concatenated_string" | "null" | "nullptr" | "raw_string_literal" => {
                Kind::Other
            }
            "identifier" | "type_identifier" | "field_identifier" | "namespace_identifier" => {
                let name = self.word(node);
                if let Some(expanded) = self.macro_expression(node, name, None) {
                    return Err(expanded);
                }
                Kind::Name(name.to_owned())
            }
            "this" => Kind::Name("this".to_owned()),
            "qualified_identifier" | "template_function" | "template_type" => {
                if let Some(compared) = self.compared_types(node) {
                    return Ok(compared);
                }
                // Another one for other arguments of its template.
                Kind::Name(self.word(node).split_whitespace().collect())
            }
            "parenthesized_expression" => match children(node).as_slice() {
                [inner] => return Err(self.expression(*inner)),
                _ => self.unread("it has a syntax error", node),
            },
            "field_expression" => {
                let base = self.boxed(node, "argument");
                let is_arrow =
                    node.child_by_field_name("operator").is_some_and(|sign| self.word(sign) == "->");
                let name =
                    node.child_by_field_name("field").map(|field| self.word(field)).unwrap_or_default();
                let name = name.split('<').next().unwrap_or_default().trim().to_owned();
                Kind::Member { base, name, is_arrow }
            }
            "subscript_expression" => {
                let base = self.boxed(node, "argument");
                let indices = node.child_by_field_name("indices").map(children).unwrap_or_default();
                match indices.as_slice() {
                    [index] => Kind::Index { base, index: Box::new(self.expression(*index)) },
                    _ => self.unread("it has more than one index", node),
                }
            }
            "call_expression" => return self.call(node),
            "cast_expression" => {
                let to = node.child_by_field_name("type").map(|of| self.described(of)).unwrap_or_default();
                Kind::Cast { to, value: self.boxed(node, "value") }
            }
            "unary_expression" => {
                let sign =
                    node.child_by_field_name("operator").map(|sign| self.word(sign)).unwrap_or_default();
                let value = self.boxed(node, "argument");
                match sign {
                    "-" => Kind::Negate(value),
                    "~" => Kind::Invert(value),
                    "!" | "not" => Kind::Not(value),
                    "+" => return Err(*value),
                    _ => Kind::Unread("its operator is not read", vec![*value]),
                }
            }
            "pointer_expression" => {
                let sign =
                    node.child_by_field_name("operator").map(|sign| self.word(sign)).unwrap_or_default();
                let value = self.boxed(node, "argument");
                if sign == "*" { Kind::Dereference(value) } else { Kind::AddressOf(value) }
            }
            "binary_expression" => {
                let sign =
                    node.child_by_field_name("operator").map(|sign| self.word(sign)).unwrap_or_default();
                let (left, right) = (self.boxed(node, "left"), self.boxed(node, "right"));
                match operator(sign) {
                    Some(operator) => Kind::Binary { operator, left, right },
                    None => Kind::Unread("its operator is not read", vec![*left, *right]),
                }
            }
            "assignment_expression" => {
                let sign =
                    node.child_by_field_name("operator").map(|sign| self.word(sign)).unwrap_or_default();
                let (target, value) = (self.boxed(node, "left"), self.boxed(node, "right"));
                match (sign, operator(sign.strip_suffix('=').unwrap_or_default())) {
                    ("=", _) => Kind::Assign { operator: None, target, value },
                    (_, Some(operator)) => Kind::Assign { operator: Some(operator), target, value },
                    _ => Kind::Unread("its operator is not read", vec![*target, *value]),
                }
            }
            "update_expression" => {
                let sign = node.child_by_field_name("operator");
                let by = if sign.is_some_and(|sign| self.word(sign) == "--") { -1 } else { 1 };
                let argument = node.child_by_field_name("argument");
                let is_value_before = match (sign, argument) {
                    (Some(sign), Some(argument)) => sign.start_byte() > argument.start_byte(),
                    _ => false,
                };
                Kind::Step { by, target: self.boxed(node, "argument"), is_value_before }
            }
            "conditional_expression" => Kind::Conditional {
                condition: self.boxed(node, "condition"),
                then: self.boxed(node, "consequence"),
                otherwise: self.boxed(node, "alternative"),
            },
            "comma_expression" => Kind::Comma(self.boxed(node, "left"), self.boxed(node, "right")),
            "sizeof_expression" => match node.child_by_field_name("type") {
                Some(of) => Kind::SizeOf(self.described(of)),
                None => match node.child_by_field_name("value").map(|value| self.expression(value).kind) {
                    Some(Kind::Name(name)) => Kind::SizeOf(Type { name, ..Type::default() }),
                    _ => Kind::Unread("the size of an expression is not read", Vec::new()),
                },
            },
            "compound_literal_expression" => {
                let of = node.child_by_field_name("type").map(|of| self.described(of));
                let arguments = node.child_by_field_name("value").map(children).unwrap_or_default();
                let arguments = arguments.into_iter().map(|one| self.expression(one)).collect();
                Kind::Construct { of, arguments }
            }
            "initializer_list" | "argument_list" => {
                let arguments = children(node).into_iter().map(|one| self.expression(one)).collect();
                Kind::Construct { of: None, arguments }
            }
            "lambda_expression" => Kind::Lambda(self.lambda(node)),
            "gnu_asm_expression" => self.assembly(node),
            "primitive_type" | "sized_type_specifier" => Kind::Name(self.word(node).to_owned()),
            "condition_clause" => match node.child_by_field_name("value") {
                Some(value) => return Err(self.expression(value)),
                None => Kind::Unread("it is not finished", Vec::new()),
            },
            _ => self.unread("this form is not read", node),
        })
    }

    fn lambda(&mut self, node: Node<'_>) -> Rc<Lambda> {
        let declarator = node.child_by_field_name("declarator");
        let list = declarator.and_then(|one| one.child_by_field_name("parameters"));
        let parameters = list.map(|list| self.parameters(list)).unwrap_or_default();
        let body = node.child_by_field_name("body").map(|body| self.statements(body)).unwrap_or_default();
        let captures =
            node.child_by_field_name("captures").map(|captures| self.word(captures)).unwrap_or_default();
        let parts =
            captures.trim_matches(['[', ']']).split(',').map(str::trim).filter(|part| !part.is_empty());
        let parts: Vec<&str> = parts.collect();
        let captures = match parts.iter().filter(|part| part.starts_with('&')).count() {
            0 if parts.iter().any(|part| part.contains('=') && *part != "=") => Captures::Mixed,
            0 => Captures::Copies,
            count if count == parts.len() => Captures::References,
            _ => Captures::Mixed,
        };
        Rc::new(Lambda { parameters, body: body.into(), captures })
    }

    fn assembly(&mut self, node: Node<'_>) -> Kind {
        let text = node.child_by_field_name("assembly_code").map(|code| self.word(code)).unwrap_or_default();
        let text = text.to_owned();
        let mut operands = |field: &str| -> Vec<Expr> {
            let lists = in_field(node, field);
            let each =
                lists.into_iter().flat_map(children).filter_map(|one| one.child_by_field_name("value"));
            each.map(|value| self.expression(value)).collect()
        };
        let (outputs, inputs) = (operands("output_operands"), operands("input_operands"));
        Kind::Assembly { text, outputs, inputs }
    }

    fn call(&mut self, node: Node<'_>) -> Result<Kind, Expr> {
        let Some(function) = node.child_by_field_name("function") else {
            return Ok(self.unread("it is not finished", node));
        };
        let list = node.child_by_field_name("arguments");
        if function.kind() == "identifier"
            && let Some(list) = list
        {
            let texts = self.argument_texts(list);
            if self.macros.is_of_calls(self.word(function))
                && let Some(expanded) = self.macro_expression(node, self.word(function), Some(&texts))
            {
                return Err(expanded);
            }
        }
        let arguments: Vec<Expr> =
            list.map(children).unwrap_or_default().into_iter().map(|one| self.expression(one)).collect();
        let named = match function.kind() {
            "qualified_identifier" => last_name(function),
            _ => function,
        };
        let mut template = Vec::new();
        if matches!(named.kind(), "template_function" | "template_method" | "template_type") {
            template = self.template_arguments(named);
        } else if named.kind() == "field_expression"
            && let Some(field) =
                named.child_by_field_name("field").filter(|field| field.kind() == "template_method")
        {
            template = self.template_arguments(field);
        }
        let name = plain(self.word(function));
        if matches!(name.as_str(), "static_cast" | "reinterpret_cast" | "const_cast")
            && let (Some(TemplateArgument::Type(to)), [value]) = (template.first(), arguments.as_slice())
        {
            return Ok(Kind::Cast { to: to.clone(), value: Box::new(value.clone()) });
        }
        if matches!(function.kind(), "primitive_type" | "sized_type_specifier") {
            let of = Type { name: self.word(function).to_owned(), ..Type::default() };
            return Ok(match arguments.as_slice() {
                [value] => Kind::Cast { to: of, value: Box::new(value.clone()) },
                _ => Kind::Construct { of: Some(of), arguments },
            });
        }
        let callee = Box::new(match function.kind() {
            "identifier" | "qualified_identifier" | "template_function" => {
                Expr { kind: Kind::Name(name), range: self.range(function) }
            }
            _ => self.expression(function),
        });
        Ok(Kind::Call { callee, template, arguments })
    }

    /// `std::is_same_v<A, B>`, `std::is_same<A, B>::value`.
    fn compared_types(&mut self, node: Node<'_>) -> Option<Kind> {
        let is_member = self.word(node).ends_with("::value");
        let mut of = node;
        loop {
            let next = match of.kind() {
                "qualified_identifier" => {
                    let name = of.child_by_field_name("name")?;
                    let is_value = is_member && self.word(name) == "value";
                    if is_value { of.child_by_field_name("scope")? } else { name }
                }
                "template_function" | "template_type" => break,
                _ => return None,
            };
            of = next;
        }
        let name = of.child_by_field_name("name").map(|name| self.word(name))?;
        let is_compared = name == if is_member { "is_same" } else { "is_same_v" };
        let template = self.template_arguments(of);
        (is_compared && template.len() == 2).then(|| Kind::Call {
            callee: Box::new(Expr { kind: Kind::Name("is_same_v".to_owned()), range: self.range(of) }),
            template,
            arguments: Vec::new(),
        })
    }

    /// Those of `f<float, 32>`.
    pub(crate) fn arguments_of_template(&mut self, node: Node<'_>) -> Vec<TemplateArgument> {
        self.template_arguments(node)
    }

    pub(super) fn template_arguments(&mut self, node: Node<'_>) -> Vec<TemplateArgument> {
        let list = node.child_by_field_name("arguments").map(children).unwrap_or_default();
        list.into_iter()
            .map(|one| match one.kind() {
                "type_descriptor" => {
                    let of = self.described(one);
                    // A name alone may be a value.
                    TemplateArgument::Type(of)
                }
                _ => TemplateArgument::Value(self.expression(one)),
            })
            .collect()
    }
}

fn last_name(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    while let Some(name) =
        (node.kind() == "qualified_identifier").then(|| node.child_by_field_name("name")).flatten()
    {
        node = name;
    }
    node
}

/// A name without its template arguments and the blanks in it.
pub(super) fn plain(text: &str) -> String {
    let mut depth = 0;
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ if depth == 0 && !character.is_whitespace() => out.push(character),
            _ => {}
        }
    }
    out
}

fn operator(sign: &str) -> Option<Operator> {
    Some(match sign {
        "+" => Operator::Add,
        "-" => Operator::Subtract,
        "*" => Operator::Multiply,
        "/" => Operator::Divide,
        "%" => Operator::Remainder,
        "<<" => Operator::ShiftLeft,
        ">>" => Operator::ShiftRight,
        "&" => Operator::And,
        "|" => Operator::Or,
        "^" => Operator::Xor,
        "<" => Operator::Less,
        "<=" => Operator::LessEqual,
        ">" => Operator::Greater,
        ">=" => Operator::GreaterEqual,
        "==" => Operator::Equal,
        "!=" => Operator::NotEqual,
        "&&" | "and" => Operator::LogicalAnd,
        "||" | "or" => Operator::LogicalOr,
        _ => return None,
    })
}

/// `0x1Fu`, `1'000ll`.
fn number(text: &str) -> Option<(i64, Integer)> {
    let text: String =
        text.chars().filter(|character| *character != '\'').collect::<String>().to_ascii_lowercase();
    let (radix, digits) = match text.get(..2) {
        Some("0x") => (16, &text[2..]),
        Some("0b") => (2, &text[2..]),
        _ if text.len() > 1 && text.starts_with('0') => (8, &text[1..]),
        _ => (10, text.as_str()),
    };
    let body = digits.trim_end_matches(['u', 'l']);
    let suffix = &digits[body.len()..];
    let value = match body {
        // `0u`
        "" if radix == 8 => 0,
        _ => i64::from_str_radix(body, radix).ok()?,
    };
    let is_unsigned = suffix.contains('u');
    let fits = |bits: u32| value < 1_i64 << bits;
    let is_long = suffix.contains('l') || !fits(32) || (radix == 10 && !is_unsigned && !fits(31));
    // What is written in hexadecimal becomes unsigned before it becomes long.
    let is_unsigned = is_unsigned || (radix != 10 && !is_long && !fits(31));
    Some((value, Integer { bits: if is_long { 64 } else { 32 }, is_signed: !is_unsigned }))
}
