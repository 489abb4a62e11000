import { t } from '@halyard/messages';
import { z } from 'zod';
import { ALERT_CONDITIONS } from '../alerts/conditionNames.ts';
import { isPlainText, required, requiredId } from '../fields.ts';
import { AUTOPILOT_STATES } from '../flags/autopilot.ts';
import { FLOWN_FLAGS } from '../flags/flownFlag.ts';
import { MAX_MOVE_TIMEOUT_SECONDS, MIN_MOVE_TIMEOUT_SECONDS } from '../flags/limits.ts';
import { flagRecord } from '../flags/live/apiSchema.ts';
import {
  positionsAreExclusive,
  SWITCHES,
  type SwitchId,
  type SwitchStates,
} from '../flags/live/switches.ts';
import { COMPANY_REQUIRED, LOCATION_REQUIRED } from '../places/texts.ts';
import { flagListCounts, listPage } from './lists.ts';

export const FLAG_ID_TEXT = t`Flag ID can only have letters, digits, - _ and :`;
export const FLAG_ID_RESERVED = t`This flag ID is reserved. Choose another.`;
export const FLAG_ID_TAKEN = t`This flag ID is already taken.`;
/** The error message for users who try to create a device key for a simulated pole. */
export const POLE_IS_SIMULATED = t`This pole is simulated. Remove it and add a real one.`;

/**
 * Property names that every JavaScript object has and that the realtime database rejects as keys.
 */
const RESERVED_KEYS = ['__proto__', 'hasOwnProperty'];

const SWITCH_IDS = SWITCHES.map((s) => s.id) as [SwitchId, ...SwitchId[]];

export const flagSwitch = z.object({
  id: z.enum(SWITCH_IDS),
  label: z.string().max(40).optional(),
  state: z.boolean(),
});

export const LOCK_REASON_TEXT = t`A reason is required`;
export const lockRequest = z.object({ reason: required(LOCK_REASON_TEXT) });
export type LockRequest = z.infer<typeof lockRequest>;

/** A flag in a list (spec §3), with its live state at the time of the request. */
export const flag = z.object({
  id: z.string(),
  flagId: z.string(),
  name: z.string(),
  flies: z.enum(FLOWN_FLAGS),
  location: z.string(),
  locationId: z.string(),
  /** Two-letter code of the location's state. */
  state: z.string(),
  company: z.string(),
  companyId: z.string(),
  status: z.enum(['online', 'offline']),
  isOnline: z.boolean(),
  voltage: z.number().nullable(),
  switches: z.array(flagSwitch.extend({ label: z.string() })),
  /** The time when the pole last reported, in epoch milliseconds; null if never. */
  lastUpdated: z.number().nullable(),
  /** The owner's key in the realtime database: users/{firebaseUserId}/hardware/{flagId}. */
  firebaseUserId: z.string(),
  /**
   * The time when the new device key was created, in epoch milliseconds. Null if there is no new
   * key, if the pole has used it, or if the caller isn't allowed to manage keys.
   */
  newKeySince: z.number().nullable(),
  /** The voltage limits of the flag's company, or the specification's defaults. */
  voltageLimits: z.object({ below: z.number(), above: z.number() }),
  /**
   * Whether the server simulates the pole, so that users can try out Halyard without moving a real
   * flag.
   */
  isSimulated: z.boolean(),
  /** The conditions of the pole's open alerts. */
  openAlerts: z.array(z.enum(ALERT_CONDITIONS)),
  /**
   * The state of autopilot at this pole: it follows half-staff orders, is off for the pole's
   * company, or is overridden by a hold.
   */
  autopilot: z.enum(AUTOPILOT_STATES),
  live: flagRecord,
});
export type Flag = z.infer<typeof flag>;

export const flagPage = listPage(flag).extend(flagListCounts);
export type FlagPage = z.infer<typeof flagPage>;

/**
 * The Google account that the server creates for the device to sign in with, if a Firebase project
 * is used.
 */
export const deviceLogin = z.object({ email: z.string(), password: z.string() });
export type DeviceLogin = z.infer<typeof deviceLogin>;

/**
 * The device's credentials: a key or a Google account. Shown only once; the server stores only a
 * hash.
 */
const deviceCredentials = {
  deviceKey: z.string().nullable(),
  deviceLogin: deviceLogin.nullable(),
};
export const flagCreated = flag.extend(deviceCredentials);
export type FlagCreated = Flag & z.infer<z.ZodObject<typeof deviceCredentials>>;

export const OWNER_TEXT = t`Owner cannot contain . # $ [ ] / or control characters`;
export const OWNER_OF_ANOTHER = t`This owner belongs to another company.`;
/**
 * The owner ID of a device that already reports, as in its realtime path
 * users/{ownerId}/hardware/{flagId}.
 */
export const ownerKey = z
  .string()
  .min(1)
  .max(768)
  .refine(
    (value) => isPlainText(value) && !/[.#$[\]/\s]/.test(value) && !RESERVED_KEYS.includes(value),
    OWNER_TEXT,
  );
export const flagId = required(t`Flag ID is required`, 64)
  .regex(/^[A-Za-z0-9_:-]+$/, FLAG_ID_TEXT)
  .refine((value) => !RESERVED_KEYS.includes(value), FLAG_ID_RESERVED);
const companyId = requiredId(COMPANY_REQUIRED);
const locationId = requiredId(LOCATION_REQUIRED, 300);
export const MOVE_TIMEOUT_TEXT = t`Move timeout must be a whole number of seconds from ${{ least: MIN_MOVE_TIMEOUT_SECONDS }} to ${{ most: MAX_MOVE_TIMEOUT_SECONDS }}`;
export const moveTimeout = z
  .number(MOVE_TIMEOUT_TEXT)
  .int(MOVE_TIMEOUT_TEXT)
  .min(MIN_MOVE_TIMEOUT_SECONDS, MOVE_TIMEOUT_TEXT)
  .max(MAX_MOVE_TIMEOUT_SECONDS, MOVE_TIMEOUT_TEXT);

/**
 * Text fields in which users describe a flag. They have the same names in the database, lists,
 * exports and the log.
 */
const flagTexts = {
  name: required(t`Flag name is required`),
  flies: z.enum(FLOWN_FLAGS, t`Flag flown must be us, state or other`),
};
export type FlagText = keyof typeof flagTexts;
export const FLAG_TEXTS = Object.keys(flagTexts) as FlagText[];

export const flagCreate = z.object({
  ...flagTexts,
  /** The type of flag that the pole flies; the US flag by default. */
  flies: flagTexts.flies.optional(),
  flagId,
  companyId,
  locationId,
  moveTimeout: moveTimeout.optional(),
  /**
   * The owner ID of the device to adopt. The device must already report under this flag ID and be
   * listed in `adoptable`.
   */
  adoptOwnerId: ownerKey.optional(),
});
export type FlagCreate = z.infer<typeof flagCreate>;

/** A device in the realtime database that has no flag yet (decisions, "Owner of a flag"). */
export const adoptable = z.object({
  /** The owner ID in the device's realtime path: users/{ownerId}/hardware/{flagId}. */
  ownerId: z.string(),
  deviceName: z.string().nullable(),
  /** The time when the device last reported, in epoch milliseconds; null if never. */
  lastSeen: z.number().nullable(),
  isOnline: z.boolean(),
  voltage: z.number().nullable(),
});
export type Adoptable = z.infer<typeof adoptable>;
export const ADOPT_FIRST = t`A device already reports under this flag ID. Confirm that you want to adopt the device.`;
export const ADOPT_GONE = t`The device to adopt no longer reports under this flag ID, or it belongs to another flag. Check the device, or choose another.`;

export const flagUpdate = z
  .object({
    ...flagTexts,
    flagId,
    companyId,
    locationId,
    moveTimeout,
    serverSteps: z.boolean(),
    switches: z.array(flagSwitch).min(1).max(SWITCHES.length),
  })
  .partial()
  .refine((body) => !body.switches || positionsAreExclusive(switchStates(body.switches)), {
    error: t`Only one of Flag Up, Flag Down and Flag Half can be on.`,
    path: ['switches'],
  });
export type FlagUpdate = z.infer<typeof flagUpdate>;

/**
 * Returns an object with the states of the given switches, keyed by field name. Other switches have
 * no entry.
 */
export function switchStates(
  switches: readonly { id: SwitchId; state: boolean }[],
): Partial<SwitchStates> {
  const states: Partial<SwitchStates> = {};
  for (const { id, state } of switches) states[SWITCHES.find((s) => s.id === id)!.field] = state;
  return states;
}

export const deviceKeyCreate = z.object({
  /** The ID of an unused device key that the new key replaces. */
  replaces: z.string().max(300).optional(),
});
export type DeviceKeyCreate = z.infer<typeof deviceKeyCreate>;

/** The flag ID of the new device. Defaults to the old device's flag ID. */
export const deviceReplacement = z.object({ flagId: flagId.optional() });
export type DeviceReplacement = z.infer<typeof deviceReplacement>;

/** A device key as it appears in a list, without the secret key itself. */
export const deviceKey = z.object({
  id: z.string(),
  createdAt: z.number(),
  /** The time when the pole last reported with the device key; null if never. */
  lastUsedAt: z.number().nullable(),
  /**
   * The device key itself. Present only in the response to the key's creation. If a Firebase
   * project is used, the response has `login` instead.
   */
  key: z.string().optional(),
  login: deviceLogin.optional(),
});
export type DeviceKey = z.infer<typeof deviceKey>;
