import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
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

// A busy machine may be slow. The limit is below that of a test, so that the error says what was
// missing.
configure({ asyncUtilTimeout: 25_000 });

// The files of a worker share the window (oneWindow.ts) and the modules. A click on a download
// changes the window's URL, and a sign-out is remembered, so reset both.
(window as unknown as Window & { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
  'http://localhost:3000/',
);
stopLeaving();

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
