//! Statements: which stay, and how kernels are called.

use tree_sitter::Node;

use super::{Place, Statements, Writer, declarations::child, declarations::descendant};

/// Functions of others that a program cannot do without: they read its arguments, or `host.hpp` has them.
const KEPT: &[&str] = &[
    "sscanf",
    "CUTE_STATIC_ASSERT_V",
    "CUTE_STATIC_ASSERT",
    "launch_kernel_on_cluster",
    "cudaLaunchKernelEx",
];

impl<'t> Writer<'t> {
    /// Keeps, shows or takes out an expression statement. Whether nothing inside is left to do.
    pub(super) fn expression_statement(&mut self, statement: Node<'t>, place: Place) -> bool {
        let Some(expression) = statement.named_child(0) else { return false };
        let is_kept = match expression.kind() {
            "assignment_expression" => {
                self.is_kept_assignment(statement, expression, place) || self.statements == Statements::All
            }
            "call_expression" if self.statements == Statements::OfLayouts => {
                self.is_kept_call(expression, place)
            }
            _ if self.statements == Statements::All => true,
            "gnu_asm_expression" => false,
            // `std::cout << x`.
            "binary_expression" => !self.text(expression).starts_with("std::c"),
            _ => true,
        };
        if !is_kept {
            self.edits.replace(statement.byte_range(), ";".into());
        }
        if is_kept && expression.kind() == "call_expression" {
            self.show_what_is_read(statement, expression);
        }
        if is_kept && let Some(launch) = child(expression, "kernel_call_syntax") {
            let text = self.text(launch);
            let configuration = text.trim_start_matches('<').trim_end_matches('>');
            let configuration = configuration.replace('\n', " ");
            self.edits.insert(statement.start_byte(), format!("{{ ::lens::configure({configuration}); "));
            self.edits.insert(statement.end_byte(), " }".into());
        }
        !is_kept
    }

    /// Calls of the program's own functions are what leads to its layouts; all others touch memory or print.
    fn is_kept_call(&self, call: Node<'t>, place: Place) -> bool {
        if child(call, "kernel_call_syntax").is_some() {
            return true;
        }
        let Some(name) = call.child_by_field_name("function").map(|function| self.called_name(function))
        else {
            return false;
        };
        let own = if place.on_device { &self.functions.device } else { &self.functions.host };
        // Device functions are called from host code where they are both.
        KEPT.contains(&name)
            || own.contains(name)
            || (!place.on_device && self.functions.device.contains(name))
    }

    /// Shows `m` behind `sscanf(text, "%d", &m);`.
    fn show_what_is_read(&mut self, statement: Node<'t>, call: Node<'t>) {
        let Some(arguments) = call.child_by_field_name("arguments") else { return };
        if !self.text(call).starts_with("sscanf") {
            return;
        }
        let mut shown = String::new();
        let mut cursor = arguments.walk();
        for argument in arguments.named_children(&mut cursor) {
            if let Some(name) =
                child(argument, "identifier").filter(|_| argument.kind() == "pointer_expression")
            {
                self.show_again(name, &mut shown);
            }
        }
        self.edits.insert(statement.start_byte(), "{ ".into());
        self.edits.insert(statement.end_byte(), format!("{shown} }}"));
    }

    /// `f` in `f(x)`, `a::f<3>(x)`, `a.template f<3>(x)`.
    fn called_name(&self, function: Node<'t>) -> &'t str {
        match function.kind() {
            "identifier" | "field_identifier" => self.text(function),
            "template_function"
            | "template_method"
            | "qualified_identifier"
            | "field_expression"
            | "dependent_name" => {
                let below = ["name", "field"].iter().find_map(|field| function.child_by_field_name(field));
                below.or_else(|| function.named_child(0)).map_or("", |below| self.called_name(below))
            }
            // A value of the program's own class that is called.
            _ => "operator()",
        }
    }

    /// Elements of tensors are not stored; variables are, and shown again.
    fn is_kept_assignment(&mut self, statement: Node<'t>, assignment: Node<'t>, place: Place) -> bool {
        let Some(target) = assignment.child_by_field_name("left") else { return false };
        match target.kind() {
            "identifier" => {
                let mut shown = String::new();
                self.show_again(target, &mut shown);
                self.edits.insert(statement.start_byte(), "{ ".into());
                self.edits.insert(statement.end_byte(), format!("{shown} }}"));
                true
            }
            "field_expression" => descendant(target, "call_expression").is_none(),
            // Sizes in an array of the host: `int sizes[3]; sizes[i] = 64;`.
            "subscript_expression" => {
                let array = target.child_by_field_name("argument").map(|array| self.text(array));
                !place.on_device && array.is_some_and(|array| self.functions.arrays.contains(array))
            }
            _ => false,
        }
    }

    /// `(void const*) kernel`: a launch on the host needs the kernel's type.
    pub(super) fn cast_of_kernel(&mut self, cast: Node<'t>) {
        let Some(value) = cast.child_by_field_name("value") else { return };
        let is_argument = cast.parent().is_some_and(|parent| parent.kind() == "argument_list");
        let declared =
            cast.child_by_field_name("type").map(|declared| self.text(declared)).unwrap_or_default();
        if is_argument && is_untyped_pointer(declared) {
            self.edits.replace(cast.start_byte()..value.start_byte(), String::new());
        }
    }

    /// `void const* kernel = reinterpret_cast<void const*>(&f<T>);` becomes `auto kernel = (&f<T>);`.
    pub(super) fn pointer_to_kernel(&mut self, declaration: Node<'t>) {
        let Some(declarator) = child(declaration, "init_declarator") else { return };
        let (Some(name), Some(value)) =
            (declarator.child_by_field_name("declarator"), declarator.child_by_field_name("value"))
        else {
            return;
        };
        let before = &self.source[declaration.start_byte()..name.end_byte()];
        let Some(name) = descendant(name, "identifier").filter(|_| is_untyped_pointer_declaration(before))
        else {
            return;
        };
        let inner = match value.kind() {
            "cast_expression" => value.child_by_field_name("value"),
            "call_expression" if self.text(value).starts_with("reinterpret_cast<") => {
                value.child_by_field_name("arguments")
            }
            _ => None,
        };
        if let Some(inner) = inner {
            self.edits.replace(
                declaration.start_byte()..inner.start_byte(),
                format!("auto {} = ", self.text(name)),
            );
        }
    }
}

fn is_untyped_pointer(declared: &str) -> bool {
    let words: String = declared.split_whitespace().collect();
    matches!(words.as_str(), "void*" | "voidconst*" | "constvoid*")
}

fn is_untyped_pointer_declaration(before: &str) -> bool {
    before.rsplit_once('*').is_some_and(|(declared, _)| is_untyped_pointer(&format!("{declared}*")))
}
