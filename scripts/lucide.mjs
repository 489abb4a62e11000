// Extracts the console's icons from Lucide, whose package takes 50 MB for some 1,700 icons. The
// console uses 70.
// Extract all again: node scripts/lucide.mjs. Add one: node scripts/lucide.mjs bell-ring
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { at } from './lib/paths.mjs';

const VERSION = '1.73.0';
const FOLDER = at('apps/web/src/components/icons');
const NOTE = `// Made by scripts/lucide.mjs from Lucide ${VERSION} (LICENSE).`;

/** Returns the exported name of an icon, such as Trash2 for trash-2. */
const nameOf = (icon) => icon.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());

function element([tag, { key: _, ...attributes }]) {
  const text = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return `<${tag} ${text.join(' ')} />`;
}

/** Reads an icon's data, which is an object literal in a module that requires React. */
function readIcon(folder, icon) {
  const source = fs.readFileSync(path.join(folder, `${icon}.mjs`), 'utf8');
  const renamed = /export \{ default \} from '\.\/(.*)\.mjs'/.exec(source);
  if (renamed) return readIcon(folder, renamed[1]);
  const [, literal] = /__iconData = (\{.*?^\});/ms.exec(source);
  return runInNewContext(`(${literal})`);
}

const drawn = fs.readdirSync(FOLDER).flatMap((file) => /^(.+)\.lucide\.tsx$/.exec(file)?.[1] ?? []);
const icons = [...new Set([...drawn, ...process.argv.slice(2)])].sort();
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-lucide-'));
try {
  execFileSync('npm', ['pack', '--silent', `lucide-react@${VERSION}`], { cwd: temporary });
  execFileSync('tar', ['-xzf', `lucide-react-${VERSION}.tgz`], { cwd: temporary });
  for (const icon of icons) {
    const data = readIcon(path.join(temporary, 'package/dist/esm/icons'), icon);
    const shapes = data.node.map(element).join('');
    const drawing = data.node.length === 1 ? shapes : `<>${shapes}</>`;
    const code = [
      NOTE,
      `import { icon } from './icon.tsx';`,
      '',
      `export const ${nameOf(icon)} = /* @__PURE__ */ icon(${drawing});`,
    ];
    fs.writeFileSync(path.join(FOLDER, `${icon}.lucide.tsx`), `${code.join('\n')}\n`);
  }
} finally {
  fs.rmSync(temporary, { recursive: true, force: true });
}
const index = [
  NOTE,
  `export type { LucideIcon } from './icon.tsx';`,
  ...icons.map((icon) => `export { ${nameOf(icon)} } from './${icon}.lucide.tsx';`),
];
fs.writeFileSync(path.join(FOLDER, 'index.ts'), `${index.join('\n')}\n`);
execFileSync(process.execPath, [
  at('node_modules/@biomejs/biome/bin/biome'),
  ...['check', '--write', '--log-level=error', FOLDER],
]);
