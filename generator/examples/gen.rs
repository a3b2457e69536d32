//! scratch
use std::time::Instant;
fn main(){ let a:Vec<String>=std::env::args().collect(); let t=Instant::now(); let l=spec::load(a[1].as_ref()); println!("load {:?}",t.elapsed());
 let mut d=spec::Diagnostics::default(); let api=l.api.expect("api"); let cfg=generator::Config::beside(a[1].as_ref()).unwrap();
 let t=Instant::now(); let tree=generator::generate(&api,&cfg,generator::Target::ALL,&mut d).unwrap_or_else(|e|panic!("{e}")); println!("generate {:?} {} files {} bytes",t.elapsed(),tree.iter().len(),tree.iter().map(|f|f.1.len()).sum::<usize>());
 let t=Instant::now(); let c=generator::output::changes(&tree,a[2].as_ref(),&["rust"]).unwrap(); generator::output::apply(&c,a[2].as_ref()).unwrap(); println!("write {:?} {} changed {}",t.elapsed(),c.list.len(),c.unchanged);
}
