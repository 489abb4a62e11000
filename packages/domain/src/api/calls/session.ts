import { secondFactorCode, signInAnswer } from '../accounts.ts';
import { appConfig, realtimeToken } from '../config.ts';
import * as people from '../people.ts';
import { byId, endpoint, ok } from './endpoint.ts';

export const sessionCalls = {
  config: endpoint('GET', '/api/config', 'public', 'session', 'What a page needs before sign-in', {
    response: appConfig,
  }),
  currentUser: endpoint('GET', '/api/user', 'anySession', 'session', 'The signed-in person', {
    response: people.sessionUser,
  }),
  login: endpoint('POST', '/api/login', 'public', 'session', 'Sign in', {
    body: people.credentials,
    response: signInAnswer,
  }),
  finishSignIn: endpoint(
    'POST',
    '/api/login/second-factor',
    'public',
    'session',
    'The second step of a sign-in: a code of the app, or a recovery code',
    { body: secondFactorCode, response: people.sessionUser },
  ),
  register: endpoint(
    'POST',
    '/api/register',
    'public',
    'session',
    'Create the first master with the set-up code, or the account of an invitation',
    { body: people.registration, response: people.sessionUser, status: 201 },
  ),
  logout: endpoint('POST', '/api/logout', 'public', 'session', 'Sign out', { response: ok }),
  realtimeToken: endpoint(
    'POST',
    '/api/realtime-token',
    'session',
    'session',
    'A token that signs this browser in to the Firebase project; 404 where there is none',
    { response: realtimeToken },
  ),
  updateProfile: endpoint(
    'PATCH',
    '/api/user/profile',
    'session',
    'session',
    "Change one's own contact information",
    { body: people.profileUpdate, response: people.sessionUser },
  ),
  changePassword: endpoint(
    'PATCH',
    '/api/user/password',
    'session',
    'session',
    "Change one's own password; ends the account's other sessions",
    { body: people.passwordChange, response: ok },
  ),
  forgotPassword: endpoint(
    'POST',
    '/api/auth/forgot-password',
    'public',
    'session',
    "Mail a temporary password to the account's address; it lives an hour",
    { body: people.forgotPassword, response: ok },
  ),
  confirmPassword: endpoint(
    'POST',
    '/api/user/password/confirmation',
    'enrolling',
    'session',
    'Enter the password again, for calls that take a sign-in of the last ten minutes',
    { body: people.passwordProof, response: ok },
  ),
  sendEmailConfirmation: endpoint(
    'POST',
    '/api/user/email/confirmation',
    'session',
    'session',
    "Mail the link again that confirms one's own address",
    { response: ok },
  ),
  setSignInMails: endpoint(
    'PUT',
    '/api/user/sign-in-mails',
    'session',
    'session',
    'Turn mails about sign-ins from new devices on, or off after a fresh sign-in',
    { body: people.signInMails, response: people.sessionUser },
  ),
  accountExists: endpoint(
    'GET',
    '/api/accounts/:id',
    'public',
    'session',
    'Whether an account still exists, for a browser whose session has ended',
    { params: byId, response: people.accountExists },
  ),
  confirmEmail: endpoint(
    'POST',
    '/api/email-confirmation',
    'public',
    'session',
    'Confirm an email address with the code of a mailed link',
    { body: people.emailCode, response: people.confirmedEmail },
  ),
  setPassword: endpoint(
    'POST',
    '/api/user/new-password',
    'anySession',
    'session',
    'Set a new password after signing in with a temporary one; ends all other sessions',
    { body: people.passwordChoice, response: people.sessionUser },
  ),
} as const;
