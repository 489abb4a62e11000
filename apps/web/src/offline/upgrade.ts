import { hasEditedForms } from '@/lib/forms/editedForms.ts';

/** When this window last opened again by itself, in its session storage. */
const RELOADED_KEY = 'upgraded-at';
/** Milliseconds in which it does so once: behind a proxy two builds may answer in turn. */
const ONCE_MS = 10 * 60_000;

let isReady = false;
const listeners = new Set<() => void>();

/** Whether a new version waits for the person to open the page again. */
export const upgradeStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  getSnapshot: (): boolean => isReady,
};

/**
 * A new version of the console is on this device. The page opens again by itself, once; while somebody is in
 * the middle of something it only says so, and waits until it is out of sight.
 */
export function upgrade(): void {
  if (isReady) return;
  if (mayReload()) return reload();
  isReady = true;
  for (const listener of [...listeners]) listener();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && mayReload()) reload();
  });
}

/** Opens the page again, with the new version. */
export function reload(): void {
  try {
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    // Storage is closed to us: it is asked for each time.
  }
  window.location.reload();
}

function mayReload(): boolean {
  if (hasEditedForms() || document.querySelector('[role="dialog"], [role="alertdialog"]'))
    return false;
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY));
    return Math.abs(Date.now() - last) >= ONCE_MS;
  } catch {
    return false;
  }
}
