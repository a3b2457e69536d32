//! Text from a server remains text in every format.

use conformance_report::{self as report, Report, markdown, terminal};
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;

use super::sample::{self, HOSTILE};

/// Returns the sample with one text wherever text from a server appears.
fn report_with(text: &str) -> Report {
    let json = sample::report().to_json().unwrap();
    let quoted = |text: &str| {
        let quoted = serde_json::to_string(text).unwrap();
        quoted[1..quoted.len() - 1].to_owned()
    };
    Report::from_json(&json.replace(&quoted(HOSTILE), &quoted(text))).unwrap()
}

/// Returns whether XML 1.0 allows the character (section 2.2).
fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}'
        | '\u{10000}'..='\u{10ffff}')
}

/// Returns how often each element occurs, by name. Asserts that the text is well-formed.
fn elements(xml: &str) -> Vec<String> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let mut names = Vec::new();
    let mut depth = 0;
    loop {
        match reader.read_event().expect("XML") {
            Event::Start(tag) => {
                depth += 1;
                for attribute in tag.attributes() {
                    attribute
                        .expect("an attribute")
                        .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                        .expect("its value");
                }
                names.push(String::from_utf8_lossy(tag.name().as_ref()).into_owned());
            }
            Event::Empty(tag) => {
                names.push(String::from_utf8_lossy(tag.name().as_ref()).into_owned());
            }
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    names
}

#[test]
fn junit_says_of_each_check_what_it_is() {
    let report = sample::report();
    let xml = report::junit::render(&report).unwrap();
    let names = elements(&xml);
    let count = |name: &str| names.iter().filter(|one| *one == name).count();
    assert_eq!(count("testsuite"), 3);
    assert_eq!(count("testcase"), report.checks.len());
    assert_eq!(count("failure"), 1, "the violation");
    assert_eq!(count("skipped"), 2);
    assert!(
        xml.contains("name=\"HTTP-01 status-declared\" classname=\"HTTP\""),
        "{xml}"
    );
}

#[test]
fn a_strict_run_fails_by_what_is_assumed() {
    let mut report = sample::report();
    report.target.strict = true;
    let names = elements(&report::junit::render(&report).unwrap());
    assert_eq!(names.iter().filter(|name| *name == "failure").count(), 2);
}

/// Every pipe in a row ends a cell; none is from text.
fn pipes(row: &str) -> usize {
    row.matches('|').count()
}

fn assert_tables_hold(text: &str) {
    let mut columns = None;
    for row in text.lines() {
        if row.starts_with('|') {
            assert_eq!(pipes(row), *columns.get_or_insert(pipes(row)), "{row}");
        } else {
            columns = None;
        }
        assert!(!row.contains(['<', '`', '\\']), "{row}");
        assert!(!row.contains("](") && !row.contains("://"), "{row}");
    }
    let headings = text.lines().filter(|row| row.starts_with('#')).count();
    assert_eq!(headings, 9, "{text}");
}

/// Asserts that a text contains no control sequences other than styles (SGR).
fn assert_only_styles(text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(|one: char| one.is_control() && one != '\n') {
        let sequence = rest[at..].strip_prefix("\u{1b}[");
        let sequence = sequence.unwrap_or_else(|| panic!("{:?}", &rest[at..]));
        let end = sequence.find(|one: char| !one.is_ascii_digit() && one != ';');
        let end = end.expect("an end");
        assert_eq!(&sequence[end..=end], "m");
        rest = &sequence[end + 1..];
    }
    assert!(!text.contains(['\u{202e}', '\u{2028}', '\u{200b}']));
}

/// Returns the elements and attributes of a page, which do not depend on the text in it.
fn skeleton(html: &str) -> Vec<String> {
    let start = html.find("<body>").unwrap();
    let end = html.find("<script>").unwrap();
    let tags = html[start..end].split('<').skip(1);
    let tags = tags.map(|tag| tag.split(['>', ' ', '\n']).next().unwrap().to_owned());
    tags.collect()
}

#[test]
fn the_summary_ends_with_the_verdict() {
    let report = sample::report();
    let text = terminal::render(&report, Some("target/conformance".as_ref()));
    let plain = anstream::adapter::strip_str(&text).to_string();
    assert!(
        plain.trim_end().ends_with(&report.verdict_line()),
        "{plain}"
    );
    let wide = plain
        .lines()
        .filter(|row| row.chars().count() > terminal::WIDTH);
    for row in wide {
        let whole = ["try", "described", "evidence"];
        assert!(
            whole.iter().any(|name| row.trim_start().starts_with(name)),
            "{row}"
        );
    }
    for told in [
        "createOffer: answers 500",
        "HTTP-01",
        "99 days left",
        "spec/paths/offer",
    ] {
        assert!(plain.contains(told), "{told}\n{plain}");
    }
}

#[test]
fn the_page_runs_only_its_own_script() {
    let html = report::html::render(&sample::report()).unwrap();
    assert_eq!(html.matches("<script").count(), 1);
    for hostile in [
        "<img",
        "onerror=alert(2)>",
        "\u{0}",
        "\u{1b}",
        "\u{202e}",
        "href=\"java",
        " style=",
    ] {
        assert!(!html.contains(hostile), "{hostile:?}");
    }
    assert!(!html.contains("http-equiv=\"refresh"));
    assert!(html.contains("default-src &#39;none&#39;") || html.contains("default-src 'none'"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_text_stays_text(text in "(\\PC|[\u{0}-\u{1f}\u{7f}-\u{9f}|<>&`\\\\\"'\\]\\[\u{202e}\u{fffe}]){1,60}") {
        let report = report_with(&text);
        let xml = report::junit::render(&report).unwrap();
        prop_assert!(xml.chars().all(is_xml));
        let calm = report_with("calm");
        prop_assert_eq!(elements(&xml), elements(&report::junit::render(&calm).unwrap()));
        assert_tables_hold(&markdown::render(&report));
        assert_only_styles(&terminal::render(&report, None));
        let pages = [&report, &calm].map(|one| skeleton(&report::html::render(one).unwrap()));
        prop_assert_eq!(&pages[0], &pages[1]);
    }

    #[test]
    fn escaped_markdown_reads_as_the_text(text in "[ -~]{0,80}") {
        let escaped = markdown::escape(&text);
        prop_assert!(!escaped.contains(['|', '<', '>', '`', '\\', '\n']));
        let mut read = escaped.replace("&#8203;", "");
        for code in 33..127_u8 {
            if code != b'&' {
                read = read.replace(&format!("&#{code};"), &char::from(code).to_string());
            }
        }
        prop_assert_eq!(read.replace("&#38;", "&"), text);
    }
}

#[test]
fn the_sample_itself_is_harmless() {
    let report = sample::report();
    assert!(report::junit::render(&report).unwrap().chars().all(is_xml));
    assert_tables_hold(&markdown::render(&report));
    assert_only_styles(&terminal::render(&report, None));
}

#[test]
fn many_findings_are_cut_in_the_summary() {
    let mut report = sample::report();
    report.findings = report.findings.iter().cycle().take(120).cloned().collect();
    for (index, finding) in report.findings.iter_mut().enumerate() {
        finding.cause = format!("cause {index}");
    }
    let text = markdown::render(&report);
    assert!(text.contains("and 70 more"), "{text}");
}
