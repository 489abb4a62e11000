import type { Role, TokenScope } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface UserTable {
  id: string;
  username: string;
  /** `uniqueKey(username)`: unique without regard to case on either engine. */
  username_key: string;
  /** argon2id, in PHC form. */
  password_hash: string;
  role: Role;
  first_name: string;
  last_name: string;
  email: string;
  /** The last address that was confirmed by a mailed link or set by somebody else; '' for none. */
  confirmed_email: string;
  phone: string;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /** False: it only looks; only for roles with `mayOnlyLook`. */
  may_move_poles: Generated<boolean>;
  /** Whether its owner gets a mail about a sign-in from a new device. */
  mails_sign_ins: Generated<boolean>;
  /** Whether its owner asked for the set-up list or closed it; null: neither yet. */
  set_up_list: Generated<'shown' | 'hidden' | null>;
  /** Null: it may sign in. */
  suspended_at: Generated<Time | null>;
  created_at: Time;
}

export interface SessionTable {
  /** The public session id (`sid`): also the key of access/{sid} in the realtime database. */
  id: string;
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string;
  user_id: string;
  /** Opened with a temporary password: it may do nothing but set a new one. */
  temporary: Generated<boolean>;
  /** Opened through a provider, whose job the second factor is. */
  via_provider: Generated<boolean>;
  /** From where it was opened; null where that is not known. */
  user_agent: Generated<string | null>;
  address: Generated<string | null>;
  created_at: Time;
  /** When its user last signed in or entered the password. */
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
  /** Null until a first code was confirmed: it does not count before. */
  confirmed_at: Generated<Time | null>;
  /** Of the last code that was taken, in units of 30 s since 1970: none is taken twice. */
  last_step: Generated<number>;
}

export interface RecoveryCodeTable {
  /** SHA-256 of the user's id and the code, hex; the row goes when it is used. */
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
  /** An e-mail domain in small letters; one company's at most. */
  id: string;
  company_id: string;
}

/** A person at a provider, and the account that is theirs. */
export interface IdentityTable {
  /** SHA-256 of provider, issuer and the provider's own id of the person, hex. */
  id: string;
  /** `system`, or the company's id. */
  provider: string;
  issuer: string;
  user_id: string;
  created_at: Time;
}

/** A sign-in that waits for the browser to come back from a provider. */
export interface ProviderSignInTable {
  /** SHA-256 of the token in the browser's cookie, hex. */
  id: string;
  provider: string;
  /** Of the session that the browser had when it left, which ends with the sign-in; null: none. */
  session_id: string | null;
  state: string;
  nonce: string;
  /** PKCE's. */
  verifier: string;
  expires_at: Time;
}

/** A sign-in that waits for the second factor's code. */
export interface PendingSignInTable {
  /** SHA-256 of the token in the browser's cookie, hex. */
  id: string;
  user_id: string;
  /** Begun with a temporary password. */
  temporary: Generated<boolean>;
  expires_at: Generated<Time>;
}

export interface TemporaryPasswordTable {
  user_id: string;
  /** argon2id, in PHC form. */
  password_hash: string;
  expires_at: Time;
}

/** API tokens: a person's own, or a service account, which has a role and a tenant itself. */
export interface TokenTable {
  /** Also the key of access/{sid} in the realtime database. */
  id: string;
  name: string;
  /** SHA-256 of the secret, hex. */
  secret_hash: string;
  scope: TokenScope;
  /** Null: until it is revoked. */
  expires_at: Time | null;
  /** Whose own it is; null: a service account. */
  user_id: string | null;
  /** Of a service account, as the next three; null for a person's own. */
  role: Role | null;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /** Username of its maker, kept when that account goes. */
  created_by: string;
  created_at: Time;
  last_used_at: Time | null;
}

export interface InvitationTable {
  id: string;
  /** Of the account that it makes, as the next two. */
  role: Role;
  /** Null for a master. */
  company_id: string | null;
  location_id: string | null;
  /** SHA-256 of the code, hex. */
  code_hash: string;
  /** Who must still be allowed to make it when it is used; null: made before that was kept. */
  inviter_id: string | null;
  /** Username of the inviter, kept when the account goes. */
  created_by: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

export interface RateLimitTable {
  id: string;
  hits: number;
  /** When the row forgets its hits. */
  expires_at: Time;
  /** Until when further tries are refused. */
  blocked_until: Time;
}
