import type { SetUpList, SetUpStep } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { SetUpNotice } from './SetUpNotice.tsx';

const listOf = (done: Partial<Record<SetUpStep, boolean>>, more: Partial<SetUpList> = {}) => ({
  isShown: true,
  steps: Object.entries(done).map(([step, isDone]) => ({ step, isDone })),
  simulateAt: null,
  simulatedPole: null,
  ...more,
});
const NEW = listOf({ company: true, location: false, 'simulated-pole': false, mail: false });

afterEach(() => vi.restoreAllMocks());

test('the setup checklist shows which steps are done, and links to the page for each remaining step', async () => {
  serve({ 'GET /api/set-up': () => ({ body: NEW }) });
  renderWith(<SetUpNotice user={testUser()} />, { user: testUser() });
  const section = await screen.findByRole('region', { name: /^Setup/ });
  expect(section).toHaveTextContent('1 of 4 done');
  const steps = within(section).getAllByRole('listitem');
  expect(within(steps[0]!).getByRole('img', { name: 'Done' })).toBeVisible();
  expect(within(steps[0]!).queryByRole('link')).toBeNull();
  expect(within(steps[1]!).getByRole('img', { name: 'To do' })).toBeVisible();
  expect(within(steps[1]!).getByRole('link', { name: 'Add Location' })).toHaveAttribute(
    'href',
    '/locations?dialog=add',
  );
});

test('the setup checklist offers a step only after the steps that it depends on are done', async () => {
  let list = listOf({ company: false, location: false, 'simulated-pole': false, pole: false });
  serve({ 'GET /api/set-up': () => ({ body: list }) });
  const { unmount } = renderWith(<SetUpNotice user={testUser()} />, { user: testUser() });
  const actions = (item: HTMLElement) =>
    [...within(item).queryAllByRole('link'), ...within(item).queryAllByRole('button')].map(
      ({ textContent }) => textContent,
    );
  const stepActions = async () => {
    const section = await screen.findByRole('region', { name: /^Setup/ });
    return within(section).getAllByRole('listitem').map(actions);
  };
  expect(await stepActions()).toEqual([['Add customer'], [], [], []]);
  expect(screen.getByText('Included when you add a customer.')).toBeVisible();
  expect(
    screen.getByText('Add a location first. Then you can add a simulated pole with one click.'),
  ).toBeVisible();
  unmount();

  const simulateAt = { id: 'l1', name: 'Yard' };
  const done = { company: true, location: true };
  list = listOf({ ...done, 'simulated-pole': false, pole: false }, { simulateAt });
  renderWith(<SetUpNotice user={testUser()} />, { user: testUser() });
  expect(await stepActions()).toEqual([[], [], ['Add simulated pole'], ['Add Flag']]);
});

test('the setup checklist adds a simulated pole with one click, and removes it with another', async () => {
  const place = { id: 'l1', name: 'Yard' };
  const pole = { id: 'f1', name: 'Simulated pole', location: 'Yard' };
  let list = listOf({ 'simulated-pole': false, mail: false }, { simulateAt: place });
  const removed = vi.fn();
  serve({
    'GET /api/set-up': () => ({ body: list }),
    'POST /api/locations/l1/simulated-pole': () => {
      list = listOf({ 'simulated-pole': true, mail: false }, { simulatedPole: pole });
      return { status: 201, body: {} };
    },
    'DELETE /api/flags/f1': () => {
      removed();
      list = listOf({ 'simulated-pole': false, mail: false }, { simulateAt: place });
      return { status: 204 };
    },
  });
  renderWith(<SetUpNotice user={testUser()} />, { user: testUser() });
  await userEvent.click(await screen.findByRole('button', { name: 'Add simulated pole' }));
  expect(await screen.findByRole('link', { name: 'Open' })).toHaveAttribute('href', '/flags/f1');
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Add simulated pole' })).toBeEnabled();
  expect(removed).toHaveBeenCalledOnce();
});

test('the setup checklist can be hidden, and shows where to find it later', async () => {
  serve({
    'GET /api/set-up': () => ({ body: NEW }),
    'PUT /api/set-up': (body) => ({ body: { ...NEW, ...(body as object) } }),
  });
  renderWith(<SetUpNotice user={testUser()} />, { user: testUser() });
  await userEvent.click(await screen.findByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Setup/ })).toBeNull());
  expect(
    await screen.findByText('You can open the checklist from the user menu.'),
  ).toBeInTheDocument();
});

test('the setup checklist tells a company user that only the operator can add poles, and where to find the switch for Auto Half Mass', async () => {
  const user = testUser({ role: 'company_user', companyId: 'c1' });
  serve({ 'GET /api/set-up': () => ({ body: listOf({ pole: false, autopilot: false }) }) });
  renderWith(<SetUpNotice user={user} />, { user });
  const section = await screen.findByRole('region', { name: /^Setup/ });
  expect(section).toHaveTextContent('Only your operator can add poles.');
  expect(section).toHaveTextContent('Turn on Auto Half Mass');
  expect(within(section).queryByRole('link')).toBeNull();
});

test('the console does not request the setup checklist for users who have nothing to set up', () => {
  const asked = serve({});
  const user = testUser({ role: 'employee', companyId: 'c1' });
  renderWith(<SetUpNotice user={user} />, { user });
  expect(asked).not.toHaveBeenCalled();
});

test('the setup checklist asks only once whether to watch the federal sources', async () => {
  let list = listOf({ autopilot: true, sources: false });
  const answers: unknown[] = [];
  serve({
    'GET /api/set-up': () => ({ body: list }),
    'PUT /api/half-staff/sources/federal': (body) => {
      answers.push(body);
      list = listOf({ autopilot: true, sources: true });
      return { body: { watchFederal: false, sources: [] } };
    },
  });
  renderWith(<SetUpNotice user={testUser()} />, { user: testUser() });
  const section = await screen.findByRole('region', { name: /^Setup/ });
  expect(section).toHaveTextContent('No order takes effect until someone approves it.');
  await userEvent.click(
    screen.getByRole('button', { name: 'No, do not watch the federal sources' }),
  );
  await waitFor(() => expect(section).toHaveTextContent('2 of 2 done'));
  expect(answers).toEqual([{ watch: false }]);
  expect(within(section).queryByRole('button', { name: /^Yes/ })).toBeNull();
});
