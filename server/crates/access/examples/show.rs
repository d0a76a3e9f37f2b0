fn main(){ for f in std::env::args().skip(1) { let s=std::fs::read_to_string(&f).unwrap_or_default();
 let t=std::time::Instant::now(); let a=layoutlens_access::accesses(&s); let t=t.elapsed();
 for x in &a { let line=s[..x.range.start].matches('\n').count()+1; println!("{f}:{line} {} [{}{}] {:?} {} {} w={:?} layout={:?} cost={} best={} formula={} when={:?} reason={}", &s[x.range.clone()].replace('\n'," "), x.kernel,x.instance, x.space, x.base, if x.is_write {"write"} else {"read"}, x.width, x.layout, x.cost.map(|c|c.to_string()).unwrap_or_default(), x.best.map(|c|c.to_string()).unwrap_or_default(), x.formula, x.when, x.reason.as_ref().map(|r|r.to_string()).unwrap_or_default()); }
 println!("{f} {} accesses {:?}", a.len(), t); } }
