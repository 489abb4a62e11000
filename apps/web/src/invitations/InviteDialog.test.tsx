import { type Invitation, PASSWORD_NEEDED } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { PasswordPrompt } from '@/passwordPrompt/PasswordPrompt.tsx';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import InviteDialog from './InviteDialog.tsx';

const OPEN: Invitation = {
  id: 'i1',
  role: 'employee',
  companyId: 'birch',
  company: 'Birch',
  locationId: null,
  location: null,
  createdBy: 'dana',
  createdAt: Date.UTC(2026, 2, 1, 12),
  expiresAt: Date.UTC(2026, 2, 8, 12),
};
const MADE: Invitation = { ...OPEN, id: 'i2', companyId: 'acme', company: 'Acme' };

const LOCATIONS = [makeLocation('acme-hall', 'City Hall', 'acme')];

/** Starts a server that stores invitations. */
function show(user = testUser(), create?: Handler) {
  let open = [OPEN];
  const sent: unknown[] = [];
  serve({
    'GET /api/companies': () => ({
      body: [makeCompany('acme', 'Acme'), makeCompany('birch', 'Birch')],
    }),
    'GET /api/locations': () => ({ body: LOCATIONS }),
    'GET /api/locations/company/acme': () => ({ body: LOCATIONS }),
    'GET /api/invitations': () => ({ body: open }),
    'POST /api/invitations':
      create ??
      ((body) => {
        sent.push(body);
        open = [OPEN, MADE];
        return { status: 201, body: { ...MADE, code: 'secret' } };
      }),
    'POST /api/user/password/confirmation': () => ({ body: { ok: true } }),
    'DELETE /api/invitations/i2': () => {
      open = [OPEN];
      return { status: 204 };
    },
    'DELETE /api/invitations/i1': () => ({ status: 404, body: 'Invitation not found' }),
  });
  renderWith(
    <>
      <InviteDialog user={user} open onClose={() => {}} />
      <PasswordPrompt />
    </>,
    { user },
  );
  return { sent, person: userEvent.setup({ delay: null }) };
}

const invitations = () =>
  within(screen.getByRole('list', { name: 'Open invitations' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('the invitation dialog', () => {
  test('creates an invitation to the company that a master selected, and shows its link', async () => {
    const { sent, person } = show();
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText('Company is required')).toBeVisible();
    await person.click(screen.getByLabelText('Company'));
    await person.click(screen.getByRole('option', { name: 'Acme' }));
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByLabelText('Invitation link')).toHaveValue(
      `${window.location.origin}/join/secret`,
    );
    expect(sent).toEqual([{ role: 'employee', companyId: 'acme' }]);
    await person.click(screen.getByRole('button', { name: 'Copy invitation link' }));
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/join/secret`);
    expect(await screen.findByText('Copied')).toBeVisible();
  });

  test('does not ask a company user to choose a company', async () => {
    const { sent, person } = show(testUser({ role: 'company_user', companyId: 'acme' }));
    expect(screen.queryByLabelText('Company')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByLabelText('Invitation link')).toBeVisible();
    expect(sent).toEqual([{ role: 'employee', companyId: 'acme' }]);
  });

  test('requires a role, and a location only for a location user', async () => {
    const { sent, person } = show(testUser({ role: 'company_user', companyId: 'acme' }));
    const choose = async (label: string, option: string) => {
      await person.click(screen.getByLabelText(label));
      await person.click(await screen.findByRole('option', { name: option }));
    };
    await person.click(screen.getByLabelText('Role'));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Company User',
      'Location User',
      'Employee',
    ]);
    await person.click(screen.getByRole('option', { name: 'Location User' }));
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText('Please select a location for the employee.')).toBeVisible();
    await choose('Location', 'City Hall');
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    await screen.findByLabelText('Invitation link');
    expect(sent).toEqual([{ role: 'location_user', companyId: 'acme', locationId: 'acme-hall' }]);
  });

  test('does not ask for a company when the new user is a master', async () => {
    const { sent, person } = show();
    await person.click(screen.getByLabelText('Role'));
    await person.click(screen.getByRole('option', { name: 'Master' }));
    expect(screen.queryByLabelText('Company')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    await screen.findByLabelText('Invitation link');
    expect(sent).toEqual([{ role: 'master' }]);
  });

  test('asks for the password if the server requires it, and then creates the invitation', async () => {
    let isFresh = false;
    const { sent, person } = show(testUser(), (body) => {
      sent.push(body);
      return isFresh
        ? { status: 201, body: { ...MADE, code: 'secret' } }
        : { status: 403, body: PASSWORD_NEEDED };
    });
    await person.click(screen.getByLabelText('Role'));
    await person.click(screen.getByRole('option', { name: 'Master' }));
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    const question = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
    await person.type(question.getByLabelText('Password'), 'right one');
    isFresh = true;
    await person.click(question.getByRole('button', { name: 'Continue' }));
    await screen.findByLabelText('Invitation link');
    expect(sent).toEqual([{ role: 'master' }, { role: 'master' }]);
  });

  test('lists open invitations, and no longer shows an invitation or its link once it is revoked', async () => {
    const { person } = show(testUser({ role: 'company_user', companyId: 'acme' }));
    await waitFor(() =>
      expect(invitations()).toEqual(['Employee, Birchcreated by dana, expires Mar 8, 2026Revoke']),
    );
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    await waitFor(() => expect(invitations()).toHaveLength(2));
    await person.click(screen.getAllByRole('button', { name: /^Revoke/ })[1]!);
    expect(await screen.findByText('Invitation revoked')).toBeVisible();
    await waitFor(() => expect(invitations()).toHaveLength(1));
    expect(screen.queryByLabelText('Invitation link')).toBeNull();
  });

  test('shows why an invitation could not be revoked', async () => {
    const { person } = show();
    await person.click(await screen.findByRole('button', { name: /^Revoke/ }));
    expect(await screen.findByText('404: Invitation not found')).toBeVisible();
  });
});
