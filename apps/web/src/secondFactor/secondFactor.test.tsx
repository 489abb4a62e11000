import type { SecondFactor } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { SecondFactorCard } from '@/profile/SecondFactorCard.tsx';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import RequiredPage from './RequiredPage.tsx';

const SECRET = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Halyard:pat?secret=JBSWY3DP' };
const CODES = ['abcd-efgh-jkmn-pqrs', 'wxyz-2345-6789-abcd'];
const OFF: SecondFactor = { since: null, recoveryCodesLeft: 0, required: false };
const ON = { ...OFF, since: Date.parse('2026-11-20T12:00:00'), recoveryCodesLeft: 2 };

async function fill(code: string) {
  await userEvent.type(await screen.findByLabelText('Code'), code);
}

describe('the two-factor authentication section of the profile page', () => {
  function show(factor: { now: SecondFactor }, handlers: Record<string, Handler>) {
    serve({ 'GET /api/user/second-factor': () => ({ body: factor.now }), ...handlers });
    renderWith(<SecondFactorCard username="pat" />, { user: testUser() });
  }

  test('turns on two-factor authentication with a code from the app, then shows the recovery codes', async () => {
    const factor: { now: SecondFactor } = { now: OFF };
    const sent: unknown[] = [];
    show(factor, {
      'POST /api/user/second-factor': () => ({ body: SECRET }),
      'PUT /api/user/second-factor': (body) => {
        sent.push(body);
        factor.now = ON;
        return { body: { recoveryCodes: CODES } };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible();
    expect(screen.getByLabelText('Secret')).toHaveValue(SECRET.secret);
    await fill('123456');
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    const dialog = await screen.findByRole('dialog', { name: 'Recovery codes' });
    expect(within(dialog).getByLabelText('Recovery codes')).toHaveValue(CODES.join('\n'));
    expect(sent).toEqual([{ code: '123456' }]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'I’ve saved the codes' }));
    expect(await screen.findByText('On since Nov 20, 2026')).toBeVisible();
    expect(
      screen.getByText(/^2 recovery codes left\. Turn two-factor authentication off and on/),
    ).toBeVisible();
  });

  test('shows what is wrong with a code, and keeps the typed code', async () => {
    show(
      { now: OFF },
      {
        'POST /api/user/second-factor': () => ({ body: SECRET }),
        'PUT /api/user/second-factor': () => ({ status: 400, body: 'This code is incorrect.' }),
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    await fill('000000');
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is incorrect.');
    expect(screen.getByLabelText('Code')).toHaveValue('000000');
  });

  test('shows why two-factor authentication cannot be set up', async () => {
    show(
      { now: OFF },
      { 'POST /api/user/second-factor': () => ({ status: 409, body: 'It needs SECRETS_KEY.' }) },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    expect(await screen.findByText('Couldn’t set up two-factor authentication')).toBeVisible();
    expect(screen.getByText(/It needs SECRETS_KEY/)).toBeVisible();
  });

  test('turns off two-factor authentication with a code', async () => {
    const factor: { now: SecondFactor } = { now: ON };
    show(factor, {
      'POST /api/user/second-factor/disable': () => {
        factor.now = OFF;
        return { body: { ok: true } };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Turn off two-factor authentication',
    });
    await fill('123456');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Two-factor authentication turned off')).toBeVisible();
    expect(await screen.findByText('Off')).toBeVisible();
  });
});

describe('two-factor authentication that a role requires', () => {
  const missing = testUser({ secondFactorMissing: true });

  test('must be set up before the user can do anything else; the recovery codes stay visible until the user has saved them', async () => {
    serve({
      'POST /api/user/second-factor': () => ({ body: SECRET }),
      'PUT /api/user/second-factor': () => ({ body: { recoveryCodes: CODES } }),
      'GET /api/user': () => ({ body: testUser() }),
    });
    const { history } = renderWith(<RequiredPage />, { user: missing, path: '/second-factor' });
    await fill('123456');
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByLabelText('Recovery codes')).toHaveValue(CODES.join('\n'));
    expect(history.at(-1)).toBe('/second-factor');
    await userEvent.click(screen.getByRole('button', { name: 'I’ve saved the codes' }));
    await waitFor(() => expect(history.at(-1)).toBe('/'));
  });

  test('has a setup page that redirects users who are not required to set it up', async () => {
    const { history } = renderWith(<RequiredPage />, { user: testUser(), path: '/second-factor' });
    await waitFor(() => expect(history.at(-1)).toBe('/'));
  });
});
