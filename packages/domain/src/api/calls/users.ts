import { z } from 'zod';
import * as people from '../people.ts';
import { byCompany, byId, endpoint, none } from './endpoint.ts';

export const usersCalls = {
  listUsers: endpoint('GET', '/api/users', 'user.read', 'users', 'List accounts', {
    response: z.array(people.user),
  }),
  listCompanyUsers: endpoint(
    'GET',
    '/api/users/company/:companyId',
    'user.read',
    'users',
    "List a company's accounts",
    { params: byCompany, response: z.array(people.user) },
  ),
  createUser: endpoint('POST', '/api/users', 'user.create', 'users', 'Create an account', {
    body: people.userCreate,
    response: people.user,
    status: 201,
  }),
  updateUser: endpoint('PATCH', '/api/users/:id', 'user.update', 'users', 'Update an account', {
    params: byId,
    body: people.userUpdate,
    response: people.user,
  }),
  deleteUser: endpoint('DELETE', '/api/users/:id', 'user.delete', 'users', 'Delete an account', {
    params: byId,
    response: none,
    status: 204,
  }),
  listInvitations: endpoint(
    'GET',
    '/api/invitations',
    'invitation.read',
    'users',
    'List open invitations',
    { response: z.array(people.invitation) },
  ),
  createInvitation: endpoint(
    'POST',
    '/api/invitations',
    'invitation.create',
    'users',
    'Invite someone with a role that one may give, to a company and location: 7 days, once',
    { body: people.invitationCreate, response: people.invitation, status: 201 },
  ),
  openInvitation: endpoint(
    'POST',
    '/api/join',
    'public',
    'users',
    'What the account is that an invitation makes',
    { body: people.invitationCode, response: people.openedInvitation },
  ),
  revokeInvitation: endpoint(
    'DELETE',
    '/api/invitations/:id',
    'invitation.revoke',
    'users',
    'Revoke an invitation',
    { params: byId, response: none, status: 204 },
  ),
} as const;
