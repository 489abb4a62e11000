import { judgeRequest } from './judgeRequest.ts';

/**
 * The service worker. It stores only the console's own files, so that the installed app opens
 * without a network (docs/offline.md).
 */

/**
 * The version of the page and its files, inserted by the server. Null if offline use is off; the
 * worker then removes itself.
 */
declare const __SHELL_VERSION__: string | null;
/** The paths of the console's files, inserted by the build. The page's own script is first. */
declare const __SHELL_FILES__: readonly string[];
declare const self: ServiceWorkerGlobalScope;

const FILES = __SHELL_FILES__;
const FILE_SET: ReadonlySet<string> = new Set(FILES);
const PAGE = '/';
const SCRIPT = '/worker.js';
const PREFIX = 'shell-';
const CACHE = `${PREFIX}${__SHELL_VERSION__}`;
const isOff = __SHELL_VERSION__ === null;
/** Maximum number of times to look for a page that has just been opened. */
const MOST_TRIES = 50;
/** How often to look for a page that has just been opened, in milliseconds. */
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
 * Stores the console's files. If the device has too little storage space, deletes the old version
 * first.
 * @throws if a file cannot be fetched; the browser tries again the next time the console opens
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

/**
 * Fetches and stores the page and its files one after the other, to leave most of the bandwidth to
 * the page on screen.
 */
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

/** Returns the response stored for a request; undefined if there is none. */
const find = (asked: RequestInfo): Promise<Response | undefined> =>
  caches.match(asked, { cacheName: CACHE });

/**
 * Checks for a new version of this worker. If the server has no worker, because an older Halyard
 * was restored, the worker removes itself.
 * @param opened the ID of the client that just got the stored page
 */
async function followServer(opened: string | undefined): Promise<void> {
  try {
    const response = await fetch(SCRIPT, { cache: 'no-store' });
    const isScript = /javascript/.test(response.headers.get('content-type') ?? '');
    if (response.ok && isScript) await self.registration.update();
    else if (response.ok || response.status === 404 || response.status === 410)
      await retire(opened);
  } catch {
    // No network, or the server is starting: the stored files stay.
  }
}

/**
 * Removes the worker and everything that it stored, and notifies the open pages. Reloads the page
 * that was just opened, this time from the server.
 */
async function retire(opened?: string): Promise<void> {
  // The server may respond before the browser has opened the page.
  const page = opened ? await whenOpened(opened) : undefined;
  await deleteCaches(null);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: 'window' }))
    if (client.id !== opened) client.postMessage('retired');
  // If the worker cannot reload the page, the page reloads itself.
  await page?.navigate(page.url).catch(() => page.postMessage('retired'));
}

/**
 * Waits for a newly opened page to appear in the list of clients, and returns it. Returns undefined
 * if it does not appear in time, for example because it was closed.
 */
async function whenOpened(id: string): Promise<WindowClient | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const client = await self.clients.get(id);
    if (client) return client as WindowClient;
    await new Promise((resolve) => setTimeout(resolve, TRY_MS));
  }
  return undefined;
}

/**
 * Deletes the worker's caches.
 * @param except the name of the cache to keep; null to delete all
 */
async function deleteCaches(except: string | null): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== except) await caches.delete(name);
  }
}
