import { api } from '@halyard/domain';
import { describe, expect, test, vi } from 'vitest';
import { serve } from '@/testing/server.ts';
import { onUnauthorized } from '../sessionEvents.ts';
import { ApiError, call, errorMessage, fetchCurrentUser, getByKey, problemText } from './api.ts';
import { ENDPOINTS } from './endpoints.ts';

describe('API calls (spec §7, §8)', () => {
  test('use the methods and paths of the API contract', () => {
    const contract = Object.fromEntries(
      Object.entries(api).map(([name, { method, path }]) => [name, `${method} ${path}`]),
    );
    expect(ENDPOINTS).toEqual(contract);
  });

  test('throw an error with the status code and the response text if the server rejects them', async () => {
    serve({ 'GET /api/flags': () => ({ status: 503, body: 'Please try again.' }) });
    const error = await call('listFlags').catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503, text: 'Please try again.' });
    expect(errorMessage(error)).toBe('503: Please try again.');
  });

  test('that get no response throw an error saying that the server could not be reached', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const error = await call('listFlags').catch((e: unknown) => e);
    expect(errorMessage(error)).toBe(
      'Couldn’t reach the server. Check your connection, then try again.',
    );
    expect(problemText(error)).toBe(errorMessage(error));
  });

  test('throw an error with the status text if the response is empty', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(
      new Response('', { status: 500, statusText: 'Internal Server Error' }),
    );
    await expect(call('listFlags')).rejects.toThrow('500: Internal Server Error');
  });

  test('send cookies, and send JSON if there is a body', async () => {
    const fetch = serve({
      'POST /api/logout': () => ({ body: { ok: true } }),
      'PATCH /api/companies/a%2Fb': () => ({ body: {} }),
    });
    await call('logout');
    expect(fetch.mock.calls[0]).toEqual([
      '/api/logout',
      { method: 'POST', credentials: 'include' },
    ]);
    await call('updateCompany', { params: { id: 'a/b' }, body: { autoHalfMast: true } });
    expect(fetch.mock.calls[1]?.[1]).toMatchObject({
      headers: { 'Content-Type': 'application/json' },
      body: '{"autoHalfMast":true}',
    });
  });

  test('return null for the current user after a 401 response', async () => {
    serve({ 'GET /api/user': () => ({ status: 401, body: 'Sign in first.' }) });
    await expect(fetchCurrentUser()).resolves.toBeNull();
  });

  test('report a 401 response as a possible end of the session, except for the call that fetches the current user', async () => {
    serve({
      'GET /api/flags': () => ({ status: 401, body: 'Sign in first.' }),
      'POST /api/login': () => ({ status: 401, body: 'Wrong.' }),
    });
    const listener = vi.fn();
    const stop = onUnauthorized(listener);
    await expect(call('login', { body: { username: 'a', password: 'b' } })).rejects.toThrow();
    expect(listener).not.toHaveBeenCalled();
    await expect(call('listFlags')).rejects.toThrow('401: Sign in first.');
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });

  test('use the segments of a query key, joined by slashes, as the path', async () => {
    const fetch = serve({ 'GET /api/flags/company/c1': () => ({ body: [] }) });
    await expect(getByKey(['/api/flags', 'company', 'c1'])).resolves.toEqual([]);
    expect(fetch).toHaveBeenCalledOnce();
  });
});
