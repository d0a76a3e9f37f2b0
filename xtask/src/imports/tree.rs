//! A crate's modules as they are written: what each defines, brings into scope and names.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, Item, ItemMod, Macro, Meta, UseTree,
    visit::{self, Visit},
};

use crate::error::Error;

/// A crate: the first module is its root.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) files: Vec<PathBuf>,
    pub(super) modules: Vec<Module>,
}

/// What is written in a module, without the modules in it.
#[derive(Default)]
pub(super) struct Module {
    /// Where it is written, among the crate's files.
    pub(super) file: usize,
    pub(super) parent: Option<usize>,
    pub(super) children: BTreeMap<String, usize>,
    /// Functions, types, traits, constants and macros that are defined here.
    pub(super) items: BTreeSet<String>,
    pub(super) uses: Vec<Use>,
    /// Paths in code, segment by segment.
    pub(super) paths: BTreeSet<Vec<String>>,
}

/// One name of a `use`.
pub(super) struct Use {
    pub(super) path: Vec<String>,
    /// What it is called here; none where it is `*`.
    pub(super) name: Option<String>,
    /// Whether it is there to be named by others: `pub use`.
    pub(super) passed_on: bool,
}

/// Reads the crate that begins in the file `root`, without what is compiled for tests only.
pub(super) fn read(root: &Path) -> Result<Tree, Error> {
    let mut tree = Tree::default();
    let folder = root.parent().unwrap_or(root);
    tree.read_file(root, folder, None)?;
    Ok(tree)
}

impl Tree {
    /// Reads a module that is a file; the modules that it declares lie in `folder`.
    fn read_file(&mut self, path: &Path, folder: &Path, parent: Option<usize>) -> Result<usize, Error> {
        let text = fs::read_to_string(path).map_err(Error::file(path))?;
        let syntax =
            syn::parse_file(&text).map_err(|error| Error::Other(format!("{}: {error}", path.display())))?;
        self.files.push(path.to_path_buf());
        let file = self.files.len() - 1;
        self.read_module(&syntax.items, file, folder, parent)
    }

    fn read_module(
        &mut self,
        items: &[Item],
        file: usize,
        folder: &Path,
        parent: Option<usize>,
    ) -> Result<usize, Error> {
        let module = self.modules.len();
        let mut reader = Reader { module: Module { file, parent, ..Module::default() }, inner: Vec::new() };
        for item in items {
            reader.define(item);
            reader.visit_item(item);
        }
        let Reader { module: read, inner } = reader;
        self.modules.push(read);
        for inner in inner {
            let name = inner.ident.to_string();
            let child = match &inner.content {
                Some((_, items)) => self.read_module(items, file, &folder.join(&name), Some(module))?,
                None => {
                    let path = path_of(inner, folder, &self.files[file]);
                    // A file that `#[path]` names keeps its own modules beside it.
                    let below = if path.ends_with("mod.rs") || named_path(inner).is_some() {
                        path.parent().unwrap_or(folder).to_path_buf()
                    } else {
                        path.with_extension("")
                    };
                    self.read_file(&path, &below, Some(module))?
                }
            };
            self.modules[module].children.insert(name, child);
        }
        Ok(module)
    }
}

/// The file of `mod name;` in a module whose modules lie in `folder`.
fn path_of(module: &ItemMod, folder: &Path, file: &Path) -> PathBuf {
    if let Some(named) = named_path(module) {
        return file.parent().unwrap_or(folder).join(named);
    }
    let beside = folder.join(format!("{}.rs", module.ident));
    if beside.is_file() { beside } else { folder.join(module.ident.to_string()).join("mod.rs") }
}

/// What `#[path = ".."]` says.
fn named_path(module: &ItemMod) -> Option<String> {
    module.attrs.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(value) if value.path.is_ident("path") => match &value.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    })
}

/// Collects what a module's items bring into scope and name.
struct Reader<'a> {
    module: Module,
    /// Modules in it, read afterwards.
    inner: Vec<&'a ItemMod>,
}

impl Reader<'_> {
    fn define(&mut self, item: &Item) {
        let name = match item {
            Item::Const(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Macro(item) => match &item.ident {
                Some(ident) => ident,
                None => return,
            },
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::TraitAlias(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Union(item) => &item.ident,
            _ => return,
        };
        self.module.items.insert(name.to_string());
    }

    fn bring(&mut self, passed_on: bool, tree: &UseTree, before: &mut Vec<String>) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.bring(passed_on, &path.tree, before);
                before.pop();
            }
            UseTree::Name(name) => self.bring_as(passed_on, &name.ident.to_string(), None, before),
            UseTree::Rename(rename) => {
                self.bring_as(passed_on, &rename.ident.to_string(), Some(rename.rename.to_string()), before);
            }
            UseTree::Glob(_) => self.module.uses.push(Use { path: before.clone(), name: None, passed_on }),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.bring(passed_on, tree, before);
                }
            }
        }
    }

    fn bring_as(&mut self, passed_on: bool, last: &str, name: Option<String>, before: &[String]) {
        let mut path = before.to_vec();
        if last != "self" {
            path.push(last.to_owned());
        }
        let name = name.or_else(|| path.last().cloned());
        self.module.uses.push(Use { path, name, passed_on });
    }

    /// Paths among the words of a macro's call or rules.
    fn words(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end(&mut path);
                    colons = 0;
                    self.words(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.end(&mut path);
                    colons = 0;
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.module.paths.insert(std::mem::take(path));
        }
    }
}

impl<'a> Visit<'a> for Reader<'a> {
    fn visit_item(&mut self, item: &'a Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        self.inner.push(module);
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.bring(!matches!(item.vis, syn::Visibility::Inherited), &item.tree, &mut Vec::new());
    }

    fn visit_impl_item_fn(&mut self, function: &'a syn::ImplItemFn) {
        if !is_for_tests(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.module.paths.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        self.visit_path(&call.path);
        self.words(call.tokens.clone());
    }

    /// What attributes name is another crate's.
    fn visit_attribute(&mut self, _: &'a Attribute) {}
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether `#[cfg(test)]`, `#[cfg(all(test, ..))]` or `#[cfg(doctest)]` stands before it.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let mut words = list.tokens.clone().into_iter();
            match (words.next(), words.next()) {
                (Some(TokenTree::Ident(word)), None) => word == "test" || word == "doctest",
                (Some(TokenTree::Ident(word)), Some(TokenTree::Group(group))) if word == "all" => {
                    group.stream().into_iter().any(
                        |token| matches!(token, TokenTree::Ident(word) if word == "test" || word == "doctest"),
                    )
                }
                _ => false,
            }
        }
        _ => false,
    })
}
