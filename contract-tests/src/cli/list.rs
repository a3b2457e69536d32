//! `--list`: the plan and the checks, without sending anything.

use anyhow::Result;

use messages::terminal::print;

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
    print("");
    for unit in units(&description, &profile) {
        let operation = &description.operation(unit.operation).id;
        match unit.left_out {
            None => print(format_args!("{operation} {}", unit.intent)),
            Some(LeftOut::Unreachable(why) | LeftOut::Skipped(why)) => {
                print(format_args!(
                    "{operation} {} (not asked: {why})",
                    unit.intent
                ));
            }
        }
    }
    Ok(Exit::Conforms)
}

fn list_checks(profile: &Profile, description: &Description) {
    for check in conformance_checks::selected(&profile.selection, description) {
        print(format_args!(
            "{:9} {:32} {}",
            check.requirement, check.id, check.about
        ));
    }
}
