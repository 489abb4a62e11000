// Checks the structure of the code, which no linter does. See docs/decisions/0013-layers.md.
//  - no cycles between folders or files, type imports included
//  - in the server, no import from a lower layer to a higher one
//  - production code imports no test code
//  - in the server, at most twelve entries in a folder, also if they are all folders
//  - only the policy names roles; all other code asks the policy
import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { isForTests, longFolders, MOST_ENTRIES } from './lib/longFolders.mjs';
import { at, ROOT } from './lib/paths.mjs';

/** The folders that are separate trees. biome.json defines which tree may import from which. */
const TREES = [
  'packages/messages/src',
  'packages/domain/src',
  'packages/realtime/src',
  'apps/server/src',
  'apps/poles/src',
  'apps/docs/src',
  'apps/web/src',
  'bench/src',
];
/**
 * The tree in which lazy imports do not count, because they are like links: the table of pages
 * loads every page, and pages use the table.
 */
const WEB = 'apps/web/src';

/** The layers of `apps/server/src`, highest first. */
const LAYERS = ['app', 'features', 'realtime', 'platform'];
const SERVER = 'apps/server/src';
/** Folders of the server that may have more than twelve entries, because they only grow. */
const MAY_BE_LONG = ['platform/database/migrations'];

const ROLES = ['master', 'company_user', 'location_user', 'employee'];
/**
 * Files that may name roles: the definitions and permissions of roles, and the accounts of the demo
 * and the benchmarks.
 */
const MAY_NAME_ROLES = [
  'packages/domain/src/people/roles.ts',
  'packages/domain/src/policy/',
  'apps/server/src/platform/database/migrations/',
  'apps/server/src/app/demo/',
  'bench/',
];

/** Returns all TypeScript files below a folder, as paths relative to it. */
const filesIn = (folder) =>
  fs
    .readdirSync(at(folder), { recursive: true })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.split(path.sep).join('/'));

/**
 * Returns the files that a file imports, as paths relative to the tree, including type imports. Lazy
 * imports count, except in the console.
 */
function importsOf(tree, file, body) {
  const names = new Set();
  const visit = (node) => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (node && typeof node === 'object') {
      const isImport = /^(Import|Export(Named|All))(Declaration|Expression)$/.test(node.type);
      const isLink = node.type === 'ImportExpression' && tree === WEB;
      if (isImport && !isLink && typeof node.source?.value === 'string')
        names.add(node.source.value);
      // An inline type import: `typeof import('…')`.
      if (node.type === 'TSImportType' && tree !== WEB)
        names.add(node.source?.value ?? node.argument?.literal?.value);
      for (const child of Object.values(node)) visit(child);
    }
  };
  visit(body);
  return Array.from(names, (name) => resolve(tree, file, name)).filter((one) => one !== null);
}

/** Returns the statements in a file. */
function parse(tree, file) {
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  return parseAst(fs.readFileSync(at(tree, file), 'utf8'), { lang, sourceType: 'module' }).body;
}

/** Whether code compares with a role or sets one. */
function namesRole(body) {
  const isRole = (node) => node?.type === 'Literal' && ROLES.includes(node.value);
  const visit = (node) => {
    if (Array.isArray(node)) return node.some(visit);
    if (!node || typeof node !== 'object') return false;
    if (node.type === 'BinaryExpression' && (isRole(node.left) || isRole(node.right))) return true;
    if (node.type === 'SwitchCase' && isRole(node.test)) return true;
    if (node.type === 'Property' && node.key?.name === 'role' && isRole(node.value)) return true;
    return Object.values(node).some(visit);
  };
  return visit(body);
}

/**
 * Returns the imported file, or null if it is outside of the tree. `@/` stands for the console's
 * root.
 */
function resolve(tree, file, name) {
  if (!/^(\.|@\/)/.test(name ?? '')) return null;
  const full = name.startsWith('@/')
    ? name.slice(2)
    : path.posix.join(path.posix.dirname(file), name);
  if (full.startsWith('..')) return null;
  const known = [full, `${full}.ts`, `${full}.tsx`, `${full}/index.ts`];
  return known.find((one) => fs.existsSync(at(tree, one)) && /\.tsx?$/.test(one)) ?? null;
}

/**
 * Returns a file's folder. For a file in the root of a tree, returns the file itself, because it is
 * an entry point.
 */
const folderOf = (file) => (path.posix.dirname(file) === '.' ? file : path.posix.dirname(file));

/** Finds the cycles of a graph (Tarjan): sets of nodes that can all reach each other. */
function circlesIn(graph) {
  const order = new Map();
  const low = new Map();
  const open = [];
  const circles = [];
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    open.push(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1) circles.push(circle);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

const faults = [];

for (const tree of TREES) {
  /** The folders that each folder imports from, each with one import as an example. */
  const graph = new Map();
  /** The files that each file imports. */
  const files = new Map();
  for (const file of filesIn(tree).filter((one) => !isForTests(one))) {
    const from = folderOf(file);
    if (!graph.has(from)) graph.set(from, new Map());
    const body = parse(tree, file);
    if (!MAY_NAME_ROLES.some((one) => `${tree}/${file}`.startsWith(one)) && namesRole(body))
      faults.push(`${tree}/${file} names a role; ask the policy (packages/domain/src/policy)`);
    const imports = importsOf(tree, file, body);
    files.set(file, new Map(imports.map((one) => [one, file])));
    for (const imported of imports) {
      if (isForTests(imported)) faults.push(`${tree}/${file} ships, and imports ${imported}`);
      const to = folderOf(imported);
      if (to !== from) graph.get(from).set(to, `${file} imports ${imported}`);
      if (tree !== SERVER) continue;
      const [layer, lower] = [file, imported].map((one) => LAYERS.indexOf(one.split('/')[0]));
      if (layer !== -1 && lower !== -1 && lower < layer)
        faults.push(`${tree}: ${file} imports ${imported}, which is in a higher layer`);
    }
  }
  for (const circle of circlesIn(graph)) {
    const links = circle.flatMap((from) =>
      [...(graph.get(from) ?? [])].filter(([to]) => circle.includes(to)).map(([, link]) => link),
    );
    faults.push(`${tree}: these folders import each other: ${circle.join(', ')}`);
    faults.push(...links.map((link) => `    ${link}`));
  }
  for (const circle of circlesIn(files))
    faults.push(`${tree}: these files import each other: ${circle.join(', ')}`);
}

for (const { folder, entries } of longFolders(at(SERVER)))
  if (!MAY_BE_LONG.includes(folder))
    faults.push(`${SERVER}/${folder} has ${entries} entries; at most ${MOST_ENTRIES}`);

for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`\nThe structure of ${path.basename(ROOT)} has the errors listed above.`);
  process.exit(1);
}
