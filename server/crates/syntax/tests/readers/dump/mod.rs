//! Programs as short text: a line a statement, expressions nearly as they are written.

use layoutlens_syntax::program::{
    Argument, Class, Declaration, DeclarationKind, Function, HostStatement, Item, Jump, MacroParameter,
    Parameter, Program, StatementKind, TemplateParameter,
};
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind, Language, Name, parse, read_program};

/// The program that is read from `text`, as short text.
pub(crate) fn dump(language: Language, text: &str) -> String {
    let (_, tree) = parse(language, text, None);
    let program = read_program(language, text, &tree);
    let mut dump = Dump { lines: Vec::new(), indent: 0 };
    dump.program(&program);
    dump.lines.join("\n")
}

/// What is read from `text`, whichever its line ends are. `expected` has a line for each import, definition and
/// statement; it may be indented as a whole.
#[track_caller]
pub(crate) fn check(language: Language, text: &str, expected: &str) {
    let margin = expected.trim_start_matches('\n').chars().take_while(|&character| character == ' ').count();
    let lines = expected.trim_matches('\n').lines().map(|line| line.get(margin..).unwrap_or_default());
    let expected: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        assert_eq!(dump(language, &text), expected.join("\n"), "{text}");
    }
}

struct Dump {
    lines: Vec<String>,
    indent: usize,
}

impl Dump {
    fn line(&mut self, line: String) {
        self.lines.push(format!("{}{line}", "  ".repeat(self.indent)));
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    fn program(&mut self, program: &Program) {
        for import in &program.imports {
            self.line(format!("import {} as {}", import.path, import.alias.as_deref().unwrap_or("*")));
        }
        self.items(&program.items);
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Function(item) => self.function(item),
                Item::Class(item) => self.class(item),
                Item::Statement(statement) => self.statement(statement),
            }
        }
    }

    fn function(&mut self, function: &Function) {
        let returns = function.returns.as_ref().map(|returns| format!(" -> {}", expr(returns)));
        self.line(format!(
            "{}{}fn {}{}({}){}",
            if function.is_broken { "broken " } else { "" },
            attributes(&function.attributes),
            qualified(&function.path, &function.name),
            template(&function.template)
                + &specialization(&function.specialization)
                + &around(&function.around),
            list(&function.parameters, parameter),
            returns.unwrap_or_default(),
        ));
        self.inside(|dump| dump.statements(&function.body));
    }

    fn class(&mut self, class: &Class) {
        self.line(format!(
            "{}class {}{}({})",
            attributes(&class.attributes),
            qualified(&class.path, &class.name),
            template(&class.template) + &specialization(&class.specialization),
            list(&class.bases, expr)
        ));
        self.inside(|dump| dump.items(&class.members));
    }

    fn statements(&mut self, statements: &[HostStatement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &HostStatement) {
        match &statement.kind {
            StatementKind::Declare(declaration) => self.line(declare(declaration)),
            StatementKind::Assign { target, operator, value } => {
                let operator = operator.map_or("", sign);
                self.line(format!("{} {operator}= {}", expr(target), expr(value)));
            }
            StatementKind::Expression(value) => self.line(expr(value)),
            StatementKind::Return(None) => self.line("return".to_owned()),
            StatementKind::Return(Some(value)) => self.line(format!("return {}", expr(value))),
            StatementKind::If { condition, is_constant, then, otherwise } => {
                self.line(format!("if{} {}", if *is_constant { " constant" } else { "" }, expr(condition)));
                self.inside(|dump| dump.statements(then));
                if !otherwise.is_empty() {
                    self.line("else".to_owned());
                    self.inside(|dump| dump.statements(otherwise));
                }
            }
            StatementKind::Loop { variables, over, condition, body, .. } => {
                let over = over.as_ref().map(|over| format!(" in {}", expr(over)));
                let condition = condition.as_ref().map(|condition| format!(" while {}", expr(condition)));
                let (over, condition) = (over.unwrap_or_default(), condition.unwrap_or_default());
                self.line(format!("loop {}{over}{condition}", list(variables, name)));
                self.inside(|dump| dump.statements(body));
            }
            StatementKind::Block(body) => {
                self.line("block".to_owned());
                self.inside(|dump| dump.statements(body));
            }
            StatementKind::Finally(body) => {
                self.line("finally".to_owned());
                self.inside(|dump| dump.statements(body));
            }
            StatementKind::Try { body, handlers } => {
                self.line("try".to_owned());
                self.inside(|dump| dump.statements(body));
                for handler in handlers {
                    self.line("catch".to_owned());
                    self.inside(|dump| dump.statements(handler));
                }
            }
            StatementKind::Label(label) => self.line(format!("label {}", label.text)),
            StatementKind::Alternatives(alternatives) => {
                for alternative in alternatives {
                    self.line(format!("#if {}", alternative.condition));
                    self.inside(|dump| dump.statements(&alternative.body));
                }
            }
            StatementKind::Function(function) => self.function(function),
            StatementKind::Class(class) => self.class(class),
            StatementKind::Assert(claim) => self.line(format!("assert {}", expr(claim))),
            StatementKind::Jump(jump) => self.line(
                match jump {
                    Jump::Raise => "raise",
                    Jump::Break => "break",
                    Jump::Continue => "continue",
                    Jump::Goto => "goto",
                }
                .to_owned(),
            ),
            StatementKind::Macro(definition) => {
                let parameters = definition.parameters.as_ref().map(|parameters| {
                    let shown = |parameter: &MacroParameter| {
                        format!("{}{}", parameter.name, if parameter.is_operand { "!" } else { "" })
                    };
                    format!("({})", list(parameters, shown))
                });
                let loose = if definition.is_loose { " loose" } else { "" };
                let (name, parameters) = (&definition.name.text, parameters.unwrap_or_default());
                self.line(format!("macro {name}{parameters}{loose} = {}", expr(&definition.body)));
            }
            StatementKind::Instantiate { function, .. } => {
                self.line(format!("instantiate {}", expr(function)))
            }
            StatementKind::Unread(reason) => self.line(format!("!unread: {reason}")),
        }
    }
}

fn list<T>(items: &[T], write: impl Fn(&T) -> String) -> String {
    items.iter().map(write).collect::<Vec<_>>().join(", ")
}

fn name(name: &Name) -> String {
    name.text.clone()
}

fn qualified(path: &[String], name: &Name) -> String {
    path.iter().map(|part| format!("{part}::")).collect::<String>() + &name.text
}

fn attributes(attributes: &[Expr]) -> String {
    attributes.iter().map(|attribute| format!("@{} ", expr(attribute))).collect()
}

fn template(parameters: &[TemplateParameter]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let one = |parameter: &TemplateParameter| {
        let text = parameter.name.as_ref().map(name).unwrap_or_default();
        let kind = if parameter.is_type { "type " } else { "" };
        let default = parameter.default.as_ref().map(|default| format!(" = {}", expr(default)));
        format!("{kind}{}{text}{}", if parameter.is_pack { "..." } else { "" }, default.unwrap_or_default())
    };
    format!("<{}>", list(parameters, one))
}

/// The parameters of the classes around a method that is defined outside of them.
fn around(parameters: &[TemplateParameter]) -> String {
    if parameters.is_empty() { String::new() } else { format!(" of class{}", template(parameters)) }
}

/// Arguments for which a template is specialised.
fn specialization(arguments: &[Expr]) -> String {
    if arguments.is_empty() { String::new() } else { format!(" of <{}>", list(arguments, expr)) }
}

/// `&` for a C++ reference, `ptr` for a pointer.
fn indirection(is_pointer: bool, is_reference: bool) -> &'static str {
    match (is_pointer, is_reference) {
        (true, false) => "ptr ",
        (false, true) => "ref ",
        (true, true) => "ref ptr ",
        (false, false) => "",
    }
}

fn parameter(parameter: &Parameter) -> String {
    let declared = parameter.declared_type.as_ref().map(|declared| format!(": {}", expr(declared)));
    let default = parameter.default.as_ref().map(|default| format!(" = {}", expr(default)));
    format!(
        "{}{}{}{}{}{}",
        if parameter.is_pack { "*" } else { "" },
        if parameter.is_constant { "const " } else { "" },
        indirection(parameter.is_pointer, parameter.is_reference),
        parameter.name.as_ref().map(name).unwrap_or_default(),
        declared.unwrap_or_default(),
        default.unwrap_or_default()
    )
}

fn declare(declaration: &Declaration) -> String {
    let word = match declaration.kind {
        DeclarationKind::Variable => "let",
        DeclarationKind::Constant => "const",
        DeclarationKind::Alias => "type",
    };
    let names = list(&declaration.names, |one| qualified(&declaration.path, one));
    let names = if declaration.takes_apart { format!("({names})") } else { names };
    let declared = declaration.declared_type.as_ref().map(|declared| format!(": {}", expr(declared)));
    let value = declaration.value.as_ref().map(|value| format!(" = {}", expr(value)));
    format!(
        "{word} {}{names}{}{}{}",
        indirection(declaration.is_pointer, declaration.is_reference),
        template(&declaration.template) + &specialization(&declaration.specialization),
        declared.unwrap_or_default(),
        value.unwrap_or_default()
    )
}

fn argument(argument: &Argument) -> String {
    let keyword = argument.keyword.as_ref().map(|keyword| format!("{}=", keyword.text));
    keyword.unwrap_or_default() + &expr(&argument.value)
}

fn expr(expression: &Expr) -> String {
    match &expression.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Keep => "_".to_owned(),
        ExprKind::Tuple(elements) => match elements.as_slice() {
            [only] => format!("({},)", expr(only)),
            elements => format!("({})", list(elements, expr)),
        },
        ExprKind::List(elements) => format!("[{}]", list(elements, expr)),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Text(text) => format!("{text:?}"),
        ExprKind::Member { base, name } => format!("{}.{}", expr(base), name.text),
        ExprKind::Specialize { base, arguments } => format!("{}<{}>", expr(base), list(arguments, expr)),
        ExprKind::Construct { constructed, arguments } => {
            let constructed = constructed.as_ref().map(|constructed| expr(constructed));
            format!("{}{{{}}}", constructed.unwrap_or_default(), list(arguments, expr))
        }
        ExprKind::Invoke { callee, arguments } => format!("{}({})", expr(callee), list(arguments, argument)),
        ExprKind::Launch { kernel, configuration, arguments } => {
            format!("{}<<<{}>>>({})", expr(kernel), list(configuration, expr), list(arguments, argument))
        }
        ExprKind::Index { base, indices } => format!("{}[{}]", expr(base), list(indices, expr)),
        ExprKind::TypeOf(operand) => format!("decltype({})", expr(operand)),
        ExprKind::Conditional { condition, then, otherwise } => {
            format!("({} ? {} : {})", expr(condition), expr(then), expr(otherwise))
        }
        ExprKind::Comma(elements) => format!("comma({})", list(elements, expr)),
        ExprKind::Comprehension { element, variables, over, condition } => {
            let condition = condition.as_ref().map(|condition| format!(" if {}", expr(condition)));
            let variables = list(variables, name);
            format!("[{} for {variables} in {}{}]", expr(element), expr(over), condition.unwrap_or_default())
        }
        ExprKind::Dictionary(entries) => format!("dictionary({})", list(entries, expr)),
        ExprKind::Set(elements) => format!("set({})", list(elements, expr)),
        ExprKind::Not(operand) => format!("!{}", expr(operand)),
        ExprKind::Lambda(function) => {
            let mut body = Dump { lines: Vec::new(), indent: 0 };
            body.statements(&function.body);
            format!("lambda({}) {{ {} }}", list(&function.parameters, parameter), body.lines.join("; "))
        }
        ExprKind::Expand(operand) => format!("*{}", expr(operand)),
        ExprKind::Designated { name, value } => format!(".{} = {}", name.text, expr(value)),
        ExprKind::Fold { operator, pattern, initial, from_left } => {
            let initial = initial.as_ref().map(|initial| format!(" from {}", expr(initial)));
            let end = if *from_left { "left" } else { "right" };
            format!("fold_{end}({} {}{})", sign(*operator), expr(pattern), initial.unwrap_or_default())
        }
        ExprKind::Opaque(reason) => format!("?({reason})"),
        ExprKind::Negate(operand) => format!("-{}", expr(operand)),
        ExprKind::Binary { operator, left, right } => {
            format!("({} {} {})", expr(left), sign(*operator), expr(right))
        }
        ExprKind::Layout { shape, stride } => format!("{}:{}", expr(shape), expr(stride)),
        other => format!("{other:?}"),
    }
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::LogicalDivide => "⊘",
        BinaryOperator::LogicalProduct => "⊗",
        BinaryOperator::Compose => "∘",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::DivideDown => "//",
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitOr => "|",
        BinaryOperator::BitXor => "^",
        BinaryOperator::Power => "**",
    }
}
