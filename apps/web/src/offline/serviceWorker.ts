import { upgrade } from './upgrade.ts';

const SCRIPT = '/worker.js';
/** Minimum time between two checks for a new version of the console, in milliseconds. */
const LOOK_MS = 60_000;

let isWatching = false;

/**
 * Stores the console's files in the browser with a service worker, and keeps them up to date.
 * @param isWanted false to remove the stored files
 * @returns whether the console can now open without a network
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
  // The first worker takes over a page of its own version, so there is nothing to upgrade.
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

/** Checks for a new version of the console, at most once a minute. */
export function lookForUpdate(): void {
  if (!isWatching || document.visibilityState !== 'visible') return;
  if (Date.now() - lookedAt < LOOK_MS) return;
  lookedAt = Date.now();
  const looking = navigator.serviceWorker.getRegistration('/');
  void looking.then((registration) => registration?.update()).catch(() => {});
}
