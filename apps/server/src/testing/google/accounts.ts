import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** An error with a code of Google's Identity Toolkit. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

export interface Account {
  localId: string;
  email: string | undefined;
  password: string | undefined;
  disabled: boolean;
  /** The claims in every ID token of the account, as JSON. firebase-admin sets them. */
  customAttributes: string | undefined;
  /** The time in epoch seconds before which refresh tokens are invalid. */
  validSince: number;
  createdAt: number;
}

/** The claims of an ID token. */
export interface IdClaims extends Record<string, unknown> {
  sub: string;
  iat: number;
  exp: number;
}

interface SignIn {
  localId: string;
  provider: 'custom' | 'password';
  /** The claims of the custom token, which are also in every ID token of this sign-in. */
  claims: Record<string, unknown>;
  /** When the user signed in, in epoch seconds. */
  at: number;
}

export interface Tokens {
  idToken: string;
  refreshToken: string;
  expiresIn: string;
  localId: string;
}

const seconds = (): number => Math.floor(Date.now() / 1000);
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(part: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // A text that is not a token at all causes the same error as an invalid token.
  }
  throw new Refusal('INVALID_CUSTOM_TOKEN');
}

/**
 * The accounts and tokens of one project, in memory. ID tokens are signed with a secret that is
 * created for this run. As at Google, forged tokens and tokens of other projects are therefore
 * rejected.
 */
export class Accounts {
  readonly #key = randomBytes(32);
  readonly #accounts = new Map<string, Account>();
  readonly #signIns = new Map<string, SignIn>();
  readonly #projectId: string;
  readonly #lifetime: number;

  /**
   * Creates the accounts.
   * @param lifetime how long an ID token is valid, in seconds
   */
  constructor(projectId: string, lifetime: number) {
    this.#projectId = projectId;
    this.#lifetime = lifetime;
  }

  all(): Account[] {
    return [...this.#accounts.values()];
  }

  get(localId: string): Account | undefined {
    return this.#accounts.get(localId);
  }

  create(given: { localId?: string; email?: string; password?: string }): Account {
    const localId = given.localId ?? randomBytes(14).toString('hex');
    if (this.#accounts.has(localId)) throw new Refusal('DUPLICATE_LOCAL_ID');
    const email = given.email?.toLowerCase();
    if (email !== undefined && this.#byEmail(email)) throw new Refusal('EMAIL_EXISTS');
    const account: Account = {
      localId,
      email,
      password: given.password,
      disabled: false,
      customAttributes: undefined,
      validSince: 0,
      createdAt: Date.now(),
    };
    this.#accounts.set(localId, account);
    return account;
  }

  require(localId: string): Account {
    const account = this.#accounts.get(localId);
    if (!account) throw new Refusal('USER_NOT_FOUND');
    return account;
  }

  delete(localId: string): void {
    this.require(localId);
    this.#accounts.delete(localId);
  }

  signInWithPassword(email: string, password: string): Tokens {
    const account = this.#byEmail(email.toLowerCase());
    if (!account || account.password === undefined || account.password !== password)
      throw new Refusal('INVALID_LOGIN_CREDENTIALS');
    return this.#signIn(account, 'password', {});
  }

  /**
   * Signs in with an unsigned custom token from firebase-admin. Creates the account if it does not
   * exist.
   */
  signInWithCustomToken(token: string): Tokens {
    const [head, body] = token.split('.');
    const { exp, uid, claims } = decode(body);
    if (decode(head).alg !== 'none' || typeof uid !== 'string' || typeof exp !== 'number')
      throw new Refusal('INVALID_CUSTOM_TOKEN');
    if (exp <= seconds()) throw new Refusal('TOKEN_EXPIRED');
    const account = this.#accounts.get(uid) ?? this.create({ localId: uid });
    return this.#signIn(account, 'custom', (claims ?? {}) as Record<string, unknown>);
  }

  refresh(refreshToken: string): Tokens {
    const signIn = this.#signIns.get(refreshToken);
    if (!signIn) throw new Refusal('INVALID_REFRESH_TOKEN');
    const account = this.require(signIn.localId);
    if (account.disabled) throw new Refusal('USER_DISABLED');
    if (signIn.at < account.validSince) throw new Refusal('TOKEN_EXPIRED');
    return this.#tokens(account, signIn, refreshToken);
  }

  /**
   * Returns the claims of an ID token, even if it has expired. Null if it does not belong to this
   * project.
   */
  verify(idToken: string): IdClaims | null {
    const [head, body, signature] = idToken.split('.');
    if (!head || !body || !signature) return null;
    const given = Buffer.from(signature, 'base64url');
    const wanted = this.#sign(`${head}.${body}`);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
    return decode(body) as IdClaims;
  }

  #byEmail(email: string): Account | undefined {
    return this.all().find((account) => account.email === email);
  }

  #signIn(account: Account, provider: SignIn['provider'], claims: SignIn['claims']): Tokens {
    if (account.disabled) throw new Refusal('USER_DISABLED');
    const refreshToken = randomBytes(24).toString('base64url');
    const signIn: SignIn = { localId: account.localId, provider, claims, at: seconds() };
    this.#signIns.set(refreshToken, signIn);
    return this.#tokens(account, signIn, refreshToken);
  }

  #tokens(account: Account, signIn: SignIn, refreshToken: string): Tokens {
    const { localId, email, customAttributes } = account;
    const iat = seconds();
    const attributes = customAttributes === undefined ? {} : decodeAttributes(customAttributes);
    const claims: IdClaims = {
      ...attributes,
      ...signIn.claims,
      iss: `https://securetoken.google.com/${this.#projectId}`,
      aud: this.#projectId,
      auth_time: signIn.at,
      user_id: localId,
      sub: localId,
      iat,
      exp: iat + this.#lifetime,
      ...(email !== undefined && { email }),
      firebase: { identities: {}, sign_in_provider: signIn.provider },
    };
    const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    const idToken = `${signed}.${this.#sign(signed).toString('base64url')}`;
    return { idToken, refreshToken, expiresIn: String(this.#lifetime), localId };
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

const decodeAttributes = (json: string) => JSON.parse(json) as Record<string, unknown>;
