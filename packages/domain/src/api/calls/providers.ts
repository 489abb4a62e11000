import { z } from 'zod';
import * as providers from '../providers.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const providersCalls = {
  startProviderSignIn: endpoint(
    'POST',
    '/api/sign-in',
    'public',
    'session',
    'Start a sign-in through an OpenID Connect provider; returns the address to send the browser to',
    { body: providers.providerSignIn, response: providers.providerAddress },
  ),
  listSignInLinks: endpoint(
    'GET',
    '/api/user/sign-in-links',
    'session',
    'session',
    "The identities at sign-in providers that sign in to the caller's account",
    { response: z.array(providers.signInLink) },
  ),
  signInAgain: endpoint(
    'POST',
    '/api/user/sign-in-links/:id/proof',
    'session',
    'session',
    'Start a new sign-in through a linked provider, for calls that need a sign-in of the last ten minutes',
    { params: byId, body: providers.signInAgain, response: providers.providerAddress },
  ),
  removeSignInLink: endpoint(
    'DELETE',
    '/api/user/sign-in-links/:id',
    'session',
    'session',
    "Remove one of the caller's links to a sign-in provider",
    { params: byId, response: none, status: 204 },
  ),
  companyProvider: endpoint(
    'GET',
    '/api/companies/:id/provider',
    'company.update',
    'companies',
    "A company's own OpenID Connect provider",
    { params: byId, response: providers.companyProviderState },
  ),
  setCompanyProvider: endpoint(
    'PUT',
    '/api/companies/:id/provider',
    'company.update',
    'companies',
    "Set a company's own OpenID Connect provider",
    {
      params: byId,
      body: providers.companyProviderUpdate,
      response: providers.companyProviderState,
    },
  ),
  removeCompanyProvider: endpoint(
    'DELETE',
    '/api/companies/:id/provider',
    'company.update',
    'companies',
    "Remove a company's provider and all its links",
    { params: byId, response: none, status: 204 },
  ),
} as const;
