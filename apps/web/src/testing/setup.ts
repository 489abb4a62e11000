import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { loadOverlays } from '@/components/ui/overlays.ts';
import { firstPageShown } from '@/lib/page/firstPage.ts';
import { clearToasts } from '@/lib/page/toast.ts';
import { stopLeaving } from '@/lib/session/returnPath.ts';

// happy-dom lacks what Radix asks of an element under the pointer.
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};
Element.prototype.scrollIntoView ??= () => {};

// A busy machine is slow, not wrong. It ends before the test, since it says what it waited for.
configure({ asyncUtilTimeout: 25_000 });

// Files of one worker share the window (oneWindow.ts) and the modules. A click on a download changes the
// window's address, and a sign-out is remembered.
(window as unknown as Window & { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
  'http://localhost:3000/',
);
stopLeaving();

// As on a page that has been on screen for a moment.
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
  // The next test must not find a message of this one.
  clearToasts();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // A warning of React or Radix is a defect: it fails the test in which it was raised.
  expect(complaints).toEqual([]);
});
