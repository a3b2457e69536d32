// Parses generated TypeScript with its compiler. Reports every kind of syntax that the generator
// does not write, which text from a description could have caused. Prints the string literals of
// each given folder as JSON.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));
const ts = require("typescript");
const { SyntaxKind: Kind } = ts;

/** The syntax of generated files, other than words, types and punctuation. */
const ALLOWED = new Set([
  Kind.SourceFile,
  Kind.EndOfFileToken,
  Kind.ImportDeclaration,
  Kind.ImportClause,
  Kind.NamedImports,
  Kind.ImportSpecifier,
  Kind.ExportDeclaration,
  Kind.NamedExports,
  Kind.ExportSpecifier,
  Kind.InterfaceDeclaration,
  Kind.HeritageClause,
  Kind.ExpressionWithTypeArguments,
  Kind.PropertySignature,
  Kind.IndexSignature,
  Kind.TypeAliasDeclaration,
  Kind.TypeLiteral,
  Kind.TypeReference,
  Kind.TypeOperator,
  Kind.UnionType,
  Kind.IntersectionType,
  Kind.ParenthesizedType,
  Kind.ArrayType,
  Kind.LiteralType,
  Kind.VariableStatement,
  Kind.VariableDeclarationList,
  Kind.VariableDeclaration,
  Kind.ObjectLiteralExpression,
  Kind.PropertyAssignment,
  Kind.ShorthandPropertyAssignment,
  Kind.ArrayLiteralExpression,
  Kind.ParenthesizedExpression,
  Kind.ArrowFunction,
  Kind.EqualsGreaterThanToken,
  Kind.ClassDeclaration,
  Kind.FunctionDeclaration,
  Kind.PropertyDeclaration,
  Kind.PrivateIdentifier,
  Kind.Constructor,
  Kind.MethodDeclaration,
  Kind.Parameter,
  Kind.Block,
  Kind.ReturnStatement,
  Kind.ExpressionStatement,
  Kind.CallExpression,
  Kind.NewExpression,
  Kind.PropertyAccessExpression,
  Kind.BinaryExpression,
  Kind.EqualsToken,
  Kind.QuestionToken,
  Kind.ThisKeyword,
  Kind.SuperKeyword,
  Kind.Identifier,
  Kind.StringLiteral,
  Kind.NumericLiteral,
  Kind.BigIntLiteral,
  Kind.PrefixUnaryExpression,
  Kind.TrueKeyword,
  Kind.NullKeyword,
  Kind.FalseKeyword,
  Kind.ExportKeyword,
  Kind.ReadonlyKeyword,
  Kind.StaticKeyword,
  Kind.OverrideKeyword,
  Kind.StringKeyword,
  Kind.NumberKeyword,
  Kind.BooleanKeyword,
  Kind.UndefinedKeyword,
  Kind.VoidKeyword,
  Kind.NeverKeyword,
]);

/** The functions that may be called: of the client, of the runtime, and the constructor above. */
const CALLED = /^(this\.#core\.(call|items)|this\.changed|fromEnvironment|telemetryOf|super)$/;

/** The objects that may be created: a group of operations, and another client. */
const CREATED =
  /^new (\w+\( ?this,? ?\)|Client\((this\.changed\(changes\)|fromEnvironment\(api, options\))\))$/;

/** Returns why a piece of syntax is not one that the generator writes. */
function complaint(node, source) {
  if (!ALLOWED.has(node.kind)) {
    return `a ${Kind[node.kind]}`;
  }
  if (ts.isCallExpression(node) && !CALLED.test(node.expression.getText(source))) {
    return "a call";
  }
  if (ts.isNewExpression(node) && !CREATED.test(node.getText(source).replace(/\s+/g, " "))) {
    return "a new object";
  }
  if (ts.isBinaryExpression(node) && node.getText(source) !== "this.#core = core") {
    return "an expression";
  }
  if (ts.isPropertyAssignment(node) && !ts.isIdentifier(node.name)) {
    return "a name in an object";
  }
  return undefined;
}

const complaints = [];

function inspect(path, strings) {
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  complaints.push(...source.parseDiagnostics.map(({ messageText }) => `${path}: ${messageText}`));
  const visit = (node) => {
    const wrong = complaint(node, source);
    if (wrong !== undefined) {
      complaints.push(`${path}: ${wrong}: ${node.getText(source).slice(0, 80)}`);
    }
    if (ts.isStringLiteral(node)) {
      strings.add(node.text);
    } else if (ts.isIdentifier(node)) {
      strings.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "runtime") {
      return files(path);
    }
    return entry.isFile() && path.endsWith(".ts") ? [path] : [];
  });
}

const found = {};
for (const folder of process.argv.slice(2)) {
  const strings = new Set();
  for (const path of files(folder)) {
    inspect(path, strings);
  }
  found[folder] = [...strings];
}
if (complaints.length > 0) {
  process.stderr.write(`${complaints.join("\n")}\n`);
  process.exitCode = 1;
}
process.stdout.write(JSON.stringify(found));
