//! How code uses its parameters, read without running it.

use layoutlens_syntax::{
    BinaryOperator as Op, Expr, ExprKind,
    program::{Class, Function, HostStatement},
};

use crate::code::walk;

/// The code in which parameters are used: a function or a class.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Uses<'c> {
    Function(&'c Function),
    Class(&'c Class),
}

impl<'c> Uses<'c> {
    fn each(&self, visit: &mut impl FnMut(&'c Expr)) {
        match self {
            Self::Function(function) => walk::function(function, visit),
            Self::Class(class) => walk::items(&class.members, visit),
        }
    }

    /// The members that are asked of a class or object: `Traits::kBlockM`.
    pub(crate) fn members_of(&self, name: &str) -> Vec<&'c str> {
        let mut members = Vec::new();
        self.each(&mut |expr: &Expr| {
            if let ExprKind::Name(path) = &expr.kind
                && let Some(rest) = path.strip_prefix(name)
                && let Some(rest) = rest.strip_prefix("::")
            {
                let member = rest.split("::").next().unwrap_or(rest);
                if !members.contains(&member) {
                    members.push(member);
                }
            }
        });
        members
    }

    /// The numbers with which a parameter is compared for being the same.
    pub(crate) fn numbers_of(&self, name: &str) -> Vec<i64> {
        let mut numbers = Vec::new();
        self.each(&mut |expr: &Expr| {
            if let ExprKind::Binary { operator: Op::Equal, left, right } = &expr.kind
                && let (ExprKind::Name(own), ExprKind::Int(number))
                | (ExprKind::Int(number), ExprKind::Name(own)) = (&left.kind, &right.kind)
                && own == name
                && *number > 1
                && !numbers.contains(number)
            {
                numbers.push(*number);
            }
        });
        numbers
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
            if let (ExprKind::Specialize { base, arguments: modes }, [only]) =
                (&callee.kind, arguments.as_slice())
                && is_it(&only.value)
                && let ExprKind::Name(function) = &base.kind
                && let "size" | "shape" | "stride" | "cute::size" | "cute::shape" = function.as_str()
                && let [Expr { kind: ExprKind::Int(mode), .. }, ..] = modes.as_slice()
            {
                least = least.max(usize::try_from(mode + 1).unwrap_or(0));
            }
        }
        ExprKind::Binary { operator: Op::Equal, left, right } => {
            if let ExprKind::Invoke { callee, arguments } = &left.kind
                && matches!(&callee.kind, ExprKind::Name(function) if function == "rank" || function == "cute::rank")
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
