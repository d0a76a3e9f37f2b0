//! C++ finds a function by the namespaces of its arguments, too: `f(x)` may mean the `f` that stands beside the class of `x`.

use layoutlens_host_value::{function::Callable, object::ClassValue, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind};

use crate::{
    state::{given::Given, interpreter::Interpreter},
    value::class_of::class_of,
};

impl Interpreter<'_> {
    /// What is called, unless the namespaces of the arguments have a function of that name which is not seen from here.
    pub(crate) fn unless_found_by_arguments(
        &mut self,
        callee: &Expr,
        target: HostValue,
        given: &[Given],
    ) -> HostValue {
        let ExprKind::Name(name) = &callee.kind else { return target };
        let may_be_found = match &target {
            HostValue::Callable(callable) => {
                matches!(&**callable, Callable::Functions { receiver: None, .. } | Callable::Library { .. })
            }
            _ => target.unknown_reason().is_some(),
        };
        if !may_be_found || name.contains(':') || self.is_python() {
            return target;
        }
        let mut classes: Vec<ClassValue> = Vec::new();
        for given in given {
            let class = match &given.argument.value {
                HostValue::Instance(instance) => Some(&instance.class),
                HostValue::Pointer(pointer) => class_of(&pointer.element),
                _ => None,
            };
            let Some(class) = class else { continue };
            classes.extend(class.arguments.iter().filter_map(class_of).cloned());
            let _: Option<()> = self.find_in_bases(&class.clone(), |_, base| {
                classes.push(base.clone());
                None
            });
        }
        // A friend that is defined in a class is seen by this alone.
        let is_friend = classes.iter().any(|class| self.has_member(class, name));
        let namespaces: Vec<&[String]> = classes.iter().map(|class| &*class.class.path).collect();
        let path = &self.frames.top().path;
        let is_beside = self.definitions.has_other_functions(name, path, &namespaces);
        let is_any_unknown = given.iter().any(|given| given.argument.value.unknown_reason().is_some());
        let may_be_beside = is_any_unknown && self.definitions.has_functions_beside_classes(name, path);
        if !is_friend && !is_beside && !may_be_beside {
            return target;
        }
        self.forget_after_unrun(&[], None, given);
        let stands = if is_friend || is_beside { "stands" } else { "may stand" };
        HostValue::unknown(format!("another `{name}` {stands} beside the class of an argument"))
    }
}
