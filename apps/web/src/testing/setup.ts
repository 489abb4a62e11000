import { setImmediate as nextTurn } from 'node:timers/promises';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import React from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { loadOverlays } from '@/components/ui/overlays.ts';
import { firstPageShown } from '@/lib/page/firstPage.ts';
import { clearToasts } from '@/lib/page/toast.ts';
import { stopLeaving } from '@/lib/session/returnPath.ts';

// happy-dom lacks methods that Radix calls on the element under the pointer.
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};
Element.prototype.scrollIntoView ??= () => {};

/** Number of event loop turns that React needs to render the changes made by effects. */
const TURNS_OF_EFFECTS = 3;
/** Maximum number of event loop turns until an open dialog accepts clicks. */
const MOST_TURNS = 200;

/**
 * Waits until an open dialog accepts clicks. After the dialog is on the page, Radix makes the rest
 * of the page ignore the pointer, and exempts the dialog in the next render.
 */
async function clickable(): Promise<void> {
  for (let turn = 0; turn < TURNS_OF_EFFECTS; turn++) await nextTurn();
  for (let turn = 0; turn < MOST_TURNS && blocksEverything(document.body); turn++) await nextTurn();
}

const blocksEverything = (body: HTMLElement): boolean =>
  body.style.pointerEvents === 'none' &&
  body.querySelector('[style*="pointer-events: auto"]') === null;

/** Whether `waitFor` or `findBy` is currently checking its condition. */
const isWaiting = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })
    ._disableExpensiveErrorDiagnostics;

const { asyncWrapper, getElementError } = getConfig();
configure({
  // While a test waits for an element, each failed attempt would print the whole page. The final
  // error contains the page anyway.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? undefined) : getElementError(message, container),
  // A busy machine may be slow. The limit is below that of a test, so that the error says what was
  // missing.
  asyncUtilTimeout: 25_000,
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await clickable();
      return found;
    }),
});

// The test files of a worker share the window (oneWindow.ts) and the modules. A click on a download
// changes the window's URL, and a sign-out is remembered, so reset both.
(window as typeof window & { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
  'http://localhost:3000/',
);
stopLeaving();

// React records a stack trace for each element, for developer tools. That takes a sixth of the CPU
// time of these tests. React stops after 10,000 traces within a second, so this pretends that the
// limit is reached.
type ReactInside = typeof React & {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
Object.defineProperty(
  (React as ReactInside).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => 10_000, set: () => {}, configurable: true },
);

// Simulates a page that has been on screen for a moment.
await loadOverlays();
firstPageShown();

const complaints: unknown[][] = [];

beforeEach(() => {
  complaints.length = 0;
  const record = (...args: unknown[]) => {
    complaints.push(args);
  };
  vi.spyOn(console, 'error').mockImplementation(record);
  vi.spyOn(console, 'warn').mockImplementation(record);
});

afterEach(() => {
  cleanup();
  // The next test must not find messages of this one.
  clearToasts();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // A warning from React or Radix is a defect, so it fails the test that caused it.
  expect(complaints).toEqual([]);
});
