//! stub
/// s
pub fn print(report: &super::Report, _: &std::path::Path) {
    println!("{}", super::markdown::render(report));
}
