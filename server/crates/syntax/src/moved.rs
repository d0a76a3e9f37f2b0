//! Code that stands elsewhere in the text than where it was read, as more or less stands in front of it.

use std::{ops::Range, sync::Arc};

use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{
    Alternative, Argument, Class, Declaration, Function, HostStatement, Item, MacroDefinition, Parameter,
    StatementKind, TemplateParameter,
};

/// Where code stands that was read elsewhere.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Distance {
    /// So many bytes behind, from one on: what is said to stand before that stands nowhere, and stays.
    By { from: usize, bytes: isize },
    /// All of it at one place, and its names nowhere: a macro writes it there.
    To { start: usize, end: usize },
}

/// What has places in a text.
pub(crate) trait Moves {
    /// Has all of it stand elsewhere.
    fn move_by(&mut self, by: Distance);
}

impl Moves for Range<usize> {
    fn move_by(&mut self, by: Distance) {
        match by {
            Distance::By { from, bytes } if self.start >= from => {
                self.start = self.start.saturating_add_signed(bytes);
                self.end = self.end.saturating_add_signed(bytes);
            }
            Distance::By { .. } => {}
            Distance::To { start, end } => *self = start..end,
        }
    }
}

impl<T: Moves> Moves for Vec<T> {
    fn move_by(&mut self, by: Distance) {
        self.iter_mut().for_each(|one| one.move_by(by));
    }
}

impl<T: Moves> Moves for Option<T> {
    fn move_by(&mut self, by: Distance) {
        self.iter_mut().for_each(|one| one.move_by(by));
    }
}

impl<T: Moves> Moves for Box<T> {
    fn move_by(&mut self, by: Distance) {
        (**self).move_by(by);
    }
}

impl<T: Moves + Clone> Moves for Arc<[T]> {
    fn move_by(&mut self, by: Distance) {
        if !self.is_empty() {
            Arc::make_mut(self).iter_mut().for_each(|one| one.move_by(by));
        }
    }
}

/// Of each of these fields. Who uses it names the fields without a place as well, so that no new one is passed over.
macro_rules! fields {
    ($by:ident: $($field:expr),* $(,)?) => {{ $($field.move_by($by);)* }};
}

impl Moves for Name {
    fn move_by(&mut self, by: Distance) {
        self.range.move_by(by);
        if let Distance::To { .. } = by {
            self.range.end = self.range.start;
        }
    }
}

impl Moves for Item {
    fn move_by(&mut self, by: Distance) {
        match self {
            Self::Function(function) => function.move_by(by),
            Self::Class(class) => class.move_by(by),
            Self::Statement(statement) => statement.move_by(by),
        }
    }
}

impl Moves for Function {
    fn move_by(&mut self, by: Distance) {
        let Self {
            name,
            path: _,
            template,
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
        } = self;
        fields!(by: name, template, specialization, parameters, returns, attributes, body, range);
    }
}

impl Moves for TemplateParameter {
    fn move_by(&mut self, by: Distance) {
        let Self { name, is_type: _, is_truth: _, is_pack: _, default } = self;
        fields!(by: name, default);
    }
}

impl Moves for Parameter {
    fn move_by(&mut self, by: Distance) {
        let Self {
            name,
            declared_type,
            is_pointer: _,
            is_reference: _,
            is_constant: _,
            is_pack: _,
            default,
            range,
        } = self;
        fields!(by: name, declared_type, default, range);
    }
}

impl Moves for Class {
    fn move_by(&mut self, by: Distance) {
        let Self { name, path: _, template, specialization, bases, attributes, members, range } = self;
        fields!(by: name, template, specialization, bases, attributes, members, range);
    }
}

impl Moves for HostStatement {
    fn move_by(&mut self, by: Distance) {
        fields!(by: self.kind, self.range);
    }
}

impl Moves for StatementKind {
    fn move_by(&mut self, by: Distance) {
        match self {
            Self::Declare(declaration) => declaration.move_by(by),
            Self::Assign { target, operator: _, value } => fields!(by: target, value),
            Self::Expression(of) | Self::Assert(of) => of.move_by(by),
            Self::Return(of) => of.move_by(by),
            Self::If { condition, is_constant: _, then, otherwise } => {
                fields!(by: condition, then, otherwise);
            }
            Self::Loop { variables, over, body } => fields!(by: variables, over, body),
            Self::Block(body) => body.move_by(by),
            Self::Try { body, handlers } => fields!(by: body, handlers),
            Self::Label(name) => name.move_by(by),
            Self::Alternatives(alternatives) => alternatives.move_by(by),
            Self::Function(function) => function.move_by(by),
            Self::Class(class) => class.move_by(by),
            Self::Macro(defined) => defined.move_by(by),
            Self::Instantiate { function, path: _ } => function.move_by(by),
            Self::Jump(_) | Self::Unread(_) => {}
        }
    }
}

impl Moves for MacroDefinition {
    fn move_by(&mut self, by: Distance) {
        let Self { name, parameters: _, body, is_loose: _, written: _, leaves } = self;
        fields!(by: name, body, leaves);
    }
}

impl Moves for Alternative {
    fn move_by(&mut self, by: Distance) {
        let Self { condition: _, body } = self;
        body.move_by(by);
    }
}

impl Moves for Declaration {
    fn move_by(&mut self, by: Distance) {
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
        fields!(by: names, template, specialization, declared_type, value);
    }
}

impl Moves for Argument {
    fn move_by(&mut self, by: Distance) {
        let Self { keyword, value } = self;
        fields!(by: keyword, value);
    }
}

impl Moves for Expr {
    fn move_by(&mut self, by: Distance) {
        fields!(by: self.kind, self.range);
    }
}

impl Moves for ExprKind {
    fn move_by(&mut self, by: Distance) {
        match self {
            Self::Tuple(of)
            | Self::Tiler(of)
            | Self::Comma(of)
            | Self::List(of)
            | Self::Dictionary(of)
            | Self::Set(of) => of.move_by(by),
            Self::Layout { shape, stride } => fields!(by: shape, stride),
            Self::Basis { value, path: _ } => value.move_by(by),
            Self::Composed { swizzle, offset, layout } => fields!(by: swizzle, offset, layout),
            Self::Call { function, template, arguments } => fields!(by: function, template, arguments),
            Self::Apply { callee, coordinate } => fields!(by: callee, coordinate),
            Self::Member { base, name } => fields!(by: base, name),
            Self::Specialize { base, arguments } => fields!(by: base, arguments),
            Self::Construct { constructed, arguments } => fields!(by: constructed, arguments),
            Self::Invoke { callee, arguments } => fields!(by: callee, arguments),
            Self::Launch { kernel, configuration, arguments } => {
                fields!(by: kernel, configuration, arguments);
            }
            Self::Index { base, indices } => fields!(by: base, indices),
            Self::TypeOf(of) | Self::Not(of) | Self::Expand(of) | Self::Negate(of) => of.move_by(by),
            Self::Conditional { condition, then, otherwise } => fields!(by: condition, then, otherwise),
            Self::Comprehension { element, variables, over, condition } => {
                fields!(by: element, variables, over, condition);
            }
            Self::Lambda(function) => function.move_by(by),
            Self::Designated { name, value } => fields!(by: name, value),
            Self::Fold { operator: _, pattern, initial, from_left: _ } => fields!(by: pattern, initial),
            Self::Binary { operator: _, left, right } => fields!(by: left, right),
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
