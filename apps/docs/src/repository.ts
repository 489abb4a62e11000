import fs from 'node:fs';
import path from 'node:path';

/** The top folder of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The pages outside of docs/. */
const TOP_PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
];
/** Pictures of every screen. Too large for a site that comes with every installation. */
const LEFT_OUT = /^docs\/screens\//;

/** What the site needs to know about the repository. Tests pass their own. */
export interface Repository {
  /** Paths of the Markdown files that become pages. */
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

/** Returns where a page is on the site: `docs/half-staff.md` becomes `half-staff.html`. */
export function addressOf(page: string): string {
  const name = page.startsWith('docs/') ? page.slice('docs/'.length) : page;
  if (/(^|\/)README\.md$/.test(name)) return name.replace(/README\.md$/, 'index.html');
  return name.replace(/\.md$/, '.html').toLowerCase();
}

/** Returns where a file that is not a page is shown. Releases leave out names such as `*.test.*`. */
export const fileAddressOf = (file: string): string => `files/${file.replaceAll('.', '-')}.html`;

/** Returns a link from one place of the site to another, so that the site works at any address. */
export const relative = (from: string, to: string): string =>
  path.posix.relative(path.posix.dirname(from), to) || path.posix.basename(to);
