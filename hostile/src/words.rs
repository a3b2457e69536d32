//! Names that depend on the seed.

/// A source of names (xorshift64*).
#[derive(Debug, Clone)]
pub struct Words(u64);

impl Words {
    /// Returns the source of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns a name of six letters; two of the same source are hardly ever equal.
    pub fn name(&mut self) -> String {
        let letter = |bits: u64| char::from(b'a' + u8::try_from(bits % 26).unwrap_or_default());
        let bits = self.next();
        let mut name: String = (0..6).map(|at| letter(bits >> (8 * at))).collect();
        // A word such as `delete` at the start could be a keyword somewhere.
        name.insert(0, 'q');
        name
    }

    /// Returns prose of this many bytes.
    pub fn prose(&mut self, bytes: usize) -> String {
        let word = self.name() + " ";
        let mut text = word.repeat(bytes / word.len() + 1);
        text.truncate(bytes.max(1));
        text.truncate(text.trim_end().len());
        text
    }
}
