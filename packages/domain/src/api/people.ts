import { t } from '@halyard/messages';
import { z } from 'zod';
import {
  email,
  id,
  isPlainText,
  isVisibleUsername,
  NOT_PLAIN,
  NOT_VISIBLE,
  newPassword,
  phone,
  required,
  requiredLines,
  typedPassword,
} from '../fields.ts';
import { DEFAULT_ROLE, INVITED_ROLE, ROLE_FACTS, ROLES, type Role } from '../people/roles.ts';
import { PASSWORD_REQUIRED, USERNAME_REQUIRED } from '../people/texts.ts';
import { COMPANY_REQUIRED } from '../places/texts.ts';
import { listPage } from './lists.ts';

export const USERNAME_TAKEN = t`This username is already taken.`;

const username = required(USERNAME_REQUIRED, 64).refine(isVisibleUsername, NOT_VISIBLE);
const contact = {
  firstName: required(t`First name is required`),
  lastName: required(t`Last name is required`),
  email,
  phone,
};

/** Which emails about half-staff a user gets. Some roles get none. */
export const halfStaffMails = z.object({
  /** Whether to mail the user before half-staff begins. */
  begins: z.boolean(),
  /** Whether to mail the user on the day when half-staff ends. */
  ends: z.boolean(),
  /** Whether to mail the user when an order is approved, amended or canceled. */
  orders: z.boolean(),
  /** Whether to mail the user when a draft needs approval. */
  drafts: z.boolean(),
});
export type HalfStaffMails = z.infer<typeof halfStaffMails>;

/** The signed-in user (spec §3: User). */
export const sessionUser = z.object({
  id: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  email: z.string(),
  phone: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyId: z.string().nullable(),
  locationId: z.string().nullable(),
  allCompanies: z.boolean(),
  /** Whether the user may command poles; false for view-only users. */
  mayMovePoles: z.boolean(),
  /** Whether to mail the user when someone signs in to the account from a new device. */
  mailsSignIns: z.boolean(),
  halfStaffMails,
  /**
   * The email address for temporary passwords: the same as `email` if the user has confirmed it; ''
   * otherwise.
   */
  confirmedEmail: z.string(),
  /**
   * Whether the user signed in with a temporary password. If so, no page opens except the one for
   * setting a new password.
   */
  temporary: z.boolean(),
  /**
   * Whether the user must set up a second factor first. If so, no page opens except the one for
   * setting it up.
   */
  secondFactorMissing: z.boolean(),
  /**
   * This browser's session. The browser deletes offline data that belongs to a different session.
   */
  session: z.object({
    /**
     * A value that identifies the session and its permissions. It changes when either of them
     * changes.
     */
    key: z.string(),
    /** The time when the session ends even if it is in use, in epoch milliseconds. */
    expiresAt: z.number(),
    /** Time in ms without a request after which the session ends. */
    idleMs: z.number(),
  }),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** The account fields that only the account's owner may see. */
const OWN_FACTS = {
  mailsSignIns: true,
  halfStaffMails: true,
  confirmedEmail: true,
  temporary: true,
  secondFactorMissing: true,
  session: true,
} as const;
export type OwnFacts = Pick<SessionUser, keyof typeof OWN_FACTS>;

/** An account in a list (spec §3: Employee). */
export const user = sessionUser.omit(OWN_FACTS).extend({
  name: z.string(),
  formattedRole: z.string(),
  location: z.string().nullable(),
  company: z.string().nullable(),
  /**
   * `online` if the account has a live connection or a session that was used in the last 5 minutes.
   */
  status: z.enum(['online', 'offline']),
  /** The time when the account was suspended, in epoch milliseconds; null if it can sign in. */
  suspendedAt: z.number().nullable(),
  /** Whether the account uses two-factor authentication. */
  secondFactor: z.boolean(),
});
export type User = z.infer<typeof user>;
export const userPage = listPage(user);

export const credentials = z.object({
  // The rule for new usernames does not apply here, so that accounts with older names can sign in.
  username: requiredLines(USERNAME_REQUIRED),
  password: typedPassword(PASSWORD_REQUIRED),
});
export type Credentials = z.infer<typeof credentials>;

/** A request to register with the first master's setup code or with an invitation code. */
export const registration = z.object({
  code: required(t`A setup or invitation code is required`),
  username,
  password: newPassword,
  ...contact,
});
export type Registration = z.infer<typeof registration>;

export const profileUpdate = z.object(contact);
export type ProfileUpdate = z.infer<typeof profileUpdate>;

export const passwordChange = z.object({
  currentPassword: typedPassword(t`Current password is required`),
  newPassword,
});
export type PasswordChange = z.infer<typeof passwordChange>;

export const forgotPassword = z.object({ username: requiredLines(USERNAME_REQUIRED) });
export type ForgotPassword = z.infer<typeof forgotPassword>;
export const FORGOT_PASSWORD_FAILED = t`User not found or email not configured.`;

export const passwordProof = z.object({
  password: typedPassword(PASSWORD_REQUIRED),
});
export type PasswordProof = z.infer<typeof passwordProof>;

export const signInMails = z.object({ mailsSignIns: z.boolean() });
export type SignInMails = z.infer<typeof signInMails>;

export const halfStaffMailsUpdate = halfStaffMails.partial();
export type HalfStaffMailsUpdate = z.infer<typeof halfStaffMailsUpdate>;

const requiredCode = required(t`A code is required`);
export const emailCode = z.object({ code: requiredCode });
export const confirmedEmail = z.object({ email: z.string(), username: z.string() });

export const passwordChoice = z.object({ newPassword });
export type PasswordChoice = z.infer<typeof passwordChoice>;

const USERS_LOCATION_REQUIRED = t`Please select a location for the employee.`;
/** A location's ID, or empty for none. */
const placeId = z.string().max(200).refine(isPlainText, NOT_PLAIN);
/**
 * The error messages for roles that only an invitation can assign. They are created when the module
 * is loaded, so they are always in English.
 */
const BY_INVITATION = new Map(
  ROLES.map((role) => [
    role,
    t`The role ${{ role: ROLE_FACTS[role].label }} can be assigned only by invitation.`,
  ]),
);
const byInvitation = (role: Role): string => BY_INVITATION.get(role)!;
const ROLE_REQUIRED = t`Role is required`;
export const anyRole = z.enum(ROLES, { error: ROLE_REQUIRED });
const assignableRole = z.enum(
  ROLES.filter((role) => !ROLE_FACTS[role].isInvitedOnly),
  {
    error: ({ input }) => {
      const role = anyRole.safeParse(input);
      return role.success ? byInvitation(role.data) : ROLE_REQUIRED;
    },
  },
);

const NEW_PASSWORD_REQUIRED = t`Password is required for new employees.`;

export const userCreate = z.object({
  ...contact,
  username,
  password: z
    .string({ error: NEW_PASSWORD_REQUIRED })
    .min(1, NEW_PASSWORD_REQUIRED)
    .pipe(newPassword),
  role: assignableRole.default(DEFAULT_ROLE),
  companyId: id.nullish(),
  /** The user's location. Required except for a master, who has no company and no location. */
  locationId: placeId.nullish(),
  allCompanies: z.boolean().optional(),
  /**
   * Whether the user may move poles; true by default. May be false only for location users and
   * employees.
   */
  mayMovePoles: z.boolean().optional(),
});
export type UserCreate = z.infer<typeof userCreate>;

/**
 * The form for editing a user. A blank password keeps the current one (spec §5), and a user may
 * keep a role that no form can assign.
 */
export const userUpdate = z
  .object({
    ...contact,
    username,
    password: z.union([z.literal(''), newPassword]),
    role: anyRole,
    companyId: id.nullable(),
    locationId: placeId.nullable(),
    allCompanies: z.boolean(),
    mayMovePoles: z.boolean(),
  })
  .partial();
export type UserUpdate = z.infer<typeof userUpdate>;
export const userTexts = {
  locationRequired: USERS_LOCATION_REQUIRED,
  byInvitation,
  noStaff: t`Only an employee can be operator staff.`,
  alwaysMoves: t`Only location users and employees can be denied permission to move poles.`,
};

/** The role of an invited user, and the company or location that the role requires. */
export const invitationCreate = z
  .object({
    role: anyRole.default(INVITED_ROLE),
    companyId: placeId.nullish(),
    locationId: placeId.nullish(),
  })
  .refine(({ role, companyId }) => ROLE_FACTS[role].belongsTo === 'nothing' || Boolean(companyId), {
    path: ['companyId'],
    message: COMPANY_REQUIRED,
  })
  .refine(
    ({ role, locationId }) => ROLE_FACTS[role].belongsTo !== 'location' || Boolean(locationId),
    {
      path: ['locationId'],
      message: USERS_LOCATION_REQUIRED,
    },
  );
export type InvitationCreate = z.infer<typeof invitationCreate>;
export const invitation = z.object({
  id: z.string(),
  role: z.enum(ROLES),
  /** The new account's company; null for a master. */
  companyId: z.string().nullable(),
  company: z.string().nullable(),
  locationId: z.string().nullable(),
  location: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  /**
   * The invitation code. Present only in the response to the call that created the invitation,
   * because only a hash is stored.
   */
  code: z.string().optional(),
});
export type Invitation = z.infer<typeof invitation>;

/**
 * An invitation code. Anyone who has it may see the role, company and location that the invitation
 * is for.
 */
export const invitationCode = z.object({ code: requiredCode });
export const openedInvitation = invitation.pick({
  role: true,
  company: true,
  location: true,
  expiresAt: true,
});
export type OpenedInvitation = z.infer<typeof openedInvitation>;

export const accountExists = z.object({ exists: z.boolean() });
