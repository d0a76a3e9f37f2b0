//! How code uses its parameters, read without running it.

use layoutlens_operation::Operation;
use layoutlens_syntax::{
    BinaryOperator as Op, Expr, ExprKind,
    program::{Class, Function, HostStatement, Item, Parameter, TemplateParameter},
};

use crate::code::walk;

/// The code in which parameters are used: a function or a class.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Uses<'c> {
    Function(&'c Function),
    Class(&'c Class),
}

impl<'c> Uses<'c> {
    pub(crate) fn template(&self) -> &'c [TemplateParameter] {
        match self {
            Self::Function(function) => &function.template,
            Self::Class(class) => &class.template,
        }
    }

    /// The template parameter of a name.
    pub(crate) fn parameter(&self, name: &str) -> Option<&'c TemplateParameter> {
        let is_it = |parameter: &&TemplateParameter| {
            parameter
                .name
                .as_ref()
                .is_some_and(|own| own.text.trim_end_matches('_') == name.trim_end_matches('_'))
        };
        self.template().iter().find(is_it)
    }

    /// Calls `visit` with every expression of the code, outer ones before inner ones.
    pub(crate) fn each(&self, visit: &mut impl FnMut(&'c Expr)) {
        match self {
            Self::Function(function) => walk::function(function, visit),
            Self::Class(class) => walk::items(&class.members, visit),
        }
    }

    /// The parameters of a type.
    pub(crate) fn objects_of(&self, name: &str) -> Vec<&'c str> {
        let of_function = |function: &'c Function| {
            let is_of_type = |parameter: &&'c Parameter| matches!(parameter.declared_type.as_ref().map(|of| &of.kind), Some(ExprKind::Name(of)) if of == name);
            let parameters = function.parameters.iter().filter(is_of_type);
            parameters.filter_map(|parameter| Some(parameter.name.as_ref()?.text.as_str()))
        };
        match self {
            Self::Function(function) => of_function(function).collect(),
            Self::Class(class) => {
                let methods = class.members.iter().filter_map(|member| match member {
                    Item::Function(function) => Some(function),
                    _ => None,
                });
                methods.flat_map(of_function).collect()
            }
        }
    }
}

/// With how many modes a function uses a parameter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RankUsed {
    /// So many, as its coordinates and assertions say.
    pub(crate) stated: Option<usize>,
    /// At least so many, as what is asked of its modes says.
    pub(crate) least: usize,
}

impl RankUsed {
    /// Whether something of this rank may be used so.
    pub(crate) fn takes(self, rank: usize) -> bool {
        self.stated.map_or(rank >= self.least, |stated| rank == stated)
    }
}

/// With how many modes a function uses a parameter.
pub(crate) fn rank_in(body: &[HostStatement], name: &str) -> RankUsed {
    let mut stated = None;
    let mut least = 0;
    let is_it = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(own) if own == name);
    walk::statements(body, &mut |expr: &Expr| match &expr.kind {
        ExprKind::Invoke { callee, arguments } if is_it(callee) => {
            let keeps = arguments.iter().any(|argument| matches!(argument.value.kind, ExprKind::Keep));
            if keeps || arguments.len() > 1 {
                stated = stated.max(Some(arguments.len()));
            }
        }
        ExprKind::Invoke { callee, arguments } => {
            // `tma.get_tma_tensor(make_shape(m, k))`
            if let (ExprKind::Member { base, name }, [only]) = (&callee.kind, arguments.as_slice())
                && is_it(base)
                && name.text == "get_tma_tensor"
                && let ExprKind::Invoke { arguments: sizes, .. } = &only.value.kind
            {
                stated = stated.max(Some(sizes.len()));
            }
            if let (ExprKind::Specialize { base, arguments: modes }, [only]) =
                (&callee.kind, arguments.as_slice())
                && is_it(&only.value)
                && let ExprKind::Name(function) = &base.kind
                && let Some(Operation::Size | Operation::Shape | Operation::Stride) = operation_of(function)
                && let [Expr { kind: ExprKind::Int(mode), .. }, ..] = modes.as_slice()
            {
                // A mode that no layout has says nothing.
                let rank = mode.checked_add(1).and_then(|rank| usize::try_from(rank).ok());
                least = least.max(rank.unwrap_or(0));
            }
        }
        ExprKind::Binary { operator: Op::Equal, left, right } => {
            if let ExprKind::Invoke { callee, arguments } = &left.kind
                && matches!(&callee.kind, ExprKind::Name(function) if operation_of(function) == Some(Operation::Rank))
                && arguments.first().is_some_and(|argument| is_it(&argument.value))
            {
                walk::expression(right, &mut |inner: &Expr| {
                    if let ExprKind::Int(rank) = inner.kind {
                        stated = usize::try_from(rank).ok();
                    }
                });
            }
        }
        _ => {}
    });
    RankUsed { stated, least }
}

fn operation_of(function: &str) -> Option<Operation> {
    Operation::named(function.rsplit("::").next().unwrap_or(function))
}
