import { contactBody } from '../world.ts';
import type { Case, Kit } from './matrix.ts';

export const sessionCases = (kit: Kit): Case[] => [
  // Cases for all callers, signed in or not.
  {
    call: 'config',
    what: 'what the page needs',
    act: (c) => c.call('GET', '/api/config'),
    own: [200, 200, 200, 200, 200, 200, 200],
    foreign: [200, 200, 200, 200, 200, 200, 200],
  },
  {
    call: 'login',
    what: 'with a wrong password',
    act: (c) => c.call('POST', '/api/login', { username: `no-${Math.random()}`, password: 'x' }),
    own: [401, 401, 401, 401, 401, 401, 401],
    foreign: [401, 401, 401, 401, 401, 401, 401],
  },
  {
    call: 'register',
    what: 'without a valid code',
    act: (c) =>
      c.call('POST', '/api/register', {
        ...contactBody(),
        code: 'x',
        username: 'new',
        password: 'long enough',
      }),
    own: [403, 403, 403, 403, 403, 403, 403],
    foreign: [403, 403, 403, 403, 403, 403, 403],
  },
  {
    call: 'logout',
    what: 'of a separate session',
    act: async (c) =>
      (c.id === '' ? kit.harness.anonymous() : await kit.harness.client(c.id)).call(
        'POST',
        '/api/logout',
      ),
    own: [200, 200, 200, 200, 200, 200, 200],
    foreign: [200, 200, 200, 200, 200, 200, 200],
  },

  // Cases for all signed-in users, about their own account.
  {
    call: 'currentUser',
    what: "the caller's own account",
    act: (c) => c.call('GET', '/api/user'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'realtimeToken',
    what: 'without a Firebase project',
    act: (c) => c.call('POST', '/api/realtime-token'),
    own: [404, 404, 404, 404, 404, 404, 401],
    foreign: [404, 404, 404, 404, 404, 404, 401],
  },
  {
    call: 'updateProfile',
    what: "the caller's own account",
    act: (c) => c.call('PATCH', '/api/user/profile', contactBody()),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'changePassword',
    what: 'without the current password',
    act: (c) =>
      c.call('PATCH', '/api/user/password', { currentPassword: 'x', newPassword: 'long enough' }),
    own: [400, 400, 400, 400, 400, 400, 401],
    foreign: [400, 400, 400, 400, 400, 400, 401],
  },
  {
    call: 'federalHolidays',
    what: 'the calendar',
    act: (c) => c.call('GET', '/api/federal-holidays'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'forgotPassword',
    what: 'of an unknown account',
    act: (c) => c.call('POST', '/api/auth/forgot-password', { username: `no-${Math.random()}` }),
    own: [404, 404, 404, 404, 404, 404, 404],
    foreign: [404, 404, 404, 404, 404, 404, 404],
  },
  {
    call: 'confirmPassword',
    what: 'with a wrong password',
    act: (c) => c.call('POST', '/api/user/password/confirmation', { password: 'x' }),
    own: [400, 400, 400, 400, 400, 400, 401],
    foreign: [400, 400, 400, 400, 400, 400, 401],
  },
  {
    call: 'sendEmailConfirmation',
    what: 'when no link can be mailed',
    act: (c) => c.call('POST', '/api/user/email/confirmation'),
    own: [409, 409, 409, 409, 409, 409, 401],
    foreign: [409, 409, 409, 409, 409, 409, 401],
  },
  {
    call: 'setSignInMails',
    what: 'of the caller',
    act: (c) => c.call('PUT', '/api/user/sign-in-mails', { mailsSignIns: true }),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'setHalfStaffMails',
    what: 'of the caller',
    act: (c) => c.call('PUT', '/api/user/half-staff-mails', { ends: true }),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'listSignInLinks',
    what: 'of the caller',
    act: (c) => c.call('GET', '/api/user/sign-in-links'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'signInAgain',
    what: 'through a link that the caller does not have',
    act: (c) => c.call('POST', '/api/user/sign-in-links/none/proof', { returnTo: '/profile' }),
    own: [404, 404, 404, 404, 404, 404, 401],
    foreign: [404, 404, 404, 404, 404, 404, 401],
  },
  {
    call: 'removeSignInLink',
    what: 'that the caller does not have',
    act: (c) => c.call('DELETE', '/api/user/sign-in-links/none'),
    own: [404, 404, 404, 404, 404, 404, 401],
    foreign: [404, 404, 404, 404, 404, 404, 401],
  },
  {
    call: 'accountExists',
    what: 'by an unknown ID',
    act: (c) => c.call('GET', '/api/accounts/none'),
    own: [200, 200, 200, 200, 200, 200, 200],
    foreign: [200, 200, 200, 200, 200, 200, 200],
  },
  {
    call: 'confirmEmail',
    what: 'with an invalid code',
    act: (c) => c.call('POST', '/api/email-confirmation', { code: 'x' }),
    own: [403, 403, 403, 403, 403, 403, 403],
    foreign: [403, 403, 403, 403, 403, 403, 403],
  },
  {
    call: 'setPassword',
    what: 'without a temporary password',
    act: (c) => c.call('POST', '/api/user/new-password', { newPassword: 'long enough' }),
    own: [403, 403, 403, 403, 403, 403, 401],
    foreign: [403, 403, 403, 403, 403, 403, 401],
  },
];
