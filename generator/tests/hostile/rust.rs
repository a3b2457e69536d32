//! The structure of Rust files, parsed by `syn` and `proc_macro2`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::structure::File;

/// Returns the structure of a file.
///
/// # Panics
/// Panics if it is not valid Rust.
pub fn inspect(path: &str, text: &str) -> File {
    if let Err(error) = syn::parse_file(text) {
        panic!("{path}: {error}\n{text}");
    }
    let mut file = File::default();
    let tokens: TokenStream = text
        .parse()
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut declaration = String::new();
    let mut trees = without_docs(tokens).into_iter().peekable();
    while let Some(tree) = trees.next() {
        let ends = match &tree {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            _ => false,
        };
        push(&mut declaration, tree, &mut file.strings);
        if ends || trees.peek().is_none() {
            file.declarations.push(std::mem::take(&mut declaration));
        }
    }
    file
}

fn push(out: &mut String, tree: TokenTree, strings: &mut Vec<String>) {
    match tree {
        TokenTree::Ident(name) => out.extend(["$", &name.to_string(), " "]),
        // The formatter adds commas after lists that it breaks.
        TokenTree::Punct(punct) if punct.as_char() == ',' => {}
        TokenTree::Punct(punct) => out.extend([punct.as_char(), ' ']),
        TokenTree::Literal(literal) => match syn::parse_str::<syn::Lit>(&literal.to_string()) {
            Ok(syn::Lit::Str(text)) => {
                strings.push(text.value());
                out.push_str("str ");
            }
            _ => out.push_str("number "),
        },
        // The formatter adds braces around expressions that it breaks.
        TokenTree::Group(group) if is_expression(&group) => {
            for tree in without_docs(group.stream()) {
                push(out, tree, strings);
            }
        }
        TokenTree::Group(group) => {
            out.extend(["( ", &format!("{:?}", group.delimiter()), " "]);
            for tree in without_docs(group.stream()) {
                push(out, tree, strings);
            }
            out.push_str(") ");
        }
    }
}

/// Returns whether braces contain no statement.
fn is_expression(group: &Group) -> bool {
    let is_end = |tree: TokenTree| matches!(tree, TokenTree::Punct(sign) if sign.as_char() == ';');
    group.delimiter() == Delimiter::Brace && !group.stream().into_iter().any(is_end)
}

/// Removes `#[doc = "…"]` and `#![doc = "…"]`, of which there is one for each line.
fn without_docs(tokens: TokenStream) -> Vec<TokenTree> {
    let mut trees: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        if is_doc(&tree) && ends_with(&trees, '#') {
            trees.pop();
        } else if is_doc(&tree) && ends_with(&trees, '!') {
            trees.truncate(trees.len() - 2);
        } else {
            trees.push(tree);
        }
    }
    trees
}

fn ends_with(trees: &[TokenTree], sign: char) -> bool {
    matches!(trees.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// Returns whether a group is exactly `[doc = "…"]`.
fn is_doc(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else {
        return false;
    };
    let trees: Vec<_> = group.stream().into_iter().collect();
    matches!(
        &trees[..],
        [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(_)] if name == "doc"
    )
}
