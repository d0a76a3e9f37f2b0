//! Code that stands elsewhere in the text than where it was read, as more or less stands in front of it.

use std::{ops::Range, sync::Arc};

use crate::annotation::{Assertion, Binding, Name, Run, RunOption, Statement, SyntaxError};
use crate::expr::{Expr, ExprKind};
use crate::program::{
    Alternative, Argument, Class, Declaration, Function, HostStatement, Import, Item, MacroDefinition,
    Parameter, Program, StatementKind, TemplateParameter,
};

/// Where code stands that was read elsewhere.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Distance {
    /// So many bytes behind, from one on: what is said to stand before that stands nowhere, and stays.
    By { from: usize, bytes: isize },
    /// All of it at one place, and its names nowhere: a macro writes it there.
    To { start: usize, end: usize },
}

/// Whether a place is that of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    /// A name has it.
    Name,
    /// An expression that is a name.
    Mention,
    /// Something else.
    Other,
}

/// Sees, and may change, the bytes at which something stands.
pub(crate) type Visit<'a> = dyn FnMut(&mut Range<usize>, Holder) + 'a;

/// What has places in a text.
pub(crate) trait Moves {
    /// Visits each place, always in the same order.
    fn each_place(&mut self, visit: &mut Visit<'_>);

    /// Has all of it stand elsewhere.
    fn move_by(&mut self, by: Distance) {
        self.each_place(&mut |range, holder| match by {
            Distance::By { from, bytes } if range.start >= from => {
                range.start = range.start.saturating_add_signed(bytes);
                range.end = range.end.saturating_add_signed(bytes);
            }
            Distance::By { .. } => {}
            Distance::To { start, .. } if holder == Holder::Name => *range = start..start,
            Distance::To { start, end } => *range = start..end,
        });
    }
}

impl Moves for Range<usize> {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        visit(self, Holder::Other);
    }
}

impl<T: Moves> Moves for Vec<T> {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        self.iter_mut().for_each(|one| one.each_place(visit));
    }
}

impl<T: Moves> Moves for Option<T> {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        self.iter_mut().for_each(|one| one.each_place(visit));
    }
}

impl<T: Moves> Moves for Box<T> {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        (**self).each_place(visit);
    }
}

impl<T: Moves + Clone> Moves for Arc<[T]> {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        if !self.is_empty() {
            Arc::make_mut(self).iter_mut().for_each(|one| one.each_place(visit));
        }
    }
}

/// Of each of these fields. Who uses it names the fields without a place as well, so that no new one is passed over.
macro_rules! fields {
    ($visit:ident: $($field:expr),* $(,)?) => {{ $($field.each_place($visit);)* }};
}

impl Moves for Name {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        visit(&mut self.range, Holder::Name);
    }
}

impl Moves for Program {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self {
            items,
            imports,
            imports_in_place,
            macros: _,
            defined,
            macro_defaults: _,
            without_defaults,
            reference_types: _,
        } = self;
        fields!(visit: items, imports);
        defined.iter_mut().for_each(|(name, _)| name.each_place(visit));
        without_defaults.iter_mut().for_each(|program| Arc::make_mut(program).each_place(visit));
        let moved = std::mem::take(imports_in_place).into_iter().map(|at| {
            let mut place = at..at;
            visit(&mut place, Holder::Other);
            place.start
        });
        *imports_in_place = moved.collect();
    }
}

impl Moves for Import {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self { path: _, alias: _, space: _, block, range } = self;
        if let Some(block) = block {
            block.each_place(visit);
        }
        range.each_place(visit);
    }
}

impl Moves for Item {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Function(function) => function.each_place(visit),
            Self::Class(class) => class.each_place(visit),
            Self::Statement(statement) => statement.each_place(visit),
        }
    }
}

impl Moves for Function {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self {
            name,
            path: _,
            template,
            around,
            specialization,
            parameters,
            returns,
            attributes,
            body,
            outer_names: _,
            range,
            is_broken: _,
            is_async: _,
            is_only_declared: _,
            returns_reference: _,
            is_constant: _,
            passed_over,
        } = self;
        fields!(visit: name, template, around, specialization, parameters, returns, attributes, body, range, passed_over);
    }
}

impl Moves for TemplateParameter {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self { name, is_type: _, declared_type, is_pack: _, default } = self;
        fields!(visit: name, declared_type, default);
    }
}

impl Moves for Parameter {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self {
            name,
            declared_type,
            is_pointer: _,
            is_reference: _,
            is_constant: _,
            is_pack: _,
            is_positional: _,
            default,
            range,
        } = self;
        fields!(visit: name, declared_type, default, range);
    }
}

impl Moves for Class {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self { name, path: _, template, specialization, bases, attributes, members, range } = self;
        fields!(visit: name, template, specialization, bases, attributes, members, range);
    }
}

impl Moves for HostStatement {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        fields!(visit: self.kind, self.range);
    }
}

impl Moves for StatementKind {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Declare(declaration) => declaration.each_place(visit),
            Self::Assign { target, operator: _, value } => fields!(visit: target, value),
            Self::Expression(of) | Self::Assert(of) => of.each_place(visit),
            Self::Return(of) => of.each_place(visit),
            Self::If { condition, is_constant: _, then, otherwise } => {
                fields!(visit: condition, then, otherwise);
            }
            Self::Loop { variables, over, condition, body, counts: _ } => {
                fields!(visit: variables, over, condition, body);
            }
            Self::Block(body) | Self::Finally(body) => body.each_place(visit),
            Self::Try { body, handlers } => fields!(visit: body, handlers),
            Self::Label(name) => name.each_place(visit),
            Self::Alternatives(alternatives) => alternatives.each_place(visit),
            Self::Function(function) => function.each_place(visit),
            Self::Class(class) => class.each_place(visit),
            Self::Macro(defined) => defined.each_place(visit),
            Self::Instantiate { function, path: _ } => function.each_place(visit),
            Self::Jump(_) | Self::Unread(_) => {}
        }
    }
}

impl Moves for MacroDefinition {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self { name, parameters: _, body, is_loose: _, written: _, leaves, taken_back } = self;
        fields!(visit: name, body, leaves, taken_back);
    }
}

impl Moves for Alternative {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self { condition: _, body } = self;
        body.each_place(visit);
    }
}

impl Moves for Declaration {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self {
            names,
            path: _,
            template,
            specialization,
            kind: _,
            declared_type,
            is_pointer: _,
            is_reference: _,
            value,
            takes_apart: _,
            is_internal: _,
        } = self;
        fields!(visit: names, template, specialization, declared_type, value);
    }
}

impl Moves for Argument {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self { keyword, value } = self;
        fields!(visit: keyword, value);
    }
}

impl Moves for Expr {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        self.kind.each_place(visit);
        let holder = if matches!(self.kind, ExprKind::Name(_)) { Holder::Mention } else { Holder::Other };
        visit(&mut self.range, holder);
    }
}

impl Moves for ExprKind {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Tuple(of)
            | Self::Tiler(of)
            | Self::Comma(of)
            | Self::List(of)
            | Self::Dictionary(of)
            | Self::Set(of) => of.each_place(visit),
            Self::Layout { shape, stride } => fields!(visit: shape, stride),
            Self::Basis { value, path: _ } => value.each_place(visit),
            Self::Composed { swizzle, offset, layout } => fields!(visit: swizzle, offset, layout),
            Self::Call { function, template, arguments } => fields!(visit: function, template, arguments),
            Self::Apply { callee, coordinate } => fields!(visit: callee, coordinate),
            Self::Member { base, name } => fields!(visit: base, name),
            Self::Specialize { base, arguments } => fields!(visit: base, arguments),
            Self::Construct { constructed, arguments } => fields!(visit: constructed, arguments),
            Self::Invoke { callee, arguments } => fields!(visit: callee, arguments),
            Self::Launch { kernel, configuration, arguments } => {
                fields!(visit: kernel, configuration, arguments);
            }
            Self::Index { base, indices } => fields!(visit: base, indices),
            Self::TypeOf(of) | Self::Not(of) | Self::Expand(of) | Self::Negate(of) => of.each_place(visit),
            Self::Conditional { condition, then, otherwise } => fields!(visit: condition, then, otherwise),
            Self::Comprehension { element, variables, over, condition } => {
                fields!(visit: element, variables, over, condition);
            }
            Self::Lambda(function) => function.each_place(visit),
            Self::Designated { name, value } => fields!(visit: name, value),
            Self::Fold { operator: _, pattern, initial, from_left: _ } => fields!(visit: pattern, initial),
            Self::Binary { operator: _, left, right } => fields!(visit: left, right),
            Self::Int(_)
            | Self::Name(_)
            | Self::Keep
            | Self::Any
            | Self::AnyMultiple(_)
            | Self::Fraction { .. }
            | Self::Xor(_)
            | Self::Swizzle { .. }
            | Self::Bool(_)
            | Self::Text(_)
            | Self::Opaque(_)
            | Self::Error => {}
        }
    }
}

impl Moves for Statement {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Let { name, value } => fields!(visit: name, value),
            Self::Show(of) => of.each_place(visit),
            Self::Compare { left, right } => fields!(visit: left, right),
            Self::Assert(Assertion { claim }) => claim.each_place(visit),
            Self::With(bindings) => bindings.each_place(visit),
            Self::Run(run) => run.each_place(visit),
            Self::Allow(names) => names.each_place(visit),
            Self::Broken => {}
        }
    }
}

impl Moves for Binding {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Value { name, value } => fields!(visit: name, value),
            Self::Divisible { name, divisor } => fields!(visit: name, divisor),
        }
    }
}

impl Moves for Run {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Copy { source, destination, element, options } => {
                fields!(visit: source, destination, element, options);
            }
            Self::Gemm { a, b, c, element, options } => fields!(visit: a, b, c, element, options),
        }
    }
}

impl Moves for RunOption {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        fields!(visit: self.name, self.value);
    }
}

impl Moves for SyntaxError {
    fn each_place(&mut self, visit: &mut Visit<'_>) {
        let Self { range, message: _ } = self;
        range.each_place(visit);
    }
}
