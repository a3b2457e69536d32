//! Names that are reserved: by a language, its standard library, the dependencies of generated
//! code, or a file system. Each list contains words separated by spaces.

/// Names that Windows reads as devices, with any extension.
pub(super) const DEVICES: &str = "\
    con prn aux nul com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 \
    lpt4 lpt5 lpt6 lpt7 lpt8 lpt9";

/// Keywords of Rust 2024, and those reserved for later editions.
pub(super) const RUST_KEYWORDS: &str = "\
    abstract as async await become box break const continue crate do dyn else enum extern \
    false final fn for gen if impl in let loop macro match mod move mut override priv pub \
    ref return self static struct super trait true try type typeof unsafe unsized use \
    virtual where while yield";

/// Crates of the standard library, and those that generated crates depend on.
pub(super) const RUST_CRATES: &str = "\
    alloc core std proc_macro test base64 bytes futures http http_body http_body_util hyper \
    jiff percent_encoding regex reqwest rust_decimal serde serde_json tokio tower url uuid \
    axum matchit";

/// Keywords of Python 3.
pub(super) const PYTHON_KEYWORDS: &str = "\
    False None True and as assert async await break class continue def del elif else except \
    finally for from global if import in is lambda nonlocal not or pass raise return try \
    while with yield";

/// Modules of the standard library (`sys.stdlib_module_names`), in lower case.
pub(super) const PYTHON_MODULES: &str = "\
    abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit \
    audioop base64 bdb binascii bisect builtins bz2 calendar cgi cgitb chunk cmath cmd code \
    codecs codeop collections colorsys compileall compression concurrent configparser \
    contextlib contextvars copy copyreg cprofile crypt csv ctypes curses dataclasses \
    datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno \
    faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc \
    genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http \
    idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 \
    linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder \
    msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode \
    operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil \
    platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr \
    pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter \
    runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib \
    sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat \
    statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog \
    tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter \
    token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing \
    unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg \
    winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo";

/// The direct and indirect dependencies of the generated package.
pub(super) const PYTHON_PACKAGES: &str = "\
    anyio certifi h11 httpcore httpx idna pydantic pydantic_core sniffio typing_extensions \
    typing_inspection annotated_types exceptiongroup";

/// Keywords and predeclared identifiers of Go.
pub(super) const GO_WORDS: &str = "\
    break case chan const continue default defer else fallthrough for func go goto if import \
    interface map package range return select struct switch type var any append bool byte \
    cap clear close comparable complex complex64 complex128 copy delete error false float32 \
    float64 imag init int int8 int16 int32 int64 iota len make max min new nil panic print \
    println real recover rune string true uint uint8 uint16 uint32 uint64 uintptr";

/// Packages of the standard library (`go list std`), by the last part of their paths, and names
/// with a meaning to the `go` command.
pub(super) const GO_PACKAGES: &str = "\
    adler32 aes ascii85 asn1 ast atomic base32 base64 big binary bits bufio build buildinfo \
    bytes bzip2 cgi cgo cipher cmp cmplx color comment constant constraint context cookiejar \
    coverage crc32 crc64 crypto cryptotest csv debug des doc documentation draw driver dsa \
    dwarf ecdh ecdsa ed25519 elf elliptic embed encoding errors exec expvar fcgi filepath \
    fips140 flag flate fmt fnv format fs fstest gif gob gosym gzip hash heap hex hkdf hmac \
    hpke html http httptest httptrace httputil image importer internal io iotest ioutil iter \
    jpeg json jsonrpc list log lzw macho mail main maphash maps math md5 metrics mime mlkem \
    mlkemtest multipart net netip os palette parse parser path pbkdf2 pe pem pkix plan9obj \
    plugin png pprof printer quick quotedprintable race rand rc4 reflect regexp ring rpc rsa \
    runtime scanner sha1 sha256 sha3 sha512 signal slices slog slogtest smtp sort sql \
    strconv strings structs subtle suffixarray sync synctest syntax syscall syslog tabwriter \
    tar template testdata testing textproto time tls token trace types tzdata unicode unique \
    unsafe url user utf16 utf8 vendor version weak x509 xml zip zlib";

/// First parts of the paths of the standard library, and names with a meaning to the `go` command.
pub(super) const GO_ROOTS: &str = "\
    all archive bufio bytes cmd cmp compress container context crypto database debug embed \
    encoding errors expvar flag fmt go hash html image index internal io iter log main maps \
    math mime net os path plugin reflect regexp runtime slices sort std strconv strings \
    structs sync syscall testdata testing text time unicode unique unsafe vendor weak";

/// Keywords and literals of Java (JLS 17 §3.9).
pub(super) const JAVA_WORDS: &str = "\
    abstract assert boolean break byte case catch char class const continue default do \
    double else enum extends false final finally float for goto if implements import \
    instanceof int interface long native new null package private protected public return \
    short static strictfp super switch synchronized this throw throws transient true try \
    void volatile while _";

/// Modules of Node.js, and names that npm refuses.
pub(super) const NODE_MODULES: &str = "\
    assert async_hooks buffer child_process cluster console constants crypto dgram \
    diagnostics_channel dns domain events fs http http2 https inspector module net os path \
    perf_hooks process punycode querystring readline repl sea sqlite stream string_decoder \
    sys test timers tls trace_events tty url util v8 vm wasi worker_threads zlib \
    node_modules";
