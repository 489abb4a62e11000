// Prints random samples of our texts for a reader who does not see the code (docs/writing.md):
//   npm run sample-prose            60 comments, 30 test names, 60 UI texts, 20 other lines
//   npm run sample-prose -- 42      the same for another seed
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { at, ROOT } from './lib/paths.mjs';

const KINDS = [
  { title: 'Comments', count: 60, find: commentsIn, in: /\.tsx?$/ },
  { title: 'Test names', count: 30, find: testNamesIn, in: /\.(test|spec)\.tsx?$/ },
  {
    title: 'UI texts',
    count: 60,
    find: messagesIn,
    in: /^(apps\/web|packages\/domain)\/locales\/en\.po$/,
  },
  {
    title: 'Mails, errors and the CLI',
    count: 20,
    find: (text, file) => (file.endsWith('.po') ? messagesIn(text) : sentencesIn(text)),
    in: /^apps\/server\/(locales\/en\.po|src\/app\/admin\/.*\.ts)$/,
  },
];
const isTest = (file) => /\.(test|spec)\.tsx?$|\/testing\//.test(file);

/**
 * Returns a generator of pseudorandom numbers from 0 to 1 that depend only on the seed
 * (mulberry32).
 */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

function commentsIn(text) {
  return Array.from(text.matchAll(/\/\*\*(.*?)\*\//gs), ([, comment]) =>
    oneLine(comment.replace(/\n\s*\*/g, ' ')),
  );
}

/** Returns the test names, each preceded by the names of its groups: "a cookie › is signed". */
function testNamesIn(text, file) {
  const found = [];
  const visit = (node, groups) => {
    if (Array.isArray(node)) for (const one of node) visit(one, groups);
    else if (node && typeof node === 'object') {
      const name = node.type === 'CallExpression' ? textOf(node.arguments[0]) : null;
      const called = name === null ? null : nameOf(node.callee);
      if (called === 'test' || called === 'testOnce')
        found.push(oneLine([...groups, name].join(' › ')));
      const inside = called === 'describe' ? [...groups, name] : groups;
      for (const child of Object.values(node)) visit(child, inside);
    }
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' }).body, []);
  return found;
}

/**
 * Returns the name of the called function, such as `test` for `test.each([])('…')`, but `describe`
 * for `test.describe('…')` and `step` for `test.step('…')`.
 */
function nameOf(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (['describe', 'step'].includes(callee.property?.name)) return callee.property.name;
  return nameOf(callee.callee ?? callee.object ?? { type: 'Identifier', name: '' });
}

/** Calls `visit` for each node of a program. */
function walk(node, visit) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node);
    for (const child of Object.values(node)) walk(child, visit);
  }
}

/**
 * Returns the text of a string or template literal, with … for each expression; null for any other
 * node.
 */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral')
    return node.quasis.map(({ value }) => value.cooked).join('…');
  return null;
}

/**
 * Returns the messages in a catalog, written as `msgid "text"`, where long messages have one string
 * per line.
 */
function messagesIn(text) {
  const ids = text.matchAll(/^msgid((?:\s*"(?:\\.|[^"\\])*")+)/gm);
  return Array.from(ids, ([, strings]) =>
    oneLine(
      Array.from(strings.matchAll(/"(?:\\.|[^"\\])*"/g), ([one]) => JSON.parse(one)).join(''),
    ),
  );
}

function sentencesIn(text) {
  const found = [];
  walk(parseAst(text, { lang: 'ts', sourceType: 'module' }).body, (node) =>
    found.push(textOf(node) ?? ''),
  );
  return found.map(oneLine).filter((one) => one.split(' ').length >= 4);
}

/** Returns a random selection of the texts, without repetition. */
function choose(texts, count, next) {
  const left = [...new Set(texts)].filter((text) => /[a-z]{2}/i.test(text));
  const chosen = [];
  while (chosen.length < count && left.length > 0)
    chosen.push(...left.splice(Math.floor(next() * left.length), 1));
  return chosen;
}

const next = random(Number(process.argv[2] ?? 1));
const files = execFileSync('git', ['ls-files', 'apps', 'packages', 'e2e', 'bench'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');
for (const { title, count, find, in: where } of KINDS) {
  const texts = files
    .filter((file) => where.test(file) && (find === testNamesIn || !isTest(file)))
    .flatMap((file) => find(fs.readFileSync(at(file), 'utf8'), file));
  console.log(`\n${title} (${count} of ${new Set(texts).size})\n`);
  for (const text of choose(texts, count, next)) console.log(`- ${text}`);
}
