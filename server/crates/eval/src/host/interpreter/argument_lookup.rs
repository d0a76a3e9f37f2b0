//! C++ finds a function by the namespaces of its arguments, too: `f(x)` may mean the `f` that stands beside the class of `x`.

use layoutlens_syntax::{Expr, ExprKind};

use super::{
    super::{Callable, ClassValue, HostValue},
    Interpreter,
    call::Given,
    class::class_of,
};

impl Interpreter<'_> {
    /// What is called, unless the namespaces of the arguments have a function of that name which is not seen from here.
    pub(super) fn unless_found_by_arguments(
        &mut self,
        callee: &Expr,
        target: HostValue,
        given: &[Given],
    ) -> HostValue {
        let (ExprKind::Name(name), HostValue::Callable(callable)) = (&callee.kind, &target) else {
            return target;
        };
        let is_found_by_name = matches!(&**callable, Callable::Functions { receiver: None, .. });
        if !is_found_by_name || name.contains(':') {
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
        let mut namespaces: Vec<&[String]> = classes.iter().map(|class| &*class.class.path).collect();
        namespaces.retain(|namespace| !namespace.is_empty());
        if namespaces.is_empty() {
            return target;
        }
        match self.definitions.has_other_functions(name, &self.frames.top().path, &namespaces) {
            true => HostValue::unknown(format!("another `{name}` stands beside the class of an argument")),
            false => target,
        }
    }
}
