//! Modules of Python: those of the library, and the files of the program beside the one at hand.

use std::{ops::Range, sync::Arc};

use layoutlens_host_value::{
    evaluation::HostFile, function::Callable, invariant, package::Package, scope::ScopeId, types::HostType,
    value::HostValue,
};
use layoutlens_syntax::{Opaque, program::Import};

use crate::{
    python::command_line,
    state::{
        file::FileId,
        interpreter::Interpreter,
        scope::{Binding, Place},
    },
};

/// The name under which a file's scope remembers that its statements were run.
const RUN: &str = "__file__";

/// Folders in which the DSL's own source is kept: in NVIDIA/cutlass, and where its wheel is installed.
const SOURCE_FOLDERS: &[&str] = &["CuTeDSL", "python_packages"];

impl<'a> Interpreter<'a> {
    /// What an import binds: a module, or a name of one.
    pub(crate) fn imported(&mut self, path: &str) -> HostValue {
        let path = self.absolute(path);
        if let Some(value) = self.of_library(&path) {
            return value;
        }
        match path.rsplit_once('.') {
            Some((module, name)) if self.file_of(&path).is_none() && self.file_of(module).is_some() => {
                self.module_member(module, name)
            }
            // What a package binds itself comes before the file of that name in it.
            Some((package, name)) if let Some(file) = self.file_of(package) => {
                let scope = self.run_beside(file, package);
                match self.scopes.binding(scope, name) {
                    Some(binding) => binding.value.clone(),
                    None => HostValue::Module(path.into()),
                }
            }
            _ => HostValue::Module(path.into()),
        }
    }

    /// Runs the files that an import runs where it stands: of a module and of the packages that it is in. What they write
    /// to other modules is seen from here on.
    pub(crate) fn run_imported(&mut self, path: &str) {
        let path = self.absolute(path);
        let ends = path.match_indices('.').map(|(dot, _)| dot).chain([path.len()]);
        for end in ends {
            let Some(module) = path.get(..end) else { continue };
            let file = self
                .file_of(module)
                .filter(|&file| self.files.get(file).is_some_and(|own| !Package::has(own)));
            if let Some(file) = file {
                self.run_beside(file, module);
            }
        }
    }

    /// Where `module.name = value` binds the name; `None` of a module that is not read.
    pub(crate) fn place_in_module(&mut self, path: &str, name: &str) -> Option<Place> {
        let file = self.file_of(path)?;
        let scope = self.run_beside(file, path);
        Some(Place::Variable(scope, name.into()))
    }

    /// A name of a module: `cute.make_layout`.
    pub(crate) fn module_member(&mut self, path: &str, name: &str) -> HostValue {
        let full = format!("{path}.{name}");
        if let Some(file) = self.file_of(path) {
            let scope = self.run_beside(file, path);
            if let Some(binding) = self.scopes.binding(scope, name) {
                let value = binding.value.clone();
                return self.written_to_module(name, &value).unwrap_or(value);
            }
            let is_of_library = self.files.get(file).is_some_and(Package::has);
            return match self.file_of(&full) {
                Some(_) => HostValue::Module(full.into()),
                // The library does not say what all names of a package are.
                None if is_of_library => HostValue::Module(full.into()),
                None => HostValue::unknown(format!("`{path}` has no `{name}` that is known here")),
            };
        }
        self.of_library(&full).unwrap_or_else(|| HostValue::Module(full.into()))
    }

    /// What an import binds that is a statement at its place. A module and what the library has are the same wherever they
    /// are imported; variables of other files may have changed until then.
    pub(crate) fn imported_in_place(&mut self, alias: &Range<usize>) -> HostValue {
        let unknown = || HostValue::unknown(Opaque::Imported.to_string());
        let Some(file) = self.files.get(self.file()) else { return unknown() };
        let is_it = |import: &&Import| import.alias.is_some() && import.range.contains(&alias.start);
        let Some(import) = file.program.imports.iter().find(is_it) else { return unknown() };
        self.run_imported(&import.path);
        let path = self.absolute(&import.path);
        if let Some(value) = self.of_library(&path) {
            return if is_of_module(&value) { value } else { unknown() };
        }
        let is_variable = self.file_of(&path).is_none()
            && path.rsplit_once('.').is_some_and(|(module, _)| {
                self.file_of(module).is_some() || !self.outside.libraries.effects.is_harmless_module(module)
            });
        if !is_variable {
            return HostValue::Module(path.into());
        }
        // A function or class is not bound again where it is defined.
        let value = self.imported(&path);
        let is_definition = match &value {
            HostValue::Callable(callable) => {
                matches!(&**callable, Callable::Functions { .. } | Callable::Class(_))
            }
            _ => false,
        };
        if is_definition { value } else { unknown() }
    }

    /// `from a import *`: what the file bound before and the module may have, too, is the module's from here on.
    pub(crate) fn forget_behind_star(&mut self, file: &HostFile, star: &Import, scope: ScopeId) {
        let imports = file.program.imports.iter();
        let (before, behind): (Vec<&Import>, Vec<&Import>) =
            imports.partition(|import| import.range.start < star.range.start);
        let is_among = |imports: &[&Import], name: &str| {
            imports.iter().any(|import| import.alias.as_deref() == Some(name))
        };
        // Imports are bound before all else: those behind this one bind their names again.
        let bound: Vec<(String, HostValue, bool)> = self
            .scopes
            .bindings(scope)
            .filter(|(name, _)| !name.starts_with('_') && !is_among(&behind, name))
            .map(|(name, binding)| (name.to_owned(), binding.value.clone(), is_among(&before, name)))
            // A module or a function of the library goes by its name in other files, too.
            .filter(|(_, value, is_imported)| !is_imported || !is_of_module(value))
            .collect();
        if bound.is_empty() {
            return;
        }
        let path = self.absolute(&star.path);
        let of = self.file_of(&path);
        let has_more = of.and_then(|of| self.files.get(of)).is_none_or(|module| {
            let imports = &module.program.imports;
            imports.iter().any(|import| import.alias.is_none())
        });
        let module = of.map(|of| self.run_beside(of, &path)).filter(|module| *module != scope);
        for (name, value, is_imported) in bound {
            let own = match module {
                Some(module) => self.scopes.binding(module, &name).map(|binding| binding.value.clone()),
                None => self.of_library(&format!("{path}.{name}")),
            };
            let is_kept = match own {
                Some(own) => own.unknown_reason().is_none() && own == value,
                // Of a module that is not read nothing says which names it has; what is imported is seldom among them.
                None => !has_more || is_imported,
            };
            if !is_kept {
                let unknown = HostValue::unknown(format!("`from {} import *` may bind it again", star.path));
                self.bind(scope, &name, Binding::variable(unknown, star.range.start));
            }
        }
    }

    /// What the library has under a full path.
    fn of_library(&self, path: &str) -> Option<HostValue> {
        let value = self.held_by_library(path)?;
        Some(self.replaced_in_library(path).unwrap_or(value))
    }

    fn held_by_library(&self, path: &str) -> Option<HostValue> {
        let function = || {
            let function = self.library.function(path)?;
            Some(HostValue::Callable(Arc::new(Callable::Library {
                name: path.to_owned(),
                function: function.into(),
                template: Vec::new(),
                receiver: None,
            })))
        };
        self.library.named(path).or_else(function).or_else(|| command_line::function(path))
    }

    /// The path without the dots of a relative import, which count from the module at hand.
    fn absolute(&self, path: &str) -> String {
        let bare = path.trim_start_matches('.');
        let dots = path.len() - bare.len();
        if dots == 0 {
            return path.to_owned();
        }
        let file = self.file();
        let Some(here) = self.files.get(file) else {
            // Under such a path no module is found.
            return invariant!(path.to_owned(), "{file:?} imports `{path}` and is not there");
        };
        let is_package = here.name.ends_with("__init__.py");
        let here = module_path(&here.name);
        let mut parts: Vec<&str> = here.split('.').collect();
        parts.truncate(parts.len().saturating_sub(dots - usize::from(is_package)));
        parts.push(bare);
        parts.retain(|part| !part.is_empty());
        let path = parts.join(".");
        self.of_package(&path).map_or_else(|| path.clone(), str::to_owned)
    }

    /// The path in a package that the library stands for, `cutlass.cute.core` of `python.CuTeDSL.cutlass.cute.core`: what the
    /// package's own source imports of itself is what everyone else imports of it. A folder of the program may have the
    /// package's name: only where the package's source is kept are files its own.
    fn of_package<'p>(&self, path: &'p str) -> Option<&'p str> {
        let is_module = |path: &str| matches!(self.library.named(path), Some(HostValue::Module(_)));
        path.match_indices('.').map(|(dot, _)| dot).find_map(|dot| {
            let (folder, rest) = (path.get(..dot)?.rsplit('.').next()?, path.get(dot + 1..)?);
            let (package, inner) = rest.split_once('.').unwrap_or((rest, ""));
            let first = inner.split('.').next().filter(|first| !first.is_empty());
            let is_known = first.is_none_or(|first| is_module(&format!("{package}.{first}")));
            (SOURCE_FOLDERS.contains(&folder) && is_module(package) && is_known).then_some(rest)
        })
    }

    /// The file that a module is written in, other than the first: files are named by their path, which may begin
    /// outside of the package.
    pub(crate) fn file_of(&self, module: &str) -> Option<FileId> {
        let is_module = |name: &str| {
            let path = module_path(name);
            // `math.py` of some package is not Python's `math`.
            path == module
                || !self.outside.libraries.effects.installed_modules.contains(&module)
                    && path.strip_suffix(module).is_some_and(|before| before.ends_with('.'))
        };
        let mut files = self.files.others().chain([(FileId::MAIN, self.files.main())]);
        let is_own = |name: &str| self.of_package(&module_path(name)).is_none();
        files.find(|(_, file)| is_module(&file.name) && is_own(&file.name)).map(|(id, _)| id)
    }

    /// Whether an import in a file is of the first file or of something in it.
    pub(crate) fn is_import_of_main(&mut self, file: FileId, path: &str) -> bool {
        let scope = self.files.scope(file);
        let frame = self.top_frame(scope, Arc::default(), usize::MAX);
        self.frames.push(frame);
        let path = self.absolute(path);
        self.frames.pop();
        let module = path.rsplit_once('.').map_or(path.as_str(), |(module, _)| module);
        [&path, module].into_iter().any(|name| self.file_of(name) == Some(FileId::MAIN))
    }

    /// Runs the statements of the first file: whoever imports it sees what they bind.
    pub(crate) fn run_first_module(&mut self, main: &'a HostFile) {
        let scope = self.scope();
        let path = HostValue::Text(module_path(&main.name).into());
        self.bind(scope, RUN, Binding::variable(path.clone(), 0));
        // Functions are run by themselves as if the file were imported.
        if self.runs_alone() {
            self.bind(scope, "__name__", Binding::variable(path, 0));
        }
        self.run_module(main);
    }

    /// Runs the statements of a module's file, the first time that a name of it is asked for; gives its scope.
    pub(crate) fn run_beside(&mut self, file: FileId, path: &str) -> ScopeId {
        self.run_as(file, path, path)
    }

    /// Runs a file as the program that a user starts: `if __name__ == "__main__"` holds in it.
    pub(crate) fn run_program(&mut self, file: FileId) -> ScopeId {
        match self.files.get(file) {
            Some(module) => self.run_as(file, &module_path(&module.name), "__main__"),
            None => invariant!(ScopeId::NOWHERE, "{file:?} is run and is not there"),
        }
    }

    fn run_as(&mut self, file: FileId, path: &str, name: &str) -> ScopeId {
        let scope = self.files.scope(file);
        if self.scopes.binding(scope, RUN).is_some() {
            return scope;
        }
        // Modules may import each other: what is not bound yet is then unknown.
        for (bound, text) in [(RUN, path), ("__name__", name)] {
            self.bind(scope, bound, Binding::variable(HostValue::Text(text.into()), 0));
        }
        if let Some(module) = self.files.get(file) {
            let frame = self.top_frame(scope, Arc::default(), usize::MAX);
            self.frames.push(frame);
            self.run_module(module);
            self.frames.pop();
        }
        scope
    }
}

/// Whether a value is a module, or something of the library.
fn is_of_module(value: &HostValue) -> bool {
    match value {
        HostValue::Module(_) => true,
        HostValue::Callable(callable) => matches!(&**callable, Callable::Library { .. }),
        HostValue::Type(of) => matches!(&**of, HostType::Named(_)),
        _ => false,
    }
}

/// `flash_attn.cute.utils` for `flash_attn/cute/utils.py`.
pub(crate) fn module_path(file: &str) -> String {
    let bare = file.strip_suffix(".py").unwrap_or(file);
    let bare = bare.strip_suffix("/__init__").unwrap_or(bare);
    bare.replace('/', ".")
}

#[cfg(test)]
mod tests {
    use super::module_path;

    #[test]
    fn a_file_is_the_module_of_its_path() {
        assert_eq!(module_path("quack/layout_utils.py"), "quack.layout_utils");
        assert_eq!(module_path("quack/__init__.py"), "quack");
    }
}
