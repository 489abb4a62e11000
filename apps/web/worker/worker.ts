import { judgeRequest } from './judgeRequest.ts';

/**
 * The service worker. It keeps the console's own files, so that the installed app opens without a network,
 * and nothing else: no answer of the API, nothing of the realtime database (docs/offline.md).
 */

/** Put in by the server: names the page and the policy in its header; null: the worker removes itself. */
declare const __SHELL_VERSION__: string | null;
/** Put in by the build: paths of the files of one build, the page's own script first. */
declare const __SHELL_FILES__: readonly string[];
declare const self: ServiceWorkerGlobalScope;

const FILES = __SHELL_FILES__;
const FILE_SET: ReadonlySet<string> = new Set(FILES);
const PAGE = '/';
const SCRIPT = '/worker.js';
const PREFIX = 'shell-';
const CACHE = `${PREFIX}${__SHELL_VERSION__}`;
const isOff = __SHELL_VERSION__ === null;
/** How often and after how many milliseconds a page that is just opening is looked for. */
const MOST_TRIES = 50;
const TRY_MS = 100;

self.addEventListener('install', (event) => {
  event.waitUntil(isOff ? self.skipWaiting() : keepFiles().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(isOff ? retire() : deleteCaches(CACHE).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  if (isOff) return;
  switch (judgeRequest(event.request, self.location.origin, FILE_SET)) {
    case 'page': {
      const kept = find(PAGE);
      event.respondWith(kept.then((page) => page ?? fetch(event.request)));
      event.waitUntil(kept.then((page) => followServer(page && event.resultingClientId)));
      break;
    }
    case 'file':
      event.respondWith(find(event.request).then((file) => file ?? fetch(event.request)));
      break;
  }
});

/**
 * Keeps the files. Where there is no room for two versions the old one goes first, and where there is none for
 * one, nothing is kept: a full device must not stay with an old version for good.
 * @throws where a file does not come: the browser tries again when the console opens next
 */
async function keepFiles(): Promise<void> {
  try {
    await fetchFiles();
  } catch (error) {
    const isFull = error instanceof DOMException;
    if (!isFull) {
      await caches.delete(CACHE);
      throw error;
    }
    await deleteCaches(null);
    await fetchFiles().catch(() => deleteCaches(null));
  }
}

/** Fetches the page and its files, one after the other: the page on screen needs the network more. */
async function fetchFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const path of [PAGE, ...FILES]) {
    const response = await fetch(path);
    if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
    // Behind a proxy the page may come from a process of another build.
    if (path === PAGE && !(await response.clone().text()).includes(FILES[0]!))
      throw new Error('The page is of another build');
    await cache.put(path, response);
  }
}

/** What is kept; undefined where the browser has thrown it away. Opens no cache: that would make one again. */
const find = (asked: RequestInfo): Promise<Response | undefined> =>
  caches.match(asked, { cacheName: CACHE });

/**
 * Looks for a new version of this worker. Where the server has none any more (an older Halyard was put
 * back), the worker removes itself: the page it keeps would otherwise be shown for good.
 * @param opened the client that has just been given the page that is kept
 */
async function followServer(opened: string | undefined): Promise<void> {
  try {
    const response = await fetch(SCRIPT, { cache: 'no-store' });
    const isScript = /javascript/.test(response.headers.get('content-type') ?? '');
    if (response.ok && isScript) await self.registration.update();
    else if (response.ok || response.status === 404 || response.status === 410)
      await retire(opened);
  } catch {
    // No network, or the server is starting: what is kept stays.
  }
}

/**
 * Removes the worker and all that it has kept. The page that was just opened is opened again, from the server:
 * nobody has done anything in it yet. The others are told.
 */
async function retire(opened?: string): Promise<void> {
  // The server may answer before the browser has opened the page at all.
  const page = opened ? await whenOpened(opened) : undefined;
  await deleteCaches(null);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: 'window' }))
    if (client.id !== opened) client.postMessage('retired');
  // Where it cannot be opened again by the worker, it does so itself.
  await page?.navigate(page.url).catch(() => page.postMessage('retired'));
}

/** The window of a page, as soon as the browser knows it; undefined: it was closed before. */
async function whenOpened(id: string): Promise<WindowClient | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const client = await self.clients.get(id);
    if (client) return client as WindowClient;
    await new Promise((resolve) => setTimeout(resolve, TRY_MS));
  }
  return undefined;
}

/** @param except the one that stays; null: none */
async function deleteCaches(except: string | null): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== except) await caches.delete(name);
  }
}
