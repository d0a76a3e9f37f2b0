//! Types, parameters, declarations, functions and classes.

use tree_sitter::Node;

use super::{Reader, children, expression::plain, in_field};
use crate::code::{
    Alignment, Class, Declared, Expr, Function, Kind, Parameter, Storage, TemplateArgument,
    TemplateParameter, Type,
};
use crate::mask::parenthesised_end;

/// What a declarator says.
#[derive(Default)]
struct Declarator<'n> {
    name: String,
    pointers: u8,
    is_reference: bool,
    dimensions: Vec<Option<Node<'n>>>,
    function: Option<Node<'n>>,
    is_taken_apart: bool,
}

impl Reader<'_> {
    fn declarator<'n>(&self, node: Node<'n>) -> Declarator<'n> {
        let mut found = Declarator::default();
        let mut rest = Some(node);
        while let Some(node) = rest {
            rest = match node.kind() {
                "pointer_declarator" | "abstract_pointer_declarator" | "pointer_type_declarator" => {
                    found.pointers = found.pointers.saturating_add(1);
                    node.child_by_field_name("declarator")
                }
                "reference_declarator" | "abstract_reference_declarator" => {
                    found.is_reference = true;
                    children(node).last().copied()
                }
                "array_declarator" | "abstract_array_declarator" => {
                    found.dimensions.insert(0, node.child_by_field_name("size"));
                    node.child_by_field_name("declarator")
                }
                "function_declarator" => {
                    found.function.get_or_insert(node);
                    node.child_by_field_name("declarator")
                }
                "init_declarator" => node.child_by_field_name("declarator"),
                "parenthesized_declarator"
                | "abstract_parenthesized_declarator"
                | "attributed_declarator" => children(node).first().copied(),
                "structured_binding_declarator" => {
                    found.is_taken_apart = true;
                    None
                }
                _ => {
                    found.name = plain(self.word(node)).rsplit("::").next().unwrap_or_default().to_owned();
                    None
                }
            };
        }
        found
    }

    /// `const float*` in a cast or between angle brackets.
    pub(super) fn described(&mut self, node: Node<'_>) -> Type {
        let mut of = node.child_by_field_name("type").map(|of| self.named_type(of)).unwrap_or_default();
        of.is_constant = self.has_word(node, "const");
        if let Some(declarator) = node.child_by_field_name("declarator") {
            let found = self.declarator(declarator);
            of.pointers = of.pointers.saturating_add(found.pointers);
            of.is_reference |= found.is_reference;
            of.is_array = !found.dimensions.is_empty();
        }
        of
    }

    fn has_word(&self, node: Node<'_>, word: &str) -> bool {
        let mut cursor = node.walk();
        node.children(&mut cursor).any(|child| self.word(child) == word)
    }

    /// A type without stars.
    fn named_type(&mut self, node: Node<'_>) -> Type {
        match node.kind() {
            "template_type" => {
                let name = node.child_by_field_name("name").map(|name| self.word(name)).unwrap_or_default();
                Type { name: name.to_owned(), arguments: self.template_arguments(node), ..Type::default() }
            }
            "qualified_identifier" => {
                // `std::vector<T>`; of `typename F::type` all is kept.
                let name = node.child_by_field_name("name");
                match name {
                    Some(name) if name.kind() != "type_identifier" => self.named_type(name),
                    _ => Type { name: plain(self.word(node)), ..Type::default() },
                }
            }
            "dependent_type" => children(node).first().map(|one| self.named_type(*one)).unwrap_or_default(),
            "placeholder_type_specifier" => Type { name: "auto".to_owned(), ..Type::default() },
            "struct_specifier" | "class_specifier" | "enum_specifier" | "union_specifier" => {
                let name = node.child_by_field_name("name").map(|name| self.word(name)).unwrap_or_default();
                Type { name: plain(name), ..Type::default() }
            }
            _ => {
                let words: Vec<&str> = self.word(node).split_whitespace().collect();
                Type { name: words.join(" "), ..Type::default() }
            }
        }
    }

    pub(super) fn parameters(&mut self, list: Node<'_>) -> Vec<Parameter> {
        let mut out = Vec::new();
        for node in children(list) {
            if !matches!(node.kind(), "parameter_declaration" | "optional_parameter_declaration") {
                out.push(Parameter {
                    name: String::new(),
                    of: Type { name: "(unread)".to_owned(), ..Type::default() },
                    has_dimensions: false,
                    default: None,
                });
                continue;
            }
            let mut of = node.child_by_field_name("type").map(|of| self.named_type(of)).unwrap_or_default();
            of.is_constant = self.has_word(node, "const");
            let mut parameter = Parameter { name: String::new(), of, has_dimensions: false, default: None };
            if let Some(declarator) = node.child_by_field_name("declarator") {
                let found = self.declarator(declarator);
                parameter.name = found.name;
                parameter.of.pointers = parameter.of.pointers.saturating_add(found.pointers);
                parameter.of.is_reference |= found.is_reference;
                parameter.has_dimensions = !found.dimensions.is_empty();
                // `float (*p)[32]`, `float a[][32]`
                parameter.of.is_array = found.dimensions.len() > 1
                    || (parameter.has_dimensions && (found.pointers > 0 || found.is_reference));
            }
            parameter.default = node.child_by_field_name("default_value").map(|value| self.expression(value));
            out.push(parameter);
        }
        // `f(void)`
        if let [one] = out.as_slice()
            && one.name.is_empty()
            && one.of.name == "void"
            && one.of.pointers == 0
        {
            out.clear();
        }
        out
    }

    /// `T x = 1, *y;`; none for what declares no variable.
    pub(super) fn declared(&mut self, node: Node<'_>) -> Vec<Declared> {
        let Some(of) = node.child_by_field_name("type") else { return Vec::new() };
        let mut of = self.named_type(of);
        of.is_constant = self.has_word(node, "const") || self.has_word(node, "constexpr");
        let is_shared = self.has_word(node, "__shared__");
        let storage = match (is_shared, self.has_word(node, "extern")) {
            (true, true) => Storage::DynamicShared,
            (true, false) => Storage::Shared,
            (false, true) => Storage::Device,
            (false, false) if self.has_word(node, "__device__") || self.has_word(node, "__constant__") => {
                Storage::Device
            }
            (false, false) => Storage::Thread,
        };
        let mut out = Vec::new();
        for declarator in in_field(node, "declarator") {
            let found = self.declarator(declarator);
            if let Some(function) = found.function {
                // `T x(y);`, which looks like a function: where its parameters are no types, it is a variable.
                let list = function.child_by_field_name("parameters");
                let is_call = list.is_some_and(|list| {
                    children(list).iter().all(|one| one.child_by_field_name("declarator").is_none())
                });
                if !is_call || list.is_some_and(|list| children(list).is_empty()) {
                    continue;
                }
                let unread =
                    Expr { kind: Kind::Unread("its value is not read", Vec::new()), range: self.range(node) };
                let arguments = match list.map(children).as_deref() {
                    Some([one])
                        if one
                            .child_by_field_name("type")
                            .is_some_and(|of| of.kind() == "type_identifier") =>
                    {
                        match one.child_by_field_name("type") {
                            Some(name) => self.expression(name),
                            None => unread,
                        }
                    }
                    _ => unread,
                };
                out.push(Declared {
                    name: found.name,
                    of: Type { pointers: of.pointers + found.pointers, ..of.clone() },
                    dimensions: Vec::new(),
                    storage,
                    value: Some(arguments),
                    is_taken_apart: false,
                    range: self.range(declarator),
                });
                continue;
            }
            let dimensions =
                found.dimensions.iter().map(|size| size.map(|size| self.expression(size))).collect();
            let mut value = declarator.child_by_field_name("value").map(|value| self.initial(value));
            if found.is_taken_apart {
                let names = children(declarator)
                    .into_iter()
                    .find(|one| one.kind() == "structured_binding_declarator");
                let names = names.or(Some(declarator)).map(children).unwrap_or_default();
                for name in names.into_iter().filter(|name| name.kind() == "identifier") {
                    out.push(Declared {
                        name: self.word(name).to_owned(),
                        of: of.clone(),
                        dimensions: Vec::new(),
                        storage,
                        value: value.take(),
                        is_taken_apart: true,
                        range: self.range(name),
                    });
                }
                continue;
            }
            let mut of = of.clone();
            of.pointers = of.pointers.saturating_add(found.pointers);
            of.is_reference |= found.is_reference;
            let range = self.range(declarator);
            out.push(Declared {
                name: found.name,
                of,
                dimensions,
                storage,
                value,
                is_taken_apart: false,
                range,
            });
        }
        out
    }

    /// `= e`, `(e)`, `{e}`.
    fn initial(&mut self, node: Node<'_>) -> Expr {
        self.expression(node)
    }

    /// A function that is defined, with the template around it.
    pub(crate) fn function(&mut self, node: Node<'_>) -> Option<Function> {
        let declarator = self.declarator(node.child_by_field_name("declarator")?);
        let mut returns = node.child_by_field_name("type").map(|of| self.named_type(of)).unwrap_or_default();
        returns.pointers = declarator.pointers;
        returns.is_reference = declarator.is_reference;
        let list = declarator.function?.child_by_field_name("parameters")?;
        let template = match node.parent().filter(|parent| parent.kind() == "template_declaration") {
            Some(parent) => self.template(parent),
            None => Vec::new(),
        };
        let parameters = self.parameters(list);
        let body = self.statements(node.child_by_field_name("body")?);
        Some(Function {
            name: declarator.name,
            template,
            parameters,
            body: body.into(),
            returns,
            is_elsewhere: false,
        })
    }

    fn template(&mut self, node: Node<'_>) -> Vec<TemplateParameter> {
        let list = node.child_by_field_name("parameters").map(children).unwrap_or_default();
        let mut out = Vec::new();
        for one in list {
            let is_type = one.kind().contains("type_parameter");
            let named = one.child_by_field_name("declarator").or_else(|| one.child_by_field_name("name"));
            let named = named.or_else(|| if is_type { children(one).first().copied() } else { None });
            let default = one.child_by_field_name("default_value").map(|value| self.expression(value));
            let name = named.map(|name| self.word(name)).unwrap_or_default().to_owned();
            let default = default.map(TemplateArgument::Value);
            let default = match one.child_by_field_name("default_type") {
                Some(of) => Some(TemplateArgument::Type(self.described(of))),
                None => default,
            };
            out.push(TemplateParameter { name, is_type, default });
        }
        out
    }

    /// A class that is defined.
    pub(crate) fn class(&mut self, node: Node<'_>) -> Option<(String, Class)> {
        let name = plain(self.word(node.child_by_field_name("name")?));
        let template = match node.parent().filter(|parent| parent.kind() == "template_declaration") {
            Some(parent) => self.template(parent),
            None => Vec::new(),
        };
        let mut found = Class { template, fields: Vec::new(), is_open: false, alignment: None };
        let mut cursor = node.walk();
        found.is_open |= node.children(&mut cursor).any(|child| child.kind() == "base_class_clause");
        found.is_open |= node.kind() == "union_specifier";
        let head = self
            .text
            .get(node.start_byte()..node.child_by_field_name("body")?.start_byte())
            .unwrap_or_default();
        if let Some(at) = head.find("align") {
            found.alignment = alignment(&head[at..]);
            found.is_open |= found.alignment.is_none();
        }
        for member in children(node.child_by_field_name("body")?) {
            match member.kind() {
                "field_declaration" if !self.has_word(member, "static") => {
                    let Some(of) = member.child_by_field_name("type") else { continue };
                    found.is_open |= children(member).iter().any(|one| one.kind() == "bitfield_clause");
                    let of = self.named_type(of);
                    for declarator in in_field(member, "declarator") {
                        let one = self.declarator(declarator);
                        if one.function.is_some() {
                            continue;
                        }
                        let sizes = one
                            .dimensions
                            .iter()
                            .map(|size| size.map(|size| self.expression(size)))
                            .collect();
                        let of = Type { pointers: of.pointers + one.pointers, ..of.clone() };
                        found.is_open |= one.is_reference;
                        found.fields.push((one.name, of, sizes));
                    }
                }
                kind if kind.starts_with("preproc") => found.is_open = true,
                "function_definition" | "declaration" => {
                    found.is_open |= self.word(member).trim_start().starts_with("virtual");
                }
                "ERROR" => found.is_open = true,
                _ => {}
            }
        }
        Some((name, found))
    }
}

/// What stands in the parentheses of an `alignas`: `16`, `4 * sizeof(T)`.
fn alignment(head: &str) -> Option<Alignment> {
    let open = head.find('(')?;
    let close = parenthesised_end(head.as_bytes(), open)?;
    let inner: String = head.get(open + 1..close - 1)?.chars().filter(|one| !one.is_whitespace()).collect();
    // `__attribute__((aligned(16)))`
    if inner.contains("aligned(") {
        return alignment(inner.get(inner.find("aligned(")?..)?);
    }
    let (number, rest) = inner.split_at(inner.bytes().take_while(u8::is_ascii_digit).count());
    let size_of = match rest {
        "" => None,
        rest => Some(rest.strip_prefix("*sizeof(")?.strip_suffix(')')?.to_owned()),
    };
    Some(Alignment { number: number.parse().ok()?, size_of })
}
