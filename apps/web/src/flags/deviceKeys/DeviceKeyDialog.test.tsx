import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Answer, serve } from '@/testing/server.ts';
import { deviceKeysQuery, poleCheckQuery } from '../dialogQueries.ts';
import { makeCheck } from '../testing/check.ts';
import { makeFlag } from '../testing/flags.ts';
import { config } from '../testing/live.ts';
import { DeviceKeyDialog } from './DeviceKeyDialog.tsx';

const flag = makeFlag({ id: 'f1', name: 'Gate', flagId: 'G-1' });
const WAITING = 'Waiting for the pole’s first report.';
const unseen = { id: 'k1', createdAt: 1000, lastUsedAt: null };

/** Shows the dialog of a key that was just created. `keys` is the server's next response. */
function show(publicUrl: string | null = null) {
  const server = {
    keys: { body: [unseen] } as Answer,
    check: { body: makeCheck() } as Answer,
  };
  serve({
    'GET /api/flags/f1/keys': () => server.keys,
    'GET /api/flags/f1/test': () => server.check,
  });
  const { client } = renderWith(
    <DeviceKeyDialog
      made={{ flag, keyId: null, key: 'secret-key', login: null }}
      onClose={() => {}}
    />,
    { config: { ...config(), publicUrl }, user: testUser({ role: 'master' }) },
  );
  // Simulates a new revision of the company.
  const revision = () => client.invalidateQueries({ queryKey: deviceKeysQuery('f1').queryKey });
  const check = () => client.refetchQueries({ queryKey: poleCheckQuery('f1').queryKey });
  return { server, revision, check, person: userEvent.setup({ delay: null }) };
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

afterEach(() => vi.restoreAllMocks());

describe('a new device key', () => {
  test('is shown with the public URL and a configuration to paste for each kind of connection', async () => {
    const { person } = show('https://flags.example.com');
    expect(await screen.findByText(WAITING)).toBeVisible();
    expect(field('Device key')).toBe('secret-key');
    expect(field('Server address')).toBe('https://flags.example.com');
    expect(field('Realtime path')).toBe(`users/${flag.firebaseUserId}/hardware/G-1`);
    expect(field('Configuration')).toContain('WiFiClientSecure');
    await person.click(screen.getByRole('tab', { name: 'Local network' }));
    expect(field('Configuration')).toContain('PlainClient');
    await person.click(screen.getByRole('button', { name: 'Copy configuration' }));
    expect(await navigator.clipboard.readText()).toBe(field('Configuration'));
  });

  test("is shown with the local network configuration first if the server's URL does not use TLS", async () => {
    const { person } = show('http://halyard.lan');
    expect(field('Configuration')).toContain('PlainClient');
    await person.click(screen.getByRole('tab', { name: 'TLS, port 443' }));
    expect(screen.getByText(/which http:\/\/halyard\.lan does not offer/)).toBeVisible();
  });

  test('can be copied on a page without HTTPS, where the clipboard API is not available', async () => {
    const { person } = show();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no clipboard here'));
    document.execCommand = vi.fn(() => true);
    await person.click(screen.getByRole('button', { name: 'Copy device key' }));
    expect(await screen.findByRole('button', { name: 'Copied device key' })).toBeVisible();
    expect(document.execCommand).toHaveBeenCalledWith('copy');
    const { selectionStart, selectionEnd } = screen.getByLabelText<HTMLInputElement>('Device key');
    expect([selectionStart, selectionEnd]).toEqual([0, 'secret-key'.length]);
  });

  test('is shown as accepted as soon as the pole signs in with it', async () => {
    const { server, revision } = show();
    expect(await screen.findByText(WAITING)).toBeVisible();
    server.keys = { body: [{ ...unseen, lastUsedAt: 2000 }] };
    await revision();
    await waitFor(() =>
      expect(screen.getByText('Key accepted').closest('li')).toHaveTextContent(
        'Key accepted: Done',
      ),
    );
  });

  test('is shown with a “Retrying…” message while the server does not respond', async () => {
    const { server, check } = show();
    await screen.findByText(WAITING);
    server.check = { status: 500, body: 'Broken' };
    await check();
    const message = 'The server isn’t responding. Retrying…';
    expect(await screen.findByText(message)).toBeVisible();
    server.check = { body: makeCheck() };
    await check();
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  test('is shown as no longer valid if it is revoked while on screen', async () => {
    const { server, revision } = show();
    await screen.findByText(WAITING);
    server.keys = { body: [] };
    await revision();
    expect(await screen.findByText('This key is no longer valid')).toBeVisible();
  });
});

test("a device's credentials for a Firebase project are shown only once", async () => {
  serve({ 'GET /api/flags/f1/test': () => ({ body: makeCheck() }) });
  const login = { email: 'pole-k1@poles.firebaseapp.com', password: 'secret-of-the-device' };
  renderWith(
    <DeviceKeyDialog made={{ flag, keyId: null, key: null, login }} onClose={() => {}} />,
    { config: config('firebase'), user: testUser({ role: 'master' }) },
  );
  const shown = {
    'Device email': 'pole-k1@poles.firebaseapp.com',
    'Device password': 'secret-of-the-device',
    'API key': 'AIza',
    'Realtime path': `users/${flag.firebaseUserId}/hardware/G-1`,
    Host: 'poles.firebaseio.com',
  };
  for (const [label, value] of Object.entries(shown))
    expect(screen.getByLabelText(label)).toHaveValue(value);
  expect(screen.queryByLabelText('Device key')).toBeNull();
});
