import type { EngineStatus, HalfStaffRelease } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { deferredAnswer, serve } from '@/testing/server.ts';
import { AutoHalfMast } from './AutoHalfMast.tsx';

const ACME = { ...makeCompany('acme', 'Acme'), autoHalfMast: true };
const pole = (id: string) => ({
  id,
  name: `Pole ${id}`,
  location: 'City Hall',
  company: 'Acme',
  companyId: 'acme',
});
const risingAt = (...ids: string[]) => ({
  rising: { count: ids.length, names: ids.map(pole) },
  risingIds: ids,
});
const NONE: HalfStaffRelease = { engineIsOn: true, ...risingAt(), offline: 0, lowering: 0 };

async function show(
  release: HalfStaffRelease,
  user = testUser({ role: 'company_user', companyId: 'acme' }),
) {
  const sent: unknown[] = [];
  const engine: EngineStatus = { isOn: release.engineIsOn, by: null, at: null, changedRules: [] };
  serve({
    'GET /api/companies/acme': () => ({ body: ACME }),
    'GET /api/half-staff/engine': () => ({ body: engine }),
    'GET /api/half-staff/release?companyId=acme': () => ({ body: release }),
    'PATCH /api/companies/acme': (body) => {
      sent.push(body);
      return { body: { ...ACME, autoHalfMast: false } };
    },
  });
  renderWith(<AutoHalfMast label="Auto Half Mass" user={user} companyId="acme" />, { user });
  await waitFor(() => expect(screen.getByRole('switch')).toBeChecked());
  return { person: userEvent.setup({ delay: null }), sent };
}

describe('the Auto Half Mast switch', () => {
  test('shows neither on nor off until the setting is known', async () => {
    const { promise, resolve } = deferredAnswer();
    serve({
      'GET /api/companies/acme': () => promise,
      'GET /api/half-staff/engine': () => ({
        body: { isOn: true, by: null, at: null, changedRules: [] },
      }),
    });
    const user = testUser({ role: 'company_user', companyId: 'acme' });
    renderWith(<AutoHalfMast label="Auto Half Mass" user={user} companyId="acme" />, { user });
    expect(screen.getByRole('status', { name: 'Loading Auto Half Mass' })).toBeInTheDocument();
    expect(screen.queryByRole('switch')).toBeNull();
    resolve({ body: ACME });
    expect(await screen.findByRole('switch', { name: 'Auto Half Mass' })).toBeChecked();
  });

  test('explains to users without permission who can change it', async () => {
    await show(NONE, testUser({ role: 'employee', companyId: 'acme' }));
    expect(screen.getByRole('switch')).toHaveAttribute(
      'title',
      'Only company users and masters can change this',
    );
  });
});

describe('turning off Auto Half Mast', () => {
  test('does not ask for confirmation while no pole is at half-staff', async () => {
    const { person, sent } = await show(NONE);
    await person.click(screen.getByRole('switch'));
    expect(await screen.findByText('Auto Half Mass updated')).toBeVisible();
    expect(sent).toEqual([{ autoHalfMast: false }]);
  });

  test('shows how many poles will be raised, and lets the user cancel', async () => {
    const { person, sent } = await show({
      ...NONE,
      ...risingAt('1', '2', '3'),
      offline: 1,
    });
    await person.click(screen.getByRole('switch'));
    const ask = await screen.findByRole('alertdialog', { name: 'Turn off Auto Half Mass' });
    expect(ask).toHaveTextContent(
      '3 poles are at half-staff. They will go up. 1 pole is offline and will go up after reconnecting.',
    );
    await person.click(within(ask).getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    await person.click(screen.getByRole('switch'));
    await person.click(await screen.findByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(sent).toEqual([{ autoHalfMast: false }]));
  });

  test('offers to raise the poles if autopilot is off', async () => {
    const { person } = await show({ ...NONE, engineIsOn: false, ...risingAt('1') });
    await person.click(screen.getByRole('switch'));
    const ask = await screen.findByRole('alertdialog');
    expect(ask).toHaveTextContent('1 pole is at half-staff. Autopilot is off: nothing will move.');
    await person.click(within(ask).getByRole('checkbox', { name: 'Raise 1 pole' }));
    expect(within(ask).getByRole('button', { name: 'Turn off and raise 1 pole' })).toBeVisible();
  });
});

test('turning off Auto Half Mast tells the user how to raise the poles if autopilot is off and there are too many to raise at once', async () => {
  const rising = { count: 20_000, names: [pole('1')] };
  const { person, sent } = await show({ ...NONE, engineIsOn: false, rising, risingIds: null });
  await person.click(screen.getByRole('switch'));
  const ask = await screen.findByRole('alertdialog');
  expect(ask).toHaveTextContent('20,000 poles are at half-staff.');
  expect(ask).toHaveTextContent(
    'To raise these poles, wait five minutes, then go to the Half-Staff page',
  );
  expect(within(ask).queryByRole('checkbox')).toBeNull();
  await person.click(within(ask).getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(sent).toEqual([{ autoHalfMast: false }]));
});

describe('Auto Half Mast while autopilot is off', () => {
  const off = { ...NONE, engineIsOn: false };

  test('shows that no pole will move, and who can turn autopilot on', async () => {
    await show(off);
    expect(await screen.findByText('Autopilot is off: nothing will move.')).toBeVisible();
    expect(screen.getByText('Ask your operator to turn on autopilot.')).toBeVisible();
  });

  test('shows a master a link to the page that turns autopilot on', async () => {
    await show(off, testUser());
    expect(await screen.findByRole('link', { name: 'Turn on autopilot' })).toHaveAttribute(
      'href',
      '/half-staff?dialog=autopilot',
    );
  });
});
