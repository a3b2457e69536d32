//! For any file, the update inserts one piece of text and changes no other bytes.

mod support;

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use scaffold::{Naming, Stubs, Updated, update};

/// The methods of the trait `Offers`, in order, in the styles of different users.
const METHODS: [(&str, &[&str]); 3] = [
    (
        "list_offers",
        &[
            "async fn list_offers(&self, _: Caller<User>, _: ListOffersRequest) -> ListOffersResponse { todo!() }",
            "fn list_offers ( & self , c : Caller < User > , r : ListOffersRequest ) -> impl Future < Output = ListOffersResponse > + Send { async move { drop((c, r)); todo!(\"}\") } }",
        ],
    ),
    (
        "create_offer",
        &[
            "#[inline]~    async~fn create_offer(~&self,~_: Caller<User>,~_: CreateOfferRequest,~) -> CreateOfferResponse~{~todo!()~}",
            "/// Documented.~async fn create_offer(&self, _: Caller<User>, _: CreateOfferRequest) -> CreateOfferResponse { match 1 { _ => r#\"}}{\"#.into() } }",
        ],
    ),
    (
        "get_offer",
        &[
            "async fn get_offer(&self, /* } */ _: Caller<User>, _: GetOfferRequest) -> GetOfferResponse {// }~}",
        ],
    ),
];

/// The text between the parts of a file; `~` is a newline.
const SPACES: &[&str] = &[
    "~",
    "~~",
    "~~~",
    "  ~",
    "\t~\t",
    "~    ",
    " // }} impl Offers for Stranger {~",
    " /* { */ ~",
    "~/* a~ * b { /* nested */~ */~",
    "//! ä → 😀~",
    "~//~",
    "~\t\t",
];

/// Items that are unrelated to the trait.
const ITEMS: &[&str] = &[
    "",
    "struct   Odd { a : u8 , }",
    "macro_rules! odd { ($a:tt) => {{ $a }}; (@{ }) => { fn f ( ) { } } }",
    "odd! { impl Other for Stranger {} ] }",
    "odd!(\"}\", '{', b\"\\x7d\", r##\"# \" }\"##);",
    "const TEXT: &str = \"a \\~    b } impl server::Offers for Stranger {}\";",
    "fn f<'a>(x: &'a str) -> char { '}' }",
    "#[cfg(any())] mod gone { impl Clone for X {} }",
    "impl<T> From<T> for Api<T> { fn from(_: T) -> Self { loop {} } }",
    "/// A unit; \u{e4}\u{1F600}.~pub(crate) enum   E{A=1,B}",
];

const IMPORTS: &str = "use server::{Offers, offers::*, runtime::Caller};";

#[derive(Debug, Clone)]
struct Case {
    text: String,
    missing: Vec<String>,
    newline: &'static str,
}

fn space() -> impl Strategy<Value = &'static str> {
    // Inner documentation is only allowed at the start of a file.
    select(SPACES).prop_filter("inner documentation", |space| !space.starts_with("//!"))
}

fn items() -> impl Strategy<Value = String> {
    let one = (select(ITEMS), space()).prop_map(|(item, space)| {
        let item = if item.ends_with(" ] }") { "" } else { item };
        format!("{item}{space}")
    });
    proptest::collection::vec(one, 0..5).prop_map(|all| all.concat())
}

fn methods() -> impl Strategy<Value = (Vec<usize>, String)> {
    let all: Vec<_> = (0..METHODS.len()).collect();
    let spaces = proptest::collection::vec(space(), METHODS.len() + 1);
    let chosen = subsequence(all, 0..=METHODS.len()).prop_shuffle();
    (chosen, spaces, any::<prop::sample::Index>()).prop_map(|(chosen, spaces, form)| {
        let mut text = String::new();
        for (index, space) in chosen.iter().zip(&spaces) {
            let forms = METHODS[*index].1;
            text.extend([*space, forms[form.index(forms.len())]]);
        }
        text.push_str(spaces.last().unwrap_or(&""));
        (chosen, text)
    })
}

prop_compose! {
    fn case()(
        start in select(&["", "\u{feff}", "#!/bin/rust~", "\u{feff}#!/bin/rust -x~", "//! Inner.~", "#![allow(x)]~"][..]),
        (before, after) in (items(), items()),
        (has, methods) in methods(),
        is_bare in any::<bool>(),
        newline in select(&["\n", "\r\n"][..]),
        cut in any::<bool>(),
    ) -> Case {
        let inner = if is_bare && has.is_empty() { "" } else { &methods };
        let text = format!("{start}{IMPORTS}~{before}~impl   Offers for Api<'_> {{{inner}}}{after}");
        let text = if cut { text.trim_end_matches('~') } else { &text };
        let missing = (0..METHODS.len()).filter(|index| !has.contains(index));
        Case {
            text: text.replace('~', newline),
            missing: missing.map(|index| format!("Offers::{}", METHODS[index].0)).collect(),
            newline,
        }
    }
}

fn run(text: &str, stubs: &Stubs) -> Result<Updated, scaffold::ParseError> {
    update(text, stubs, None, &Naming::of_package("case-server"))
}

thread_local! {
    static STUBS: Stubs = support::stubs();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_methods_are_inserted(case in case()) {
        let updated = STUBS.with(|stubs| run(&case.text, stubs));
        let updated = updated.map_err(|error| TestCaseError::fail(format!("{error}\n{}", case.text)))?;
        prop_assert_eq!(&updated.findings, &[]);
        let added: Vec<_> = updated.added.iter().map(|one| one.operation.clone()).collect();
        prop_assert_eq!(added, case.missing);
        let piece = support::insertion(&case.text, &updated.text);
        let piece = piece.ok_or_else(|| TestCaseError::fail("other bytes have changed"))?;
        for line in piece.split_inclusive('\n') {
            prop_assert!(line.ends_with(case.newline) || !line.contains('\n'), "{line:?}");
        }
        for one in &updated.added {
            let line = updated.text.split('\n').nth(one.place.line - 1).unwrap_or_default();
            let rest: String = line.chars().skip(one.place.column - 1).collect();
            prop_assert!(rest.starts_with("///"), "{rest:?}");
        }
    }

    #[test]
    fn a_second_run_changes_nothing(case in case()) {
        let twice = STUBS.with(|stubs| {
            let once = run(&case.text, stubs)?;
            Ok((run(&once.text, stubs)?, once))
        });
        let (twice, once) = twice
            .map_err(|error: scaffold::ParseError| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(twice.added, []);
        prop_assert_eq!(twice.findings, []);
        prop_assert_eq!(twice.text, once.text);
    }

    #[test]
    fn files_without_the_trait_stay(text in items()) {
        let text = text.replace('~', "\n");
        let updated = STUBS.with(|stubs| run(&text, stubs));
        let updated = updated.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(updated.text, text);
    }

    #[test]
    fn any_text_is_updated_or_refused(text in "\\PC*|[ -~\\r\\n\\t]{0,40}", wrap in any::<bool>()) {
        let text = if wrap { format!("impl server::Offers for Api {{ {text} }}") } else { text };
        if let Ok(updated) = STUBS.with(|stubs| run(&text, stubs)) {
            prop_assert!(support::insertion(&text, &updated.text).is_some());
        }
    }
}
