import { z } from 'zod';
import { listOrPage, userListQuery } from '../lists.ts';
import * as people from '../people.ts';
import { byCompany, byId, endpoint, none } from './endpoint.ts';

export const usersCalls = {
  listUsers: endpoint(
    'GET',
    '/api/users',
    'user.read',
    'users',
    'List users: without query parameters, all of them; otherwise, one page of the matches',
    { query: userListQuery, response: listOrPage(people.user, people.userPage) },
  ),
  listCompanyUsers: endpoint(
    'GET',
    '/api/users/company/:companyId',
    'user.read',
    'users',
    "List a company's users",
    { params: byCompany, response: z.array(people.user) },
  ),
  getUser: endpoint('GET', '/api/users/:id', 'user.read', 'users', 'Get a user', {
    params: byId,
    response: people.user,
  }),
  createUser: endpoint('POST', '/api/users', 'user.create', 'users', 'Create a user', {
    body: people.userCreate,
    response: people.user,
    status: 201,
  }),
  updateUser: endpoint('PATCH', '/api/users/:id', 'user.update', 'users', 'Update a user', {
    params: byId,
    body: people.userUpdate,
    response: people.user,
  }),
  deleteUser: endpoint('DELETE', '/api/users/:id', 'user.delete', 'users', 'Delete a user', {
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
    'Invite someone to a company and location, with a role that the caller may give; the invitation is valid once, for 7 days',
    { body: people.invitationCreate, response: people.invitation, status: 201 },
  ),
  openInvitation: endpoint(
    'POST',
    '/api/join',
    'public',
    'users',
    'Get the role, company and location that an invitation gives',
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
