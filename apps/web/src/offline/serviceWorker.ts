import { upgrade } from './upgrade.ts';

const SCRIPT = '/worker.js';
/** Milliseconds between two looks for a new version. */
const LOOK_MS = 60_000;

let isWatching = false;

/**
 * Has the browser keep the console's files, and follows new versions of them. Does nothing where there are no
 * service workers: over plain HTTP, in some private windows, in development.
 * @param isWanted false: what was kept before is removed
 * @returns whether the console opens without a network from now on
 */
export async function keepConsole(isWanted: boolean): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return false;
  try {
    if (isWanted) return await register();
    await remove();
  } catch (error) {
    console.info('The console is not kept for use without a network:', error);
  }
  return false;
}

async function register(): Promise<boolean> {
  const container = navigator.serviceWorker;
  if (!isWatching) {
    isWatching = true;
    watch(container);
  }
  await container.register(SCRIPT, { updateViaCache: 'none' });
  return (await container.getRegistration('/')) !== undefined;
}

async function remove(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  await registration?.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

function watch(container: ServiceWorkerContainer): void {
  // The first worker takes over a page that is as new as itself.
  let isFirst = container.controller === null;
  container.addEventListener('controllerchange', () => {
    if (!isFirst) upgrade();
    isFirst = false;
  });
  container.addEventListener('message', ({ data }) => {
    if (data === 'retired') upgrade();
  });
  document.addEventListener('visibilitychange', lookForUpdate);
  window.addEventListener('online', lookForUpdate);
}

let lookedAt = Date.now();

/** Looks for a new version, once a minute at most. The browser does so by itself only when a page opens. */
export function lookForUpdate(): void {
  if (!isWatching || document.visibilityState !== 'visible') return;
  if (Date.now() - lookedAt < LOOK_MS) return;
  lookedAt = Date.now();
  const looking = navigator.serviceWorker.getRegistration('/');
  void looking.then((registration) => registration?.update()).catch(() => {});
}
