import { useLayoutEffect, useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/**
 * The local storage key for the theme (spec §2), which `public/theme.js` reads before the first
 * paint.
 */
const STORAGE_KEY = 'theme';

const listeners = new Set<() => void>();
let forcedLight = 0;

/** The theme that the user chose; light by default, regardless of the system's setting. */
export function getTheme(): Theme {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'dark' ? 'dark' : 'light';
  } catch {
    return 'light';
  }
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage is not available, so the choice has no effect. Nothing else is lost.
  }
  apply();
}

function apply(): void {
  const dark = forcedLight === 0 && getTheme() === 'dark';
  switchColors(dark);
  // The window frame of an installed app, or of a phone's browser.
  const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (frame) frame.content = frame.dataset[dark ? 'dark' : 'light'] ?? '';
  for (const listener of listeners) listener();
}

/**
 * Switches between light and dark. Turns off transitions, because text would be unreadable while
 * the colors fade.
 */
function switchColors(dark: boolean): void {
  const root = document.documentElement;
  if (root.classList.contains('dark') === dark) return;
  root.dataset.still = '';
  root.classList.toggle('dark', dark);
  // Reading the layout makes the browser compute all styles now.
  void document.body.offsetHeight;
  delete root.dataset.still;
}

/**
 * Applies the theme whenever the user changes it in another tab.
 * @returns a function that stops watching for changes
 */
export function watchTheme(): () => void {
  window.addEventListener('storage', apply);
  return () => window.removeEventListener('storage', apply);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme);
}

/** Forces the light theme while the page is shown. */
export function useForcedLightTheme(): void {
  useLayoutEffect(() => {
    forcedLight++;
    apply();
    return () => {
      forcedLight--;
      apply();
    };
  }, []);
}
