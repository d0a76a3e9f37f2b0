//! Lists of Python that a loop or comprehension goes over while something changes them: the next round sees that.

use layoutlens_host_value::{
    function::Callable,
    scope::ScopeId,
    value::{HostValue, SLICE},
};
use layoutlens_syntax::{Expr, ExprKind};

use crate::state::{
    interpreter::Interpreter,
    scope::{Binding, Place, ScopeKind},
};

/// Functions of Python's own that read what they are given when the next element is asked for.
const LAZY: &[&str] = &["enumerate", "zip", "map", "filter", "reversed", "iter"];

/// How deep such functions are given what others give.
const MAX_DEPTH: usize = 8;

/// Lists that are gone over, each held by a variable that no program can name: whoever changes a list forgets what holds
/// an equal one.
pub(crate) struct Watched(Vec<(Place, HostValue)>);

impl Interpreter<'_> {
    /// Watches the lists that `head` goes over, of which `over` is the value.
    pub(crate) fn watch_gone_over(&mut self, head: Option<&Expr>, over: Option<&HostValue>) -> Watched {
        let mut lists = Vec::new();
        if let (Some(head), Some(over), true) = (head, over, self.is_python()) {
            self.lists_gone_over(head, over, MAX_DEPTH, &mut lists);
        }
        if lists.is_empty() {
            return Watched(Vec::new());
        }
        let scope = self.scopes.open(Some(self.scope()), ScopeKind::Block, self.file());
        let watched = lists.into_iter().enumerate().map(|(at, list)| self.watch(scope, at, list));
        Watched(watched.collect())
    }

    fn watch(&mut self, scope: ScopeId, at: usize, list: HostValue) -> (Place, HostValue) {
        let place = Place::Variable(scope, at.to_string().as_str().into());
        self.put(&place, Some(Binding::variable(list.clone(), 0)));
        (place, list)
    }

    /// Whether one of the lists may have been changed.
    pub(crate) fn is_changed_while_gone_over(&self, Watched(lists): &Watched) -> bool {
        lists.iter().any(|(place, list)| self.held(place).is_none_or(|binding| binding.value != *list))
    }

    /// The lists that are not copied before they are gone over.
    fn lists_gone_over(&mut self, head: &Expr, over: &HostValue, depth: usize, lists: &mut Vec<HostValue>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match &head.kind {
            ExprKind::Invoke { callee, arguments } => match &callee.kind {
                ExprKind::Name(name) if LAZY.contains(&name.as_str()) && self.is_bound_nowhere(name) => {
                    for argument in arguments {
                        let value = self.pure_value(&argument.value);
                        self.lists_gone_over(&argument.value, &value, depth, lists);
                    }
                }
                // What the program's own functions give may be a list that it has.
                _ => {
                    let called = self.pure_value(callee);
                    if matches!(&called, HostValue::Callable(of) if matches!(&**of, Callable::Functions { .. }))
                    {
                        self.list_gone_over(over, lists);
                    }
                }
            },
            // Made here, so that nothing else has it.
            ExprKind::List(_)
            | ExprKind::Tuple(_)
            | ExprKind::Comprehension { .. }
            | ExprKind::Binary { .. } => {}
            ExprKind::Index { indices, .. } if indices.iter().any(is_slice) => {}
            _ => self.list_gone_over(over, lists),
        }
    }

    fn list_gone_over(&self, over: &HostValue, lists: &mut Vec<HostValue>) {
        if over.elements().is_some() && self.may_be_list(over) {
            lists.push(over.clone());
        }
    }
}

/// Whether an index is a part of a list, which is a list of its own.
fn is_slice(index: &Expr) -> bool {
    match &index.kind {
        ExprKind::Keep => true,
        ExprKind::Invoke { callee, .. } => matches!(&callee.kind, ExprKind::Name(name) if name == SLICE),
        _ => false,
    }
}
