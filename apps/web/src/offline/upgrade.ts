import { hasEditedForms } from '@/lib/forms/editedForms.ts';

/** The session storage key for the time of this tab's last automatic reload. */
const RELOADED_KEY = 'upgraded-at';
/**
 * Minimum time between automatic reloads of a tab, in milliseconds. Prevents endless reloads if two
 * server versions respond alternately.
 */
const ONCE_MS = 10 * 60_000;

let isReady = false;
const listeners = new Set<() => void>();

/** Whether a new version is ready but the page has not been reloaded yet. */
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
 * Reloads the page for a new version of the console, at most once every 10 minutes. While a dialog
 * is open or typed values are not saved, shows a notice instead and reloads once the page is
 * hidden.
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

/** Reloads the page with the new version of the console. */
export function reload(): void {
  try {
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    // The browser denies access to storage, so the user is asked every time.
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
