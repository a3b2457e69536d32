//! Compiles many packages of a language in one project.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Output;

use generator::{Config, FileTree, Target};
use spec::Api;

use super::package;

/// The compiler of a language.
pub trait Compiler {
    /// Returns the language.
    fn target(&self) -> Target;
    /// Returns whether it is installed.
    fn is_there(&self) -> bool;
    /// Sets the names of a package, so that packages do not conflict.
    fn configure(&self, config: &mut Config, name: &str);
    /// Writes what all packages share.
    ///
    /// # Errors
    /// When it cannot be written.
    fn prepare(&self, folder: &Path) -> io::Result<()>;
    /// Writes the files of a package.
    ///
    /// # Errors
    /// When they cannot be written.
    fn write(&self, folder: &Path, name: &str, tree: &FileTree) -> io::Result<()>;
    /// Compiles some packages of the project, and returns what the compiler printed.
    ///
    /// # Errors
    /// When it cannot be started.
    fn run(&self, folder: &Path, names: &[String]) -> io::Result<String>;
    /// Returns the path of the program in a package, which is where errors are expected.
    fn uses(&self) -> &'static str;
}

/// How many packages are compiled at once, because compilers keep all of them in memory.
const AT_ONCE: usize = 100;

/// The packages of one language.
pub struct Batch {
    compiler: Box<dyn Compiler>,
    folder: PathBuf,
    /// The pair of each package; `None` for a program and its own package.
    packages: Vec<Option<usize>>,
    /// The maximum number of packages.
    most: usize,
}

impl Batch {
    /// Creates an empty project for at most `most` packages.
    pub fn new(folder: &Path, compiler: Box<dyn Compiler>, most: usize) -> io::Result<Self> {
        let folder = folder.join(compiler.target().name());
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        compiler.prepare(&folder)?;
        Ok(Self {
            compiler,
            folder,
            packages: Vec::new(),
            most,
        })
    }

    /// Returns the language.
    pub fn language(&self) -> &'static str {
        self.compiler.target().name()
    }

    /// Returns the number of packages.
    pub fn len(&self) -> usize {
        self.packages.len()
    }

    /// Adds a new package with the program for the old one. Returns false if there is no room. If
    /// the programs for both packages are equal, no symbol has changed, and nothing is compiled.
    pub fn add(&mut self, pair: Option<usize>, old: &Api, new: &Api) -> io::Result<bool> {
        let name = format!("pair{}", self.packages.len());
        let mut config = Config::default();
        self.compiler.configure(&mut config, &name);
        let target = self.compiler.target();
        let Some(uses) = target.uses(old, &config) else {
            return Ok(true);
        };
        if pair.is_some() && target.uses(new, &config).as_ref() == Some(&uses) {
            return Ok(true);
        }
        if self.packages.len() == self.most {
            return Ok(false);
        }
        let Some(tree) = package(target, new, &config) else {
            return Ok(true);
        };
        let prefix = format!("{}/", target.folder());
        let mut whole = FileTree::default();
        for (path, text) in tree.iter() {
            whole.insert(path.strip_prefix(&prefix).unwrap_or(path), text);
        }
        whole.merge(uses);
        self.compiler.write(&self.folder, &name, &whole)?;
        self.packages.push(pair);
        Ok(true)
    }

    /// Compiles all packages, and returns the first error of each that has one.
    pub fn compile(self) -> io::Result<Vec<(Option<usize>, String)>> {
        let names: Vec<_> = (0..self.packages.len())
            .map(|number| format!("pair{number}"))
            .collect();
        let mut printed = String::new();
        for some in names.chunks(AT_ONCE) {
            printed.push_str(&self.compiler.run(&self.folder, some)?);
            printed.push('\n');
        }
        let mut first: BTreeMap<usize, String> = BTreeMap::new();
        for line in printed.lines() {
            let Some((number, rest)) = located(line) else {
                continue;
            };
            first
                .entry(number)
                .or_insert_with(|| self.explained(number, rest));
        }
        let each = first.into_iter();
        Ok(each
            .filter_map(|(number, error)| Some((*self.packages.get(number)?, error)))
            .collect())
    }

    /// Returns an error with the line of the program.
    fn explained(&self, number: usize, rest: &str) -> String {
        let file = self.compiler.uses();
        let path = self.folder.join(format!("pair{number}")).join(file);
        let at = rest.strip_prefix(file);
        let digits = at.map(|at| at.trim_start_matches(['(', ':']));
        let line = digits.and_then(|at| at.split(|c: char| !c.is_ascii_digit()).next());
        let line = line.and_then(|line| line.parse::<usize>().ok());
        let text = fs::read_to_string(path).unwrap_or_default();
        let shown = line.and_then(|line| text.lines().nth(line.saturating_sub(1)));
        match shown {
            Some(shown) => format!("{rest}\n    {shown}"),
            None => rest.to_owned(),
        }
    }
}

/// Returns the output of a compiler that finished, whether it found errors or not.
pub fn finished(output: &Output, printed: &[u8]) -> io::Result<String> {
    let text = String::from_utf8_lossy(printed).into_owned();
    match output.status.code() {
        Some(0 | 1) => Ok(text),
        _ => {
            let more = String::from_utf8_lossy(&output.stderr);
            Err(io::Error::other(format!(
                "the compiler gave up: {text}\n{more}"
            )))
        }
    }
}

/// Returns the number of a package, and the rest of the line.
fn located(line: &str) -> Option<(usize, &str)> {
    let line = line.strip_prefix("./").unwrap_or(line);
    let (number, rest) = line.strip_prefix("pair")?.split_once('/')?;
    Some((number.parse().ok()?, rest))
}

/// Writes a file and the folders that it is in.
pub fn put(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
