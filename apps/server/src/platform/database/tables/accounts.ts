import type { Role, TokenScope } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface UserTable {
  id: string;
  username: string;
  /** `uniqueKey(username)`: unique regardless of case on either engine. */
  username_key: string;
  /** An argon2id hash in PHC format. */
  password_hash: string;
  role: Role;
  first_name: string;
  last_name: string;
  email: string;
  /** The last address that was confirmed by a mailed link or set by another user; '' for none. */
  confirmed_email: string;
  phone: string;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /** False for a view-only user; only for roles with `mayOnlyLook`. */
  may_move_poles: Generated<boolean>;
  /** Whether the user gets a mail about a sign-in from a new device. */
  mails_sign_ins: Generated<boolean>;
  /** Whether the user opened or closed the setup list; null for neither. */
  set_up_list: Generated<'shown' | 'hidden' | null>;
  /** Null if the account may sign in. */
  suspended_at: Generated<Time | null>;
  created_at: Time;
}

export interface SessionTable {
  /** The public session id (`sid`): also the key of access/{sid} in the realtime database. */
  id: string;
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string;
  user_id: string;
  /** Opened with a temporary password: the session may only set a new one. */
  temporary: Generated<boolean>;
  /** Opened through a provider, which is responsible for the second factor. */
  via_provider: Generated<boolean>;
  /** The browser and address from which it was opened; null if unknown. */
  user_agent: Generated<string | null>;
  address: Generated<string | null>;
  created_at: Time;
  /** When the user last signed in or entered the password. */
  proven_at: Generated<Time>;
  last_used_at: Time;
}

/** A browser from which an account has signed in. */
export interface KnownBrowserTable {
  /** SHA-256 of the user's id and the secret in the browser's cookie, hex. */
  id: string;
  user_id: string;
  last_used_at: Time;
}

/** A mailed link that confirms an email address. */
export interface EmailConfirmationTable {
  /** SHA-256 of the code in the link, hex. */
  id: string;
  user_id: string;
  email: string;
  expires_at: Time;
}

export interface SecondFactorTable {
  user_id: string;
  /** Base32, sealed (secrets/secretBox.ts). */
  secret: string;
  /** Null until a first code is confirmed: until then the factor does not count. */
  confirmed_at: Generated<Time | null>;
  /** The time step (30 s since 1970) of the last accepted code: no code is accepted twice. */
  last_step: Generated<number>;
}

export interface RecoveryCodeTable {
  /** SHA-256 of the user's id and the code, hex. The row is deleted when the code is used. */
  id: string;
  user_id: string;
}

/** A company's own OpenID Connect provider. */
export interface CompanyProviderTable {
  company_id: string;
  issuer: string;
  client_id: string;
  /** Sealed (secrets/secretBox.ts). */
  client_secret: string;
  creates_accounts: boolean;
}

export interface ProviderDomainTable {
  /** An email domain in lower case; belongs to at most one company. */
  id: string;
  company_id: string;
}

/** An identity at a provider, and the account that belongs to it. */
export interface IdentityTable {
  /** SHA-256 of provider, issuer and the provider's own id of the user, hex. */
  id: string;
  /** `system`, or the company's id. */
  provider: string;
  issuer: string;
  user_id: string;
  created_at: Time;
}

/** A sign-in that waits for the browser to return from a provider. */
export interface ProviderSignInTable {
  /** SHA-256 of the token in the browser's cookie, hex. */
  id: string;
  provider: string;
  /** The session that the browser had when it left, which ends with the sign-in; null if none. */
  session_id: string | null;
  state: string;
  nonce: string;
  /** The PKCE code verifier. */
  verifier: string;
  expires_at: Time;
}

/** A sign-in that waits for a second-factor code. */
export interface PendingSignInTable {
  /** SHA-256 of the token in the browser's cookie, hex. */
  id: string;
  user_id: string;
  /** Whether it began with a temporary password. */
  temporary: Generated<boolean>;
  expires_at: Generated<Time>;
}

export interface TemporaryPasswordTable {
  user_id: string;
  /** argon2id, in PHC form. */
  password_hash: string;
  expires_at: Time;
}

/** API tokens: a user's own, or a service account, which has its own role and tenant. */
export interface TokenTable {
  /** Also the key of access/{sid} in the realtime database. */
  id: string;
  name: string;
  /** SHA-256 of the secret, hex. */
  secret_hash: string;
  scope: TokenScope;
  /** Null for a token that is valid until it is revoked. */
  expires_at: Time | null;
  /** The user to whom the token belongs; null for a service account. */
  user_id: string | null;
  /** Set for a service account, like the next three; null for a user's own token. */
  role: Role | null;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /** The username of the creator, kept when that account is deleted. */
  created_by: string;
  created_at: Time;
  last_used_at: Time | null;
}

export interface InvitationTable {
  id: string;
  /** The role of the account that it creates; so are the company and location. */
  role: Role;
  /** Null for a master. */
  company_id: string | null;
  location_id: string | null;
  /** SHA-256 of the code, hex. */
  code_hash: string;
  /**
   * The user who must still be allowed to create the account when the invitation is used; null for
   * an invitation made before this was stored.
   */
  inviter_id: string | null;
  /** The username of the inviter, kept when the account is deleted. */
  created_by: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

export interface RateLimitTable {
  id: string;
  hits: number;
  /** When the row's hits expire. */
  expires_at: Time;
  /** The time until which further attempts are refused. */
  blocked_until: Time;
}
