//! What a file defines: functions, classes, constants, types.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tree_sitter::{Node, Tree};

use crate::code::{Class, Declared, Function, Statement, Type};
use crate::read::{Macros, Reader, children};

/// A file whose definitions are read when they are asked for.
pub(crate) struct File<'t> {
    pub(crate) text: &'t str,
    pub(crate) macros: &'t Macros,
    functions: FxHashMap<String, Vec<Node<'t>>>,
    classes: FxHashMap<String, Vec<Node<'t>>>,
    constants: FxHashMap<String, Vec<Node<'t>>>,
    aliases: FxHashMap<String, Vec<Node<'t>>>,
    /// Launches and explicit instantiations.
    pub(crate) launches: Vec<Node<'t>>,
    pub(crate) instantiations: Vec<Node<'t>>,
    pub(crate) kernels: Vec<Node<'t>>,
    read: RefCell<FxHashMap<usize, Option<Rc<Function>>>>,
    read_classes: RefCell<FxHashMap<String, Option<Rc<Class>>>>,
}

impl<'t> File<'t> {
    pub(crate) fn new(text: &'t str, tree: &'t Tree, macros: &'t Macros) -> Self {
        let mut file = Self {
            text,
            macros,
            functions: FxHashMap::default(),
            classes: FxHashMap::default(),
            constants: FxHashMap::default(),
            aliases: FxHashMap::default(),
            launches: Vec::new(),
            instantiations: Vec::new(),
            kernels: Vec::new(),
            read: RefCell::default(),
            read_classes: RefCell::default(),
        };
        file.collect(tree.root_node(), false);
        file
    }

    fn word(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn name_of(&self, node: Node<'_>) -> Option<&'t str> {
        let mut node = node;
        loop {
            match node.kind() {
                "identifier" | "type_identifier" | "field_identifier" => return Some(self.word(node)),
                "template_function" | "template_type" | "qualified_identifier" => {
                    node = node.child_by_field_name("name")?
                }
                "reference_declarator" | "parenthesized_declarator" => {
                    node = children(node).last().copied()?
                }
                _ => node = node.child_by_field_name("declarator")?,
            }
        }
    }

    fn collect(&mut self, root: Node<'t>, is_inside: bool) {
        let mut rest: Vec<(Node<'t>, bool)> = vec![(root, is_inside)];
        while let Some((node, is_inside)) = rest.pop() {
            match node.kind() {
                "function_definition" => {
                    if let Some(name) =
                        node.child_by_field_name("declarator").and_then(|one| self.name_of(one))
                    {
                        let mut cursor = node.walk();
                        let is_kernel =
                            node.children(&mut cursor).any(|child| self.word(child) == "__global__");
                        if is_kernel {
                            self.kernels.push(node);
                        } else if !is_inside {
                            self.functions.entry(name.to_owned()).or_default().push(node);
                        }
                    }
                    rest.extend(children(node).into_iter().map(|child| (child, true)));
                    continue;
                }
                "struct_specifier" | "class_specifier" | "union_specifier"
                    if node.child_by_field_name("body").is_some() =>
                {
                    if let Some(name) = node.child_by_field_name("name") {
                        let name = self.word(name).split('<').next().unwrap_or_default().trim();
                        self.classes.entry(name.to_owned()).or_default().push(node);
                    }
                    // What stands in a class is known by the class's name, too.
                    let body = node.child_by_field_name("body");
                    rest.extend(
                        body.map(children).unwrap_or_default().into_iter().map(|child| (child, true)),
                    );
                    continue;
                }
                "declaration" if !is_inside => {
                    let mut cursor = node.walk();
                    let declarators: Vec<_> =
                        node.children_by_field_name("declarator", &mut cursor).collect();
                    for one in declarators {
                        if let Some(name) = self.name_of(one) {
                            self.constants.entry(name.to_owned()).or_default().push(node);
                        }
                    }
                }
                "enumerator" => {
                    if let Some(name) = node.child_by_field_name("name") {
                        self.constants.entry(self.word(name).to_owned()).or_default().push(node);
                    }
                }
                "alias_declaration" | "type_definition" if !is_inside => {
                    let name =
                        node.child_by_field_name("name").or_else(|| node.child_by_field_name("declarator"));
                    if let Some(name) = name.and_then(|name| self.name_of(name)) {
                        self.aliases.entry(name.to_owned()).or_default().push(node);
                    }
                }
                "call_expression" => {
                    let mut cursor = node.walk();
                    if node.children(&mut cursor).any(|child| child.kind() == "kernel_call_syntax") {
                        self.launches.push(node);
                    }
                }
                "template_instantiation" => self.instantiations.push(node),
                _ => {}
            }
            rest.extend(children(node).into_iter().map(|child| (child, is_inside)));
        }
        self.kernels.sort_by_key(|node| node.start_byte());
        self.launches.sort_by_key(|node| node.start_byte());
    }

    /// The function of this name that takes so many arguments, where there is one and no other.
    pub(crate) fn function(&self, name: &str, arguments: usize) -> Option<Rc<Function>> {
        let short = name.rsplit("::").next().unwrap_or(name);
        let all = self.functions.get(short)?;
        let mut found: Option<Rc<Function>> = None;
        for node in all {
            let Some(function) = self.read_function(*node) else { continue };
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

    pub(crate) fn read_function(&self, node: Node<'t>) -> Option<Rc<Function>> {
        if let Some(known) = self.read.borrow().get(&node.id()) {
            return known.clone();
        }
        let read = Reader::new(self.text, self.macros).function(node).map(Rc::new);
        self.read.borrow_mut().insert(node.id(), read.clone());
        read
    }

    pub(crate) fn class(&self, name: &str) -> Option<Rc<Class>> {
        let short = name.rsplit("::").next().unwrap_or(name);
        if let Some(known) = self.read_classes.borrow().get(short) {
            return known.clone();
        }
        let read = match self.classes.get(short).map(Vec::as_slice) {
            Some([one]) => Reader::new(self.text, self.macros).class(*one).map(|(_, class)| Rc::new(class)),
            _ => None,
        };
        self.read_classes.borrow_mut().insert(short.to_owned(), read.clone());
        read
    }

    /// A constant or variable that stands outside of functions, where there is one of this name.
    pub(crate) fn constant(&self, name: &str) -> Option<Declared> {
        let short = name.rsplit("::").next().unwrap_or(name);
        let [node] = self.constants.get(short)?.as_slice() else { return None };
        let mut reader = Reader::new(self.text, self.macros);
        if node.kind() == "enumerator" {
            let value = node.child_by_field_name("value")?;
            let of = Type { name: "int".to_owned(), is_constant: true, ..Type::default() };
            return Some(Declared {
                name: short.to_owned(),
                of,
                dimensions: Vec::new(),
                storage: crate::code::Storage::Thread,
                value: Some(reader.expression(value)),
                is_taken_apart: false,
                range: node.byte_range(),
            });
        }
        let statement = reader.statement_at(*node)?;
        let Statement::Declare(all) = statement else { return None };
        all.into_iter().find(|declared| declared.name == short)
    }

    /// What a name of a type stands for.
    pub(crate) fn alias(&self, name: &str) -> Option<Type> {
        let [node] = self.aliases.get(name)?.as_slice() else { return None };
        match Reader::new(self.text, self.macros).statement_at(*node)? {
            Statement::Alias(_, of) => Some(of),
            _ => None,
        }
    }

    pub(crate) fn kernel_name(&self, node: Node<'_>) -> Option<&'t str> {
        self.name_of(node.child_by_field_name("declarator")?)
    }
}
