import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Account, type Accounts, Refusal, type Tokens } from './accounts.ts';

/**
 * Implements the parts of Google's Identity Toolkit and secure token service that `firebase/auth`,
 * firebase-admin and the device libraries use. The paths are the ones that both SDKs use with
 * FIREBASE_AUTH_EMULATOR_HOST.
 */
export async function answerIdentityToolkit(
  accounts: Accounts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  if (request.method === 'OPTIONS') return send(response, 204, undefined);
  try {
    const body = parse(request, await readText(request));
    const call = /\/v1\/projects\/[^/]+\/(accounts[^/]*)$/.exec(url.pathname);
    if (call) {
      // firebase-admin sends this credential to an emulator (protocol §12).
      if (request.headers.authorization !== 'Bearer owner') throw new Refusal('PERMISSION_DENIED');
      return send(response, 200, administer(accounts, call[1]!, url.searchParams, body));
    }
    return send(response, 200, serveClient(accounts, url.pathname, body));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message } = error;
    send(response, 400, { error: { code: 400, message, errors: [{ message }] } });
  }
}

type Body = Record<string, unknown>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Serves the calls of browsers and devices. */
function serveClient(accounts: Accounts, path: string, body: Body): object {
  switch (path.replace(/^\/(identitytoolkit|securetoken)\.googleapis\.com/, '')) {
    case '/v1/accounts:signInWithCustomToken':
      return accounts.signInWithCustomToken(textOf(body.token));
    case '/v1/accounts:signInWithPassword':
      return accounts.signInWithPassword(textOf(body.email), textOf(body.password));
    case '/v1/accounts:lookup': {
      const claims = accounts.verify(textOf(body.idToken));
      if (!claims) throw new Refusal('INVALID_ID_TOKEN');
      return { users: [shown(accounts.require(claims.sub))] };
    }
    case '/v1/token':
      return refreshed(accounts.refresh(textOf(body.refresh_token)));
    default:
      throw new Refusal(`NOT_SERVED_HERE : ${path}`);
  }
}

function refreshed({ idToken, refreshToken, expiresIn, localId }: Tokens): object {
  return {
    access_token: idToken,
    id_token: idToken,
    refresh_token: refreshToken,
    expires_in: expiresIn,
    token_type: 'Bearer',
    user_id: localId,
  };
}

/** Serves the calls of firebase-admin. */
function administer(accounts: Accounts, call: string, params: URLSearchParams, body: Body): object {
  switch (call) {
    case 'accounts':
      return { localId: accounts.create(body).localId };
    case 'accounts:lookup': {
      const ids = (body.localId ?? []) as string[];
      return { users: ids.flatMap((id) => accounts.get(id) ?? []).map(shown) };
    }
    case 'accounts:update': {
      const account = accounts.require(textOf(body.localId));
      const { customAttributes, validSince, password, disableUser } = body;
      if (typeof customAttributes === 'string') account.customAttributes = customAttributes;
      if (validSince !== undefined) account.validSince = Number(validSince);
      if (typeof password === 'string') account.password = password;
      if (typeof disableUser === 'boolean') account.disabled = disableUser;
      return { localId: account.localId };
    }
    case 'accounts:delete':
      accounts.delete(textOf(body.localId));
      return {};
    case 'accounts:batchDelete': {
      for (const id of (body.localIds ?? []) as string[]) if (accounts.get(id)) accounts.delete(id);
      return {};
    }
    case 'accounts:batchGet': {
      const all = accounts.all();
      const start = Number(params.get('nextPageToken') ?? 0);
      const end = start + Number(params.get('maxResults') ?? 1000);
      const users = all.slice(start, end).map(shown);
      return end < all.length ? { users, nextPageToken: String(end) } : { users };
    }
    default:
      throw new Refusal(`NOT_SERVED_HERE : ${call}`);
  }
}

function shown({ localId, email, disabled, customAttributes, validSince, createdAt }: Account) {
  return {
    localId,
    email,
    disabled,
    customAttributes,
    validSince: String(validSince),
    createdAt: String(createdAt),
    lastLoginAt: String(createdAt),
    providerUserInfo: [],
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function parse(request: IncomingMessage, text: string): Body {
  if (request.headers['content-type']?.includes('x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  return text === '' ? {} : (JSON.parse(text) as Body);
}

function send(response: ServerResponse, status: number, body: object | undefined): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
  });
  response.end(body && JSON.stringify(body));
}
