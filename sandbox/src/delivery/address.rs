//! Decides which network addresses are public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 addresses that are not public (IANA, IPv4 Special-Purpose Address Registry), with the
/// length of each prefix.
const SPECIAL_V4: &[(Ipv4Addr, u32)] = &[
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // The host service of Azure's virtual machines: a public address that only they can reach.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Multicast, and everything after it: reserved, and the broadcast address.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// The only part of IPv6 that is assigned to the internet. Addresses that contain IPv4 addresses
/// (mapped, compatible, NAT64), unique local, link-local and multicast addresses are outside.
const GLOBAL_UNICAST: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Parts of [`GLOBAL_UNICAST`] that are not public.
const SPECIAL_V6: &[(Ipv6Addr, u32)] = &[
    // For protocols: Teredo, benchmarks, ORCHID.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    // 6to4: leads to the IPv4 address in it.
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Returns whether an address belongs to the public internet.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !SPECIAL_V4.iter().any(|range| contains_v4(*range, address)),
        IpAddr::V6(address) => {
            contains_v6(GLOBAL_UNICAST, address)
                && !SPECIAL_V6.iter().any(|range| contains_v6(*range, address))
        }
    }
}

/// Returns whether an address belongs to the machine itself, in its plain form.
#[must_use]
pub fn is_loopback(address: IpAddr) -> bool {
    address.is_loopback()
}

fn contains_v4((start, prefix): (Ipv4Addr, u32), address: Ipv4Addr) -> bool {
    (start.to_bits() ^ address.to_bits()) >> (32 - prefix) == 0
}

fn contains_v6((start, prefix): (Ipv6Addr, u32), address: Ipv6Addr) -> bool {
    (start.to_bits() ^ address.to_bits()) >> (128 - prefix) == 0
}
