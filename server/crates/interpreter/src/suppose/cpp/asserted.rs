//! What a class template asserts of its numbers: suppositions that it refuses are none.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Class, DeclarationKind, HostStatement, Item, StatementKind},
};

use crate::{
    code::{rewrite::Rewrite, walk},
    state::interpreter::Interpreter,
};

/// Numbers that are tried, 0 only where no other one will do, for one or two parameters that a class asserts something of together.
const TRIED: [i64; 10] = [64, 32, 128, 16, 256, 8, 4, 2, 1, 0];

/// Of how many parameters, and claims, a class may be for that.
const MAX_TOGETHER: usize = 6;

impl Interpreter<'_> {
    /// Holds the claims of the class at hand against what is supposed of its template.
    pub(crate) fn hold_assertions(&mut self, class: &Class) {
        let claims: Vec<&Expr> = claims_of_numbers(class).collect();
        for claim in &claims {
            if self.without_changes(|this| this.condition(claim)) == Some(false) {
                // Nothing is evaluated behind a contradiction.
                let together = self.numbers_together(class, claim, &claims);
                self.fails_but_for(Some(claim), &together);
                return;
            }
        }
    }

    /// Where a claim is of several numbers at once, `A > 0 ^ B > 0`, one or two of them that make all claims hold.
    fn numbers_together<'c>(
        &mut self,
        class: &'c Class,
        failed: &Expr,
        claims: &[&Expr],
    ) -> Vec<(&'c str, i64)> {
        let names = parameters_of(class, failed);
        if !(2..=MAX_TOGETHER).contains(&names.len()) || claims.len() > MAX_TOGETHER {
            return Vec::new();
        }
        // The last one first: what is named before is what others are measured by.
        let names: Vec<&str> = names.into_iter().rev().collect();
        let one = names.iter().flat_map(|name| TRIED.map(|number| vec![(*name, number)]));
        let two = names.iter().enumerate().flat_map(|(at, name)| {
            let others = names[at + 1..].iter().flat_map(|other| TRIED.map(|number| (*other, number)));
            others.flat_map(|other| TRIED.map(|number| vec![(*name, number), other]))
        });
        let holds = |this: &mut Self, given: &[(&'c str, i64)]| {
            let with =
                Rewrite { given: names_given(class, given), at: failed.range.clone(), path: Arc::default() };
            claims.iter().all(|claim| {
                let mut claim = (*claim).clone();
                with.expression(&mut claim);
                this.without_changes(|this| this.condition(&claim)) == Some(true)
            })
        };
        one.chain(two).find(|given| holds(self, given)).unwrap_or_default()
    }
}

/// What a class asserts of numbers that its template is given.
fn claims_of_numbers(class: &Class) -> impl Iterator<Item = &Expr> {
    class.members.iter().filter_map(|member| match member {
        Item::Statement(HostStatement { kind: StatementKind::Assert(claim), .. })
            if is_of_numbers(class, claim) =>
        {
            Some(claim)
        }
        _ => None,
    })
}

/// The parameter of a template that a name in its class is, itself or as `static constexpr int A = A_;`.
fn parameter_named<'c>(class: &'c Class, name: &str) -> Option<&'c str> {
    let parameter = |name: &str| {
        let mut numbers = class.template.iter().filter(|parameter| !parameter.is_type);
        numbers.find_map(|parameter| {
            parameter.name.as_ref().filter(|own| own.text == name).map(|own| own.text.as_str())
        })
    };
    let behind = || {
        class.members.iter().find_map(|member| match member {
            Item::Statement(HostStatement { kind: StatementKind::Declare(declaration), .. })
                if declaration.kind == DeclarationKind::Constant
                    && declaration.names.iter().any(|own| own.text == name) =>
            {
                match &declaration.value {
                    Some(Expr { kind: ExprKind::Name(of), .. }) => parameter(of),
                    _ => None,
                }
            }
            _ => None,
        })
    };
    parameter(name).or_else(behind)
}

/// The parameters that a claim is of, each once.
fn parameters_of<'c>(class: &'c Class, claim: &Expr) -> Vec<&'c str> {
    let mut names: Vec<&str> = Vec::new();
    walk::expression(claim, &mut |expr: &Expr| {
        if let ExprKind::Name(name) = &expr.kind
            && let Some(parameter) = parameter_named(class, name)
            && !names.contains(&parameter)
        {
            names.push(parameter);
        }
    });
    names
}

/// Numbers in the place of parameters, under each name that the class has for them.
fn names_given<'c>(class: &'c Class, given: &[(&str, i64)]) -> FxHashMap<&'c str, Vec<Expr>> {
    let own = class.template.iter().filter_map(|parameter| parameter.name.as_ref());
    let declared = class.members.iter().flat_map(|member| match member {
        Item::Statement(HostStatement { kind: StatementKind::Declare(declaration), .. }) => {
            &*declaration.names
        }
        _ => &[],
    });
    let number_of = |name: &str| {
        let parameter = parameter_named(class, name)?;
        given.iter().find(|(of, _)| *of == parameter).map(|(_, number)| *number)
    };
    own.chain(declared)
        .filter_map(|name| {
            let number = Expr { kind: ExprKind::Int(number_of(&name.text)?), range: name.range.clone() };
            Some((name.text.as_str(), vec![number]))
        })
        .collect()
}

/// Whether a claim compares numbers that a template is given, under the names that the class has for them.
fn is_of_numbers(class: &Class, claim: &Expr) -> bool {
    let mut are_numbers = true;
    walk::expression(claim, &mut |expr: &Expr| {
        are_numbers &= match &expr.kind {
            ExprKind::Name(name) => parameter_named(class, name).is_some(),
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Binary { .. } | ExprKind::Not(_) => true,
            _ => false,
        };
    });
    are_numbers
}
