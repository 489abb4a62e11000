import { z } from 'zod';

/**
 * The operator's Firebase project. These values are public by design: the security rules protect
 * the data.
 */
export const firebaseProject = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  databaseURL: z.string(),
  projectId: z.string(),
  appId: z.string(),
  /** Origin of the Firebase sign-in emulator; null in production. */
  authEmulator: z.string().nullable(),
});
export type FirebaseProject = z.infer<typeof firebaseProject>;

/** A custom token for `firebase/auth`, valid for one hour, and the ID of the user's session. */
export const realtimeToken = z.object({
  token: z.string(),
  /** Session ID. The realtime rules accept the session while `access/{sid}` is true. */
  sid: z.string(),
});

/** The configuration that a page needs before the user signs in. */
export const appConfig = z.object({
  productName: z.string(),
  /** The configured URL that users and poles use; null to use the page's origin. */
  publicUrl: z.string().nullable(),
  /** Whether the first master still has to be created at /setup. */
  setupNeeded: z.boolean(),
  /**
   * Whether this browser has a valid session. If false, the page can skip the call to /api/user,
   * which would return 401.
   */
  signedIn: z.boolean(),
  /** The demo's accounts and options; null unless this is the demo. */
  demo: z
    .object({
      /** Usernames of the demo's public accounts. */
      usernames: z.array(z.string()),
      password: z.string(),
      /**
       * `offered`: users may start the Memorial Day simulation; `running`: this server is running
       * the simulation.
       */
      memorialDay: z.enum(['offered', 'running']).nullable(),
    })
    .nullable(),
  /** The OpenID Connect providers that users may sign in with. */
  signIn: z.object({
    /** The button text for the system-wide sign-in provider; null if there is none. */
    system: z.string().nullable(),
    /**
     * Whether at least one company has its own sign-in provider. The server finds the provider by
     * the domain of the user's email address.
     */
    companies: z.boolean(),
  }),
  realtime: z.discriminatedUnion('mode', [
    /** The embedded realtime database, which has the same origin as the page. */
    z.object({ mode: z.literal('embedded'), namespace: z.string() }),
    z.object({ mode: z.literal('firebase'), project: firebaseProject }),
    /**
     * Realtime is off: browsers open no realtime connections, and move poles with PATCH requests.
     */
    z.object({ mode: z.literal('off') }),
  ]),
  /**
   * Whether browsers may store the console and the last known state of the poles for offline use.
   */
  offlineApp: z.boolean(),
  /** Whether this server serves the help at `/help/`. */
  help: z.boolean(),
  version: z.string(),
});
export type AppConfig = z.infer<typeof appConfig>;
