//! What files define outside of functions, by name.

use std::{collections::BTreeSet, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_syntax::program::{
    Class, Declaration, FORWARD, Function, HostStatement, Item, MacroDefinition, Program, StatementKind,
};

use crate::{
    code::{
        attribute,
        declared_name::{last_name, may_declare},
    },
    state::{
        address::Address,
        choices::{Choices, Condition},
        file::{FileId, Files},
        opened_spaces::OpenedSpaces,
        used_names::{Seen, UsedName, UsedNames},
    },
};

/// Everything that the files of a C++ program define, in any order: a function may be called above its definition.
#[derive(Debug, Default)]
pub(crate) struct Definitions<'a> {
    by_name: FxHashMap<&'a str, Vec<Definition<'a>>>,
    macros: FxHashMap<&'a str, Vec<Definition<'a>>>,
    /// The first bytes of their names.
    macro_initials: FxHashSet<u8>,
    /// The names of namespaces.
    spaces: FxHashSet<&'a str>,
    /// The namespaces that define classes.
    class_spaces: FxHashSet<&'a [String]>,
    branches: Vec<Branch>,
    /// The files of functions and classes, by where these lie, where there are several.
    file_of: FxHashMap<Address, FileId>,
    /// Namespaces whose names are seen without qualification: `using namespace flash`.
    opened: OpenedSpaces<'a>,
    /// The types that operators of the program take.
    operand_types: FxHashSet<&'a str>,
    /// Names that are used without qualification: `using flash::Kernel`.
    used: UsedNames<'a>,
    /// The namespaces that go by another name, too; nothing where that is several.
    space_aliases: FxHashMap<&'a str, Option<&'a str>>,
}

/// One definition.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Definition<'a> {
    /// The namespaces around it.
    pub(crate) path: &'a [String],
    /// The file it stands in.
    pub(crate) file: FileId,
    /// The branch of conditional compilation that holds it.
    branch: Option<BranchId>,
    /// What it defines.
    pub(crate) kind: DefinitionKind<'a>,
}

impl Definition<'_> {
    /// The byte of its file at which it begins.
    pub(crate) fn begins(&self) -> usize {
        match self.kind {
            DefinitionKind::Function(function) => function.range.start,
            DefinitionKind::Class(class) => class.range.start,
            DefinitionKind::Declaration(statement, _) => statement.range.start,
            DefinitionKind::Macro(definition) => definition.name.range.start,
        }
    }

    /// Whether no condition of the preprocessor decides whether the program holds it.
    pub(crate) fn is_unconditional(&self) -> bool {
        self.branch.is_none()
    }

    fn address(&self) -> Option<Address> {
        match self.kind {
            DefinitionKind::Function(function) => Some(Address::of(function)),
            DefinitionKind::Class(class) => Some(Address::of(class)),
            _ => None,
        }
    }
}

/// Which branch of conditional compilation it is: its place in [`Definitions::branches`].
#[derive(Debug, Clone, Copy)]
struct BranchId(usize);

/// A branch of conditional compilation.
#[derive(Debug)]
struct Branch {
    condition: Condition,
    /// Which of the condition's branches it is.
    index: usize,
    /// The branch around it.
    outer: Option<BranchId>,
}

/// What a definition defines.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DefinitionKind<'a> {
    /// A function.
    Function(&'a Function),
    /// A class.
    Class(&'a Class),
    /// A variable or an alias.
    Declaration(&'a HostStatement, &'a Declaration),
    /// A macro that stands for an expression or a type.
    Macro(&'a MacroDefinition),
}

impl<'a> Definitions<'a> {
    /// Gathers what the files define.
    pub(crate) fn of(files: &Files<'a>) -> Self {
        let mut definitions = Self::default();
        for (id, file) in files.all() {
            definitions.add_items(&file.program.items, id);
            definitions.open(&file.program);
            definitions.opened.add(&file.program, id);
            definitions.used.add(&file.program, id);
        }
        definitions.drop_forward();
        if files.others().next().is_some() {
            definitions.file_of = definitions.all().filter_map(|of| Some((of.address()?, of.file))).collect();
        }
        definitions
    }

    /// The file of the function or class that stood at an address when it was read.
    pub(crate) fn file_of(&self, address: Address) -> Option<FileId> {
        self.file_of.get(&address).copied()
    }

    /// A template that is declared here and defined elsewhere is not the files'; one with specialisations is.
    fn drop_forward(&mut self) {
        for all in self.by_name.values_mut() {
            let others: Vec<&[String]> = all
                .iter()
                .filter(|definition| matches!(definition.kind, DefinitionKind::Class(class) if !is_forward(class)))
                .map(|definition| definition.path)
                .collect();
            all.retain(|definition| match definition.kind {
                DefinitionKind::Class(class) => !is_forward(class) || others.contains(&definition.path),
                _ => true,
            });
        }
    }

    fn open(&mut self, program: &'a Program) {
        for import in &program.imports {
            if let Some(path) = import.path.strip_suffix("::")
                && let Some(alias) = &import.alias
            {
                let of = Some(path.trim_start_matches("::"));
                let known = self.space_aliases.entry(alias).or_insert(of);
                if *known != of {
                    *known = None;
                }
            }
        }
    }

    fn add_items(&mut self, items: &'a [Item], file: FileId) {
        for item in items {
            match item {
                Item::Function(function) => self.add_function(function, file, None),
                Item::Class(class) => self.add_class(class, file, None),
                Item::Statement(statement) => self.add_statement(statement, file, None),
            }
        }
    }

    fn add_function(&mut self, function: &'a Function, file: FileId, branch: Option<BranchId>) {
        if function
            .name
            .text
            .strip_prefix("operator")
            .is_some_and(|sign| !sign.starts_with(char::is_alphanumeric))
        {
            let types = function.parameters.iter().filter_map(|parameter| parameter.declared_type.as_ref());
            self.operand_types.extend(types.map(last_name).filter(|name| !name.is_empty()));
        }
        let kind = DefinitionKind::Function(function);
        self.add(&function.name.text, Definition { path: &function.path, file, branch, kind });
    }

    fn add_class(&mut self, class: &'a Class, file: FileId, branch: Option<BranchId>) {
        self.class_spaces.insert(&class.path);
        let kind = DefinitionKind::Class(class);
        self.add(&class.name.text, Definition { path: &class.path, file, branch, kind });
    }

    fn add_statement(&mut self, statement: &'a HostStatement, file: FileId, branch: Option<BranchId>) {
        match &statement.kind {
            StatementKind::Declare(declaration) => {
                for name in &declaration.names {
                    let kind = DefinitionKind::Declaration(statement, declaration);
                    self.add(&name.text, Definition { path: &declaration.path, file, branch, kind });
                }
            }
            StatementKind::Function(function) => self.add_function(function, file, branch),
            StatementKind::Class(class) => self.add_class(class, file, branch),
            StatementKind::Macro(definition) => {
                let kind = DefinitionKind::Macro(definition);
                let definition = Definition { path: &[], file, branch, kind };
                if let DefinitionKind::Macro(of) = kind {
                    self.macro_initials.extend(of.name.text.bytes().next());
                    self.macros.entry(&of.name.text).or_default().push(definition);
                }
            }
            StatementKind::Block(body) | StatementKind::Finally(body) => {
                body.iter().for_each(|inner| self.add_statement(inner, file, branch))
            }
            StatementKind::Alternatives(branches) => {
                let condition = Condition::of(branches);
                for (index, alternative) in branches.iter().enumerate() {
                    self.branches.push(Branch { condition: condition.clone(), index, outer: branch });
                    let branch = Some(BranchId(self.branches.len() - 1));
                    alternative.body.iter().for_each(|inner| self.add_statement(inner, file, branch));
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, name: &'a str, definition: Definition<'a>) {
        self.spaces.extend(definition.path.iter().map(String::as_str));
        self.by_name.entry(name).or_default().push(definition);
    }

    /// Whether there may be a macro of this name, or of its first part. Nearly every name is asked about, and nearly none
    /// begins like a macro.
    pub(crate) fn may_be_macro(&self, name: &str) -> bool {
        name.bytes().next().is_some_and(|first| self.macro_initials.contains(&first))
    }

    /// The definitions of a macro, those that stand for a number included; `None` where it stands for nothing else.
    pub(crate) fn macros(&self, name: &str) -> Option<Vec<Definition<'a>>> {
        let mut found = self.macros.get(name)?.clone();
        // `namespace NAMESPACE` goes by that name everywhere.
        if self.spaces.contains(name) {
            return None;
        }
        let of_numbers = self.by_name.get(name).into_iter().flatten();
        found.extend(of_numbers.filter(|definition| definition.path.is_empty()).copied());
        Some(found)
    }

    /// How often a name is defined, in any namespace.
    pub(crate) fn count(&self, name: &str) -> usize {
        self.by_name.get(name).map_or(0, Vec::len)
    }

    /// What a plain name means to code in the namespace `from`: what the innermost namespace defines hides the rest. What
    /// `using namespace` opens in a function is seen by the code that stands in it, `at` this byte of a file; where that shows
    /// nothing, or nothing says where the code stands, it is seen everywhere.
    pub(crate) fn visible(
        &self,
        name: &str,
        from: &[String],
        at: Option<(FileId, usize)>,
    ) -> Vec<Definition<'a>> {
        let Some(all) = self.by_name.get(name) else { return Vec::new() };
        if self.used_instead(name, from, at).is_some() {
            return all
                .iter()
                .filter(|definition| self.used.is_from(name, definition.path))
                .copied()
                .collect();
        }
        let found = self.visible_of(all, name, from, &|path| self.opened.shows(path, from, at));
        match found.is_empty() && at.is_some() {
            true => self.visible_of(all, name, from, &|path| self.opened.shows(path, from, None)),
            false => found,
        }
    }

    /// The `using a::b` nearer to code in the namespace `from`, which stands `at` this byte of a file, than all that the
    /// namespaces around it define under this name.
    pub(crate) fn used_instead(
        &self,
        name: &str,
        from: &[String],
        at: Option<(FileId, usize)>,
    ) -> Option<&UsedName<'a>> {
        let around = self.by_name.get(name).into_iter().flatten().map(|definition| definition.path);
        let depth = around.filter(|path| from.starts_with(path)).map(<[String]>::len).max();
        self.used.nearest(name, from, at, depth)
    }

    /// Whether a `using a::b` in the function where code stands `at` this byte gives a name another meaning than what is
    /// `declared` there.
    pub(crate) fn used_in_function(
        &self,
        name: &str,
        at: Option<(FileId, usize)>,
        declared: usize,
    ) -> Option<Seen> {
        self.used.in_function(name, at, declared)
    }

    /// Whether code in the namespace `from` sees what stands in the namespace of this name without writing that, in a file
    /// that is not at hand, too.
    pub(crate) fn sees_into(&self, space: &str, from: &[String], name: &str) -> bool {
        from.iter().any(|around| around == space)
            || self.opened.shows(&[space.to_owned()], from, None)
            || self.used.is_from_space(name, space)
    }

    fn visible_of(
        &self,
        all: &[Definition<'a>],
        name: &str,
        from: &[String],
        is_opened: &dyn Fn(&[String]) -> bool,
    ) -> Vec<Definition<'a>> {
        let depth = |path: &[String]| {
            let is_around = path.len() <= from.len() && path.iter().zip(from).all(|(a, b)| a == b);
            if is_around { Some(path.len()) } else { is_opened(path).then_some(0) }
        };
        let deepest = all.iter().filter_map(|definition| depth(definition.path)).max();
        let is_seen = |definition: &&Definition<'a>| {
            depth(definition.path).is_some_and(|depth| Some(depth) == deepest)
                || self.used.is_from(name, definition.path)
        };
        all.iter().filter(is_seen).copied().collect()
    }

    /// The namespaces of each file that declare variables or aliases.
    pub(crate) fn namespaces(&self) -> BTreeSet<(FileId, &'a [String])> {
        let declarations = self.by_name.values().flatten().filter(|definition| {
            matches!(definition.kind, DefinitionKind::Declaration(..)) && !definition.path.is_empty()
        });
        declarations.map(|definition| (definition.file, definition.path)).collect()
    }

    /// Whether code in the namespace `from` that calls a function of this name may mean another one than it sees, as the
    /// namespaces of its arguments have one, too.
    pub(crate) fn has_other_functions(
        &self,
        name: &str,
        from: &[String],
        of_arguments: &[&[String]],
    ) -> bool {
        let Some(all) = self.by_name.get(name) else { return false };
        let mut others = all.iter().filter(|definition| {
            matches!(definition.kind, DefinitionKind::Function(_)) && of_arguments.contains(&definition.path)
        });
        let Some(first) = others.next() else { return false };
        let seen = self.visible(name, from, None);
        let is_seen = |other: &Definition<'a>| seen.iter().any(|seen| seen.address() == other.address());
        !is_seen(first) || !others.all(is_seen)
    }

    /// Whether a namespace with classes has a function of this name that code in the namespace `from` does not see: an argument
    /// of which nothing is known may be an object of one of these.
    pub(crate) fn has_functions_beside_classes(&self, name: &str, from: &[String]) -> bool {
        let Some(all) = self.by_name.get(name) else { return false };
        let is_function =
            |definition: &&Definition<'a>| matches!(definition.kind, DefinitionKind::Function(_));
        let mut others =
            all.iter().filter(is_function).filter(|of| !of.path.is_empty() && self.has_classes(of.path));
        let Some(first) = others.next() else { return false };
        let seen = self.visible(name, from, None);
        let is_seen = |other: &Definition<'a>| seen.iter().any(|seen| seen.address() == other.address());
        !is_seen(first) || !others.all(is_seen)
    }

    fn has_classes(&self, path: &[String]) -> bool {
        self.class_spaces.contains(path)
    }

    /// Whether what a plain name means is defined behind the code that names it, which then meant what is around it.
    pub(crate) fn is_hidden_later(&self, name: &str, from: &[String], file: FileId, until: usize) -> bool {
        let Some(all) = self.by_name.get(name).filter(|all| all.len() > 1) else { return false };
        let is_around =
            |path: &[String]| path.len() <= from.len() && path.iter().zip(from).all(|(a, b)| a == b);
        let seen: Vec<_> = all.iter().filter(|definition| is_around(definition.path)).collect();
        let Some(deepest) = seen.iter().map(|definition| definition.path.len()).max() else { return false };
        let (inner, outer): (Vec<&Definition<'a>>, Vec<&Definition<'a>>) =
            seen.into_iter().partition(|definition| definition.path.len() == deepest);
        !outer.is_empty() && inner.iter().all(|own| own.file == file && own.begins() > until)
    }

    /// Leaves out overloads that are declared behind the code which names them, unless only such are there: a plain function
    /// does not see them.
    pub(crate) fn before(&self, found: &mut Vec<Definition<'a>>, file: FileId, until: usize) {
        let is_later = |own: &Definition<'a>| own.file == file && own.begins() > until;
        let are_functions = found.iter().all(|own| matches!(own.kind, DefinitionKind::Function(_)));
        if !are_functions || !found.iter().any(is_later) || found.iter().all(is_later) {
            return;
        }
        let earlier: Vec<&Function> = found
            .iter()
            .filter(|own| !is_later(own))
            .filter_map(|own| match own.kind {
                DefinitionKind::Function(function) => Some(function),
                _ => None,
            })
            .collect();
        let is_declared = |own: &Definition<'a>| match own.kind {
            DefinitionKind::Function(function) => {
                earlier.iter().any(|declared| may_declare(declared, function))
            }
            _ => true,
        };
        found.retain(|own| !is_later(own) || is_declared(own));
    }

    /// Whether an operator of the program may take what is of this enumeration.
    pub(crate) fn has_operators(&self, enumeration: &str) -> bool {
        self.operand_types.contains(enumeration)
    }

    /// Whether an enumeration that operators of the program take has an enumerator of that name.
    pub(crate) fn is_operand(&self, enumerator: &str) -> bool {
        let has_it = |class: &Class| {
            class.members.iter().any(|member| match member {
                Item::Statement(HostStatement { kind: StatementKind::Declare(declaration), .. }) => {
                    declaration.names.iter().any(|name| name.text == enumerator)
                }
                _ => false,
            })
        };
        let classes = self.operand_types.iter().filter_map(|of| self.by_name.get(of)).flatten();
        let mut classes = classes.filter_map(|definition| match definition.kind {
            DefinitionKind::Class(class) => Some(class),
            _ => None,
        });
        classes.any(has_it)
    }

    /// What `flash::detail::name` means: the namespaces may leave out outer ones.
    pub(crate) fn qualified(&self, path: &[&str], name: &str) -> Vec<Definition<'a>> {
        let Some(all) = self.by_name.get(name) else { return Vec::new() };
        let of_alias: Vec<&str>;
        let path = match path.split_first() {
            Some((first, rest)) if let Some(of) = self.space_of_alias(first) => {
                of_alias = of.split("::").chain(rest.iter().copied()).collect();
                &of_alias
            }
            _ => path,
        };
        let ends_with = |full: &[String]| {
            full.len() >= path.len() && full.iter().rev().zip(path.iter().rev()).all(|(a, b)| a == b)
        };
        all.iter().filter(|definition| ends_with(definition.path)).copied().collect()
    }

    /// Whether a namespace that defines functions of this name may have others by `using other::name`.
    pub(crate) fn is_used_beside(&self, name: &str, own: &[Definition<'a>]) -> bool {
        let is_function =
            |definition: &Definition<'a>| matches!(definition.kind, DefinitionKind::Function(_));
        let Some(all) = self.by_name.get(name) else { return false };
        let is_other = |definition: &&Definition<'a>| {
            is_function(definition) && own.iter().all(|own| own.path != definition.path)
        };
        own.iter().any(is_function)
            && all.iter().filter(is_other).any(|other| self.used.is_from(name, other.path))
    }

    /// The namespace that the files give another name, `namespace name = flash::detail;`: `None` where that is none, or
    /// not everywhere the same.
    pub(crate) fn space_of_alias(&self, name: &str) -> Option<&'a str> {
        let of = self.space_aliases.get(name).copied().flatten()?;
        (!self.spaces.contains(name)).then_some(of)
    }

    /// A qualified name by the namespace itself, where it begins with another name of that.
    pub(crate) fn without_alias(&self, text: &str) -> Option<String> {
        let (first, rest) = text.split_once("::")?;
        Some(format!("{}::{rest}", self.space_of_alias(first)?))
    }

    /// The condition around a definition of a macro that asks for the same one: `#ifndef N` around `#define N 2`.
    pub(crate) fn default_of_macro(&self, name: &str, definition: &Definition<'a>) -> Option<&Condition> {
        let branch = self.branches.get(definition.branch?.0)?;
        branch.condition.asks_for(name).then_some(&branch.condition)
    }

    /// Leaves out what the program does not hold, and gives the conditions that must be decided to tell what it does.
    pub(crate) fn held(&self, found: &mut Vec<Definition<'a>>, choices: &Choices) -> Vec<Condition> {
        // Branches are only added, each with its id.
        let get = |branch: BranchId| self.branches.get(branch.0);
        let around = |branch: Option<BranchId>| {
            std::iter::successors(branch.and_then(get), move |branch| get(branch.outer?))
        };
        found.retain(|definition| {
            around(definition.branch)
                .all(|branch| choices.get(&branch.condition).is_none_or(|chosen| *chosen == branch.index))
        });
        let mut seen: Vec<(&Condition, usize)> = Vec::new();
        let mut open = Vec::new();
        for branch in found.iter().flat_map(|definition| around(definition.branch)) {
            let is_other = seen
                .iter()
                .any(|(condition, index)| **condition == branch.condition && *index != branch.index);
            if is_other && !open.contains(&branch.condition) {
                open.push(branch.condition.clone());
            }
            seen.push((&branch.condition, branch.index));
        }
        open
    }

    /// Every definition, in no order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Definition<'a>> {
        self.by_name.values().flatten()
    }

    /// Every definition of a file, in no order.
    pub(crate) fn of_file(&self, file: FileId) -> impl Iterator<Item = &Definition<'a>> {
        self.all().filter(move |definition| definition.file == file)
    }
}

/// Whether a class is only declared.
fn is_forward(class: &Class) -> bool {
    attribute::has_attribute(&class.attributes, FORWARD)
}

/// Shared copies of definitions, made when they are first used: a value may outlive the program it came from.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    functions: FxHashMap<Address, Arc<Function>>,
    classes: FxHashMap<Address, Arc<Class>>,
    declarations: FxHashMap<Address, Arc<Declaration>>,
    /// Where what was copied stood, by the address of the copy.
    originals: FxHashMap<Address, Address>,
}

impl Shared {
    /// The shared copy of a function. The function must live as long as `self`: it is known by its address.
    pub(crate) fn function(&mut self, function: &Function) -> Arc<Function> {
        let address = Address::of(function);
        let shared = self.functions.entry(address).or_insert_with(|| Arc::new(function.clone()));
        self.originals.insert(Address::of(&**shared), address);
        // What is inside the copy is known by its own address.
        Arc::clone(shared)
    }

    /// The address of what a copy was made of, by the copy's.
    pub(crate) fn original(&self, copy: Address) -> Option<Address> {
        self.originals.get(&copy).copied()
    }

    /// The shared copy of a template of aliases or variables, likewise.
    pub(crate) fn declaration(&mut self, declaration: &Declaration) -> Arc<Declaration> {
        let address = Address::of(declaration);
        let shared = self.declarations.entry(address).or_insert_with(|| Arc::new(declaration.clone()));
        Arc::clone(shared)
    }

    /// The shared copy of a class, likewise.
    pub(crate) fn class(&mut self, class: &Class) -> Arc<Class> {
        let address = Address::of(class);
        let shared = self.classes.entry(address).or_insert_with(|| Arc::new(class.clone()));
        self.originals.insert(Address::of(&**shared), address);
        Arc::clone(shared)
    }
}
