import { z } from 'zod';
import * as providers from '../providers.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const providersCalls = {
  startProviderSignIn: endpoint(
    'POST',
    '/api/sign-in',
    'public',
    'session',
    'Begin to sign in through an OpenID Connect provider: the address to send this browser to',
    { body: providers.providerSignIn, response: providers.providerAddress },
  ),
  listSignInLinks: endpoint(
    'GET',
    '/api/user/sign-in-links',
    'session',
    'session',
    "The people at sign-in providers who open one's own account",
    { response: z.array(providers.signInLink) },
  ),
  signInAgain: endpoint(
    'POST',
    '/api/user/sign-in-links/:id/proof',
    'session',
    'session',
    'Begin to sign in again through a linked provider, for calls that take a sign-in of the last ten minutes',
    { params: byId, body: providers.signInAgain, response: providers.providerAddress },
  ),
  removeSignInLink: endpoint(
    'DELETE',
    '/api/user/sign-in-links/:id',
    'session',
    'session',
    "Remove one of one's own links to a sign-in provider",
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
    "Remove a company's provider, and what was linked through it",
    { params: byId, response: none, status: 204 },
  ),
} as const;
