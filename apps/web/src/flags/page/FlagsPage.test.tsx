import type { Role } from '@halyard/domain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ALERT_TONES } from '@/alerts/alertColumns.tsx';
import { makeFlag, makeUser, node, numbered, silentNode } from '../testing/flags.ts';
import { renderPage } from '../testing/renderPage.tsx';
import FlagsPage from './FlagsPage.tsx';

const rowOf = (name: string) => screen.getByRole('row', { name });
const switchOf = (name: string) => screen.getByRole('switch', { name });
const shownRows = () =>
  screen
    .getAllByRole('row')
    .map((row) => row.getAttribute('aria-label'))
    .filter(Boolean);
const frame = () => act(() => new Promise((done) => requestAnimationFrame(() => done(null))));

describe('the flag list (spec §2)', () => {
  test("has the specification's columns, wording and screen-reader labels", async () => {
    const flag = makeFlag({ name: 'North pole', flagId: 'np-1' }, node({ voltage: 45.04 }));
    await renderPage(<FlagsPage />, { user: makeUser('master'), flags: [flag] });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Flags');
    expect(screen.getByText('Manage and monitor IoT flags')).toBeVisible();
    expect(screen.getByPlaceholderText('Search flags...')).toBeVisible();
    const names = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(names).toEqual(
      'Company,Flag,Location,Status,Voltage,Last 24 hours,Flag Up,Flag Down,Flag Half,Lamp,Actions'.split(
        ',',
      ),
    );
    const row = rowOf('North pole');
    expect(row).toHaveTextContent(/Acme.*North pole.*np-1.*City Hall.*Online.*45\.0 V.*Warning/);
    expect(switchOf('Flag Up, North pole')).toBeChecked();
    expect(switchOf('Lamp, North pole')).not.toBeChecked();
    expect(screen.getByText('Showing 1-1 of 1 total items')).toBeVisible();
  });

  test('marks each voltage that is too high or too low', async () => {
    const flags = [
      makeFlag({ name: 'Low pole', flagId: 'v-1' }, node({ voltage: 37.2 })),
      makeFlag({ name: 'High pole', flagId: 'v-2' }, node({ voltage: 49.2 })),
      makeFlag({ name: 'Good pole', flagId: 'v-3' }, node({ voltage: 42 })),
    ];
    await renderPage(<FlagsPage />, { user: makeUser('master'), flags });
    expect(rowOf('Low pole')).toHaveTextContent(/37\.2 V.*Too low/);
    expect(rowOf('High pole')).toHaveTextContent(/49\.2 V.*Error Too high/);
    expect(rowOf('Good pole')).not.toHaveTextContent(/Too|Warning|Error/);
  });

  test('shows a low and a high voltage in the color of a voltage alert', async () => {
    const flags = [
      makeFlag({ name: 'Low pole', flagId: 'v-1' }, node({ voltage: 37.2 })),
      makeFlag({ name: 'High pole', flagId: 'v-2' }, node({ voltage: 49.2 })),
    ];
    await renderPage(<FlagsPage />, { user: makeUser('master'), flags });
    const color = `text-${ALERT_TONES.voltage}`;
    expect(within(rowOf('Low pole')).getByText('Too low')).toHaveClass(color);
    expect(within(rowOf('High pole')).getByText('Too high')).toHaveClass(color);
    expect(within(rowOf('High pole')).getByText('Error')).toHaveClass(color);
  });

  test.each([
    [42, /Error Too high/],
    [27, /Warning/],
    [24, null],
    [20, /Error Too low/],
  ])("judges %j V by the flag's own limits of 22 V and 29 V: %s", async (voltage, word) => {
    const voltageLimits = { below: 22, above: 29 };
    const flags = [makeFlag({ name: 'Pole', flagId: 'v', voltageLimits }, node({ voltage }))];
    await renderPage(<FlagsPage />, { user: makeUser('master'), flags });
    if (word) expect(rowOf('Pole')).toHaveTextContent(word);
    else expect(rowOf('Pole')).not.toHaveTextContent(/Too|Warning|Error/);
  });

  test('shows a dash as the voltage of a pole that has never reported', async () => {
    const flags = [makeFlag({ name: 'New pole', flagId: 'v-4' }, null)];
    await renderPage(<FlagsPage />, { user: makeUser('master'), flags });
    expect(rowOf('New pole')).toHaveTextContent('–');
    expect(rowOf('New pole')).not.toHaveTextContent(/ V/);
  });

  test('marks a flag whose new device key is still unused after a day', async () => {
    const since = (hours: number) => Date.now() - hours * 3_600_000;
    const flags = [
      makeFlag({ name: 'Late pole', newKeySince: since(49) }),
      makeFlag({ name: 'Rotated pole', newKeySince: since(1) }),
    ];
    await renderPage(<FlagsPage />, { user: makeUser('master'), flags });
    const warning = 'The pole hasn’t used its new device key yet (created 2 days ago)';
    expect(rowOf('Late pole')).toHaveTextContent(warning);
    expect(rowOf('Rotated pole')).not.toHaveTextContent('device key');
  });

  test.each<[Role, boolean]>([
    ['master', true],
    ['company_user', false],
    ['location_user', false],
    ['employee', false],
  ])(
    'has Add Flag, delete buttons and an Actions column for the role %s: %s',
    async (role, visible) => {
      await renderPage(<FlagsPage />, { user: makeUser(role), flags: [makeFlag({ name: 'One' })] });
      const found = [
        screen.queryByRole('button', { name: 'Add Flag' }),
        screen.queryByRole('button', { name: 'Delete One' }),
        screen.queryByRole('columnheader', { name: 'Actions' }),
      ];
      expect(found.map((element) => element !== null)).toEqual([visible, visible, visible]);
    },
  );

  test('returns to page 1 on a search, and offers to clear a search without results', async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: numbered(21),
    });
    const search = (value: string) =>
      fireEvent.change(screen.getByPlaceholderText('Search flags...'), { target: { value } });
    await person.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(await screen.findByText('Showing 21-21 of 21 total items')).toBeVisible();
    search('pole 2');
    expect(await screen.findByText('Showing 1-3 of 3 total items')).toBeVisible();
    expect(window.location.search).toBe('?q=pole+2');
    search('pole 2zz');
    expect(await screen.findByText('No results for “pole 2zz”')).toBeVisible();
    await person.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1)!);
    expect(await screen.findByText('Showing 1-10 of 21 total items')).toBeVisible();
  });

  test('sorts when the user clicks a header, and keeps the order in the URL', async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: numbered(3),
    });
    const header = screen.getByRole('columnheader', { name: 'Flag' });
    await person.click(within(header).getByRole('button'));
    await person.click(within(header).getByRole('button'));
    expect(header).toHaveAttribute('aria-sort', 'descending');
    expect(window.location.search).toBe('?sort=-flag');
    await waitFor(() => expect(screen.getAllByRole('row').at(-1)).toHaveAccessibleName('Pole 1'));
  });

  test('sorts immediately on request, but keeps rows in place if poles report while the mouse is over the list', async () => {
    const flags = [
      makeFlag({ name: 'A' }, node({ voltage: 43 })),
      makeFlag({ name: 'B' }, node({ voltage: 42 })),
    ];
    const { person, transport, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags,
    });
    const lists = () => calls.filter(({ path }) => path.startsWith('/api/flags?')).length;
    const header = screen.getByRole('columnheader', { name: 'Voltage' });
    await person.click(within(header).getByRole('button'));
    await waitFor(() => expect(shownRows()).toEqual(['B', 'A']));
    const before = lists();
    flags[1] = { ...flags[1]!, voltage: 44 };
    act(() => transport.report(flags[1]!, node({ voltage: 44 })));
    await waitFor(() => expect(lists()).toBe(before + 1), { timeout: 3000 });
    expect(rowOf('B')).toHaveTextContent('44.0 V');
    expect(shownRows()).toEqual(['B', 'A']);
    await person.unhover(rowOf('B'));
    await person.hover(document.body);
    await waitFor(() => expect(shownRows()).toEqual(['A', 'B']));
  });

  test('on a phone, shows each flag as a card', async () => {
    await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'One' })],
      width: 390,
    });
    expect(screen.queryByRole('table')).toBeNull();
    const card = within(screen.getByRole('list', { name: 'Flags' })).getByRole('listitem');
    expect(within(card).getAllByRole('switch')).toHaveLength(4);
    expect(screen.getByRole('switch', { name: 'All Up, 1 online' })).toBeVisible();
  });

  test('can be sorted on a phone', async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'One' }), makeFlag({ name: 'Two' })],
      width: 390,
    });
    const names = () =>
      within(screen.getByRole('list', { name: 'Flags' }))
        .getAllByRole('heading')
        .map((heading) => heading.textContent);
    await person.click(screen.getByRole('combobox', { name: 'Sort by' }));
    await person.click(await screen.findByRole('option', { name: 'Sort by Flag' }));
    await waitFor(() => expect(names()).toEqual(['One', 'Two']));
    await person.click(screen.getByRole('button', { name: 'Ascending' }));
    await waitFor(() => expect(names()).toEqual(['Two', 'One']));
  });

  test('shows a message if there are no flags yet', async () => {
    await renderPage(<FlagsPage />, { user: makeUser('master'), flags: [] });
    expect(screen.getByText('No flags yet')).toBeVisible();
  });
});

describe('switches in the flag list', () => {
  const flag = makeFlag({ id: 'f', flagId: 'f-1', name: 'One' });

  test('change immediately, and a toast says that the command was saved', async () => {
    const { person, transport } = await renderPage(<FlagsPage />, {
      user: makeUser('employee'),
      flags: [flag],
    });
    await person.click(switchOf('Flag Down, One'));
    expect(switchOf('Flag Down, One')).toBeChecked();
    expect(switchOf('Flag Up, One')).not.toBeChecked();
    expect(rowOf('One')).toHaveTextContent('Pending — lowering');
    expect(await screen.findByText('Switch toggled')).toBeVisible();
    expect(transport.updates).toHaveLength(1);
  });

  test("switch back and show the specification's toast if the command is rejected", async () => {
    const { person, transport } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [flag],
    });
    transport.answer = () => Promise.reject(new Error('PERMISSION_DENIED'));
    await person.click(switchOf('Flag Down, One'));
    expect(await screen.findByText('Failed to update switch. Change reverted.')).toBeVisible();
    expect(switchOf('Flag Up, One')).toBeChecked();
  });

  test('use PATCH if realtime is off, and the toast then says that the switch was updated', async () => {
    const { person, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [flag],
      mode: 'off',
      answer: (method) => (method === 'PATCH' ? Response.json(flag) : undefined),
    });
    await person.click(switchOf('Lamp, One'));
    expect(await screen.findByText('Switch updated')).toBeVisible();
    expect(screen.getByText('Flag switch updated successfully')).toBeVisible();
    expect(calls.at(-1)).toMatchObject({ method: 'PATCH', path: '/api/flags/f' });
  });

  test('are disabled and show the reason while the pole is offline or the connection is lost', async () => {
    const { transport } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [flag, makeFlag({ name: 'Gone' }, silentNode(720))],
    });
    expect(switchOf('Flag Up, Gone')).toBeDisabled();
    expect(switchOf('Flag Up, Gone')).toHaveAttribute('title', 'Offline, last seen 12 min ago');
    expect(rowOf('Gone')).toHaveTextContent('Offlinelast seen 12 min ago');
    expect(switchOf('Flag Up, One')).toBeEnabled();
    act(() => transport.setConnected(false));
    expect(switchOf('Flag Up, One')).toBeDisabled();
    expect(switchOf('Flag Up, One')).toHaveAttribute('title', 'Not connected');
    expect(switchOf('All Up, 1 online')).toBeDisabled();
  });

  test('have Retry and Cancel next to them if the pole did not confirm the command', async () => {
    const open = { command: { id: 'old', issuedAt: Date.now() - 60_000, by: 'x' } };
    const stuck = makeFlag({ name: 'Stuck' }, node({ flagUp: false, flagDown: true, ...open }));
    const { person, transport } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [stuck],
    });
    // The column shows a short text. Screen readers and the tooltip get the full one.
    expect(rowOf('Stuck')).toHaveTextContent('No response yet; will lower when it responds');
    const short = within(rowOf('Stuck')).getByText('No response yet');
    expect(short).toHaveAttribute('aria-hidden', 'true');
    expect(short.parentElement).toHaveAttribute(
      'title',
      'No response yet; will lower when it responds',
    );
    expect(switchOf('Flag Up, Stuck')).toBeChecked();
    await person.click(screen.getByRole('button', { name: 'Cancel the command for Stuck' }));
    expect(transport.updates.at(-1)?.values).toMatchObject({ flagUp: true, flagDown: false });
  });

  test('rerender only the row of the changed flag', async () => {
    const flags = numbered(3);
    const { transport } = await renderPage(<FlagsPage />, { user: makeUser('master'), flags });
    const cells = new Map<string, MutationRecord[]>();
    const observers = flags.map(({ name }) => {
      const records: MutationRecord[] = [];
      cells.set(name, records);
      const observer = new MutationObserver((changes) => records.push(...changes));
      observer.observe(rowOf(name), { subtree: true, childList: true, characterData: true });
      return observer;
    });
    for (let volts = 40; volts < 44; volts += 0.1) {
      transport.report(flags[1]!, node({ voltage: volts }));
    }
    await frame();
    expect(rowOf('Pole 2')).toHaveTextContent('43.9 V');
    expect([...cells].filter(([, records]) => records.length > 0).map(([name]) => name)).toEqual([
      'Pole 2',
    ]);
    for (const observer of observers) observer.disconnect();
  });
});
