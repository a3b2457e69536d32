//! Runs one pair: the SDK of each language calls two mocks.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::Stdio;

use generator::{Config, FileTree, Target};
use serde_json::Value;
use spec::Api;

use super::Programs;
use super::calls::{Outcome, names, outcomes, plan};
use super::known::Known;
use super::language::{Language, Place};
use super::mock::Mock;
use super::relay::{Relay, split};
use crate::surface::{package, put};

/// The folders, programs and built SDKs.
pub struct Stage {
    folder: PathBuf,
    tools: PathBuf,
    mock: PathBuf,
    languages: Vec<&'static Language>,
    /// The last SDK of each language that was built.
    built: HashMap<Target, FileTree>,
    /// How many more SDKs may be built in slow languages.
    crates: usize,
}

/// The results of the calls in one language.
pub struct Calls {
    pub language: &'static str,
    /// The number of calls.
    pub made: usize,
    /// How many of them succeed at a mock of the old description.
    pub works: usize,
    /// The first of these that fails at a mock of the new description.
    pub broken: Option<String>,
    /// Why the driver failed.
    pub fault: Option<String>,
}

/// The outcome of a pair.
pub enum Ran {
    /// The calls of each language.
    Calls(Vec<Calls>),
    /// A description cannot be generated or served.
    Unusable,
}

impl Stage {
    /// Creates an empty folder for SDKs and mocks.
    pub fn new(programs: Programs<'_>, languages: Vec<&'static Language>) -> io::Result<Self> {
        let folder = absolute(programs.tools.join("behavior"))?;
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self {
            folder,
            tools: absolute(programs.tools)?,
            mock: absolute(programs.mock)?,
            languages,
            built: HashMap::new(),
            crates: programs.crates,
        })
    }

    /// Runs the SDKs of an old description at mocks of two descriptions.
    pub fn run(&mut self, api: &Api, [before, after]: [&Value; 2]) -> io::Result<Ran> {
        let Some(vectors) = vectors(api) else {
            return Ok(Ran::Unusable);
        };
        let start = |name, description| Mock::start(&self.mock, &self.folder, name, description);
        let (Some(old), Some(new)) = (start("old", before)?, start("new", after)?) else {
            return Ok(Ran::Unusable);
        };
        let languages = self.languages.clone().into_iter();
        let calls =
            languages.filter_map(|language| self.language(language, api, &vectors, [&old, &new]));
        Ok(Ran::Calls(calls.collect()))
    }

    /// Runs the SDK of one language; `None` if no more may be built.
    fn language(
        &mut self,
        language: &'static Language,
        api: &Api,
        vectors: &[Value],
        mocks: [&Mock; 2],
    ) -> Option<Calls> {
        let mut calls = Calls {
            language: language.target.name(),
            made: 0,
            works: 0,
            broken: None,
            fault: None,
        };
        let found = self.build(language, api).transpose()?;
        let found = found.and_then(|place| self.outcomes(language, &place, api, vectors, mocks));
        match found {
            Ok([olds, news]) => calls.count(&olds, &news, &names(vectors)),
            Err(error) => calls.fault = Some(error.to_string()),
        }
        Some(calls)
    }

    /// Generates and builds an SDK with its driver, unless the last one was the same. `None` if no
    /// more may be built.
    fn build(&mut self, language: &Language, api: &Api) -> io::Result<Option<Place>> {
        let target = language.target;
        let mut config = Config::default();
        (language.configure)(&mut config);
        let none = || io::Error::other("nothing can be generated");
        let tree = package(target, api, &config).ok_or_else(none)?;
        let folder = self.folder.join("sdk");
        let place = Place {
            package: folder.join(target.folder()),
            tools: self.tools.clone(),
        };
        if self.built.get(&target) == Some(&tree) {
            return Ok(Some(place));
        }
        if language.is_slow {
            let Some(left) = self.crates.checked_sub(1) else {
                return Ok(None);
            };
            self.crates = left;
        }
        self.built.remove(&target);
        if place.package.exists() {
            fs::remove_dir_all(&place.package)?;
        }
        for (path, text) in tree.iter() {
            put(&folder.join(path), text)?;
        }
        language.build(&place, api)?;
        self.built.insert(target, tree);
        Ok(Some(place))
    }

    /// Returns the outcomes of all calls at each mock; `None` for a call that proves nothing.
    fn outcomes(
        &self,
        language: &Language,
        place: &Place,
        api: &Api,
        vectors: &[Value],
        [old, new]: [&Mock; 2],
    ) -> io::Result<[Vec<Option<Outcome>>; 2]> {
        let (_, path) = split(&old.base);
        let at = |mock: &Mock| -> io::Result<_> {
            let relay = Relay::start(mock, path)?;
            let plan = plan(api, vectors, &Known::read(&mock.credentials)?);
            let calls = self.folder.join("calls.json");
            put(&calls, &plan.to_string())?;
            let text = self.drive(language, place, &relay, &calls)?;
            let count = names(vectors).len();
            let all = outcomes(&text, count).map_err(io::Error::other)?;
            let unasked = relay.unasked();
            let known = all
                .into_iter()
                .map(|one| Some(one).filter(|one| !unasked.contains(&one.call)));
            Ok(known.collect())
        };
        Ok([at(old)?, at(new)?])
    }

    /// Runs a driver, and returns its report.
    fn drive(
        &self,
        language: &Language,
        place: &Place,
        relay: &Relay,
        calls: &Path,
    ) -> io::Result<String> {
        let report = self.folder.join("outcomes");
        fs::write(&report, "")?;
        let mut command = language.command(place)?;
        let output = command
            .env("CLIENTS_BASE", &relay.address)
            .env("CLIENTS_CALLS", calls)
            .env("CLIENTS_OUTCOMES", &report)
            .current_dir(&place.package)
            .stdin(Stdio::null())
            .output()?;
        let text = fs::read_to_string(&report)?;
        if text.is_empty() {
            let printed = String::from_utf8_lossy(&output.stderr);
            let last = printed
                .lines()
                .last()
                .unwrap_or("the driver reported nothing");
            return Err(io::Error::other(last.to_owned()));
        }
        Ok(text)
    }
}

impl Calls {
    /// Counts the outcomes. If a response has a media type that was not asked for, its call proves
    /// nothing.
    fn count(&mut self, olds: &[Option<Outcome>], news: &[Option<Outcome>], names: &[String]) {
        let all = olds.iter().zip(news).zip(names);
        for ((old, new), name) in all {
            let Some(old) = old else { continue };
            self.made += usize::from(old.was_made());
            if !old.worked() {
                continue;
            }
            self.works += 1;
            if let Some(new) = new
                && !new.worked()
                && self.broken.is_none()
            {
                self.broken = Some(format!("{name}: {}", new.shown()));
            }
        }
    }
}

/// Returns the calls of an API's conformance vectors.
fn vectors(api: &Api) -> Option<Vec<Value>> {
    let tree = package(Target::Vectors, api, &Config::default())?;
    let path = format!("{}/requests.json", Target::Vectors.folder());
    let mut document: Value = serde_json::from_str(tree.get(&path)?).ok()?;
    match document.get_mut("vectors").map(Value::take) {
        Some(Value::Array(vectors)) => Some(vectors),
        _ => None,
    }
}
