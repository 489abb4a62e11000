import type { Role, TokenScope } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface UserTable {
  id: string;
  username: string;
  /** The result of `uniqueKey(username)`, which is unique regardless of case on either engine. */
  username_key: string;
  /** The password's argon2id hash, in PHC format. */
  password_hash: string;
  role: Role;
  first_name: string;
  last_name: string;
  email: string;
  /** The last address that was confirmed by a mailed link or set by another user; '' if none. */
  confirmed_email: string;
  phone: string;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /** False for a view-only user, which only roles with `mayOnlyLook` can have. */
  may_move_poles: Generated<boolean>;
  /** Whether the user gets a mail about a sign-in from a new device. */
  mails_sign_ins: Generated<boolean>;
  /** Which mails about half-staff the user gets, if their role gets any. */
  mails_begins: Generated<boolean>;
  mails_ends: Generated<boolean>;
  mails_orders: Generated<boolean>;
  mails_drafts: Generated<boolean>;
  /** Whether the user opened or closed the setup checklist; null if neither. */
  set_up_list: Generated<'shown' | 'hidden' | null>;
  /** When the account was suspended; null if it may sign in. */
  suspended_at: Generated<Time | null>;
  created_at: Time;
}

export interface SessionTable {
  /**
   * The public session id (`sid`), which is also the key of access/{sid} in the realtime database.
   */
  id: string;
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string;
  user_id: string;
  /** Whether it was opened with a temporary password. Such a session may only set a new one. */
  temporary: Generated<boolean>;
  /**
   * Whether it was opened through a provider, which is then responsible for two-factor
   * authentication.
   */
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
  /** The shared secret in Base32, sealed (secrets/secretBox.ts). */
  secret: string;
  /** When a first code confirmed it; null if none has. Until then it is not in use. */
  confirmed_at: Generated<Time | null>;
  /**
   * The time step (30 s each, since 1970) of the last accepted code, so that no code is accepted
   * twice.
   */
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
  /** The client secret, sealed (secrets/secretBox.ts). */
  client_secret: string;
  creates_accounts: boolean;
}

export interface ProviderDomainTable {
  /** An email domain in lower case. It belongs to at most one company. */
  id: string;
  company_id: string;
}

/** An identity at a provider, and the account that belongs to it. */
export interface IdentityTable {
  /** SHA-256 of the provider, the issuer and the provider's own user ID, hex. */
  id: string;
  /** `system` for the provider of the whole system, otherwise the company's id. */
  provider: string;
  issuer: string;
  user_id: string;
  created_at: Time;
}

/** A sign-in that is waiting for the browser to return from a provider. */
export interface ProviderSignInTable {
  /** SHA-256 of the token in the browser's cookie, hex. */
  id: string;
  provider: string;
  /**
   * The session that the browser had when it left, which is signed out when the sign-in succeeds;
   * null if none.
   */
  session_id: string | null;
  state: string;
  nonce: string;
  /** The PKCE code verifier. */
  verifier: string;
  expires_at: Time;
}

/** A sign-in that is waiting for a two-factor code. */
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
  /** The argon2id hash of the password, in PHC format. */
  password_hash: string;
  expires_at: Time;
}

/** API tokens: a user's own, or a service account, which has its own role and tenant. */
export interface TokenTable {
  /** The token's id, which is also the key of access/{sid} in the realtime database. */
  id: string;
  name: string;
  /** SHA-256 of the secret, hex. */
  secret_hash: string;
  scope: TokenScope;
  /** When the token expires; null if it is valid until it is revoked. */
  expires_at: Time | null;
  /** The user to whom the token belongs; null for a service account. */
  user_id: string | null;
  /** The role of a service account. Null for a user's own token, like the next three columns. */
  role: Role | null;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /** The username of the creator, kept when that account is deleted. */
  created_by: string;
  /** The `users.id` of the creator; null if unknown. The account may be deleted. */
  created_by_id: string | null;
  created_at: Time;
  last_used_at: Time | null;
}

export interface InvitationTable {
  id: string;
  /**
   * The role of the account that the invitation creates. That account also gets this company and
   * location.
   */
  role: Role;
  /** The company of the new account; null for a master. */
  company_id: string | null;
  location_id: string | null;
  /** SHA-256 of the code, hex. */
  code_hash: string;
  /**
   * The user who created the invitation. They must still be allowed to create the account when it
   * is used. Null for an invitation made before this was stored.
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
  /** When the row's attempts are forgotten. */
  expires_at: Time;
  /** The time until which further attempts are refused. */
  blocked_until: Time;
}
