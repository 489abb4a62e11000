import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '@/testing/server.ts';
import { laterCode } from './laterCode.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates lazy-loaded code that fails to load until attempt number `success`. */
function comesOnTry(success: number) {
  let tries = 0;
  const code = laterCode(async () => {
    tries++;
    if (tries < success) throw new TypeError('Failed to fetch dynamically imported module');
    return `try ${tries}`;
  });
  return { code, tries: () => tries };
}

/** Counts page reloads. @returns a function that returns the count */
function countReloads(): () => number {
  const reload = vi.fn();
  vi.spyOn(window, 'location', 'get').mockReturnValue({
    ...window.location,
    reload,
  });
  return () => reload.mock.calls.length;
}

test('lazy-loaded code is fetched only once, and every subscriber is notified', async () => {
  const { code, tries } = comesOnTry(1);
  const seen: (string | null)[] = [];
  code.subscribe(() => seen.push(code.current()));
  const end = code.subscribe(() => seen.push('ended'));
  end();
  expect(code.current()).toBeNull();
  expect(await Promise.all([code.load(), code.load()])).toEqual(['try 1', 'try 1']);
  expect(await code.load()).toBe('try 1');
  expect(tries()).toBe(1);
  expect(seen).toEqual(['try 1']);
});

test('lazy-loaded code is fetched again after a failure, without reloading the page', async () => {
  const reloads = countReloads();
  const fetch = serve({ 'GET /api/config': () => ({ body: {} }) });
  const { code } = comesOnTry(2);
  await expect(code.load()).rejects.toThrow('Failed to fetch');
  expect(code.current()).toBeNull();
  await expect(code.load()).resolves.toBe('try 2');
  expect(code.current()).toBe('try 2');
  expect(fetch).not.toHaveBeenCalled();
  expect(reloads()).toBe(0);
});

test('the page is reloaded if code fails to load twice even though the server responds', async () => {
  const reloads = countReloads();
  serve({ 'GET /api/config': () => ({ body: {} }) });
  const { code } = comesOnTry(3);
  await expect(code.load()).rejects.toThrow('Failed to fetch');
  await expect(code.load()).rejects.toThrow('Failed to fetch');
  expect(reloads()).toBe(1);
});

test('the page is not reloaded if code fails to load while there is no network', async () => {
  const reloads = countReloads();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const { code } = comesOnTry(4);
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(code.load()).rejects.toThrow('Failed to fetch');
  await expect(code.load()).resolves.toBe('try 4');
  expect(reloads()).toBe(0);
});

test('prefetched code is available immediately when it is needed', async () => {
  const fetchCode = async () => 'code';
  await laterCode(fetchCode).prefetch();
  expect(laterCode(fetchCode).current()).toBe('code');
});

test('a failed prefetch does not count as one of the two failures that reload the page', async () => {
  const reloads = countReloads();
  serve({ 'GET /api/config': () => ({ body: {} }) });
  const { code } = comesOnTry(4);
  await expect(code.prefetch()).rejects.toThrow('Failed to fetch');
  await expect(code.prefetch()).rejects.toThrow('Failed to fetch');
  await expect(code.load()).rejects.toThrow('Failed to fetch');
  expect(reloads()).toBe(0);
});
