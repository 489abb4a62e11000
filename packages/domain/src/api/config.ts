import { z } from 'zod';

/** The operator's Firebase project: public by design, its rules guard the data. */
export const firebaseProject = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  databaseURL: z.string(),
  projectId: z.string(),
  appId: z.string(),
  /** Origin of a stand-in for Google's sign-in; null in real use. */
  authEmulator: z.string().nullable(),
});
export type FirebaseProject = z.infer<typeof firebaseProject>;

/** A custom token for `firebase/auth`, good for one hour, and the session that it stands for. */
export const realtimeToken = z.object({
  token: z.string(),
  /** As long as `access/{sid}` is true, the session counts in the realtime rules. */
  sid: z.string(),
});

/** What a page needs before anyone is signed in. */
export const appConfig = z.object({
  productName: z.string(),
  /** The address that people and poles use, where it is set; else the page's own origin is it. */
  publicUrl: z.string().nullable(),
  /** True while there is no master: /setup creates the first one. */
  setupNeeded: z.boolean(),
  /** Whether this browser's session holds: others need not ask for /api/user, to be told 401. */
  signedIn: z.boolean(),
  /** In the demo only. */
  demo: z
    .object({
      /** Its public sign-ins. */
      usernames: z.array(z.string()),
      password: z.string(),
      /** Whether Memorial Day can be watched, or this is the server that runs it. */
      memorialDay: z.enum(['offered', 'running']).nullable(),
    })
    .nullable(),
  /** Through which OpenID Connect providers people may sign in. */
  signIn: z.object({
    /** On the button of the system's provider; null where there is none. */
    system: z.string().nullable(),
    /** Whether companies have providers of their own, found by the e-mail address. */
    companies: z.boolean(),
  }),
  realtime: z.discriminatedUnion('mode', [
    /** The realtime database is at this page's own origin. */
    z.object({ mode: z.literal('embedded'), namespace: z.string() }),
    z.object({ mode: z.literal('firebase'), project: firebaseProject }),
    /** Browsers open no realtime connection and switch by PATCH. */
    z.object({ mode: z.literal('off') }),
  ]),
  /** Whether the console may be kept on people's devices, with the last known state of their poles. */
  offlineApp: z.boolean(),
  version: z.string(),
});
export type AppConfig = z.infer<typeof appConfig>;
