//! Formats of integers, from the OpenAPI Format Registry.

/// A format that limits the range of an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    /// The value of `format`.
    pub name: &'static str,
    /// The lowest number.
    pub least: i128,
    /// The highest number.
    pub greatest: i128,
}

impl Whole {
    const ALL: [Self; 8] = [
        Self::signed("int8", i8::BITS),
        Self::signed("int16", i16::BITS),
        Self::signed("int32", i32::BITS),
        Self::signed("int64", i64::BITS),
        Self::unsigned("uint8", u8::BITS),
        Self::unsigned("uint16", u16::BITS),
        Self::unsigned("uint32", u32::BITS),
        Self::unsigned("uint64", u64::BITS),
    ];

    const fn signed(name: &'static str, bits: u32) -> Self {
        let beyond = 1 << (bits - 1);
        Self {
            name,
            least: -beyond,
            greatest: beyond - 1,
        }
    }

    const fn unsigned(name: &'static str, bits: u32) -> Self {
        Self {
            name,
            least: 0,
            greatest: (1 << bits) - 1,
        }
    }

    /// Returns the format with a name; `None` if it is not a format of integers.
    #[must_use]
    pub fn of(format: Option<&str>) -> Option<Self> {
        Self::ALL.into_iter().find(|one| Some(one.name) == format)
    }
}
