import fs from 'node:fs';
import path from 'node:path';

/** The root folder of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The pages of the documentation site whose Markdown files are outside the docs folder. */
const TOP_PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
];
/**
 * Pages with pictures of every screen. They are too large for the documentation site, which is part
 * of every installation.
 */
const LEFT_OUT = /^docs\/screens\//;

/** The repository files that make up the documentation site. */
export interface Repository {
  /** Paths of the Markdown files that become pages of the documentation site. */
  pages: ReadonlySet<string>;
  read(file: string): string;
  kindOf(file: string): 'file' | 'folder' | null;
}

export const repository = (root: string = ROOT): Repository => ({
  pages: new Set([...TOP_PAGES, ...markdownIn(root, 'docs')]),
  read: (file) => fs.readFileSync(path.join(root, file), 'utf8'),
  kindOf: (file) => {
    const stat = fs.statSync(path.join(root, file), { throwIfNoEntry: false });
    if (!stat) return null;
    return stat.isDirectory() ? 'folder' : 'file';
  },
});

function markdownIn(root: string, folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => file.endsWith('.md') && !LEFT_OUT.test(file))
    .sort();
}

/** Returns a page's path on the site: `docs/half-staff.md` becomes `half-staff.html`. */
export function addressOf(page: string): string {
  const name = page.startsWith('docs/') ? page.slice('docs/'.length) : page;
  if (/(^|\/)README\.md$/.test(name)) return name.replace(/README\.md$/, 'index.html');
  return name.replace(/\.md$/, '.html').toLowerCase();
}

/**
 * Returns the path of the page that shows a file of the repository as text. Dots in the name become
 * hyphens, because releases leave out files named like `*.test.*`.
 */
export const fileAddressOf = (file: string): string => `files/${file.replaceAll('.', '-')}.html`;

/**
 * Returns a relative link between two pages of the documentation site, which works wherever the
 * site is installed.
 */
export const relative = (from: string, to: string): string =>
  path.posix.relative(path.posix.dirname(from), to) || path.posix.basename(to);
