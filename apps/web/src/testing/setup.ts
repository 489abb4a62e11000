import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { loadOverlays } from '@/components/ui/overlays.ts';
import { firstPageShown } from '@/lib/page/firstPage.ts';
import { clearToasts } from '@/lib/page/toast.ts';

// happy-dom lacks what Radix asks of an element under the pointer.
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};
Element.prototype.scrollIntoView ??= () => {};

// A busy machine is slow, not wrong. It ends before the test, since it says what it waited for.
configure({ asyncUtilTimeout: 25_000 });
// So is who looks for a message there; its real time is tested beside it.
vi.mock('@/lib/page/toast.ts', async (original) => ({
  ...(await original<object>()),
  TOAST_DURATION_MS: 600_000,
}));

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
  // A warning of React or Radix is a defect: it fails the test in which it was raised.
  expect(complaints).toEqual([]);
});
