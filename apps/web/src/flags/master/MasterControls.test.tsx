import type { MoveCreate, MovePlanCreate } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { bulkActions } from '../commands/bulkActions.ts';
import FlagsPage from '../page/FlagsPage.tsx';
import { makeFlag, makeUser, node, numbered, silentNode } from '../testing/flags.ts';
import { moveAnswer } from '../testing/moves.ts';
import { renderPage } from '../testing/renderPage.tsx';

afterEach(() => bulkActions.reset());

const switchOf = (name: string) => screen.getByRole('switch', { name });
type Calls = Awaited<ReturnType<typeof renderPage>>['calls'];
const moves = (calls: Calls) =>
  calls
    .filter(({ method, path }) => method === 'POST' && path === '/api/moves')
    .map(({ body }) => body as MoveCreate);
const plans = (calls: Calls) =>
  calls.filter(({ path }) => path === '/api/moves/plans').map(({ body }) => body as MovePlanCreate);
const question = () => screen.findByRole('alertdialog');

describe('master controls', () => {
  test('move up to 10 poles at one location without a confirmation', async () => {
    const flags = numbered(10);
    const { person, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags,
    });
    await person.click(switchOf('All Half, 10 online'));
    expect(await screen.findByText('All online flags updated')).toBeVisible();
    expect(moves(calls)).toEqual([{ control: 'half', plan: expect.stringMatching(/^plan-/) }]);
    expect(plans(calls)).toEqual([{ control: 'half', query: {} }]);
    expect(switchOf('All Half, 10 online')).toBeChecked();
  });

  test('move the poles only once after a double click', async () => {
    const { person, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags: numbered(3),
    });
    await person.dblClick(switchOf('Lamp, 3 online'));
    expect(await screen.findByText('All online flags updated')).toBeVisible();
    expect([plans(calls).length, moves(calls).length]).toEqual([1, 1]);
  });

  test('ask for confirmation if the list is filtered by a text search, and Enter confirms', async () => {
    const { person, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags: numbered(12),
      path: '/flags?q=pole+1',
    });
    await person.click(await screen.findByRole('switch', { name: 'All Half, 4 online' }));
    const dialog = await question();
    expect(dialog).toHaveTextContent('All Half: 4 poles');
    // The number of poles is only in the title and on the button.
    expect(within(dialog).getByText('City Hall, Acme')).toBeVisible();
    expect(within(dialog).getByText('Now: up')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Move 4 poles' })).toBeVisible();
    expect(moves(calls)).toEqual([]);
    await person.keyboard('{Enter}');
    expect(await screen.findByText('All online flags updated')).toBeVisible();
    expect(plans(calls)[0]!.query).toEqual({ q: 'pole 1' });
    expect(moves(calls)).toHaveLength(1);
  });

  test('ask for confirmation if more than one location is affected, and move no poles if the user cancels', async () => {
    const flags = [
      makeFlag({ name: 'One' }),
      makeFlag({ name: 'Two', companyId: 'birch', company: 'Birch' }),
      makeFlag({ name: 'Three', companyId: 'cedar', company: 'Cedar' }, silentNode(900)),
    ];
    const { person, calls } = await renderPage(<FlagsPage />, { user: makeUser('master'), flags });
    await person.click(switchOf('All Down, 2 online'));
    const dialog = await question();
    expect(dialog).toHaveTextContent('Acme: 1 pole at 1 location');
    expect(dialog).toHaveTextContent('Birch: 1 pole at 1 location');
    expect(dialog).toHaveTextContent('1 offline pole skipped.');
    await person.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(moves(calls)).toEqual([]);
    await person.click(switchOf('All Down, 2 online'));
    await person.click(await screen.findByRole('button', { name: 'Move 2 poles' }));
    expect(await screen.findByText('All online flags updated')).toBeVisible();
  });

  test('offer All lamps on and All lamps off if some lamps are on', async () => {
    const lit = node({ lamp: true, reported: { lamp: true, lastSeen: Date.now() / 1000 } });
    const flags = [makeFlag({ name: 'Dark' }), makeFlag({ name: 'Lit' }, lit)];
    const { person, calls } = await renderPage(<FlagsPage />, { user: makeUser('master'), flags });
    await person.click(switchOf('Lamp, 2 online'));
    const dialog = await question();
    expect(dialog).toHaveTextContent('Now: 1 on, 1 off');
    expect(within(dialog).getByRole('button', { name: 'Toggle all lamps' })).toHaveFocus();
    await person.click(within(dialog).getByRole('button', { name: 'All lamps off' }));
    expect(await screen.findByText('All online flags updated')).toBeVisible();
    expect(moves(calls).map(({ control }) => control)).toEqual(['lamps-off']);
  });

  test('show how many flags were updated and how many failed', async () => {
    let refused: Record<string, string> = { n1: 'Locked by ann' };
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags: numbered(3),
      answer: (method, path, body) =>
        method === 'POST' && path === '/api/moves'
          ? Response.json(moveAnswer(body as MoveCreate, refused))
          : undefined,
    });
    await person.click(switchOf('All Up, 3 online'));
    expect(await screen.findByText('Partial update')).toBeVisible();
    expect(screen.getByText('2 flags updated, 1 failed')).toBeVisible();
    refused = { n0: 'Locked by ann', n1: 'Locked by ann', n2: 'Locked by ann' };
    await person.click(switchOf('Lamp, 3 online'));
    expect(await screen.findByText('Failed to update all flags')).toBeVisible();
    expect(screen.getByText('Update failed', { selector: 'li *' })).toBeVisible();
  });

  test('show an error if no command could be sent (spec §8)', async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags: numbered(3),
      answer: (method, path) =>
        method === 'POST' && path === '/api/moves'
          ? Promise.reject(new TypeError('Failed to fetch'))
          : undefined,
    });
    await person.click(switchOf('All Up, 3 online'));
    expect(await screen.findByText('Failed to update flags')).toBeVisible();
  });

  test('show how many flags were updated if realtime is off (spec §8)', async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags: numbered(3),
      mode: 'off',
    });
    await person.click(switchOf('All Down, 3 online'));
    expect(await screen.findByText('Master control activated')).toBeVisible();
    expect(screen.getByText('All 3 online flags updated successfully')).toBeVisible();
  });

  test('are disabled if no flag is online', async () => {
    await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'Gone' }, silentNode(900))],
    });
    expect(switchOf('All Up, 0 online')).toBeDisabled();
  });
});
