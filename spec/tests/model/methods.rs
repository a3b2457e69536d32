//! The names of methods in SDKs.

use spec::methods::methods;

use crate::{V30, api};

/// Returns the methods of operations, each with its tag and further fields, in YAML flow style.
fn names(operations: &[(&str, &str, &str)]) -> Vec<String> {
    let operations = operations.iter().enumerate();
    let paths = operations.map(|(number, (id, tag, fields))| {
        let responses = "responses: {'204': {description: Nothing.}}";
        format!("  /p{number}: {{get: {{operationId: '{id}', tags: ['{tag}'], {fields} {responses}}}}}\n")
    });
    let body = format!("paths:\n{}", paths.collect::<String>());
    methods(&api(V30, &body))
}

fn name(id: &str, group: &str) -> String {
    names(&[(id, group, "")]).remove(0)
}

#[test]
fn a_method_does_not_repeat_the_noun_of_its_group() {
    for (id, group, expected) in [
        ("listOffers", "Offers", "list"),
        ("getOffer", "Offers", "get"),
        ("repos/list-for-org", "repos", "list for org"),
        ("droplets_list_kernels", "Droplets", "list kernels"),
        ("createApiClient", "API clients", "create"),
        ("createClient", "API clients", "create"),
        ("getUserByEmail", "Users", "get by email"),
        ("addUserToGroup", "Users", "add to group"),
        ("listPolicies", "Policy", "list"),
        ("closeBox", "boxes", "close"),
        ("readStatus", "Status", "read"),
        ("listLists", "Lists", "list"),
        ("listCoreV1NamespacedPod", "core_v1", "list namespaced pod"),
    ] {
        assert_eq!(name(id, group), expected, "{id} of {group}");
    }
}

#[test]
fn a_noun_that_a_name_needs_stays() {
    for (id, group) in [
        ("addUserToGroup", "Groups"),
        ("listOffersAndBuyers", "Buyers"),
        ("listOffersAndBuyers", "Offers"),
        ("offers", "Offers"),
        ("offersByBuyer", "Offers"),
        ("sendMessage", "Offers"),
        ("sendMessage", "!"),
        ("orderMeals", "Orders"),
        ("getUsageRecordReport", "Reports"),
    ] {
        assert_eq!(name(id, group), id, "{id} of {group}");
    }
}

#[test]
fn methods_of_a_group_have_different_names() {
    let both = [("getThing", "things", ""), ("getThings", "things", "")];
    assert_eq!(names(&both), ["getThing", "getThings"]);
    let apart = [("getThing", "things", ""), ("getThings", "others", "")];
    assert_eq!(names(&apart), ["get", "getThings"]);
    let id = [("list", "things", ""), ("listThings", "things", "")];
    assert_eq!(names(&id), ["list", "listThings"]);
}

#[test]
fn a_given_name_has_precedence_over_one_without_the_noun() {
    let given = "x-sdk-name: get,";
    let one = [("readThing", "things", given), ("getThing", "things", "")];
    assert_eq!(names(&one), ["get", "getThing"]);
    let both = [
        ("readThing", "things", given),
        ("getThing", "things", given),
    ];
    assert_eq!(names(&both), ["readThing", "getThing"]);
    let id = [("readThing", "things", given), ("get", "things", "")];
    assert_eq!(names(&id), ["readThing", "get"]);
}
