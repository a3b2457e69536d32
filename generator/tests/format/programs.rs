//! Random programs of the constructs that templates use.

/// Returns a program on one line, always the same for a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let depth = 1 + random.below(4);
    format!("fn f() {{ {} }}", random.statements(depth))
}

/// A source of numbers.
struct Random(u64);

impl Random {
    /// Returns a number below a limit (xorshift).
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn word(&mut self) -> String {
        let length = self.of(&[1, 2, 3, 5, 8, 12, 17, 25]);
        self.letters(length)
    }

    fn letters(&mut self, length: usize) -> String {
        let letters = (0..length).map(|_| self.of(&["b", "d", "g", "h", "k", "m", "q", "v"]));
        letters.collect()
    }

    /// Returns the name of a type.
    fn ty(&mut self) -> String {
        format!("T{}", self.word())
    }

    fn path(&mut self) -> String {
        match self.below(5) {
            0 | 1 => self.word(),
            2 | 3 => format!("{}::{}", self.word(), self.ty()),
            _ => format!("types::{}::{}", self.ty(), self.ty()),
        }
    }

    fn literal(&mut self) -> String {
        match self.below(6) {
            0 | 1 => {
                let length = self.of(&[1, 5, 20, 40, 75, 110]);
                format!("\"{}\"", self.letters(length))
            }
            2 => "-1".to_owned(),
            3 => "200".to_owned(),
            4 => "true".to_owned(),
            _ => "1.5".to_owned(),
        }
    }

    fn list(&mut self, depth: usize, counts: &[usize]) -> String {
        let count = self.of(counts);
        let items: Vec<_> = (0..count).map(|_| self.value(depth)).collect();
        items.join(", ")
    }

    /// Returns an expression.
    fn value(&mut self, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else {
            return if self.below(2) == 0 {
                self.literal()
            } else {
                self.path()
            };
        };
        match self.below(15) {
            0 | 1 => format!("{}({})", self.path(), self.list(depth, &[0, 1, 1, 2, 3, 4])),
            2..=4 => self.chain(depth),
            5 => format!("&{}", self.value(depth)),
            6 => format!("&[{}]", self.list(depth, &[0, 1, 2, 3, 6])),
            7 => self.structure(depth),
            8 => format!(
                "|{}, {}| {}",
                self.letters(3),
                self.letters(2),
                self.value(depth)
            ),
            9 => format!(
                "move |{}| {{ {} }}",
                self.letters(4),
                self.statements(depth)
            ),
            10 => format!(
                "if {} {{ {} }} else {{ {} }}",
                self.word(),
                self.value(depth),
                self.value(depth)
            ),
            11 => self.choice(depth),
            12 => format!("({}, {})", self.value(depth), self.value(depth)),
            13 => format!(
                "{}({})",
                self.of(&["Ok", "Some", "Box::pin"]),
                self.value(depth)
            ),
            _ => format!("runtime::{}!({})", self.word(), self.list(0, &[1, 2, 3, 4])),
        }
    }

    fn chain(&mut self, depth: usize) -> String {
        let mut code = match self.below(4) {
            0 => "self".to_owned(),
            1 => format!("self.{}", self.word()),
            2 => self.word(),
            _ => format!("{}({})", self.path(), self.value(depth)),
        };
        for _ in 0..=self.below(4) {
            let link = match self.below(6) {
                0 => format!(".{}()", self.word()),
                1 => format!(".{}({})", self.word(), self.value(depth)),
                2 => format!(
                    ".{}({}, {})",
                    self.word(),
                    self.value(depth),
                    self.value(depth)
                ),
                3 => ".await".to_owned(),
                4 => format!(".{}", self.word()),
                _ if code.ends_with('?') => format!(".{}()", self.word()),
                _ => "?".to_owned(),
            };
            code.push_str(&link);
        }
        code
    }

    fn structure(&mut self, depth: usize) -> String {
        let count = 1 + self.below(3);
        let fields = (0..count).map(|_| format!("{}: {}", self.word(), self.value(depth)));
        let fields: Vec<_> = fields.collect();
        let base = if self.below(3) == 0 {
            format!(", ..{}", self.path())
        } else {
            String::new()
        };
        format!("{} {{ {}{base} }}", self.ty(), fields.join(", "))
    }

    fn choice(&mut self, depth: usize) -> String {
        let arms = (0..2).map(|_| format!("{} => {}", self.pattern(), self.value(depth)));
        let arms: Vec<_> = arms.collect();
        format!("match {} {{ {} }}", self.path(), arms.join(", "))
    }

    fn pattern(&mut self) -> String {
        match self.below(6) {
            0 => format!("Some({})", self.word()),
            1 => format!("\"{}\"", self.word()),
            2 => format!("Self::{}({})", self.ty(), self.word()),
            3 => format!("Self::{} {{ {}, {} }}", self.ty(), self.word(), self.word()),
            4 => "1 | 2".to_owned(),
            _ => "Some((200, _))".to_owned(),
        }
    }

    fn statements(&mut self, depth: usize) -> String {
        let count = self.of(&[1, 1, 2]);
        let mut code: Vec<_> = (0..count).map(|_| self.statement(depth)).collect();
        if self.below(2) == 0 {
            code.push(self.chain(depth.saturating_sub(1)));
        }
        code.join(" ")
    }

    fn statement(&mut self, depth: usize) -> String {
        let inside = depth.saturating_sub(1);
        match self.below(5) {
            0 | 1 => format!("let {} = {};", self.word(), self.value(depth)),
            2 => format!("v.{}({});", self.word(), self.list(inside, &[1, 2, 3])),
            3 => format!(
                "if let Some({}) = &self.{} {{ {} }}",
                self.word(),
                self.word(),
                self.statements(inside)
            ),
            _ => format!(
                "static {}: {} = {}({});",
                self.word().to_uppercase(),
                self.ty(),
                self.path(),
                self.value(inside)
            ),
        }
    }
}
