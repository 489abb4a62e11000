import path from 'node:path';
import type { Repository } from './repository.ts';

/**
 * The target of a link in the documentation. Its path is relative to the root of the repository.
 */
export type Target =
  | { kind: 'elsewhere' }
  | { kind: 'page'; page: string; anchor: string | null }
  | { kind: 'file'; file: string }
  /**
   * A target in the repository that has no page on the documentation site, such as a folder or a
   * picture.
   */
  | { kind: 'unshown' }
  | { kind: 'missing' };

/** Matches the names of files that the documentation site can show as text. */
const TEXT = /\.(conf|css|env|example|json|m?[jt]sx?|md|sh|service|txt|ya?ml)$|\/[^./]+$|^[^./]+$/;

/**
 * Finds the target of a link in the documentation.
 * @param page the page that contains the link
 */
export function targetOf(repository: Repository, page: string, href: string): Target {
  if (/^[a-z][a-z+.-]*:/i.test(href)) return { kind: 'elsewhere' };
  const [file = '', anchor = null] = href.split('#', 2);
  const found = file === '' ? page : path.posix.join(path.posix.dirname(page), decodeURI(file));
  const trimmed = found.replace(/\/$/, '');
  if (repository.pages.has(trimmed)) return { kind: 'page', page: trimmed, anchor };
  const readme = `${trimmed}/README.md`;
  if (repository.pages.has(readme)) return { kind: 'page', page: readme, anchor };
  const kind = trimmed.startsWith('..') ? null : repository.kindOf(trimmed);
  if (kind === null) return { kind: 'missing' };
  return kind === 'file' && TEXT.test(trimmed)
    ? { kind: 'file', file: trimmed }
    : { kind: 'unshown' };
}
