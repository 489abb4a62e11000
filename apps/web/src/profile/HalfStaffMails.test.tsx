import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { HalfStaffMails } from './HalfStaffMails.tsx';

const companyUser = testUser({ role: 'company_user', companyId: 'acme' });
const names = () =>
  screen.queryAllByRole('switch').map((each) => each.getAttribute('id') && nameOf(each));
const nameOf = (control: HTMLElement) =>
  document.querySelector(`label[for="${control.id}"] span`)?.textContent;

test('a user can turn one kind of half-staff email off, and then sees the stored setting', async () => {
  const sent: unknown[] = [];
  serve({
    'PUT /api/user/half-staff-mails': (body) => {
      sent.push(body);
      const halfStaffMails = { ...companyUser.halfStaffMails, ...(body as object) };
      return { body: { ...companyUser, halfStaffMails } };
    },
  });
  renderWith(<HalfStaffMails user={companyUser} />, { user: companyUser });
  const control = screen.getByRole('switch', { name: /When half-staff ends/ });
  expect(control).toBeChecked();
  await userEvent.click(control);
  await waitFor(() => expect(sent).toEqual([{ ends: false }]));
  await waitFor(() => expect(control).toBeEnabled());
});

test('the switch for a half-staff email stays on if turning the email off fails', async () => {
  serve({ 'PUT /api/user/half-staff-mails': () => ({ status: 503, body: 'Not now.' }) });
  renderWith(<HalfStaffMails user={companyUser} />, { user: companyUser });
  const control = screen.getByRole('switch', { name: /Before half-staff begins/ });
  await userEvent.click(control);
  expect(await screen.findByText('503: Not now.', { selector: 'li *' })).toBeVisible();
  expect(control).toBeChecked();
});

test.each([
  ['master', null, ['Orders waiting for approval']],
  [
    'company_user',
    'acme',
    [
      'Before half-staff begins',
      'When half-staff ends',
      'When an order is approved, amended or canceled',
      'Orders waiting for approval',
    ],
  ],
  ['location_user', 'acme', []],
  ['employee', 'acme', []],
] as const)(
  'the profile shows a user with the role %s only the half-staff emails that the role gets',
  (role, companyId, expected) => {
    const user = testUser({ role, companyId });
    renderWith(<HalfStaffMails user={user} />, { user });
    expect(names()).toEqual(expected);
  },
);
