//! `--list`: the plan and the checks, without sending anything.

use anyhow::Result;

use super::Exit;
use super::arguments::CheckArguments;
use super::check::description;
use crate::plan::units;
use conformance_core::description::Description;
use conformance_engine::event::LeftOut;
use conformance_engine::profile::Profile;

pub(super) fn run(arguments: &CheckArguments) -> Result<Exit> {
    let description = description(arguments)?;
    let profile = if arguments.base_url.is_some() {
        arguments.profile(description.service())?
    } else {
        let mut offline = arguments.clone();
        offline.base_url = "http://127.0.0.1/".parse().ok();
        offline.profile(description.service())?
    };
    list_checks(&profile, &description);
    anstream::println!();
    for unit in units(&description, &profile) {
        let operation = &description.operation(unit.operation).id;
        match unit.left_out {
            None => anstream::println!("{operation} {}", unit.intent),
            Some(LeftOut::Unreachable(why) | LeftOut::Skipped(why)) => {
                anstream::println!("{operation} {} (not asked: {why})", unit.intent);
            }
        }
    }
    Ok(Exit::Conforms)
}

fn list_checks(profile: &Profile, description: &Description) {
    for check in conformance_checks::selected(&profile.selection, description) {
        anstream::println!("{:9} {:32} {}", check.requirement, check.id, check.about);
    }
}
