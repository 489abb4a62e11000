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

self.addEventListener('install', (event) => {
  event.waitUntil(isOff ? self.skipWaiting() : keepFiles().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(isOff ? retire() : deleteCaches(CACHE).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  if (isOff) return;
  switch (judgeRequest(event.request, self.location.origin, FILE_SET)) {
    case 'page':
      event.respondWith(answer(PAGE, event.request));
      event.waitUntil(followServer());
      break;
    case 'file':
      event.respondWith(answer(event.request, event.request));
      break;
  }
});

/** Fetches the page and its files, one after the other: the page on screen needs the network more. */
async function keepFiles(): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    for (const path of [PAGE, ...FILES]) {
      const response = await fetch(path);
      if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
      // Behind a proxy the page may come from a process of another build.
      if (path === PAGE && !(await response.clone().text()).includes(FILES[0]!))
        throw new Error('The page is of another build');
      await cache.put(path, response);
    }
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** What is kept; from the server where the browser has thrown it away. */
async function answer(kept: RequestInfo, asked: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(kept)) ?? fetch(asked);
}

/**
 * Looks for a new version of this worker. Where the server has none any more (an older Halyard was put
 * back), the worker removes itself: the page it keeps would otherwise be shown for good.
 */
async function followServer(): Promise<void> {
  try {
    const response = await fetch(SCRIPT, { cache: 'no-store' });
    const isScript = /javascript/.test(response.headers.get('content-type') ?? '');
    if (response.ok && isScript) await self.registration.update();
    else if (response.ok || response.status === 404 || response.status === 410) await retire();
  } catch {
    // No network, or the server is starting: what is kept stays.
  }
}

/** Removes the worker and all that it has kept; the pages that it has served open again without it. */
async function retire(): Promise<void> {
  await deleteCaches(null);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll()) client.postMessage('retired');
}

/** @param except the one that stays; null: none */
async function deleteCaches(except: string | null): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== except) await caches.delete(name);
  }
}
