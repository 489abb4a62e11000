import { expect, test, vi } from 'vitest';
import { whenParsed } from './whenParsed.ts';

test('a callback that waits until the page is parsed runs immediately if the page is already parsed', () => {
  const run = vi.fn();
  whenParsed(run);
  expect(run).toHaveBeenCalledOnce();
});

test('a callback that waits until the page is parsed runs once, when parsing is done', () => {
  const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const run = vi.fn();
  whenParsed(run);
  expect(run).not.toHaveBeenCalled();
  readyState.mockRestore();
  document.dispatchEvent(new Event('readystatechange'));
  document.dispatchEvent(new Event('readystatechange'));
  expect(run).toHaveBeenCalledOnce();
});
