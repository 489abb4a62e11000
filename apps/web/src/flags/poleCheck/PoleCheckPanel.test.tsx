import type { PoleCheck, PoleTest, RefusedDevice } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { poleCheckQuery } from '../dialogQueries.ts';
import { makeCheck } from '../testing/check.ts';
import { node } from '../testing/flags.ts';
import { type MeantKey, PoleCheckPanel } from './PoleCheckPanel.tsx';

const passed: PoleTest = {
  phase: 'passed',
  by: 'ann',
  position: 'half',
  positionBefore: 'up',
  startedAt: Date.now(),
  tookMs: 4200,
  problem: null,
  endedAt: Date.now(),
};
const refused: RefusedDevice = {
  id: 'r1',
  reason: 'revoked-key',
  flag: { id: 'f1', name: 'Gate' },
  company: 'Acme',
  path: null,
  detail: null,
  address: '192.0.2.7',
  count: 3,
  firstAt: Date.now(),
  lastAt: Date.now(),
};

/**
 * Shows the checklist.
 * @param then the server's response after a test has begun
 */
function show(check: PoleCheck, then: PoleCheck = check, meant: MeantKey | null = null) {
  let isBegun = false;
  serve({
    'GET /api/flags/f1/test': () => ({ body: isBegun ? then : check }),
    'GET /api/flags/f1/keys': () => ({
      body: [{ id: 'k1', createdAt: 1, lastUsedAt: Date.now() }],
    }),
    'POST /api/flags/f1/test': () => {
      isBegun = true;
      return { status: 201, body: then };
    },
  });
  const { client } = renderWith(<PoleCheckPanel flagId="f1" meant={meant} />, {
    user: testUser({ role: 'master' }),
  });
  const look = () => client.refetchQueries({ queryKey: poleCheckQuery('f1').queryKey });
  return { look, person: userEvent.setup({ delay: null }), isBegun: () => isBegun };
}
const lines = async () =>
  within(await screen.findByRole('list', { name: 'Checklist' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('the checklist of a pole', () => {
  test('asks for confirmation before the first test, unless the checklist was opened right after the key was created', async () => {
    const { person, isBegun } = show(makeCheck({ isNew: true }));
    await person.click(await screen.findByRole('button', { name: 'Test this pole' }));
    expect(await screen.findByRole('alertdialog', { name: 'Test this pole?' })).toBeVisible();
    expect(isBegun()).toBe(false);
  });

  test('asks before moving a pole that is not new, and describes the movement', async () => {
    const moving: PoleTest = { ...passed, phase: 'moving', tookMs: null, endedAt: null };
    const { person, isBegun } = show(makeCheck(), makeCheck({ test: moving }));
    expect(await lines()).toEqual([
      'Key accepted: Done',
      'All positions and the lamp reported: Done',
      'Clock is correct: Done',
      'Moved by a test command: WaitingNot tested yet.',
      'Responded in time: Waiting',
    ]);
    await person.click(screen.getByRole('button', { name: 'Test this pole' }));
    const question = await screen.findByRole('alertdialog', { name: 'Test this pole?' });
    expect(question).toHaveTextContent('Gate will move to half-staff and back up.');
    expect(isBegun()).toBe(false);
    await person.click(within(question).getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('Moving to half-staff…')).toBeVisible();
  });

  test('moves a new pole without asking for confirmation, and shows that it is ready', async () => {
    const { person } = show(makeCheck({ isNew: true }), makeCheck({ test: passed }), {
      keyId: null,
    });
    await person.click(await screen.findByRole('button', { name: 'Test this pole' }));
    expect(await screen.findByText('The pole is ready')).toBeVisible();
    expect((await lines()).slice(3)).toEqual([
      'Moved by a test command: DoneMoved to half-staff and back up.',
      'Responded in time: DoneTook 4 sec (limit: 15 sec).',
    ]);
  });

  test('shows why the key is not accepted and what to do, and links to all rejected devices', async () => {
    show(makeCheck({ refused }, { reported: undefined }));
    expect((await lines())[0]).toBe(
      'Key accepted: ProblemRejected: the key was revoked. Add the flag’s current key to the firmware. If the key is lost, create a new one in the flag’s settings.',
    );
    expect(screen.getByRole('link', { name: 'Rejected devices' })).toHaveAttribute(
      'href',
      '/refused-devices',
    );
  });

  test("lists the fields that are missing from the pole's report, and shows how far off the pole's clock is", async () => {
    const states = { flagUp: true, flagDown: false, lastSeen: Date.now() / 1000 - 7200 };
    show(makeCheck({}, node({ seenAt: Date.now(), reported: states })));
    expect((await lines()).slice(0, 3)).toEqual([
      'Key accepted: Done',
      'All positions and the lamp reported: ProblemNot reported: reported/flagHalf, reported/lamp. Send each as true or false.',
      'Clock is correct: ProblemThe clock is 2 hr behind. Set the device’s clock, for example with configTime and an NTP server.',
    ]);
  });

  test('shows what prevents a test, and disables the button that starts it', async () => {
    show(makeCheck({ obstacle: 'Ann has put this pole on hold: Parade. Release the hold first.' }));
    expect(await screen.findByText(/Ann has put this pole on hold/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Test this pole' })).toBeDisabled();
  });

  test('shows a problem if a pole is too slow or did not move', async () => {
    const { look } = show(makeCheck({ test: { ...passed, tookMs: 24_000 } }));
    expect((await lines())[4]).toMatch(
      /Problem.*Took 24 sec \(limit: 15 sec\)\. Raise the move timeout/,
    );
    await look();
    const problem = 'The pole did not report that it is half-staff.';
    serve({
      'GET /api/flags/f1/test': () => ({
        body: makeCheck({ test: { ...passed, phase: 'failed', tookMs: null, problem } }),
      }),
    });
    await look();
    expect((await lines())[3]).toBe(`Moved by a test command: Problem${problem}`);
  });
});
