import { type Flag, MOVE_TIMEOUT_TEXT } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { pageOf } from '@/testing/server.ts';
import FlagsPage from '../page/FlagsPage.tsx';
import { makeFlag, makeUser } from '../testing/flags.ts';
import { renderPage } from '../testing/renderPage.tsx';

async function choose(person: UserEvent, label: string, choice: string) {
  await person.click(screen.getByRole('combobox', { name: label }));
  await person.click(await screen.findByRole('option', { name: choice }));
}

describe('the flag dialog', () => {
  test("shows a new flag's device key once, together with the flag's path in the database", async () => {
    const created = {
      ...makeFlag({ name: 'New', flagId: 'new-1' }),
      deviceKey: 'key-123',
      deviceLogin: null,
    };
    const { person, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'One' })],
      answer: (method) => (method === 'POST' ? Response.json(created, { status: 201 }) : undefined),
    });
    await person.click(screen.getByRole('button', { name: 'Add Flag' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Flag' });
    await person.click(within(dialog).getByRole('button', { name: 'Add Flag' }));
    for (const text of ['Flag name', 'Flag ID', 'Company', 'Location']) {
      expect(await within(dialog).findByText(`${text} is required`)).toBeVisible();
    }
    await person.type(within(dialog).getByLabelText('Name'), 'New');
    await person.type(within(dialog).getByLabelText('Flag ID'), 'new-1');
    await person.click(within(dialog).getByLabelText('Company'));
    await person.click(await screen.findByRole('option', { name: 'Acme' }));
    await person.click(within(dialog).getByLabelText('Location'));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'City Hall',
      'Depot',
    ]);
    await person.click(await screen.findByRole('option', { name: 'Depot' }));
    await person.click(within(dialog).getByRole('button', { name: 'Add Flag' }));
    const shown = await screen.findByRole('dialog', { name: 'Device key for New' });
    expect(within(shown).getByLabelText('Device key')).toHaveValue('key-123');
    expect(within(shown).getByLabelText('Realtime path')).toHaveValue(
      'users/company-acme/hardware/new-1',
    );
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'New',
      flies: 'us',
      flagId: 'new-1',
      companyId: 'acme',
      locationId: 'acme-depot-2',
    });
  });

  test.each([
    ['companies', '/api/companies', 'No companies yet. Add one on the Companies page first.'],
    [
      'locations',
      '/api/locations',
      'This company has no locations yet. Add one on the Locations page first.',
    ],
  ])(
    'explains what to create first, and where, if there are no %s',
    async (things, emptyPath, hint) => {
      const { person } = await renderPage(<FlagsPage />, {
        user: makeUser('master'),
        flags: [makeFlag({ name: 'One' })],
        answer: (_, path) =>
          path.startsWith(`${emptyPath}?`) ? Response.json(pageOf([], path)) : undefined,
      });
      await person.click(screen.getByRole('button', { name: 'Add Flag' }));
      const dialog = await screen.findByRole('dialog', { name: 'Add Flag' });
      if (things === 'locations') {
        await person.click(within(dialog).getByLabelText('Company'));
        await person.click(await screen.findByRole('option', { name: 'Acme' }));
      }
      expect(await within(dialog).findByText(hint)).toBeVisible();
      const select = things === 'companies' ? 'Company' : 'Location';
      expect(within(dialog).getByLabelText(select)).toBeDisabled();
    },
  );

  test('lists devices that report under the flag ID, and adopts the selected one (Firebase)', async () => {
    const found = {
      ownerId: 'old-user',
      deviceName: null,
      lastSeen: Date.now() - 180_000,
      isOnline: true,
      voltage: 42.31,
    };
    const { person, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'One' })],
      mode: 'firebase',
      answer: (method, path) => {
        if (path.startsWith('/api/flags/adoptable/'))
          return Response.json(path.endsWith('/old-1') ? [found] : []);
        return method === 'POST' ? new Response('Gone', { status: 409 }) : undefined;
      },
    });
    await person.click(screen.getByRole('button', { name: 'Add Flag' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Flag' });
    await person.type(within(dialog).getByLabelText('Name'), 'Old');
    await person.type(within(dialog).getByLabelText('Flag ID'), 'old-1');
    const choice = await within(dialog).findByLabelText('Already reporting');
    expect(choice).toHaveTextContent('New pole (don’t adopt a device)');
    await person.click(choice);
    await person.click(
      await screen.findByRole('option', {
        name: 'Adopt the device under old-user (last seen 3 min ago, 42.3 V)',
      }),
    );
    await person.click(within(dialog).getByLabelText('Company'));
    await person.click(await screen.findByRole('option', { name: 'Acme' }));
    await person.click(within(dialog).getByLabelText('Location'));
    await person.click(await screen.findByRole('option', { name: 'Depot' }));
    await person.click(within(dialog).getByRole('button', { name: 'Add Flag' }));
    const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ flagId: 'old-1', adoptOwnerId: 'old-user' });

    // The flag ID has changed, but the choice was for the previous one.
    await person.type(within(dialog).getByLabelText('Flag ID'), '9');
    await waitFor(() => expect(within(dialog).queryByLabelText('Already reporting')).toBeNull());
    await person.click(within(dialog).getByRole('button', { name: 'Add Flag' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).not.toHaveProperty('adoptOwnerId');
  });

  test('lets a company user change the name, but not the flag ID or the move timeout', async () => {
    const flag: Flag = makeFlag({ id: 'f', name: 'One' });
    const { person, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags: [flag],
      answer: (method) => (method === 'PATCH' ? Response.json(flag) : undefined),
    });
    await person.click(screen.getByText(/^pole-/));
    const dialog = await screen.findByRole('dialog', { name: 'Edit flag' });
    expect(within(dialog).getByLabelText('Flag ID')).toHaveAttribute('readonly');
    expect(within(dialog).queryByLabelText(/Move timeout/)).toBeNull();
    expect(within(dialog).queryByText('Device keys')).toBeNull();
    await person.clear(within(dialog).getByLabelText('Name'));
    await person.type(within(dialog).getByLabelText('Name'), 'Renamed');
    await person.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ name: 'Renamed' }),
    );
    expect(await screen.findByText('Flag updated')).toBeVisible();
  });

  test('lets a master set the move timeout, within its limits', async () => {
    const flag: Flag = makeFlag({ id: 'f', name: 'One' });
    const { person, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [flag],
      answer: (method) => (method === 'PATCH' ? Response.json(flag) : undefined),
    });
    await person.click(screen.getByText(/^pole-/));
    const dialog = await screen.findByRole('dialog', { name: 'Edit flag' });
    const field = within(dialog).getByLabelText('Move timeout (seconds)');
    expect(field).toHaveValue('15');
    expect(within(dialog).getByText('Device keys')).toBeVisible();
    for (const wrong of ['4', '601', '7.5', 'soon']) {
      await person.clear(field);
      await person.type(field, `${wrong}{Enter}`);
      expect(await within(dialog).findByRole('alert')).toHaveTextContent(MOVE_TIMEOUT_TEXT);
    }
    await person.click(within(dialog).getByRole('switch', { name: 'Step by step' }));
    await person.clear(field);
    await person.type(field, '60{Enter}');
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
        moveTimeout: 60,
        serverSteps: true,
      }),
    );
  });

  test('is read-only for users who are not allowed to edit', async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('location_user'),
      flags: [makeFlag({ name: 'One' })],
    });
    await person.click(screen.getByText(/^pole-/));
    const dialog = await screen.findByRole('dialog', { name: 'Flag' });
    for (const input of within(dialog).getAllByRole('textbox')) {
      expect(input).toHaveAttribute('readonly');
    }
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
  });

  test("asks for confirmation with the flag's name before a deletion, and shows an error if the deletion fails", async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'One', flagId: 'one-1' })],
      answer: (method) => (method === 'DELETE' ? new Response('No', { status: 500 }) : undefined),
    });
    await person.click(screen.getByRole('button', { name: 'Delete One' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('Are you sure you want to delete "One" (one-1)?');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete flag')).toBeVisible();
  });

  test('shows an error if saving fails, and keeps the typed values (spec §8)', async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'One', flagId: 'one-1' })],
      answer: (method) =>
        method === 'PATCH' || method === 'POST' ? new Response('No', { status: 500 }) : undefined,
    });
    await person.click(screen.getByText('one-1'));
    const edit = await screen.findByRole('dialog', { name: 'Edit flag' });
    await person.type(within(edit).getByLabelText('Name'), ' more');
    await person.click(within(edit).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update flag.')).toBeVisible();
    expect(within(edit).getByLabelText('Name')).toHaveValue('One more');
    await person.click(within(edit).getByRole('button', { name: 'Cancel' }));

    await person.click(screen.getByRole('button', { name: 'Add Flag' }));
    const add = await screen.findByRole('dialog', { name: 'Add Flag' });
    await person.type(within(add).getByLabelText('Name'), 'Two');
    await person.type(within(add).getByLabelText('Flag ID'), 'two-2');
    await choose(person, 'Company', 'Acme');
    await choose(person, 'Location', 'Depot');
    await person.click(within(add).getByRole('button', { name: 'Add Flag' }));
    expect(await screen.findByText('Failed to create flag.')).toBeVisible();
    expect(within(add).getByLabelText('Flag ID')).toHaveValue('two-2');
  });

  test("offers the selected company's locations, and clears a location of another company (spec §5)", async () => {
    const { person } = await renderPage(<FlagsPage />, { user: makeUser('master'), flags: [] });
    await person.click(screen.getAllByRole('button', { name: 'Add Flag' })[0]!);
    await screen.findByRole('dialog', { name: 'Add Flag' });
    const location = screen.getByRole('combobox', { name: 'Location' });
    expect(location).toBeDisabled();
    expect(location).toHaveTextContent('Select a company first');
    await choose(person, 'Company', 'Birch');
    await choose(person, 'Location', 'Park');
    await choose(person, 'Company', 'Birch');
    expect(location).toHaveTextContent('Park');
    await choose(person, 'Company', 'Acme');
    expect(location).toHaveTextContent('Select a location');
    await person.click(location);
    const offered = await screen.findAllByRole('option');
    expect(offered.map((option) => option.textContent)).toEqual(['City Hall', 'Depot']);
  });
});
