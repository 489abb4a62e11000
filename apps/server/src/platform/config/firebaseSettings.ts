import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FirebaseProject } from '@halyard/domain';
import { z } from 'zod';

/** The server's settings for the operator's Firebase project. */
export interface FirebaseSettings {
  /** The values of the Firebase project that browsers and devices receive. They are not secret. */
  project: FirebaseProject;
  serviceAccount: ServiceAccount;
}

/**
 * The parts of Google's JSON key file that the server uses to sign in to Google and to sign custom
 * tokens.
 */
export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  /** The private key of the Firebase service account in PEM format. */
  privateKey: string;
}

const MISSING = 'is required with REALTIME=firebase';
const text = z.string({ error: MISSING });
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/**
 * The URL of the Firebase database without a path. The SDKs throw an error for a URL with a path
 * (protocol §1).
 */
const databaseUrl = text.transform((value, ctx) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && isSafe && url.pathname === '/') return `${url.origin}/${url.search}`;
  ctx.addIssue('must be the https address of the database, without a path');
  return z.NEVER;
});

const serviceAccountFile = z
  .object({
    type: z.literal('service_account'),
    project_id: z.string().min(1),
    client_email: z.string().min(1),
    private_key: z.string().refine(isPrivateKey),
  })
  .transform((file) => ({
    projectId: file.project_id,
    clientEmail: file.client_email,
    privateKey: file.private_key,
  }));

const serviceAccount = text.transform((value, ctx): ServiceAccount => {
  let json: unknown;
  try {
    json = JSON.parse(value.trimStart().startsWith('{') ? value : readFileSync(value, 'utf8'));
  } catch {
    ctx.addIssue('must be the path of the JSON file of a service account, or that JSON itself');
    return z.NEVER;
  }
  const parsed = serviceAccountFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.');
  ctx.addIssue(`is not the key of a service account${field ? `: see ${field}` : ''}`);
  return z.NEVER;
});

const fields = z.object({
  FIREBASE_API_KEY: text,
  FIREBASE_AUTH_DOMAIN: text.regex(
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i,
    'must be a domain, such as my-project.firebaseapp.com',
  ),
  FIREBASE_DATABASE_URL: databaseUrl,
  FIREBASE_PROJECT_ID: text,
  FIREBASE_APP_ID: text,
  FIREBASE_SERVICE_ACCOUNT: serviceAccount,
  // The host and port of the emulator for sign-ins with Google, whose tokens are not signed.
  // firebase-admin also reads this variable.
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .refine((host) => isLoopback(host.replace(/:\d+$/, '')), 'must be a port of this machine')
    .optional(),
});
const environment = fields.refine(
  (env) => env.FIREBASE_SERVICE_ACCOUNT.projectId === env.FIREBASE_PROJECT_ID,
  {
    error: 'belongs to a different project than FIREBASE_PROJECT_ID',
    path: ['FIREBASE_SERVICE_ACCOUNT'],
  },
);

/** The names of the settings for `REALTIME=firebase`. */
export const FIREBASE_NAMES: readonly string[] = Object.keys(fields.shape);

/**
 * Reads the settings for `REALTIME=firebase`.
 * @returns the settings, or a sentence about the first invalid one
 */
export function readFirebaseSettings(
  env: Record<string, string | undefined>,
): { settings: FirebaseSettings } | { fault: string } {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return { fault: `${issue.path.join('.')} ${issue.message}.` };
  }
  const found = parsed.data;
  const emulator = found.FIREBASE_AUTH_EMULATOR_HOST;
  return {
    settings: {
      project: {
        apiKey: found.FIREBASE_API_KEY,
        authDomain: found.FIREBASE_AUTH_DOMAIN,
        databaseURL: found.FIREBASE_DATABASE_URL,
        projectId: found.FIREBASE_PROJECT_ID,
        appId: found.FIREBASE_APP_ID,
        authEmulator: emulator === undefined ? null : `http://${emulator}`,
      },
      serviceAccount: found.FIREBASE_SERVICE_ACCOUNT,
    },
  };
}

function isPrivateKey(pem: string): boolean {
  try {
    createPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}
