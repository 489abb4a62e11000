import type { OwnSession } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import { SignedInDevices } from './SignedInDevices.tsx';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari/537.36';
const HERE: OwnSession = {
  id: 's1',
  current: true,
  userAgent: WINDOWS,
  address: '198.51.100.7',
  signedInAt: Date.parse('2020-11-19T09:00:00'),
  lastUsedAt: Date.parse('2020-11-20T15:04:05'),
};
const THERE: OwnSession = { ...HERE, id: 's2', current: false, userAgent: null, address: null };

function show(sessions: { now: OwnSession[] }, handlers: Record<string, Handler> = {}) {
  serve({ 'GET /api/user/sessions': () => ({ body: sessions.now }), ...handlers });
  const rendered = renderWith(<SignedInDevices />, { user: testUser(), path: '/profile' });
  return { ...rendered, person: userEvent.setup({ delay: null }) };
}

test('the list of signed-in devices shows browser, IP address and times, and marks the current device', async () => {
  show({ now: [HERE, THERE] });
  const [here, there] = await screen.findAllByRole('listitem');
  expect(here).toHaveTextContent(
    /^Chrome on WindowsThis device198.51.100.7 · Signed in Nov 19, 2020, 9:00 AM \S+ · Last used Nov 20, 2020, 3:04 PM \S+$/,
  );
  expect(within(here!).getByText(/^Nov 20, 2020, 3:04 PM/)).toHaveAttribute(
    'title',
    expect.stringMatching(/^Nov 20, 2020, 3:04:05 PM/),
  );
  expect(within(here!).queryByRole('button')).toBeNull();
  expect(there).toHaveTextContent(/^Unknown browserSigned in/);
});

test('a user can sign out one device', async () => {
  const sessions = { now: [HERE, THERE] };
  const { person } = show(sessions, {
    'DELETE /api/user/sessions/s2': () => {
      sessions.now = [HERE];
      return { status: 204 };
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Sign out Unknown browser' }));
  expect(await screen.findByText('Device signed out')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Unknown browser')).toBeNull());
});

test('an error is shown if signing out a device fails', async () => {
  const { person } = show(
    { now: [HERE, THERE] },
    { 'DELETE /api/user/sessions/s2': () => ({ status: 404, body: 'Session not found' }) },
  );
  await person.click(await screen.findByRole('button', { name: 'Sign out Unknown browser' }));
  expect(await screen.findByText('Couldn’t sign the device out.')).toBeVisible();
  expect(screen.getByText('404: Session not found')).toBeVisible();
});

test('signing out everywhere asks for confirmation, and also signs out the current device', async () => {
  const { person, client } = show(
    { now: [HERE, THERE] },
    { 'DELETE /api/user/sessions': () => ({ status: 204 }) },
  );
  await person.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  const question = await screen.findByRole('alertdialog', { name: 'Sign out everywhere' });
  expect(question).toHaveTextContent('including this one');
  await person.click(within(question).getByRole('button', { name: 'Sign out' }));
  await expect.poll(() => client.getQueryData(['/api/user'])).toBe(null);
});

test('the list of signed-in devices shows why it failed to load', async () => {
  serve({ 'GET /api/user/sessions': () => ({ status: 503, body: 'Not now.' }) });
  renderWith(<SignedInDevices />, { user: testUser() });
  expect(await screen.findByText('Couldn’t load devices')).toBeVisible();
});
