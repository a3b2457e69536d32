//! Whole address ranges, in every notation.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use proptest::prelude::*;
use sandbox::delivery::{Refusal, is_public};

use super::{check, leading_to, public};

/// All ranges that the project's rules name, as the start and the prefix length.
const FORBIDDEN_V4: [(&str, u32); 15] = [
    ("0.0.0.0", 8),
    ("10.0.0.0", 8),
    ("100.64.0.0", 10),
    ("127.0.0.0", 8),
    ("169.254.0.0", 16),
    ("172.16.0.0", 12),
    ("192.0.0.0", 24),
    ("192.0.2.0", 24),
    ("192.88.99.0", 24),
    ("192.168.0.0", 16),
    ("198.18.0.0", 15),
    ("198.51.100.0", 24),
    ("203.0.113.0", 24),
    ("224.0.0.0", 4),
    ("240.0.0.0", 4),
];

const FORBIDDEN_V6: [(&str, u32); 11] = [
    ("::", 128),
    ("::1", 128),
    ("::ffff:0:0", 96),
    ("64:ff9b::", 96),
    ("64:ff9b:1::", 48),
    ("100::", 64),
    ("2001:db8::", 32),
    ("2002::", 16),
    ("fc00::", 7),
    ("fe80::", 10),
    ("ff00::", 8),
];

fn inside_v4() -> impl Strategy<Value = Ipv4Addr> {
    (prop::sample::select(&FORBIDDEN_V4[..]), any::<u32>()).prop_map(|((start, prefix), random)| {
        let start: Ipv4Addr = start.parse().expect("an address");
        Ipv4Addr::from_bits(start.to_bits() | random.checked_shr(prefix).unwrap_or(0))
    })
}

fn inside_v6() -> impl Strategy<Value = Ipv6Addr> {
    (prop::sample::select(&FORBIDDEN_V6[..]), any::<u128>()).prop_map(
        |((start, prefix), random)| {
            let start: Ipv6Addr = start.parse().expect("an address");
            Ipv6Addr::from_bits(start.to_bits() | random.checked_shr(prefix).unwrap_or(0))
        },
    )
}

/// Returns an IPv4 address in one of the notations that browsers and many libraries accept.
fn written(address: Ipv4Addr, form: u8) -> String {
    let [a, b, c, d] = address.octets();
    let number = address.to_bits();
    match form % 10 {
        0 => format!("{a}.{b}.{c}.{d}"),
        1 => number.to_string(),
        2 => format!("{number:#x}"),
        3 => format!("0{number:o}"),
        4 => format!("{a:#x}.{b:#x}.{c:#x}.{d:#X}"),
        5 => format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        6 => format!("{a}.{}", number & 0x00ff_ffff),
        7 => format!("{a}.{b:#x}.{}", number & 0xffff),
        8 => format!("{a}.{b}.{c}.{d}."),
        _ => format!("{a}。{b}．{c}｡{d}"),
    }
}

/// Returns an IPv4 address embedded in an IPv6 address that leads to it.
fn embedded(address: Ipv4Addr, form: u8) -> Ipv6Addr {
    let number = u128::from(address.to_bits());
    let start = |text: &str| text.parse::<Ipv6Addr>().expect("an address").to_bits();
    Ipv6Addr::from_bits(match form % 4 {
        0 => start("::ffff:0:0") | number,
        1 => start("64:ff9b::") | number,
        2 => start("2002::") | number << 80,
        _ => number,
    })
}

proptest! {
    #[test]
    fn no_form_of_a_forbidden_ipv4_address_is_taken(address in inside_v4(), form: u8) {
        prop_assert!(!is_public(address.into()));
        let url = format!("https://{}/", written(address, form));
        prop_assert_eq!(check(&public(), &url), Err(Refusal::NotPublic), "{}", url);
        let embedded = embedded(address, form);
        prop_assert!(!is_public(embedded.into()), "{}", embedded);
        let url = format!("https://[{embedded}]/");
        prop_assert_eq!(check(&public(), &url), Err(Refusal::NotPublic), "{}", url);
    }

    #[test]
    fn no_forbidden_ipv6_address_is_taken(address in inside_v6(), long: bool) {
        prop_assert!(!is_public(address.into()));
        let groups: Vec<String> =
            address.segments().iter().map(|group| format!("{group:04X}")).collect();
        let host = if long { groups.join(":") } else { address.to_string() };
        let url = format!("https://[{host}]/");
        prop_assert_eq!(check(&public(), &url), Err(Refusal::NotPublic), "{}", url);
    }

    /// A name must not resolve to an address that is not allowed literally.
    #[test]
    fn names_and_addresses_are_checked_alike(bits: u32, wide: u128) {
        for address in [IpAddr::from(Ipv4Addr::from_bits(bits)), Ipv6Addr::from_bits(wide).into()] {
            let host = match address {
                IpAddr::V4(address) => address.to_string(),
                IpAddr::V6(address) => format!("[{address}]"),
            };
            let by_name = leading_to(&[&address.to_string()], false);
            let by_name = check(&by_name, "https://hooks.harbor.example/");
            prop_assert_eq!(by_name, check(&public(), &format!("https://{host}/")));
            prop_assert_eq!(by_name.is_ok(), is_public(address));
        }
    }
}
