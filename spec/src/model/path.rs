//! Path templates.

use super::{Api, Operation};

/// Returns a path template without the names of its variables: `/a/{x}` and `/a/{y}` are the same
/// path (OpenAPI 3.1.1 §4.8.8.2).
pub fn path_shape(path: &str) -> impl Iterator<Item = char> {
    let mut inside = false;
    path.chars().filter(move |character| {
        match character {
            '{' => inside = true,
            '}' => inside = false,
            _ => return !inside,
        }
        true
    })
}

impl Api {
    /// Returns the operations of a path, whatever each calls the variables.
    pub fn operations_of_path(&self, path: &str) -> impl Iterator<Item = &Operation> {
        let all = self.operations.iter();
        all.filter(move |one| one.path == path || path_shape(&one.path).eq(path_shape(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::path_shape;

    #[test]
    fn paths_that_differ_in_names_have_one_shape() {
        let same = |one, other| path_shape(one).eq(path_shape(other));
        assert!(same("/a/{x}.json", "/a/{y}.json"));
        assert!(!same("/a/{x}", "/a/x"));
        assert!(!same("/a/{x}", "/a/{x}/"));
    }
}
