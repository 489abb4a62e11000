import { z } from 'zod';

/** The operator's Firebase project. It is public by design: the security rules protect the data. */
export const firebaseProject = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  databaseURL: z.string(),
  projectId: z.string(),
  appId: z.string(),
  /** Origin of the emulator for Google's sign-in; null in production. */
  authEmulator: z.string().nullable(),
});
export type FirebaseProject = z.infer<typeof firebaseProject>;

/** A custom token for `firebase/auth`, valid for one hour, and the session that it represents. */
export const realtimeToken = z.object({
  token: z.string(),
  /** The realtime rules accept the session as long as `access/{sid}` is true. */
  sid: z.string(),
});

/** What a page needs before the user signs in. */
export const appConfig = z.object({
  productName: z.string(),
  /** The configured URL that users and poles use; null to use the page's origin. */
  publicUrl: z.string().nullable(),
  /** True while there is no master: /setup creates the first one. */
  setupNeeded: z.boolean(),
  /**
   * Whether this browser has a valid session. If not, it need not call /api/user just to get a 401.
   */
  signedIn: z.boolean(),
  /** Null outside of the demo. */
  demo: z
    .object({
      /** Usernames of the demo's public accounts. */
      usernames: z.array(z.string()),
      password: z.string(),
      /** `offered`: the Memorial Day simulation can be started; `running`: this server runs it. */
      memorialDay: z.enum(['offered', 'running']).nullable(),
    })
    .nullable(),
  /** The OpenID Connect providers through which users may sign in. */
  signIn: z.object({
    /** The button text of the system's provider; null if there is none. */
    system: z.string().nullable(),
    /** Whether any company has its own provider, found by the user's email address. */
    companies: z.boolean(),
  }),
  realtime: z.discriminatedUnion('mode', [
    /** The realtime database is at the page's own origin. */
    z.object({ mode: z.literal('embedded'), namespace: z.string() }),
    z.object({ mode: z.literal('firebase'), project: firebaseProject }),
    /** Browsers do not open realtime connections and move poles by PATCH. */
    z.object({ mode: z.literal('off') }),
  ]),
  /**
   * Whether browsers may keep the console, and the last known state of its poles, for offline use.
   */
  offlineApp: z.boolean(),
  /** Whether this server has the help pages, at `/help/`. */
  help: z.boolean(),
  version: z.string(),
});
export type AppConfig = z.infer<typeof appConfig>;
