//! Wraps text by the columns that characters take in a terminal.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Returns at least one line of at most `width` columns. Lines are broken at spaces, and inside
/// words that are too long.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut rows = vec![String::new()];
    let mut column = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let wide = word.width();
        if column > 0 && column + 1 + wide > width {
            rows.push(String::new());
            column = 0;
        } else if column > 0 {
            push(&mut rows, ' ');
            column += 1;
        }
        for character in word.chars() {
            let wide = character.width().unwrap_or(0);
            if column + wide > width {
                rows.push(String::new());
                column = 0;
            }
            push(&mut rows, character);
            column += wide;
        }
    }
    rows
}

fn push(rows: &mut [String], character: char) {
    if let Some(row) = rows.last_mut() {
        row.push(character);
    }
}
