import type { AppConfig } from '@halyard/domain';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { HandlersOf, StepCookie } from '../../calls/handlers.ts';
import { confirmEmail, sendConfirmation } from '../email/emailConfirmations.ts';
import { setHalfStaffMails } from '../email/halfStaffMails.ts';
import { setSignInMails } from '../email/signInMails.ts';
import { hasCompanyProviders, type ProviderSettings } from '../providers/providers.ts';
import type { SecondFactorSettings } from '../secondFactor/enrolment.ts';
import { confirmPassword } from '../sessions/freshSignIn.ts';
import type { Sessions } from '../sessions/sessions.ts';
import {
  accountExists,
  changePassword,
  currentUser,
  realtimeToken,
  setPassword,
  updateProfile,
} from './account.ts';
import { forgotPassword } from './forgotPassword.ts';
import { login, logout } from './login.ts';
import { register } from './register.ts';
import { finishSignIn, PENDING_MS } from './secondFactorSignIn.ts';
import { isSetupNeeded } from './setUpCode.ts';

/** The settings for the sign-in calls, including what the sign-in page shows. */
export interface PublicSettings extends MailSettings, SecondFactorSettings, ProviderSettings {
  demo: AppConfig['demo'];
  /** How browsers connect to the realtime database. */
  realtime: AppConfig['realtime'];
  /** Whether browsers may store the console and the last known data for offline use. */
  offlineApp: boolean;
  version: string;
}

const SECOND_FACTOR_COOKIE: StepCookie = { step: 'second-factor', sameSite: 'Strict' };

export const sessionHandlers = (
  sessions: Sessions,
  settings: PublicSettings,
  { hasHelp }: { hasHelp: boolean },
): HandlersOf<
  | 'config'
  | 'accountExists'
  | 'currentUser'
  | 'login'
  | 'finishSignIn'
  | 'register'
  | 'logout'
  | 'realtimeToken'
  | 'updateProfile'
  | 'changePassword'
  | 'forgotPassword'
  | 'setPassword'
  | 'confirmPassword'
  | 'sendEmailConfirmation'
  | 'confirmEmail'
  | 'setSignInMails'
  | 'setHalfStaffMails'
> => ({
  config: async ({ ctx }) => ({
    productName: settings.productName,
    // A pole reaches the demo's computer by the host name in the browser's address bar, but not as
    // localhost.
    publicUrl: isLocalhost(settings.publicUrl) ? null : settings.publicUrl,
    setupNeeded: await isSetupNeeded(ctx.db.queries),
    signedIn: ctx.session !== null,
    demo: settings.demo,
    signIn: {
      system: settings.systemProvider?.label ?? null,
      companies: await hasCompanyProviders(ctx.db.queries),
    },
    realtime: settings.realtime,
    offlineApp: settings.offlineApp,
    help: hasHelp,
    version: settings.version,
  }),
  accountExists: async ({ ctx, params }) => ({
    exists: await accountExists(ctx.db.queries, params.id),
  }),
  currentUser: ({ ctx }) => currentUser(ctx),
  login: async ({ ctx, body, edge }) => {
    const entered = await login(ctx, sessions, body, { ...edge.client, session: ctx.session });
    if ('secondFactorToken' in entered) {
      edge.setStep(SECOND_FACTOR_COOKIE, entered.secondFactorToken, PENDING_MS);
      return { secondFactorAsked: true };
    }
    edge.setSession(entered.token, entered.session);
    return entered.user;
  },
  finishSignIn: async ({ ctx, body, edge }) => {
    const token = edge.readStep(SECOND_FACTOR_COOKIE);
    const from = { ...edge.client, session: ctx.session };
    const { code } = body;
    const started = await finishSignIn(ctx, sessions, settings.secrets, { token, code }, from);
    edge.clearStep(SECOND_FACTOR_COOKIE);
    edge.setSession(started.token, started.session);
    return started.user;
  },
  register: async ({ ctx, body, edge }) => {
    const started = await register(ctx, sessions, settings, body, {
      ...edge.client,
      session: ctx.session,
    });
    edge.setSession(started.token, started.session);
    return started.user;
  },
  logout: async ({ ctx, edge }) => {
    await logout(ctx, ctx.session, edge.client.address);
    edge.clearSession();
    return { ok: true };
  },
  realtimeToken: ({ ctx }) => realtimeToken(ctx),
  updateProfile: ({ ctx, body }) => updateProfile(ctx, settings, body),
  changePassword: async ({ ctx, body, edge }) => {
    await changePassword(ctx, settings, body, edge.client);
    return { ok: true };
  },
  forgotPassword: async ({ ctx, body, edge }) => {
    await forgotPassword(ctx, settings, body, edge.client.address);
    return { ok: true };
  },
  confirmPassword: async ({ ctx, body, edge }) => {
    await confirmPassword(ctx, body, edge.client.address);
    return { ok: true };
  },
  sendEmailConfirmation: async ({ ctx }) => {
    await sendConfirmation(ctx, settings);
    return { ok: true };
  },
  setSignInMails: ({ ctx, body }) => setSignInMails(ctx, settings, body),
  setHalfStaffMails: ({ ctx, body }) => setHalfStaffMails(ctx, body),
  confirmEmail: ({ ctx, body, edge }) => confirmEmail(ctx, body.code, edge.client.address),
  setPassword: async ({ ctx, body, edge }) => {
    const started = await setPassword(ctx, sessions, settings, body, edge.client);
    edge.setSession(started.token, started.session);
    return started.user;
  },
});

const isLocalhost = (url: string | null): boolean =>
  url !== null && new URL(url).hostname === 'localhost';
