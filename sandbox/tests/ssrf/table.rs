//! Known tricks, individually.

use std::io;

use sandbox::delivery::{Lookup, Refusal, Targets};

use super::{check, leading_to, public};

#[test]
fn forms_that_are_refused() {
    for (url, refusal) in [
        ("http://hooks.harbor.example/", Refusal::Scheme),
        ("ftp://hooks.harbor.example/", Refusal::Scheme),
        ("file:///etc/passwd", Refusal::Scheme),
        ("gopher://hooks.harbor.example/", Refusal::Scheme),
        ("data:text/plain,x", Refusal::Scheme),
        (
            "https://user@hooks.harbor.example/",
            Refusal::UserInformation,
        ),
        (
            "https://:password@hooks.harbor.example/",
            Refusal::UserInformation,
        ),
        (
            "https://hooks.harbor.example@10.0.0.1/",
            Refusal::UserInformation,
        ),
    ] {
        assert_eq!(check(&public(), url), Err(refusal), "{url}");
    }
}

/// One address in all its notations.
const LOOPBACK: [&str; 16] = [
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "017700000001",
    "0x7f.1",
    "127.0.0.1.",
    "１２７.０.０.１",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "①②⑦.0.0.1",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
];

/// Even the flag does not allow these.
const INSIDE: [&str; 53] = [
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "0.0.0.0",
    "0.1.2.3",
    "0",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.254",
    "169.254.169.254",
    "0xa9fea9fe",
    "2852039166",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "[::]",
    "[::ffff:8.8.8.8]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[ff0e::1]",
    "[2001::1]",
    "[2001:2::1]",
    "[2001:10::1]",
    "[2001:20::1]",
    "[2001:db8::1]",
    "[2002:a00:1::]",
    "[2002:808:808::]",
    "[3fff::1]",
    "[100::1]",
    "[5f00::1]",
    "[4000::1]",
    "[64:ff9b::808:808]",
    "[::8.8.8.8]",
];

#[test]
fn hosts_that_are_refused_however_they_are_written() {
    let allowed = Targets {
        allow_loopback: true,
        ..public()
    };
    for host in LOOPBACK {
        let url = format!("https://{host}/");
        assert_eq!(check(&public(), &url), Err(Refusal::NotPublic), "{host}");
        assert_eq!(check(&allowed, &url), Ok(()), "{host}, with the flag");
    }
    for host in INSIDE {
        let url = format!("https://{host}/");
        assert_eq!(check(&public(), &url), Err(Refusal::NotPublic), "{host}");
        assert_eq!(
            check(&allowed, &url),
            Err(Refusal::NotPublic),
            "{host}, with the flag"
        );
    }
}

#[test]
fn public_addresses_are_taken() {
    for url in [
        "https://hooks.harbor.example/marketplace",
        "https://hooks.harbor.example:8443/?a=b",
        "https://93.184.216.34/",
        "https://8.8.8.8/",
        "https://172.15.255.255/",
        "https://172.32.0.0/",
        "https://100.63.255.255/",
        "https://100.128.0.0/",
        "https://198.17.255.255/",
        "https://198.20.0.0/",
        "https://223.255.255.255/",
        "https://[2606:2800:21f::1]/",
        "https://[2a00:1450:4001::200e]/",
        "https://bücher.example/",
        "https://xn--bcher-kva.example/",
        "https://hooks.harbor.example./",
    ] {
        assert_eq!(check(&public(), url), Ok(()), "{url}");
    }
}

#[test]
fn one_forbidden_address_of_a_name_is_enough() {
    for inside in [
        "10.0.0.1",
        "::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "fd12::1",
    ] {
        let targets = leading_to(&["93.184.216.34", inside], false);
        assert_eq!(
            check(&targets, "https://hooks.harbor.example/"),
            Err(Refusal::NotPublic)
        );
    }
    let localhost = Targets::default();
    assert_eq!(
        check(&localhost, "https://localhost/"),
        Err(Refusal::NotPublic)
    );
}

#[test]
fn a_name_without_an_address_may_get_one_later() {
    let unknown = || std::future::ready(Err(io::Error::other("no such name")));
    let targets = Targets {
        allow_loopback: false,
        lookup: Lookup::by(move |_| unknown()),
    };
    assert_eq!(
        check(&targets, "https://hooks.harbor.example/marketplace"),
        Ok(())
    );
}

#[test]
fn the_flag_permits_loopback_and_nothing_else_that_is_inside() {
    let allowed = |addresses: &[&str], url| check(&leading_to(addresses, true), url);
    for url in [
        "http://127.0.0.1:8080/",
        "https://127.0.0.1/",
        "http://[::1]:1/",
        "http://2130706433/",
    ] {
        assert_eq!(allowed(&[], url), Ok(()), "{url}");
    }
    assert_eq!(
        allowed(&["127.0.0.1", "::1"], "http://localhost:8080/"),
        Ok(())
    );
    assert_eq!(
        allowed(&["93.184.216.34"], "https://hooks.harbor.example/"),
        Ok(())
    );
    let http_outside = allowed(&["93.184.216.34"], "http://hooks.harbor.example/");
    assert_eq!(
        http_outside,
        Err(Refusal::NotPublic),
        "http leads to the machine itself only"
    );
    for url in [
        "http://10.0.0.1/",
        "https://10.0.0.1/",
        "http://169.254.169.254/",
        "http://0.0.0.0/",
        "http://[::ffff:127.0.0.1]/",
        "https://[fd00::1]/",
        "http://192.168.1.1/",
    ] {
        assert_eq!(allowed(&[], url), Err(Refusal::NotPublic), "{url}");
    }
    let user = allowed(&[], "http://user@127.0.0.1/");
    assert_eq!(user, Err(Refusal::UserInformation));
}
