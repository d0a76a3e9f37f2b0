//! `[element for variables in over if condition]`, and what is made like it.

use layoutlens_host_value::{scope::ScopeId, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind, Name};

use crate::{
    code::walk,
    limits::MAX_ELEMENTS,
    state::{
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
    value::sequence::iterated,
};

impl Interpreter<'_> {
    /// `[element for variables in over if condition]`; the element is the expansion of another list where one more `for` follows.
    pub(crate) fn comprehension(
        &mut self,
        element: &Expr,
        variables: &[Name],
        over: &Expr,
        condition: Option<&Expr>,
    ) -> HostValue {
        let head = over;
        let over = self.value(head);
        let over = self.opened(over);
        let watched = self.watch_gone_over(Some(head), Some(&over));
        let scope = self.scopes.open(Some(self.scope()), ScopeKind::Block, self.file());
        let Some(all) = iterated(&over) else {
            self.forget_rounds(scope, variables, element, condition);
            return HostValue::unknown(
                over.unknown_reason().unwrap_or("what the list goes over is not known"),
            );
        };
        let mut values = Vec::new();
        for one in all {
            match variables {
                [name] => self.bind(scope, &name.text, Binding::variable(one, name.range.start)),
                _ => {
                    let one = self.opened(one);
                    let Some(parts) = one.elements().filter(|parts| parts.len() == variables.len()) else {
                        self.forget_rounds(scope, variables, element, condition);
                        return HostValue::unknown("the parts of an element are not known");
                    };
                    for (name, part) in variables.iter().zip(parts) {
                        self.bind(scope, &name.text, Binding::variable(part, name.range.start));
                    }
                }
            }
            let is_taken = match condition {
                Some(condition) => self.within(scope, |this| this.condition(condition)),
                None => Some(true),
            };
            match is_taken {
                Some(true) => match &element.kind {
                    ExprKind::Expand(inner) => {
                        let inner = self.within(scope, |this| this.value(inner));
                        let Some(more) = inner.elements() else {
                            self.forget_rounds(scope, variables, element, condition);
                            return HostValue::unknown(
                                inner.unknown_reason().unwrap_or("what the list goes over is not known"),
                            );
                        };
                        values.extend(more);
                    }
                    _ => values.push(self.within(scope, |this| this.value(element))),
                },
                Some(false) => {}
                None => {
                    self.forget_rounds(scope, variables, element, condition);
                    return HostValue::unknown("which elements are taken is not known");
                }
            }
            if values.len() > MAX_ELEMENTS {
                self.forget_rounds(scope, variables, element, condition);
                return HostValue::unknown("more elements than are told apart");
            }
        }
        if self.is_changed_while_gone_over(&watched) {
            self.forget_rounds(scope, variables, element, condition);
            return HostValue::unknown("what the list goes over is changed meanwhile");
        }
        HostValue::tuple(values)
    }

    /// Rounds of a comprehension that are not run one by one: what calls in them change is no longer certain.
    fn forget_rounds(
        &mut self,
        scope: ScopeId,
        variables: &[Name],
        element: &Expr,
        condition: Option<&Expr>,
    ) {
        if !walk::has_call(element) && !condition.is_some_and(walk::has_call) {
            return;
        }
        let recorded = self.records.mark();
        self.forget_changes_of("a comprehension may change it in any of its rounds", |this| {
            for name in variables {
                let unknown = HostValue::unknown("what the list goes over is not known");
                this.bind(scope, &name.text, Binding::variable(unknown, name.range.start));
            }
            this.within(scope, |this| {
                if let Some(condition) = condition {
                    this.condition(condition);
                }
                match &element.kind {
                    ExprKind::Expand(inner) => this.value(inner),
                    _ => this.value(element),
                };
            });
        });
        self.take_records_back(recorded);
    }
}
