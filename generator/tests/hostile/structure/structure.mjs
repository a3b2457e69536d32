// Prints the structure of TypeScript files, parsed by the TypeScript compiler: for each file below
// the given folder, the skeleton of each statement and all strings. In a skeleton, names have a
// dollar sign, and literals are shown by kind.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";

const [root, tools] = process.argv.slice(2);
const ts = createRequire(join(tools, "package.json"))("typescript");

/** Returns whether a node is the name of a property, which may be quoted or not. */
function isMemberName(node) {
  const { parent } = node;
  return parent !== undefined && parent.name === node && (ts.isPropertySignature(parent) || ts.isPropertyAssignment(parent));
}

function skeleton(node, strings) {
  if (ts.isStringLiteral(node) || ts.isIdentifier(node)) {
    strings.add(node.text);
  }
  if (isMemberName(node) && (ts.isStringLiteral(node) || ts.isIdentifier(node))) {
    return "Member";
  }
  if (ts.isStringLiteral(node) && (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent))) {
    return node.text.split(/[^A-Za-z0-9_-]+/).map((word) => `$${word}`).join(" ");
  }
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
    return `$${node.text}`;
  }
  const parts = [];
  ts.forEachChild(node, (child) => {
    parts.push(skeleton(child, strings));
  });
  return `( ${ts.SyntaxKind[node.kind]} ${parts.join(" ")} )`;
}

/** Returns the comments that control the compiler. */
function directives(source) {
  const lists = ["commentDirectives", "referencedFiles", "typeReferenceDirectives", "libReferenceDirectives"];
  const found = lists.flatMap((list) => (source[list] ?? []).map(() => list));
  return [...found, ...[...(source.pragmas?.keys() ?? [])].map((name) => `pragma ${name}`)];
}

function inspect(path) {
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  if (source.parseDiagnostics.length > 0) {
    throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(source.parseDiagnostics[0].messageText, "\n")}`);
  }
  const strings = new Set();
  const statements = source.statements.map((statement) => skeleton(statement, strings));
  return { declarations: [...statements, ...directives(source)], strings: [...strings] };
}

const found = {};
for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
  const path = join(entry.parentPath ?? entry.path, entry.name);
  if (entry.isFile() && path.endsWith(".ts")) {
    found[relative(root, path)] = inspect(path);
  }
}
process.stdout.write(JSON.stringify(found));
