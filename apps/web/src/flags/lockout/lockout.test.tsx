import type { Role } from '@halyard/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderWith } from '@/testing/render.tsx';
import FlagsPage from '../page/FlagsPage.tsx';
import { makeFlag, makeUser, node } from '../testing/flags.ts';
import { renderPage } from '../testing/renderPage.tsx';
import { LockPanel } from './LockPanel.tsx';

const lock = { reason: 'Rope frayed', by: 'ann-id', byName: 'ann', at: Date.now() - 720_000 };
const open = makeFlag({ id: 'open', flagId: 'o-1', name: 'Open' });
const locked = makeFlag({ id: 'locked', flagId: 'l-1', name: 'Shut' }, node({ lock }));
const LOCKED = /^Locked by ann since .+: Rope frayed$/;
const panel = () => screen.findByRole('region', { name: 'Maintenance lock' });
const switchOf = (name: string) => screen.getByRole('switch', { name });

describe('a locked flag', () => {
  test('shows who is working at its pole, for how long and why, and cannot be moved', async () => {
    await renderPage(<FlagsPage />, { user: makeUser('master'), flags: [open, locked] });
    expect(screen.getByRole('row', { name: 'Shut' })).toHaveTextContent(
      /Online.*Locked.*ann, 12 min ago: Rope frayed/,
    );
    for (const name of ['Flag Up, Shut', 'Lamp, Shut']) {
      expect(switchOf(name)).toBeDisabled();
      expect(switchOf(name)).toHaveAccessibleDescription('Locked');
    }
    // The lock's text is not repeated on each switch and on the badge.
    expect(screen.getAllByTitle(LOCKED)).toHaveLength(1);
    expect(switchOf('Flag Up, Open')).toBeEnabled();
  });

  test('is not moved by the master controls, but is counted in their labels', async () => {
    const { person, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [open, locked],
    });
    await person.click(switchOf('All Half, 1 online, 1 locked'));
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/moves')).toBe(true));
    expect(switchOf('Flag Half, Open')).toBeChecked();
    expect(switchOf('Flag Half, Shut')).not.toBeChecked();
  });

  test('disables the master controls, with a reason, if every other online flag is locked too', async () => {
    await renderPage(<FlagsPage />, { user: makeUser('master'), flags: [locked] });
    expect(switchOf('All Up, 0 online, 1 locked')).toHaveAccessibleDescription(
      'All online flags are locked',
    );
  });

  test('updates as soon as someone else locks or unlocks it', async () => {
    const { transport } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [open],
    });
    const report = async (raw: unknown) => {
      transport.report(open, raw);
      await act(() => new Promise((done) => requestAnimationFrame(() => done(null))));
    };
    await report(node({ lock }));
    expect(switchOf('Flag Up, Open')).toBeDisabled();
    await report(node());
    expect(switchOf('Flag Up, Open')).toBeEnabled();
  });
});

describe('the lock dialog', () => {
  const setUp = async (role: Role, flag = open, answer?: () => Response | Promise<Response>) => {
    const rendered = await renderPage(<FlagsPage />, {
      user: makeUser(role),
      flags: [flag],
      answer: (_, path) => (path.endsWith('/lock') ? answer?.() : undefined),
    });
    await rendered.person.click(screen.getByRole('row', { name: flag.name }));
    const inPanel = within(await panel());
    /**
     * Opens the form, whose code loads on the first click, and waits until the form accepts typed
     * input.
     */
    const openForm = async () => {
      await rendered.person.click(inPanel.getByRole('button', { name: 'Lock' }));
      expect(await inPanel.findByRole('textbox', { name: 'Reason for the lock' })).toHaveFocus();
    };
    return { ...rendered, panel: inPanel, openForm };
  };

  test('requires a reason for a lock', async () => {
    const { person, panel, calls, openForm } = await setUp('employee', open, () =>
      Response.json(makeFlag({ ...open }, node({ lock }))),
    );
    await openForm();
    await person.click(panel.getByRole('button', { name: 'Lock flag' }));
    expect(panel.getByText('A reason is required')).toBeVisible();
    await person.keyboard('Rope frayed{Enter}');
    expect(await screen.findByText('Flag locked')).toBeVisible();
    expect(calls.at(-1)).toEqual({
      method: 'PUT',
      path: '/api/flags/open/lock',
      body: { reason: 'Rope frayed' },
    });
  });

  test('shows the same result no matter whether the response or the realtime value arrives first', async () => {
    let answered = (_: Response) => {};
    const { person, panel, transport, openForm } = await setUp(
      'employee',
      open,
      () =>
        new Promise((resolve) => {
          answered = resolve;
        }),
    );
    await openForm();
    await person.keyboard('Rope frayed{Enter}');
    const report = async (raw: unknown) => {
      transport.report(open, raw);
      await act(() => new Promise((done) => requestAnimationFrame(() => done(null))));
    };
    await report(node({ lock }));
    expect(panel.getByText(LOCKED)).toBeVisible();
    await act(async () => answered(Response.json(open)));
    await report(node());
    expect(panel.getByRole('button', { name: 'Lock' })).toBeVisible();
    expect(panel.queryByRole('textbox')).toBeNull();
  });

  test('shows an error and keeps the typed reason if the lock was saved but is not in effect yet', async () => {
    const text = 'The lock was saved but isn’t in effect yet.';
    const { person, panel, openForm } = await setUp(
      'employee',
      open,
      () => new Response(text, { status: 504 }),
    );
    await openForm();
    await person.keyboard('Rope frayed{Enter}');
    expect(await panel.findByRole('alert')).toHaveTextContent(text);
    expect(panel.getByRole('textbox')).toHaveValue('Rope frayed');
    expect(screen.queryByText('Flag locked')).toBeNull();
  });

  test.each<[Role, string, boolean]>([
    ['master', 'user-1', true],
    ['company_user', 'user-1', true],
    ['location_user', 'user-1', false],
    ['employee', 'user-1', false],
    ['employee', lock.by, true],
  ])(
    'lets a user with the role %s and the ID %s release the lock: %s',
    async (role, id, offered) => {
      await renderPage(<FlagsPage />, { user: makeUser(role, { id }), flags: [locked] }).then(
        ({ person }) => person.click(screen.getByRole('row', { name: 'Shut' })),
      );
      const region = within(await panel());
      expect(region.getByText(LOCKED)).toBeVisible();
      expect(region.queryByRole('button', { name: 'Release' }) !== null).toBe(offered);
    },
  );

  test('asks for confirmation before releasing the lock', async () => {
    const { person, panel, calls } = await setUp('master', locked, () =>
      Response.json(makeFlag({ ...locked }, node())),
    );
    await person.click(panel.getByRole('button', { name: 'Release' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Release lock' }));
    expect(
      dialog.getByText(/ann locked the pole, so make sure that no one is working there/),
    ).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Release' }));
    expect(await screen.findByText('Lock released')).toBeVisible();
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/flags/locked/lock' });
  });

  test('is opened by a URL only once, only for the pole in the URL, and only if the user may lock this pole', async () => {
    const form = () => screen.queryByRole('textbox', { name: 'Reason for the lock' });
    const show = (role: Role, mayMovePoles: boolean, id: string) =>
      renderWith(<LockPanel user={makeUser(role, { mayMovePoles })} flag={open} />, {
        path: `/flags/open?dialog=lock:${id}`,
      });
    const { history, unmount } = show('employee', true, 'open');
    await waitFor(() => expect(form()).toHaveFocus());
    expect(history.at(-1)).toBe('/flags/open');
    unmount();
    const other = show('employee', true, 'other');
    expect(form()).toBeNull();
    other.unmount();
    show('employee', false, 'open');
    expect(form()).toBeNull();
  });
});
