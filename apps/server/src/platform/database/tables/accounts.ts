import type { Role, TokenScope } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface UserTable {
  id: string;
  username: string;
  /**
   * The result of `uniqueKey(username)`, which makes usernames unique regardless of case on both
   * engines.
   */
  username_key: string;
  /** The password's argon2id hash, in PHC format. */
  password_hash: string;
  role: Role;
  first_name: string;
  last_name: string;
  email: string;
  /**
   * The last address that was confirmed through a mailed link or set by another user; '' if none.
   */
  confirmed_email: string;
  phone: string;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /**
   * Whether the user may move poles. False for view-only users, which are possible only for roles
   * with `mayOnlyLook`.
   */
  may_move_poles: Generated<boolean>;
  /** Whether the user gets a mail about each sign-in from a new device. */
  mails_sign_ins: Generated<boolean>;
  /** Which half-staff mails the user gets, if their role gets any. */
  mails_begins: Generated<boolean>;
  mails_ends: Generated<boolean>;
  mails_orders: Generated<boolean>;
  mails_drafts: Generated<boolean>;
  /** Whether the user chose to show or hide the setup checklist; null if neither. */
  set_up_list: Generated<'shown' | 'hidden' | null>;
  /** When the account was suspended; null if it may sign in. */
  suspended_at: Generated<Time | null>;
  created_at: Time;
}

export interface SessionTable {
  /**
   * The public session ID (`sid`), which is also the key of access/{sid} in the realtime database.
   */
  id: string;
  /** SHA-256 of the cookie's token, in hex. */
  token_hash: string;
  user_id: string;
  /**
   * Whether the session was opened with a temporary password. If so, the user can only set a new
   * password.
   */
  temporary: Generated<boolean>;
  /**
   * Whether the session was opened through a provider, which is then responsible for two-factor
   * authentication.
   */
  via_provider: Generated<boolean>;
  /** The browser and IP address from which the session was opened; null if unknown. */
  user_agent: Generated<string | null>;
  address: Generated<string | null>;
  created_at: Time;
  /** When the user last signed in or entered the password. */
  proven_at: Generated<Time>;
  last_used_at: Time;
}

/** A browser from which an account has signed in. */
export interface KnownBrowserTable {
  /** SHA-256 of the user's ID and the secret in the browser's cookie, in hex. */
  id: string;
  user_id: string;
  last_used_at: Time;
}

/** A mailed link that confirms an email address. */
export interface EmailConfirmationTable {
  /** SHA-256 of the code in the link, in hex. */
  id: string;
  user_id: string;
  email: string;
  expires_at: Time;
}

export interface SecondFactorTable {
  user_id: string;
  /** The shared secret in Base32, encrypted (secrets/secretBox.ts). */
  secret: string;
  /**
   * When a first code confirmed the secret; null if none has, in which case it is not in use yet.
   */
  confirmed_at: Generated<Time | null>;
  /**
   * The time step (30 s each, since 1970) of the last accepted code, so that no code is accepted
   * twice.
   */
  last_step: Generated<number>;
}

export interface RecoveryCodeTable {
  /** SHA-256 of the user's ID and the code, in hex. The row is deleted when the code is used. */
  id: string;
  user_id: string;
}

/** A company's own OpenID Connect provider. */
export interface CompanyProviderTable {
  company_id: string;
  issuer: string;
  client_id: string;
  /** The client secret, encrypted (secrets/secretBox.ts). */
  client_secret: string;
  creates_accounts: boolean;
}

export interface ProviderDomainTable {
  /** An email domain in lowercase. A domain belongs to at most one company. */
  id: string;
  company_id: string;
}

/** A user's identity at a provider, and the account that it can sign in to. */
export interface IdentityTable {
  /** SHA-256 of the provider, the issuer and the provider's user ID, in hex. */
  id: string;
  /** `system` for the system-wide provider, otherwise the company's ID. */
  provider: string;
  issuer: string;
  user_id: string;
  created_at: Time;
}

/** A sign-in that is waiting for the browser to return from a provider. */
export interface ProviderSignInTable {
  /** SHA-256 of the token in the browser's cookie, in hex. */
  id: string;
  provider: string;
  /**
   * The browser's session at the start of the sign-in, which is ended when the sign-in succeeds;
   * null if there was none.
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
  /** SHA-256 of the token in the browser's cookie, in hex. */
  id: string;
  user_id: string;
  /** Whether the sign-in was started with a temporary password. */
  temporary: Generated<boolean>;
  expires_at: Generated<Time>;
}

export interface TemporaryPasswordTable {
  user_id: string;
  /** The argon2id hash of the password, in PHC format. */
  password_hash: string;
  expires_at: Time;
}

/** API tokens: a user's token, or a service account's, which has its own role and tenant. */
export interface TokenTable {
  /** The token's ID, which is also the key of access/{sid} in the realtime database. */
  id: string;
  name: string;
  /** SHA-256 of the secret, in hex. */
  secret_hash: string;
  scope: TokenScope;
  /** When the token expires; null if it is valid until it is revoked. */
  expires_at: Time | null;
  /** The user that the token belongs to; null for a service account. */
  user_id: string | null;
  /**
   * The role of a service account. For a user's token, this and the next three columns are null.
   */
  role: Role | null;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /** The creator's username, which is kept when the account is deleted. */
  created_by: string;
  /** The `users.id` of the creator; null if unknown. The account may have been deleted. */
  created_by_id: string | null;
  created_at: Time;
  last_used_at: Time | null;
}

export interface InvitationTable {
  id: string;
  /**
   * The role of the account that the invitation creates, which also gets the following company and
   * location.
   */
  role: Role;
  /** The company of the new account; null for a master. */
  company_id: string | null;
  location_id: string | null;
  /** SHA-256 of the code, in hex. */
  code_hash: string;
  /**
   * The user who created the invitation, who must still be allowed to create the account when the
   * invitation is used. Null for invitations from before this was stored.
   */
  inviter_id: string | null;
  /** The inviter's username, which is kept when the account is deleted. */
  created_by: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

export interface RateLimitTable {
  id: string;
  hits: number;
  /** When the attempts counted in this row are forgotten. */
  expires_at: Time;
  /** When further attempts are allowed again. */
  blocked_until: Time;
}
