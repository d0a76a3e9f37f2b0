//! What a file, and those that it includes, define: functions, classes, constants, types.

use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use layoutlens_syntax::CodeTree;
use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

use crate::code::{Bound, Class, Declared, Function, Statement, Storage, Type};
use crate::definitions::{Asked, Found, Scoped, definitions, name_of};
use crate::header::{Header, Spot, with_template};
use crate::read::{Macros, Reader, children, parse};
use crate::uses::code_of;

/// Nodes of one kind by what they define.
type ByName<'t> = FxHashMap<String, Vec<(Scoped, Node<'t>)>>;

/// A file whose definitions are read when they are asked for.
pub(crate) struct File<'t> {
    pub(crate) text: &'t str,
    roots: Vec<Node<'t>>,
    /// The text without comments and quotes.
    code: OnceCell<String>,
    /// What functions of the host are called with, by where they begin.
    pub(crate) meanings: RefCell<FxHashMap<usize, Rc<[Bound]>>>,
    pub(crate) macros: &'t Macros,
    headers: &'t [Arc<Header>],
    functions: ByName<'t>,
    classes: ByName<'t>,
    constants: ByName<'t>,
    aliases: ByName<'t>,
    pub(crate) launches: Vec<Node<'t>>,
    /// Explicit instantiations.
    pub(crate) instantiations: Vec<Node<'t>>,
    pub(crate) kernels: Vec<Node<'t>>,
    /// In what the kernels stand, by where they begin.
    kernel_scopes: FxHashMap<usize, Scoped>,
    read: RefCell<FxHashMap<usize, Option<Rc<Function>>>>,
    read_elsewhere: RefCell<FxHashMap<String, Rc<[Rc<Function>]>>>,
    read_classes: RefCell<FxHashMap<String, Option<Rc<Class>>>>,
    read_aliases: RefCell<FxHashMap<String, Option<Type>>>,
    asked: RefCell<FxHashSet<Asked>>,
    read_locals: RefCell<FxHashMap<usize, Rc<[Declared]>>>,
}

fn last_part(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// What a name may mean of what a file defines.
fn meant<'t>(all: &ByName<'t>, name: &str) -> Vec<Node<'t>> {
    let all = all.get(last_part(name)).into_iter().flatten();
    all.filter(|(scoped, _)| scoped.fits(name)).map(|(_, node)| *node).collect()
}

/// The first node below a node that may define such a thing.
fn first<'n>(root: Node<'n>, of: Found) -> Option<Node<'n>> {
    let kinds: &[&str] = match of {
        Found::Function | Found::Kernel => &["function_definition"],
        Found::Class => &["struct_specifier", "class_specifier", "union_specifier"],
        Found::Constant => &["declaration"],
        Found::Alias => &["alias_declaration", "type_definition"],
        Found::Launch | Found::Instantiation => &[],
    };
    let mut rest = vec![root];
    while let Some(node) = rest.pop() {
        if kinds.contains(&node.kind()) {
            return Some(node);
        }
        rest.extend(children(node).into_iter().rev());
    }
    None
}

impl<'t> File<'t> {
    pub(crate) fn new(
        text: &'t str,
        tree: &'t CodeTree,
        macros: &'t Macros,
        headers: &'t [Arc<Header>],
    ) -> Self {
        let mut file = Self {
            text,
            roots: tree.roots().collect(),
            code: OnceCell::new(),
            meanings: RefCell::default(),
            macros,
            headers,
            functions: FxHashMap::default(),
            classes: FxHashMap::default(),
            constants: FxHashMap::default(),
            aliases: FxHashMap::default(),
            launches: Vec::new(),
            instantiations: Vec::new(),
            kernels: Vec::new(),
            kernel_scopes: FxHashMap::default(),
            read: RefCell::default(),
            read_elsewhere: RefCell::default(),
            read_classes: RefCell::default(),
            read_aliases: RefCell::default(),
            asked: RefCell::default(),
            read_locals: RefCell::default(),
        };
        let mut tell = |of: Found, scoped: Scoped, name: &'t str, node: Node<'t>| {
            let by_name = match of {
                Found::Function => &mut file.functions,
                Found::Class => &mut file.classes,
                Found::Constant => &mut file.constants,
                Found::Alias => &mut file.aliases,
                Found::Kernel => {
                    file.kernel_scopes.insert(node.start_byte(), scoped);
                    return file.kernels.push(node);
                }
                Found::Launch => return file.launches.push(node),
                Found::Instantiation => return file.instantiations.push(node),
            };
            by_name.entry(name.to_owned()).or_default().push((scoped, node));
        };
        tree.roots().for_each(|root| definitions(root, text, true, &mut tell));
        file.kernels.sort_by_key(|node| node.start_byte());
        file.launches.sort_by_key(|node| node.start_byte());
        file
    }

    /// The text with blanks in the place of comments and of what is quoted.
    pub(crate) fn code(&self) -> &str {
        self.code.get_or_init(|| code_of(self.text))
    }

    /// What stands at these bytes.
    pub(crate) fn node_at(&self, range: Range<usize>) -> Option<Node<'t>> {
        let root = self
            .roots
            .iter()
            .find(|root| root.start_byte() <= range.start && range.end <= root.end_byte())?;
        root.descendant_for_byte_range(range.start, range.end)
    }

    /// From here on, what is asked for is noted.
    pub(crate) fn begin_to_note(&self) {
        self.asked.borrow_mut().clear();
    }

    /// What was asked for since then, whether there was such a thing or not.
    pub(crate) fn noted(&self) -> Vec<Asked> {
        self.asked.borrow_mut().drain().collect()
    }

    fn note(&self, of: Found, name: &str) {
        self.asked.borrow_mut().insert((of, name.to_owned()));
    }

    /// The text of all that this file itself defines by a name.
    pub(crate) fn spelled(&self, of: Found, name: &str) -> impl Iterator<Item = &'t str> + use<'t> {
        let all = match of {
            Found::Function => Some(&self.functions),
            Found::Class => Some(&self.classes),
            Found::Constant => Some(&self.constants),
            Found::Alias => Some(&self.aliases),
            Found::Kernel | Found::Launch | Found::Instantiation => None,
        };
        let text = self.text;
        let all = all.map(|all| meant(all, name)).unwrap_or_default().into_iter();
        all.map(move |node| text.get(with_template(node).byte_range()).unwrap_or_default())
    }

    /// Where included files define what a name may mean.
    fn elsewhere(&self, of: Found, name: &str) -> Vec<(&'t Header, &'t Spot)> {
        let headers = self.headers.iter().map(|header| &**header);
        headers
            .flat_map(|header| header.spots(last_part(name)).iter().map(move |spot| (header, spot)))
            .filter(|(_, spot)| spot.of == of && spot.scoped.fits(name))
            .collect()
    }

    /// What `read` makes of a definition in an included file.
    fn read_there<T>(
        &self,
        (header, spot): (&Header, &Spot),
        read: impl FnOnce(Reader<'_>, Node<'_>) -> Option<T>,
    ) -> Option<T> {
        let text = header.text_of(spot);
        // One of an `enum` is a constant.
        let spelled = match spot.of {
            Found::Constant if !text.trim_end().ends_with(';') => format!("constexpr int {text};"),
            _ => text.to_owned(),
        };
        let (_, tree) = parse(&spelled)?;
        read(Reader::elsewhere(&spelled, self.macros), first(tree.root_node(), spot.of)?)
    }

    /// Whether a function of this name is defined, with whatever arguments.
    pub(crate) fn defines_function(&self, name: &str) -> bool {
        !meant(&self.functions, name).is_empty() || !self.elsewhere(Found::Function, name).is_empty()
    }

    /// The function of this name that takes so many arguments, where there is one and no other.
    pub(crate) fn function(&self, name: &str, arguments: usize) -> Option<Rc<Function>> {
        self.note(Found::Function, name);
        let own = meant(&self.functions, name).into_iter().filter_map(|node| self.read_function(node));
        let mut found: Option<Rc<Function>> = None;
        for function in own.chain(self.functions_elsewhere(name).iter().cloned()) {
            let least = function.parameters.iter().filter(|parameter| parameter.default.is_none()).count();
            if (least..=function.parameters.len()).contains(&arguments) {
                if found.is_some() {
                    return None;
                }
                found = Some(function);
            }
        }
        found
    }

    fn functions_elsewhere(&self, name: &str) -> Rc<[Rc<Function>]> {
        if let Some(known) = self.read_elsewhere.borrow().get(name) {
            return Rc::clone(known);
        }
        let there = self.elsewhere(Found::Function, name);
        let read = |at| {
            let function = self.read_there(at, |mut reader, node| reader.function(node))?;
            Some(Rc::new(Function { is_elsewhere: true, ..function }))
        };
        let all: Rc<[Rc<Function>]> = there.into_iter().filter_map(read).collect();
        self.read_elsewhere.borrow_mut().insert(name.to_owned(), Rc::clone(&all));
        all
    }

    pub(crate) fn read_function(&self, node: Node<'t>) -> Option<Rc<Function>> {
        if let Some(known) = self.read.borrow().get(&node.id()) {
            return known.clone();
        }
        let read = Reader::new(self.text, self.macros).function(node).map(Rc::new);
        self.read.borrow_mut().insert(node.id(), read.clone());
        read
    }

    /// The variables of a function of the host, as `read` reads them the first time that they are asked for.
    pub(crate) fn locals(
        &self,
        function: Node<'_>,
        read: impl FnOnce(&Self, Node<'_>) -> Rc<[Declared]>,
    ) -> Rc<[Declared]> {
        if let Some(known) = self.read_locals.borrow().get(&function.id()) {
            return Rc::clone(known);
        }
        let all = read(self, function);
        self.read_locals.borrow_mut().insert(function.id(), Rc::clone(&all));
        all
    }

    pub(crate) fn class(&self, name: &str) -> Option<Rc<Class>> {
        self.note(Found::Class, name);
        if let Some(known) = self.read_classes.borrow().get(name) {
            return known.clone();
        }
        let own = meant(&self.classes, name);
        let read = match (own.as_slice(), self.elsewhere(Found::Class, name).as_slice()) {
            ([one], []) => Reader::new(self.text, self.macros).class(*one).map(|(_, class)| class),
            ([], [there]) => {
                self.read_there(*there, |mut reader, node| reader.class(node).map(|(_, class)| class))
            }
            _ => None,
        };
        let read = read.map(Rc::new);
        self.read_classes.borrow_mut().insert(name.to_owned(), read.clone());
        read
    }

    /// A constant or variable that stands outside of functions, where there is one of this name.
    pub(crate) fn constant(&self, name: &str) -> Option<Declared> {
        self.note(Found::Constant, name);
        let short = last_part(name);
        let own = meant(&self.constants, name);
        let declared = |mut reader: Reader<'_>, node: Node<'_>| {
            let Statement::Declare(all) = reader.statement_at(node)? else { return None };
            all.into_iter().find(|declared| declared.name == short)
        };
        let node = match (own.as_slice(), self.elsewhere(Found::Constant, name).as_slice()) {
            ([one], []) => *one,
            ([], [there]) => return self.read_there(*there, declared),
            _ => return None,
        };
        let mut reader = Reader::new(self.text, self.macros);
        if node.kind() == "enumerator" {
            let value = node.child_by_field_name("value")?;
            let of = Type { name: "int".to_owned(), is_constant: true, ..Type::default() };
            return Some(Declared {
                name: short.to_owned(),
                of,
                dimensions: Vec::new(),
                storage: Storage::Thread,
                value: Some(reader.expression(value)),
                is_taken_apart: false,
                range: node.byte_range(),
            });
        }
        declared(reader, node)
    }

    /// What a name of a type stands for.
    pub(crate) fn alias(&self, name: &str) -> Option<Type> {
        self.note(Found::Alias, name);
        if let Some(known) = self.read_aliases.borrow().get(name) {
            return known.clone();
        }
        let own = meant(&self.aliases, name);
        let aliased = |mut reader: Reader<'_>, node: Node<'_>| match reader.statement_at(node)? {
            Statement::Alias(_, of) => Some(of),
            _ => None,
        };
        let read = match (own.as_slice(), self.elsewhere(Found::Alias, name).as_slice()) {
            ([one], []) => aliased(Reader::new(self.text, self.macros), *one),
            ([], [there]) => self.read_there(*there, aliased),
            _ => None,
        };
        self.read_aliases.borrow_mut().insert(name.to_owned(), read.clone());
        read
    }

    /// Whether a name, `a::k`, may mean this kernel.
    pub(crate) fn is_meant(&self, kernel: Node<'_>, name: &str) -> bool {
        self.kernel_scopes.get(&kernel.start_byte()).is_none_or(|scoped| scoped.fits(name))
    }

    pub(crate) fn kernel_name(&self, node: Node<'_>) -> Option<&'t str> {
        name_of(node.child_by_field_name("declarator")?, self.text)
    }
}
