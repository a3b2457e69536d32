//! The sources of the harness's crates: modules, and the paths from one to another.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A crate of the workspace of the harness.
#[derive(Debug)]
pub struct Crate {
    /// Its name, as in its manifest.
    pub name: String,
    /// Its files, with the module path of each.
    files: Vec<(Vec<String>, TokenStream)>,
    /// The names at its root that are re-exported from other crates, with their paths.
    imports: BTreeMap<String, Vec<String>>,
    manifest: toml::Table,
}

/// A top-level module.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Module {
    /// The crate's name.
    pub name: String,
    /// The module's name; empty for the root.
    pub module: String,
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let module = if self.module.is_empty() {
            "(root)"
        } else {
            &self.module
        };
        write!(f, "{}::{module}", self.name)
    }
}

/// Returns all crates of the harness: the members of the workspace whose sources are in its folder.
pub fn crates() -> Vec<Crate> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = table(&root.join("Cargo.toml"));
    let members = manifest["workspace"]["members"]
        .as_array()
        .expect("members");
    let own = members.iter().filter_map(toml::Value::as_str);
    own.filter(|member| !member.starts_with("..") && *member != "shared-features")
        .map(|member| Crate::read(&root.join(member)))
        .collect()
}

fn table(path: &Path) -> toml::Table {
    let text = fs::read_to_string(path).expect("a manifest");
    text.parse().expect("TOML")
}

impl Crate {
    fn read(folder: &Path) -> Self {
        let manifest = table(&folder.join("Cargo.toml"));
        let mut files = Vec::new();
        read_folder(&folder.join("src"), &[], &mut files);
        assert!(!files.is_empty(), "{} has no sources", folder.display());
        let name = manifest["package"]["name"].as_str().expect("a name");
        let mut one = Self {
            name: name.to_owned(),
            files,
            imports: BTreeMap::new(),
            manifest,
        };
        one.imports = one.imports();
        one
    }

    fn lib(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Returns the crates of the harness that its manifest names; its tests may use any.
    pub fn dependencies(&self, crates: &[Self]) -> Vec<String> {
        let own = self.manifest.get("dependencies");
        let own = own.and_then(toml::Value::as_table).cloned();
        let own = own.unwrap_or_default();
        let all = crates.iter().filter(|one| own.contains_key(&one.name));
        all.map(|one| one.name.clone()).collect()
    }

    /// Returns the paths in its sources that lead to modules of the harness, with the module they
    /// are in.
    pub fn uses(&self, crates: &[Self]) -> Vec<(Module, Module)> {
        let mut found = Vec::new();
        for (module, tokens) in &self.files {
            let mut paths = Vec::new();
            collect(tokens.clone(), module, &mut paths);
            for (from, path) in paths {
                let from = self.module(&from);
                found.extend(self.resolve(&path, crates).map(|to| (from, to)));
            }
        }
        found
    }

    fn module(&self, path: &[String]) -> Module {
        Module {
            name: self.name.clone(),
            module: path.first().cloned().unwrap_or_default(),
        }
    }

    /// Returns the module that a path leads to, resolving re-exports at the root.
    fn resolve(&self, path: &[String], crates: &[Self]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let owner = if first == "crate" {
            self
        } else {
            crates.iter().find(|one| one.lib() == *first)?
        };
        if let Some(name) = rest.first()
            && let Some(target) = owner.imports.get(name)
        {
            return owner.resolve(target, crates);
        }
        let is_module = |name: &&String| {
            owner
                .files
                .iter()
                .any(|(path, _)| path.first() == Some(*name))
        };
        Some(Module {
            name: owner.name.clone(),
            module: rest.first().filter(is_module).cloned().unwrap_or_default(),
        })
    }

    /// Returns the imports of the root: after `use other::name;`, `crate::name` refers to
    /// `other::name`.
    fn imports(&self) -> BTreeMap<String, Vec<String>> {
        let roots = self.files.iter().filter(|(module, _)| module.is_empty());
        let mut paths = Vec::new();
        for (_, tokens) in roots {
            let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
            let is_end =
                |one: &TokenTree| matches!(one, TokenTree::Punct(one) if one.as_char() == ';');
            for item in all.split(is_end) {
                let is_use =
                    |one: &TokenTree| matches!(one, TokenTree::Ident(word) if word == "use");
                if let Some(start) = item.iter().position(is_use) {
                    tree(&item[start + 1..], &[], &mut paths);
                }
            }
        }
        let foreign = paths
            .into_iter()
            .filter(|path| path.len() > 1 && path[0] != "crate");
        foreign
            .filter_map(|path| Some((path.last()?.clone(), path)))
            .collect()
    }
}

fn read_folder(folder: &Path, module: &[String], files: &mut Vec<(Vec<String>, TokenStream)>) {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut entries: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.expect("a name").to_owned();
        let own = match stem.as_str() {
            "mod" | "lib" | "main" => module.to_vec(),
            _ => [module, &[stem]].concat(),
        };
        if path.is_dir() {
            read_folder(&path, &own, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            files.push((own, text.parse().expect("Rust")));
        }
    }
}

/// A path, and the module that contains it.
type Found = (Vec<String>, Vec<String>);

/// Collects the paths in a module, including those in the arguments of macros.
fn collect(tokens: TokenStream, module: &[String], found: &mut Vec<Found>) {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < all.len() {
        let is_start = !is_colons(&all, at.wrapping_sub(2));
        match &all[at..] {
            // `mod name { … }` is an inner module.
            [
                TokenTree::Ident(word),
                TokenTree::Ident(name),
                TokenTree::Group(body),
                ..,
            ] if word == "mod" => {
                let within = [module, &[name.to_string()]].concat();
                collect(body.stream(), &within, found);
                at += 2;
            }
            // Quoted code belongs to another program.
            [
                TokenTree::Ident(word),
                TokenTree::Punct(_),
                TokenTree::Group(_),
                ..,
            ] if word == "quote" => {
                at += 2;
            }
            [TokenTree::Ident(_), ..] if is_start && is_colons(&all, at + 1) => {
                let mut paths = Vec::new();
                tree(&all[at..], &[], &mut paths);
                let paths = paths.into_iter().map(|path| absolute(module, path));
                found.extend(paths.map(|path| (module.to_vec(), path)));
            }
            [TokenTree::Group(group), ..] if is_start => collect(group.stream(), module, found),
            _ => {}
        }
        at += 1;
    }
}

/// Returns whether `::` is at a place.
fn is_colons(all: &[TokenTree], at: usize) -> bool {
    let is_colon = |one: Option<&TokenTree>| matches!(one, Some(TokenTree::Punct(one)) if one.as_char() == ':');
    is_colon(all.get(at)) && is_colon(all.get(at.wrapping_add(1)))
}

/// Resolves `self` and `super` at the start of a path.
fn absolute(module: &[String], path: Vec<String>) -> Vec<String> {
    let is_relative = |word: &&String| *word == "self" || *word == "super";
    let relative = path.iter().take_while(is_relative).count();
    if relative == 0 {
        return path;
    }
    let up = path.iter().take(relative).filter(|word| *word == "super");
    let base = &module[..module.len().saturating_sub(up.count())];
    [&["crate".to_owned()], base, &path[relative..]].concat()
}

/// Collects the paths of a tree such as `a::{b, c::d}` at the start of some tokens.
fn tree(tokens: &[TokenTree], before: &[String], found: &mut Vec<Vec<String>>) {
    let mut path = before.to_vec();
    let mut at = 0;
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => path.push(word.to_string()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let within: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comma =
                    |one: &TokenTree| matches!(one, TokenTree::Punct(one) if one.as_char() == ',');
                for branch in within.split(is_comma).filter(|branch| !branch.is_empty()) {
                    tree(branch, &path, found);
                }
                return;
            }
            _ => break,
        }
        if !is_colons(tokens, at + 1) {
            break;
        }
        at += 3;
    }
    found.push(path);
}
