import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import FlagsPage from './FlagsPage.tsx';
import { makeFlag, makeUser, numbered, silentNode } from './testing/flags.ts';
import { renderPage } from './testing/renderPage.tsx';

const switchOf = (name: string) => screen.getByRole('switch', { name });

describe('master controls', () => {
  it('move the whole search result at once within one company', async () => {
    const { person, transport } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags: numbered(12),
      path: '/flags?q=pole+1',
    });
    await person.click(switchOf('All Half, 4 online'));
    expect(await screen.findByText('All online flags updated')).toBeVisible();
    expect(Object.keys(transport.updates[0]!.values)).toHaveLength(4 * 5);
    expect(switchOf('All Half, 4 online')).toBeChecked();
  });

  it('ask first where more than one company is touched', async () => {
    const flags = [
      makeFlag({ name: 'One' }),
      makeFlag({ name: 'Two', companyId: 'birch', company: 'Birch' }),
      makeFlag({ name: 'Three', companyId: 'cedar', company: 'Cedar' }, silentNode(900)),
    ];
    const { person, transport } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags,
    });
    await person.click(switchOf('All Down, 2 online'));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('All Down: 2 online flags');
    expect(dialog).toHaveTextContent('This moves flags of 2 companies: Acme and Birch.');
    expect(transport.updates).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'All Down' }));
    await waitFor(() => expect(transport.updates).toHaveLength(2));
  });

  it('count what failed', async () => {
    const { person, transport } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags: numbered(3),
    });
    transport.answer = (path, values) =>
      path.endsWith('n-1') || 'n-1/lamp' in values
        ? Promise.reject(new Error('PERMISSION_DENIED'))
        : Promise.resolve();
    await person.click(switchOf('All Up, 3 online'));
    expect(await screen.findByText('Partial update')).toBeVisible();
    expect(screen.getByText('2 flags updated, 1 failed')).toBeVisible();
    transport.answer = () => Promise.reject(new Error('PERMISSION_DENIED'));
    await person.click(switchOf('Lamp, 3 online'));
    expect(await screen.findByText('Failed to update all flags')).toBeVisible();
    expect(screen.getByText('Update failed', { selector: 'li *' })).toBeVisible();
  });

  it('say so where they could not be given at all (spec §8)', async () => {
    const { person, transport } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags: numbered(3),
    });
    transport.answer = () => {
      throw new Error('The connection was closed');
    };
    await person.click(switchOf('All Up, 3 online'));
    expect(await screen.findByText('Failed to update flags')).toBeVisible();
  });

  it('go by PATCH where realtime is off, and count what was updated (spec §8)', async () => {
    const flags = numbered(3);
    const { person, calls } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags,
      mode: 'off',
      answer: (method) => (method === 'PATCH' ? Response.json(flags[0]) : undefined),
    });
    await person.click(switchOf('All Down, 3 online'));
    expect(await screen.findByText('Master control activated')).toBeVisible();
    expect(screen.getByText('All 3 online flags updated successfully')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(3);
  });

  it('are disabled where no flag is online', async () => {
    await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'Gone' }, silentNode(900))],
    });
    expect(switchOf('All Up, 0 online')).toBeDisabled();
  });
});
