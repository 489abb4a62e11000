/** What the worker answers by itself: a page of the console, one of its files; null: it keeps out of the way. */
export type Judgment = 'page' | 'file' | null;

interface AskedRequest {
  method: string;
  mode: string;
  url: string;
}

/** First parts of the paths of pages behind the sign-in; everything else comes from the server. */
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

/** A part of a page's path: no dot, so that no file and none of the realtime database's paths fits. */
const PART = /^[\w-]+$/;

/**
 * Judges a request of the browser. Only what is listed here is ever answered by the worker: neither `/api`
 * nor the realtime database (`/.ws`, `/.lp`, `….json`) is, nor anything that changes something.
 * @param files paths of the console's own files
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
