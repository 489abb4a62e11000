import type { DeviceKey } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { makeCheck } from '../testing/check.ts';
import { makeFlag } from '../testing/flags.ts';
import { config } from '../testing/live.ts';
import { DeviceKeys } from './DeviceKeys.tsx';

const HOUR = 3_600_000;
const flag = makeFlag({ id: 'f1', name: 'Gate', flagId: 'G-1' });
const key = (id: string, made: number, used: number | null): DeviceKey => ({
  id,
  createdAt: Date.now() - made * HOUR,
  lastUsedAt: used === null ? null : Date.now() - used * HOUR,
});

/** Shows the device keys section of the flag dialog. The test server keeps track of keys. */
function show(first: DeviceKey[], mode: 'embedded' | 'firebase' = 'embedded') {
  let keys = first;
  const sent: unknown[] = [];
  const revoke = (id: string) => () => {
    keys = keys.filter((one) => one.id !== id);
    return { status: 204 };
  };
  serve({
    'GET /api/flags/f1/keys': () => ({ body: keys }),
    'GET /api/flags/f1/test': () => ({ body: makeCheck() }),
    'POST /api/flags/f1/keys': (body) => {
      sent.push(body);
      const { replaces } = body as { replaces?: string };
      const made = key(`made-${sent.length}`, 0, null);
      keys = [...keys.filter(({ id }) => id !== replaces), made];
      return { status: 201, body: { ...made, key: `secret-${sent.length}` } };
    },
    'POST /api/flags/f1/replace': (body) => {
      sent.push(body);
      const { flagId = flag.flagId } = body as { flagId?: string };
      if (flagId === 'G-9') return { status: 409, body: 'This flag ID is already taken.' };
      keys = [key('swapped', 0, null)];
      return { status: 201, body: { ...flag, flagId, deviceKey: 'secret-new', deviceLogin: null } };
    },
    'DELETE /api/flags/f1/keys/k1': revoke('k1'),
    'DELETE /api/flags/f1/keys/k2': () => ({ status: 404, body: 'Device key not found' }),
  });
  renderWith(<DeviceKeys flag={flag} />, {
    config: config(mode),
    user: testUser({ role: 'master' }),
  });
  return { sent, person: userEvent.setup({ delay: null }) };
}

const items = async () =>
  within(await screen.findByRole('list', { name: 'Device keys' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const press = async (person: ReturnType<typeof userEvent.setup>, name: string) =>
  person.click(await screen.findByRole('button', { name }));

afterEach(() => vi.restoreAllMocks());

describe('the device keys of a flag', () => {
  test('are listed with the URL and the path that the pole uses', async () => {
    show([key('k1', 48, 2)]);
    await items();
    expect(screen.getByLabelText('Server address')).toHaveValue(window.location.origin);
    expect(screen.getByLabelText('Realtime path')).toHaveValue(
      `users/${flag.firebaseUserId}/hardware/G-1`,
    );
  });

  test('are replaced when a user replaces a broken device, even if the flag ID changes too', async () => {
    const { sent, person } = show([key('k1', 48, 2)]);
    await items();
    await press(person, 'Replace device');
    const dialog = await screen.findByRole('dialog', { name: 'Replace device' });
    const field = within(dialog).getByLabelText('Flag ID of the new device');
    await person.clear(field);
    await person.type(field, 'G-9');
    await person.click(within(dialog).getByRole('button', { name: 'Replace device' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('already taken');
    await person.clear(field);
    await person.type(field, 'G-2');
    await person.click(within(dialog).getByRole('button', { name: 'Replace device' }));
    expect(await screen.findByLabelText('Device key')).toHaveValue('secret-new');
    expect(screen.getByRole('textbox', { name: 'Realtime path' })).toHaveValue(
      `users/${flag.firebaseUserId}/hardware/G-2`,
    );
    expect(sent).toEqual([{ flagId: 'G-9' }, { flagId: 'G-2' }]);
  });

  test('are listed with the times when they were created and last used, and a new key is shown only once', async () => {
    const { sent, person } = show([key('k1', 48, 2)]);
    expect(await items()).toEqual([
      expect.stringMatching(/^Current keycreated \w+ \d+, \d{4}, last seen 2 hr agoRevoke$/),
    ]);
    await press(person, 'Rotate key');
    expect(await screen.findByLabelText('Device key')).toHaveValue('secret-1');
    expect(await screen.findByText('Waiting for the pole’s first report.')).toBeVisible();
    expect(sent).toEqual([{}]);
    await press(person, 'Done');
    expect(await items()).toEqual([
      expect.stringMatching(/^Old key.*last seen 2 hr ago/),
      expect.stringMatching(/^New key.*not used yet/),
    ]);
    expect(screen.getByText(/The old key is valid until the pole reports/)).toBeVisible();
    expect(screen.queryByText(/hasn’t used the new key/)).toBeNull();
  });

  test('are shown with a warning if the new key is still unused after a day', async () => {
    show([key('k1', 48, 2), key('k2', 25, null)]);
    expect(await screen.findByText(/The pole hasn’t used the new key yet/)).toBeVisible();
  });

  test('still include the old key after a user replaces a new key that was lost', async () => {
    const { sent, person } = show([key('k1', 48, 2), key('k2', 1, null)]);
    await press(person, 'Replace new key');
    expect(screen.getByText(/The pole’s older key stays valid/)).toBeVisible();
    expect(sent).toEqual([]);
    await press(person, 'Replace');
    expect(await screen.findByLabelText('Device key')).toHaveValue('secret-1');
    expect(sent).toEqual([{ replaces: 'k2' }]);
    await press(person, 'Done');
    expect(await items()).toEqual([
      expect.stringMatching(/^Old key/),
      expect.stringMatching(/^New key/),
    ]);
  });

  test.each([
    [
      'the only key',
      [key('k1', 9, 1)],
      'current',
      /will be disconnected immediately\. The pole can’t report or/,
    ],
    [
      'the old key',
      [key('k1', 9, 1), key('k2', 1, null)],
      'old',
      /If the pole doesn’t have the new key yet/,
    ],
    [
      'the new key',
      [key('k0', 9, 1), key('k1', 1, null)],
      'new',
      /with the old key will stay connected/,
    ],
  ])(
    'are revoked only after a confirmation that says what happens to the pole: %s',
    async (_, keys, label, consequence) => {
      const { person } = show(keys);
      await press(person, `Revoke the ${label} key`);
      expect(screen.getByText(consequence)).toBeVisible();
      await press(person, 'Revoke');
      expect(await screen.findByText('Device key revoked')).toBeVisible();
      const list = within(screen.getByRole('region', { name: 'Device keys' }));
      await waitFor(() => expect(list.queryAllByRole('listitem')).toHaveLength(keys.length - 1));
    },
  );

  test('are shown with an error if one of them could not be revoked', async () => {
    const { person } = show([key('k1', 9, 1), key('k2', 1, null)]);
    await press(person, 'Revoke the new key');
    await press(person, 'Revoke');
    expect(await screen.findByText('404: Device key not found')).toBeVisible();
  });

  test('can be created for a pole that has none, and until then a note says that the pole cannot connect', async () => {
    const { person } = show([]);
    expect(await screen.findByText('No key yet; the pole can’t connect.')).toBeVisible();
    await press(person, 'Create key');
    expect(await screen.findByLabelText('Device key')).toHaveValue('secret-1');
  });

  test('are not shown with Firebase; a link to the docs is shown instead', async () => {
    show([], 'firebase');
    expect(await screen.findByText(/docs\/firebase\.md/)).toBeVisible();
    expect(screen.queryByText('Device keys')).toBeNull();
    expect(screen.queryByRole('button', { name: /Key/ })).toBeNull();
  });
});
