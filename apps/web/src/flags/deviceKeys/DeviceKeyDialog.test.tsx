import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceKeysQuery } from '@/lib/query.ts';
import { renderWith } from '@/testing/render.tsx';
import { type Answer, serve } from '@/testing/server.ts';
import { makeFlag } from '../testing/flags.ts';
import { config } from '../testing/live.ts';
import { DeviceKeyDialog } from './DeviceKeyDialog.tsx';

const flag = makeFlag({ id: 'f1', name: 'Gate', flagId: 'G-1' });
const unseen = { id: 'k1', createdAt: 1000, lastUsedAt: null };

/** The dialog of a key that was just made; `keys` is what the server answers next. */
function show(publicUrl: string | null = null) {
  const server = { keys: { body: [unseen] } as Answer };
  serve({ 'GET /api/flags/f1/keys': () => server.keys });
  const { client } = renderWith(
    <DeviceKeyDialog
      made={{ flag, keyId: null, key: 'secret-key', login: null }}
      onClose={() => {}}
    />,
    { config: { ...config(), publicUrl } },
  );
  // What a new revision of the company does.
  const revision = () => client.invalidateQueries({ queryKey: deviceKeysQuery('f1').queryKey });
  return { server, revision, person: userEvent.setup() };
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

afterEach(() => vi.restoreAllMocks());

describe('a new device key', () => {
  it('comes with the public address and a configuration for either way, ready to paste', async () => {
    const { person } = show('https://flags.example.com');
    expect(await screen.findByText('Waiting for the pole…')).toBeVisible();
    expect(field('Device key')).toBe('secret-key');
    expect(field('Server address')).toBe('https://flags.example.com');
    expect(field('Realtime path')).toBe(`users/${flag.firebaseUserId}/hardware/G-1`);
    expect(field('Configuration')).toContain('WiFiClientSecure');
    await person.click(screen.getByRole('tab', { name: 'Local network' }));
    expect(field('Configuration')).toContain('PlainClient');
    await person.click(screen.getByRole('button', { name: 'Copy configuration' }));
    expect(await navigator.clipboard.readText()).toBe(field('Configuration'));
  });

  it('starts at the local network where the address has no TLS, and says what TLS needs', async () => {
    const { person } = show('http://halyard.lan');
    expect(field('Configuration')).toContain('PlainClient');
    await person.click(screen.getByRole('tab', { name: 'TLS, port 443' }));
    expect(screen.getByText(/which http:\/\/halyard\.lan does not offer/)).toBeVisible();
  });

  it('copies without a clipboard too, as on a page without HTTPS', async () => {
    const { person } = show();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no clipboard here'));
    document.execCommand = vi.fn(() => true);
    await person.click(screen.getByRole('button', { name: 'Copy device key' }));
    expect(await screen.findByRole('button', { name: 'Copied device key' })).toBeVisible();
    expect(document.execCommand).toHaveBeenCalledWith('copy');
    const { selectionStart, selectionEnd } = screen.getByLabelText<HTMLInputElement>('Device key');
    expect([selectionStart, selectionEnd]).toEqual([0, 'secret-key'.length]);
  });

  it('turns green by itself when the pole first reports', async () => {
    const { server, revision } = show();
    expect(await screen.findByText('Waiting for the pole…')).toBeVisible();
    server.keys = { body: [{ ...unseen, lastUsedAt: 2000 }] };
    await revision();
    expect(await screen.findByText('The pole reports with this key')).toBeVisible();
  });

  it('asks on demand where no change is told of, and says when the server did not answer', async () => {
    const { server, person } = show();
    const check = await screen.findByRole('button', { name: 'Check now' });
    server.keys = { status: 500, body: 'Broken' };
    await person.click(check);
    expect(await screen.findByText('The server could not be asked.')).toBeVisible();
    server.keys = { body: [{ ...unseen, lastUsedAt: 2000 }] };
    await person.click(check);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull());
    expect(screen.getByText('The pole reports with this key')).toBeVisible();
  });

  it('says when it was revoked meanwhile', async () => {
    const { server, revision } = show();
    await screen.findByText('Waiting for the pole…');
    server.keys = { body: [] };
    await revision();
    expect(await screen.findByText('This key is no longer valid')).toBeVisible();
  });
});

it('shows what a device signs in to a Firebase project with, once', async () => {
  const login = { email: 'pole-k1@poles.firebaseapp.com', password: 'secret-of-the-device' };
  renderWith(
    <DeviceKeyDialog made={{ flag, keyId: null, key: null, login }} onClose={() => {}} />,
    { config: config('firebase') },
  );
  const shown = {
    'Device e-mail': 'pole-k1@poles.firebaseapp.com',
    'Device password': 'secret-of-the-device',
    'API key': 'AIza',
    'Realtime path': `users/${flag.firebaseUserId}/hardware/G-1`,
    Host: 'poles.firebaseio.com',
  };
  for (const [label, value] of Object.entries(shown))
    expect(screen.getByLabelText(label)).toHaveValue(value);
  expect(screen.queryByLabelText('Device key')).toBeNull();
  expect(screen.queryByText('Waiting for the pole…')).toBeNull();
});
