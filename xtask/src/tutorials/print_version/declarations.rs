//! What is shown, and where: variables behind their declarations, parameters and members of types at the first statement.

use std::fmt::Write;

use tree_sitter::Node;

use super::Writer;

impl<'t> Writer<'t> {
    /// Shows the parameters of a function, and the types that its template takes.
    pub(super) fn parameters(&mut self, function: Node<'t>) {
        let Some(body) =
            function.child_by_field_name("body").filter(|body| body.kind() == "compound_statement")
        else {
            return;
        };
        let mut shown = String::new();
        if let Some(template) = function.parent().filter(|parent| parent.kind() == "template_declaration") {
            self.template_parameters(template, &mut shown);
        }
        if let Some(parameters) =
            function.child_by_field_name("declarator").and_then(|node| descendant(node, "parameter_list"))
        {
            let mut cursor = parameters.walk();
            for parameter in parameters.named_children(&mut cursor) {
                // A pack has no single value.
                if parameter.kind() != "variadic_parameter_declaration" {
                    let name = parameter.child_by_field_name("declarator").and_then(name_of);
                    if let Some(name) = name {
                        self.show(name, &mut shown);
                    }
                }
            }
        }
        self.edits.insert(body.start_byte() + 1, shown);
    }

    fn template_parameters(&self, template: Node<'t>, shown: &mut String) {
        let Some(parameters) = template.child_by_field_name("parameters") else { return };
        let mut cursor = parameters.walk();
        for parameter in parameters.named_children(&mut cursor) {
            let is_type = matches!(
                parameter.kind(),
                "type_parameter_declaration" | "optional_type_parameter_declaration"
            );
            if is_type && let Some(name) = child(parameter, "type_identifier") {
                let text = self.text(name);
                let _ =
                    write!(shown, " ::lens::template_parameter<{text}>({}, \"{text}\");", self.line(name));
            } else if let Some(name) = parameter.child_by_field_name("declarator").and_then(name_of)
                && parameter.kind() != "variadic_parameter_declaration"
            {
                self.show(name, shown);
            }
        }
    }

    /// Shows what a declaration declares, behind it.
    pub(super) fn declaration(&mut self, declaration: Node<'t>) {
        self.shared_memory(declaration);
        self.pointer_to_kernel(declaration);
        let stands_alone = declaration.parent().is_some_and(|parent| {
            matches!(parent.kind(), "compound_statement" | "case_statement")
                || parent.kind().starts_with("preproc_")
        });
        if !stands_alone {
            return;
        }
        let is_primitive = declaration
            .child_by_field_name("type")
            .is_some_and(|declared| declared.kind() == "primitive_type");
        let mut shown = String::new();
        let mut cursor = declaration.walk();
        for declarator in declaration.children_by_field_name("declarator", &mut cursor) {
            match declarator.kind() {
                "init_declarator" => {
                    for name in names_of(declarator) {
                        self.show(name, &mut shown);
                    }
                }
                // `int i;` holds anything.
                "identifier" if !is_primitive => self.show(declarator, &mut shown),
                // `auto l(x);`, which reads like a function's declaration.
                "function_declarator" if !is_primitive => {
                    if let Some(name) = name_of(declarator) {
                        self.show(name, &mut shown);
                    }
                }
                _ => {}
            }
        }
        self.edits.insert(declaration.end_byte(), shown);
    }

    /// Shows what a name of a type stands for, behind it.
    pub(super) fn alias(&mut self, alias: Node<'t>) {
        let mut shown = String::new();
        if let Some(name) = alias_name(alias) {
            self.show_type(name, &mut shown);
        }
        self.edits.insert(alias.end_byte(), shown);
    }

    /// A function in a class that shows its aliases and constants; `lens::show` calls it for values of the class.
    pub(super) fn members(&mut self, class: Node<'t>) {
        let Some(body) = class.child_by_field_name("body") else { return };
        let mut shown = String::new();
        let mut cursor = body.walk();
        for member in body.named_children(&mut cursor) {
            match member.kind() {
                "alias_declaration" | "type_definition" => {
                    if let Some(name) = alias_name(member) {
                        self.show_type(name, &mut shown);
                    }
                }
                "field_declaration" if self.text(member).trim_start().starts_with("static") => {
                    let name = member.child_by_field_name("declarator").and_then(name_of);
                    if let Some(name) = name
                        && descendant(member, "function_declarator").is_none()
                    {
                        self.show(name, &mut shown);
                    }
                }
                _ => {}
            }
        }
        let end = body.end_byte() - 1;
        self.edits.insert(
            end,
            format!(" public: template <class = void> static void lens_members() {{ {shown}}} "),
        );
    }

    pub(super) fn show(&self, name: Node<'t>, shown: &mut String) {
        let text = self.text(name);
        let _ = write!(shown, " ::lens::show({}, \"{text}\", {text});", self.line(name));
    }

    /// Shows a variable where it is no declaration.
    pub(super) fn show_again(&self, name: Node<'t>, shown: &mut String) {
        let text = self.text(name);
        let _ = write!(shown, " ::lens::again({}, \"{text}\", {text});", self.line(name));
    }

    /// Shows the variables of a loop's head in each of its rounds.
    pub(super) fn loop_variables(&mut self, repeated: Node<'t>) {
        let parts = (repeated.child_by_field_name("initializer"), repeated.child_by_field_name("body"));
        let (Some(head), Some(body)) = parts else { return };
        if head.kind() != "declaration" || body.kind() != "compound_statement" {
            return;
        }
        let mut shown = String::new();
        let mut cursor = head.walk();
        for declarator in head.children_by_field_name("declarator", &mut cursor) {
            for name in names_of(declarator) {
                self.show_again(name, &mut shown);
            }
        }
        self.edits.insert(body.start_byte() + 1, shown);
    }

    fn show_type(&self, name: Node<'t>, shown: &mut String) {
        let text = self.text(name);
        let _ = write!(shown, " ::lens::type<{text}>({}, \"{text}\");", self.line(name));
    }

    /// Shared memory is static, and there is enough of it.
    fn shared_memory(&mut self, declaration: Node<'t>) {
        let is_extern =
            self.text(declaration).starts_with("extern") && self.text(declaration).contains("__shared__");
        let Some(array) = descendant(declaration, "array_declarator").filter(|_| is_extern) else { return };
        let word = declaration.start_byte()..declaration.start_byte() + "extern".len();
        self.edits.replace(word, "alignas(1024)".into());
        if let Some(bracket) = child(array, "[") {
            self.edits.insert(bracket.end_byte(), "1 << 20".into());
        }
    }
}

/// The name that a declarator declares, below its stars and brackets.
pub(super) fn name_of(declarator: Node<'_>) -> Option<Node<'_>> {
    match declarator.kind() {
        "identifier" | "field_identifier" | "type_identifier" | "operator_name" => Some(declarator),
        "qualified_identifier" => name_of(declarator.child_by_field_name("name")?),
        _ => {
            let below = declarator.child_by_field_name("declarator");
            // References and parenthesised declarators name no field.
            below
                .or_else(|| declarator.named_child(0))
                .filter(|below| below.kind() != "parameter_list")
                .and_then(name_of)
        }
    }
}

/// All names of `a = e` and `[a, b] = e`.
fn names_of(declarator: Node<'_>) -> Vec<Node<'_>> {
    match declarator.child_by_field_name("declarator") {
        Some(names) if names.kind() == "structured_binding_declarator" => children(names, "identifier"),
        Some(reference)
            if reference
                .named_child(0)
                .is_some_and(|node| node.kind() == "structured_binding_declarator") =>
        {
            reference.named_child(0).map(|names| children(names, "identifier")).unwrap_or_default()
        }
        Some(array) if array.kind() == "array_declarator" => Vec::new(),
        Some(name) => name_of(name).into_iter().collect(),
        None => Vec::new(),
    }
}

fn alias_name(alias: Node<'_>) -> Option<Node<'_>> {
    alias.child_by_field_name("name").or_else(|| alias.child_by_field_name("declarator").and_then(name_of))
}

fn children<'t>(node: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(|child| child.kind() == kind).collect()
}

pub(super) fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    children(node, kind).first().copied()
}

/// The first node of a kind below `node`, or `node` itself.
pub(super) fn descendant<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    if node.kind() == kind {
        return Some(node);
    }
    let mut cursor = node.walk();
    node.children(&mut cursor).find_map(|child| descendant(child, kind))
}
