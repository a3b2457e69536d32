fn f() { "\"}" ; '{'; b'\x7d'; r#""}"#; /* { /* */ } */ let x: &'a str = "never closed;
}
