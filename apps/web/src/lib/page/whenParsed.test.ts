import { expect, test, vi } from 'vitest';
import { whenParsed } from './whenParsed.ts';

test('a callback for the parsed page runs immediately if the elements of the page exist', () => {
  const run = vi.fn();
  whenParsed(run);
  expect(run).toHaveBeenCalledOnce();
});

test('a callback that needs the elements of the page runs only once they exist', () => {
  const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const run = vi.fn();
  whenParsed(run);
  expect(run).not.toHaveBeenCalled();
  readyState.mockRestore();
  document.dispatchEvent(new Event('readystatechange'));
  document.dispatchEvent(new Event('readystatechange'));
  expect(run).toHaveBeenCalledOnce();
});
