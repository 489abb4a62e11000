/**
 * What the worker serves from its cache: a page of the console, or one of its files. Null if the
 * request goes to the network.
 */
export type Judgment = 'page' | 'file' | null;

interface AskedRequest {
  method: string;
  mode: string;
  url: string;
}

/**
 * The first path segments of pages for signed-in users. The worker leaves all other paths to the
 * server.
 */
const PAGES: ReadonlySet<string> = new Set([
  '',
  'companies',
  'locations',
  'employees',
  'flags',
  'half-staff',
  'memorial-day',
  'import',
  'activity',
  'alerts',
  'refused-devices',
  'integrations',
  'settings',
  'profile',
]);

/**
 * Matches a segment of a page's path. It allows no dot, so that files and paths of the realtime
 * database do not match.
 */
const PART = /^[\w-]+$/;

/**
 * Decides whether the worker handles a browser's request. It handles only what is listed here:
 * never `/api`, never the realtime database (`/.ws`, `/.lp`, `….json`), and nothing that changes
 * data. @param files paths of the console's own files
 */
export function judgeRequest(
  { method, mode, url }: AskedRequest,
  origin: string,
  files: ReadonlySet<string>,
): Judgment {
  const asked = new URL(url);
  if (method !== 'GET' || asked.origin !== origin) return null;
  if (mode === 'navigate') return isPage(asked.pathname) ? 'page' : null;
  return asked.search === '' && files.has(asked.pathname) ? 'file' : null;
}

function isPage(path: string): boolean {
  const [first = '', ...rest] = path.slice(1).split('/');
  return PAGES.has(first) && rest.every((part) => PART.test(part));
}
