import type { Role, TokenScope } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface UserTable {
  id: string;
  username: string;
  /** The result of `uniqueKey(username)`, which makes usernames unique regardless of case. */
  username_key: string;
  /** The argon2id hash of the user's password, in PHC format. */
  password_hash: string;
  role: Role;
  first_name: string;
  last_name: string;
  email: string;
  /**
   * The user's most recently confirmed email address. An address counts as confirmed if the user
   * opened a mailed link, or if another user set it. Empty if there is none.
   */
  confirmed_email: string;
  phone: string;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /** Whether the user may move poles. It can be false only for roles with `mayOnlyLook`. */
  may_move_poles: Generated<boolean>;
  /** Whether the user gets an email about each sign-in from a new device. */
  mails_sign_ins: Generated<boolean>;
  /**
   * Whether the user gets emails before half-staff begins. This column and the next three are used
   * only for roles that can get such emails.
   */
  mails_begins: Generated<boolean>;
  mails_ends: Generated<boolean>;
  mails_orders: Generated<boolean>;
  mails_drafts: Generated<boolean>;
  /**
   * Whether the user has chosen to show or hide the setup checklist. Null if the user has not
   * chosen.
   */
  set_up_list: Generated<'shown' | 'hidden' | null>;
  /** The time when the user's account was suspended. Null if it is not suspended. */
  suspended_at: Generated<Time | null>;
  created_at: Time;
  /** The import that created the user. Null if the user was not created by an import. */
  import_id: string | null;
}

export interface SessionTable {
  /**
   * The public ID of the session (`sid`), which is also the key of access/{sid} in the realtime
   * database.
   */
  id: string;
  /** The SHA-256 hash of the session token in the cookie, in hex. */
  token_hash: string;
  user_id: string;
  /**
   * Whether the session was opened with a temporary password. If so, the user can only set a new
   * password.
   */
  temporary: Generated<boolean>;
  /**
   * Whether the user signed in with a provider, which is then responsible for two-factor
   * authentication.
   */
  via_provider: Generated<boolean>;
  /** The browser and IP address that the user signed in from. Null if they are unknown. */
  user_agent: Generated<string | null>;
  address: Generated<string | null>;
  created_at: Time;
  /** The time when the user of the session last signed in or entered the password. */
  proven_at: Generated<Time>;
  last_used_at: Time;
}

/** A browser where a user has signed in to an account. */
export interface KnownBrowserTable {
  /**
   * The SHA-256 hash, in hex, of the user's ID and the secret in the cookie that identifies the
   * browser.
   */
  id: string;
  user_id: string;
  last_used_at: Time;
}

/** A mailed link that confirms an email address. */
export interface EmailConfirmationTable {
  /** The SHA-256 hash of the code in the confirmation link, in hex. */
  id: string;
  user_id: string;
  email: string;
  expires_at: Time;
}

export interface SecondFactorTable {
  user_id: string;
  /**
   * The secret that the server shares with the authenticator app, in Base32 and encrypted
   * (secrets/secretBox.ts).
   */
  secret: string;
  /**
   * The time when the user confirmed the two-factor secret by entering a first code. Null if the
   * secret is not in use yet.
   */
  confirmed_at: Generated<Time | null>;
  /**
   * The time step (of 30 s, counted since 1970) of the last accepted two-factor code. Prevents a
   * code from being accepted twice.
   */
  last_step: Generated<number>;
}

export interface RecoveryCodeTable {
  /**
   * The SHA-256 hash of the user's ID and the recovery code, in hex. The row is deleted when the
   * code is used.
   */
  id: string;
  user_id: string;
}

/** The OpenID Connect provider of a company. */
export interface CompanyProviderTable {
  company_id: string;
  issuer: string;
  client_id: string;
  /** The client secret of the OpenID Connect provider, encrypted (secrets/secretBox.ts). */
  client_secret: string;
  creates_accounts: boolean;
}

export interface ProviderDomainTable {
  /** A company's email domain in lowercase. A domain can belong to only one company. */
  id: string;
  company_id: string;
}

/** A user's identity at a sign-in provider, and the account that it can sign in to. */
export interface IdentityTable {
  /**
   * The SHA-256 hash of the sign-in provider, the issuer and the user's ID at the provider, in hex.
   */
  id: string;
  /**
   * The sign-in provider: `system` for the provider of the whole system, otherwise the company's
   * ID.
   */
  provider: string;
  issuer: string;
  user_id: string;
  created_at: Time;
}

/** A sign-in that is waiting for the sign-in provider to redirect the browser back. */
export interface ProviderSignInTable {
  /**
   * The SHA-256 hash, in hex, of the token in the cookie that identifies the unfinished sign-in.
   */
  id: string;
  provider: string;
  /**
   * The session that the browser had when the user started to sign in with a provider. It ends when
   * the sign-in succeeds. Null if the browser had no session.
   */
  session_id: string | null;
  state: string;
  nonce: string;
  /** The PKCE code verifier of an unfinished sign-in with a provider. */
  verifier: string;
  expires_at: Time;
}

/** A sign-in that is waiting for a two-factor code. */
export interface PendingSignInTable {
  /**
   * The SHA-256 hash, in hex, of the token in the cookie that identifies the unfinished sign-in.
   */
  id: string;
  user_id: string;
  /** Whether the user of the unfinished sign-in entered a temporary password. */
  temporary: Generated<boolean>;
  expires_at: Generated<Time>;
}

export interface TemporaryPasswordTable {
  user_id: string;
  /** The argon2id hash of the temporary password, in PHC format. */
  password_hash: string;
  expires_at: Time;
}

/**
 * An API token of a user or of a service account. A service account's token has its own role,
 * company and location.
 */
export interface TokenTable {
  /** The ID of the API token, which is also the key of access/{sid} in the realtime database. */
  id: string;
  name: string;
  /** The SHA-256 hash of the API token's secret, in hex. */
  secret_hash: string;
  scope: TokenScope;
  /** The time when the API token expires. Null if it is valid until it is revoked. */
  expires_at: Time | null;
  /** The user to whom the API token belongs. Null for a service account. */
  user_id: string | null;
  /**
   * A service account's role. For a user's token, this and the next three columns are null.
   */
  role: Role | null;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /**
   * The username of the user who created the API token. It is kept when that account is deleted.
   */
  created_by: string;
  /**
   * The `users.id` of the user who created the API token. Null if unknown. The account may have
   * been deleted.
   */
  created_by_id: string | null;
  created_at: Time;
  last_used_at: Time | null;
}

export interface InvitationTable {
  id: string;
  /**
   * The role of the account that the invitation creates. The account also gets the invitation's
   * company and location.
   */
  role: Role;
  /** The company of the account that the invitation creates. Null for a master. */
  company_id: string | null;
  location_id: string | null;
  /** The SHA-256 hash of the code in the invitation link, in hex. */
  code_hash: string;
  /**
   * The user who created the invitation. When it is used, this user must still be allowed to create
   * the account. Null for invitations from versions that did not store this.
   */
  inviter_id: string | null;
  /**
   * The username of the user who created the invitation. It is kept when that account is deleted.
   */
  created_by: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

export interface RateLimitTable {
  id: string;
  hits: number;
  /** The time when the count of attempts is reset. */
  expires_at: Time;
  /** The time when the client may try again after reaching the rate limit. */
  blocked_until: Time;
}
