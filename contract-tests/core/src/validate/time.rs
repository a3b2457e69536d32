//! Validates dates and times (RFC 3339 §5.6).

/// Returns whether a text is a `date-time`, with its offset.
pub(super) fn is_date_time(text: &str) -> bool {
    let date = text.get(..10).is_some_and(is_date);
    let separator = text.get(10..11).is_some_and(|t| matches!(t, "T" | "t"));
    date && separator && text.get(11..).is_some_and(is_time)
}

/// Returns whether a text is a `full-date` in the calendar.
pub(super) fn is_date(text: &str) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
        return false;
    };
    let year = number(&[*y1, *y2, *y3, *y4]);
    let month = number(&[*m1, *m2]);
    let day = number(&[*d1, *d2]);
    let (Some(year), Some(month), Some(day)) = (year, month, day) else {
        return false;
    };
    (1..=days(year, month)).contains(&day)
}

/// Returns whether a text is a `full-time`, with its offset. A leap second may be at any time.
pub(super) fn is_time(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else {
        return false;
    };
    let offset = match rest.strip_prefix('.') {
        None => rest,
        Some(rest) => {
            let offset = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
            if offset.len() == rest.len() {
                return false;
            }
            offset
        }
    };
    is_clock(clock) && is_offset(offset)
}

fn is_clock(text: &str) -> bool {
    let [h1, h2, b':', m1, m2, b':', s1, s2] = text.as_bytes() else {
        return false;
    };
    within(*h1, *h2, 23) && within(*m1, *m2, 59) && within(*s1, *s2, 60)
}

fn is_offset(text: &str) -> bool {
    match text.as_bytes() {
        b"Z" | b"z" => true,
        [b'+' | b'-', h1, h2, b':', m1, m2] => within(*h1, *h2, 23) && within(*m1, *m2, 59),
        _ => false,
    }
}

fn within(tens: u8, ones: u8, most: u32) -> bool {
    number(&[tens, ones]).is_some_and(|number| number <= most)
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |sum, digit| {
        let value = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
        Some(sum * 10 + value)
    })
}

/// Returns how many days a month has (RFC 3339 appendix C); 0 if there is no such month.
const fn days(year: u32, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 0,
    }
}

/// Returns whether a text is one or more ASCII digits.
pub(super) fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
