//! scratch
use std::time::Instant;
fn main(){ for f in std::env::args().skip(1){ let t=Instant::now(); let l=spec::load(f.as_ref()); let e=t.elapsed();
 let errs=l.diagnostics.iter().filter(|d|d.severity==spec::Severity::Error).count();
 println!("{f}: {:?} ops {:?} schemas {} diags {} errors {errs}", e, l.api.as_ref().map(|a|(a.operations.len(),a.found)), l.api.as_ref().map_or(0,|a|a.schemas.len()), l.diagnostics.iter().count());
 let mut codes=std::collections::BTreeMap::new(); for d in l.diagnostics.iter(){*codes.entry((d.code.as_str(),d.severity)).or_insert(0)+=1;} println!("   {codes:?}");
 if std::env::var("V").is_ok(){ for d in l.diagnostics.sorted().iter().filter(|d|std::env::var("ALL").is_ok()||d.severity==spec::Severity::Error).take(6){ println!("{}", spec::diagnostic::render(d,&l.documents.sources,spec::diagnostic::Style::Plain)); } }
}}
