{{ docs|code }}
pub type {{ name|code }} = {{ inner|code }};
