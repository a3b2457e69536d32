//! The libraries that generated Java is compiled against, which `acceptance/sdk/java/tools.sh`
//! installs.

use std::path::Path;

const JARS: [&str; 5] = [
    "jackson-core-2.19.2",
    "jackson-annotations-2.19.2",
    "jackson-databind-2.19.2",
    "opentelemetry-api-1.51.0",
    "opentelemetry-context-1.51.0",
];

/// Returns the class path of the libraries in a folder.
pub fn class_path(tools: &Path) -> String {
    let jars = JARS.map(|name| tools.join(format!("{name}.jar")).display().to_string());
    jars.join(if cfg!(windows) { ";" } else { ":" })
}

/// Returns whether all libraries are in a folder.
pub fn are_in(tools: &Path) -> bool {
    JARS.iter()
        .all(|name| tools.join(format!("{name}.jar")).exists())
}
