import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const reload = vi.fn<() => void>();
let upgrade: () => void;
let noteEdited: () => () => void;
let store: { getSnapshot: () => boolean };

/** Simulates a browser window that has just opened the page. */
async function openPage(): Promise<void> {
  vi.resetModules();
  ({ upgrade, upgradeStore: store } = await import('./upgrade.ts'));
  ({ noteEdited } = await import('@/lib/forms/editedForms.ts'));
}
beforeEach(async () => {
  sessionStorage.clear();
  reload.mockClear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  await openPage();
});
afterEach(() => {
  document.body.innerHTML = '';
});

test('an upgrade does not reload a page with open dialogs or typed values until the page is hidden', () => {
  const goOutOfSight = () => document.dispatchEvent(new Event('visibilitychange'));
  document.body.innerHTML = '<div role="dialog"></div>';
  upgrade();
  expect(store.getSnapshot()).toBe(true);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  goOutOfSight();
  document.body.innerHTML = '';
  const saved = noteEdited();
  goOutOfSight();
  expect(reload).not.toHaveBeenCalled();
  saved();
  goOutOfSight();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an upgrade reloads the page automatically, but only once', async () => {
  upgrade();
  expect(reload).toHaveBeenCalledTimes(1);
  // Two builds behind one proxy respond alternately.
  await openPage();
  upgrade();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(store.getSnapshot()).toBe(true);
});
