//! Variables outside of functions that some function assigns: code that nothing is seen to call may run before that or
//! behind it.

use rustc_hash::FxHashSet;

use layoutlens_host_value::scope::ScopeId;
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Declaration, DeclarationKind, UNREAD},
};

use crate::{
    code::{declared_name::is_template, walk, written::written_in_items},
    state::{
        definitions::DefinitionKind,
        file::FileId,
        global::{Global, OpenGlobals},
        interpreter::Interpreter,
        scope::Place,
    },
};

impl<'a> Interpreter<'a> {
    /// Forgets what variables outside of functions hold: they hold anything when code begins that nothing is seen to
    /// call.
    pub(crate) fn forget_globals(&mut self) {
        for global in self.changing_globals().to_vec() {
            let scope = self.namespace_scope(global.file, global.path);
            for name in &global.declaration.names {
                self.global(scope, &name.text, global.statement, global.declaration);
                self.forget(&Place::Variable(scope, name.text.as_str().into()));
            }
        }
        self.forget_open_globals();
    }

    /// Gives the variables of the files that are included, and constants made of them, the values that the program begins
    /// with: what is written before it is read does not begin then.
    pub(crate) fn run_other_globals(&mut self) {
        let mut variables = FxHashSet::default();
        let mut all = Vec::new();
        for definition in self.definitions.all() {
            if let DefinitionKind::Declaration(statement, declaration) = definition.kind
                && !is_template(declaration)
                && declaration.kind != DeclarationKind::Alias
            {
                if declaration.kind == DeclarationKind::Variable {
                    variables.extend(declaration.names.iter().map(|name| name.text.as_str()));
                }
                all.push(Global { file: definition.file, path: definition.path, statement, declaration });
            }
        }
        if variables.is_empty() {
            return;
        }
        let is_made_of_some = |value: &Expr| {
            let mut found = false;
            walk::expression(value, &mut |inner| {
                found |= matches!(&inner.kind, ExprKind::Name(name)
                    if variables.contains(name.rsplit("::").next().unwrap_or(name)));
            });
            found
        };
        all.retain(|global| {
            global.declaration.kind == DeclarationKind::Variable
                || global.declaration.value.as_ref().is_some_and(is_made_of_some)
        });
        all.sort_by_key(|global| (global.file, global.statement.range.start));
        for global in all {
            let scope = self.files.scope(global.file);
            let frame = self.top_frame(scope, global.path.into(), usize::MAX);
            self.frames.push(frame);
            for name in &global.declaration.names {
                self.look_up(scope, &name.text);
            }
            self.frames.pop();
        }
    }

    /// The places of variables outside of functions that code in other files may write: those with a name of their own
    /// there, and those that a function of these files writes.
    pub(crate) fn open_globals(&self) -> &[Place] {
        &self.open_globals.get_or_init(|| self.find_open_globals()).in_order
    }

    /// Whether a place is one of them, where they were asked for before.
    pub(crate) fn is_open_global(&self, place: &Place) -> bool {
        self.open_globals.get().is_some_and(|open| open.all.contains(place))
    }

    /// Whether a scope may bind one of them, where they were asked for before.
    pub(crate) fn may_hold_open_globals(&self, scope: ScopeId) -> bool {
        scope < self.first_inner_scope && self.open_globals.get().is_some_and(|open| !open.all.is_empty())
    }

    fn find_open_globals(&self) -> OpenGlobals {
        if self.is_python() {
            return OpenGlobals::default();
        }
        let of_file = |file: FileId, path: &[String], declaration: &Declaration| {
            let scope = self.namespace_scope(file, path);
            let names = declaration.names.iter();
            names.map(|name| Place::Variable(scope, name.text.as_str().into())).collect::<Vec<_>>()
        };
        let changing = self.changing_globals().iter();
        let mut in_order: Vec<Place> =
            changing.flat_map(|global| of_file(global.file, global.path, global.declaration)).collect();
        for definition in self.definitions.all() {
            if let DefinitionKind::Declaration(_, declaration) = definition.kind
                && declaration.kind == DeclarationKind::Variable
                && declaration.template.is_empty()
                && !declaration.is_internal
            {
                in_order.extend(of_file(definition.file, definition.path, declaration));
            }
        }
        let mut all = FxHashSet::default();
        in_order.retain(|place| all.insert(place.clone()));
        OpenGlobals { in_order, all }
    }

    /// Whether it matters to a variable outside of functions what was run before.
    pub(crate) fn has_open_globals(&self) -> bool {
        !self.open_globals().is_empty()
    }

    /// The variables outside of functions that something assigns.
    pub(crate) fn changing_globals(&self) -> &[Global<'a>] {
        self.changing_globals.get_or_init(|| self.find_changing_globals())
    }

    fn find_changing_globals(&self) -> Vec<Global<'a>> {
        if self.is_python() {
            return Vec::new();
        }
        let variables = self.definitions.all().filter_map(|definition| match definition.kind {
            DefinitionKind::Declaration(statement, declaration)
                if declaration.kind == DeclarationKind::Variable && declaration.template.is_empty() =>
            {
                Some(Global { file: definition.file, path: definition.path, statement, declaration })
            }
            _ => None,
        });
        let mut all: Vec<Global<'a>> = variables.collect();
        if all.is_empty() {
            return all;
        }
        let written = self.written_names();
        all.retain(|global| global.declaration.names.iter().any(|name| written.contains(name.text.as_str())));
        all.sort_by_key(|global| (global.file, global.statement.range.start));
        all
    }

    /// The names that are assigned anywhere, or whose address is taken, also where that is not read.
    fn written_names(&self) -> FxHashSet<&'a str> {
        let mut written = FxHashSet::default();
        for (_, file) in self.files.all() {
            written_in_items(&file.program.items, &mut |target, _| written.extend(root_of(target)));
            walk::items(&file.program.items, &mut |expr: &'a Expr| {
                if let ExprKind::Invoke { callee, arguments } = &expr.kind
                    && matches!(&callee.kind, ExprKind::Name(name) if name == "operator&" || name == UNREAD)
                {
                    written.extend(arguments.iter().filter_map(|argument| root_of(&argument.value)));
                }
            });
        }
        written
    }
}

/// The variable that is assigned where an expression is, without its namespaces.
fn root_of(target: &Expr) -> Option<&str> {
    match &target.kind {
        ExprKind::Name(name) => name.rsplit("::").next(),
        ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => root_of(base),
        ExprKind::Invoke { callee, arguments } => match &callee.kind {
            ExprKind::Member { base, .. } => root_of(base),
            _ => arguments.first().and_then(|argument| root_of(&argument.value)),
        },
        _ => None,
    }
}
