import type { PoleHalfStaff, Source } from '@halyard/domain';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeFlag } from '@/flags/testing/flags.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { PolePanel } from './PolePanel.tsx';

async function show(kind: Source['kind']) {
  const source: Source = { kind, key: kind, keys: [kind], by: 'ann', title: 'Rope frayed' };
  const status: PoleHalfStaff = {
    engine: { isOn: true, by: 'pat', at: 1 },
    now: 0,
    timeZone: 'America/New_York',
    sunrise: 0,
    nextSunset: 0,
    should: { position: 'up', lamp: null, source, since: null, until: null, nextChange: null },
    reason: 'The reason',
    hold: null,
    coming: [],
    ledger: [],
  };
  const flag = makeFlag({ name: 'One' });
  serve({ [`GET /api/flags/${flag.id}/half-staff`]: () => ({ body: status }) });
  renderWith(<PolePanel user={testUser()} flag={flag} />, { user: testUser() });
  return screen.findByRole('region', { name: 'Half-staff' });
}

test('the half-staff section says what autopilot does, and why', async () => {
  expect(await show('order')).toHaveTextContent(/Autopilot.*The reason/);
});

test("the half-staff section of a pole's page does not repeat the reason for the pole's lock", async () => {
  expect(await show('lock')).not.toHaveTextContent('The reason');
});
