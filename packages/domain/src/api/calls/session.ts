import { secondFactorCode, signInAnswer } from '../accounts.ts';
import { appConfig, realtimeToken } from '../config.ts';
import * as people from '../people.ts';
import { byId, endpoint, ok } from './endpoint.ts';

export const sessionCalls = {
  config: endpoint('GET', '/api/config', 'public', 'session', 'What a page needs before sign-in', {
    response: appConfig,
  }),
  currentUser: endpoint('GET', '/api/user', 'anySession', 'session', 'Get the signed-in user', {
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
    'Finish a sign-in with a code from the authenticator app, or a recovery code',
    { body: secondFactorCode, response: people.sessionUser },
  ),
  register: endpoint(
    'POST',
    '/api/register',
    'public',
    'session',
    'Create the first master with the setup code, or a user from an invitation',
    { body: people.registration, response: people.sessionUser, status: 201 },
  ),
  logout: endpoint('POST', '/api/logout', 'public', 'session', 'Sign out', { response: ok }),
  realtimeToken: endpoint(
    'POST',
    '/api/realtime-token',
    'session',
    'session',
    'Create a token that signs this browser in to the Firebase project; 404 without one',
    { response: realtimeToken },
  ),
  updateProfile: endpoint(
    'PATCH',
    '/api/user/profile',
    'session',
    'session',
    "Change the caller's contact information",
    { body: people.profileUpdate, response: people.sessionUser },
  ),
  changePassword: endpoint(
    'PATCH',
    '/api/user/password',
    'session',
    'session',
    "Change the caller's password; ends their other sessions",
    { body: people.passwordChange, response: ok },
  ),
  forgotPassword: endpoint(
    'POST',
    '/api/auth/forgot-password',
    'public',
    'session',
    "Mail a temporary password, valid for an hour, to the user's address",
    { body: people.forgotPassword, response: ok },
  ),
  confirmPassword: endpoint(
    'POST',
    '/api/user/password/confirmation',
    'enrolling',
    'session',
    'Confirm the password, for calls that require a sign-in within the last ten minutes',
    { body: people.passwordProof, response: ok },
  ),
  sendEmailConfirmation: endpoint(
    'POST',
    '/api/user/email/confirmation',
    'session',
    'session',
    "Resend the link that confirms the caller's email address",
    { response: ok },
  ),
  setSignInMails: endpoint(
    'PUT',
    '/api/user/sign-in-mails',
    'session',
    'session',
    'Turn mails about sign-ins from new devices on or off; off requires a recent sign-in',
    { body: people.signInMails, response: people.sessionUser },
  ),
  accountExists: endpoint(
    'GET',
    '/api/accounts/:id',
    'public',
    'session',
    'Check whether a user still exists, for a browser whose session has ended',
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
