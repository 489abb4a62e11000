import type { CompanyProviderState } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import { CompanyProvider } from './CompanyProvider.tsx';

const REDIRECT = 'https://flags.example/api/sign-in/callback';
const PROVIDER = {
  issuer: 'https://login.acme.example',
  clientId: 'halyard',
  domains: ['acme.example', 'acme.test'],
  createsAccounts: false,
};

function show(state: { now: CompanyProviderState }, handlers: Record<string, Handler>) {
  serve({ 'GET /api/companies/acme/provider': () => ({ body: state.now }), ...handlers });
  renderWith(<CompanyProvider company={makeCompany('acme', 'Acme')} />, { user: testUser() });
}

test("a company's sign-in provider can be set up", async () => {
  const state: { now: CompanyProviderState } = { now: { provider: null, redirectUri: REDIRECT } };
  const sent: unknown[] = [];
  show(state, {
    'PUT /api/companies/acme/provider': (body) => {
      sent.push(body);
      state.now = { provider: PROVIDER, redirectUri: REDIRECT };
      return { body: state.now };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Single sign-on' }));
  expect(dialog.getByLabelText('Redirect URL to register with the provider')).toHaveValue(REDIRECT);
  await userEvent.type(dialog.getByLabelText('Issuer'), PROVIDER.issuer);
  await userEvent.type(dialog.getByLabelText('Client ID'), 'halyard');
  await userEvent.type(dialog.getByLabelText('Client secret'), 'a secret');
  await userEvent.type(dialog.getByLabelText('Email domains'), 'acme.example, @ACME.test');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Single sign-on saved')).toBeVisible();
  expect(sent).toEqual([{ ...PROVIDER, clientSecret: 'a secret' }]);
  expect(await screen.findByText('acme.example, acme.test')).toBeVisible();
});

test("the form for a company's sign-in provider shows which values are invalid", async () => {
  show({ now: { provider: null, redirectUri: REDIRECT } }, {});
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Single sign-on' }));
  await userEvent.type(dialog.getByLabelText('Issuer'), 'http://login.acme.example');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('The issuer must be an https address')).toBeVisible();
  expect(dialog.getByText('Client ID is required')).toBeVisible();
  expect(dialog.getByText('At least one email domain is required')).toBeVisible();
});

test("removing a company's sign-in provider requires a confirmation that names the company", async () => {
  const state: { now: CompanyProviderState } = {
    now: { provider: PROVIDER, redirectUri: REDIRECT },
  };
  show(state, {
    'DELETE /api/companies/acme/provider': () => {
      state.now = { provider: null, redirectUri: REDIRECT };
      return { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const question = await screen.findByRole('alertdialog', { name: 'Remove single sign-on' });
  expect(question).toHaveTextContent('Users at "Acme"');
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Single sign-on removed')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible();
});
