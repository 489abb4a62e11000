/**
 * How the service worker responds to a request: with the cached page, or with a cached file of the
 * console. Null if it does not respond, so that the request goes to the network.
 */
export type Judgment = 'page' | 'file' | null;

interface AskedRequest {
  method: string;
  mode: string;
  url: string;
}

/** The first path segments of the pages for signed-in users. */
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
 * Matches a segment of a page's path. Segments with a dot belong to files or to the realtime
 * database.
 */
const PART = /^[\w-]+$/;

/**
 * Decides whether the worker responds to a request. It never responds to API calls, to requests to
 * the realtime database, or to requests that change data.
 * @param files paths of the console's files
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
