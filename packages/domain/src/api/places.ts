import { msg, plural, t } from '@halyard/messages';
import { z } from 'zod';
import { id, named, optionalLines, optionalText, phone, required, requiredId } from '../fields.ts';
import { ADDRESS_REQUIRED, STATE_REQUIRED } from '../fieldTexts.ts';
import { PLACE_SOURCES } from '../places/place.ts';
import { STATE_CODES } from '../places/states.ts';
import { COMPANY_REQUIRED } from '../places/texts.ts';
import { listPage } from './lists.ts';
import { placeFields } from './placeFields.ts';

export const LOCATION_ID_TAKEN = t`This location ID is already taken.`;

/** The error message for deleting a location that is in use (decisions, "Data"). */
export const locationInUse = (flags: number, employees: number) =>
  msg`This location still has ${plural({ flags }, { one: '# flag', other: '# flags' })} and ${plural({ employees }, { one: '# employee', other: '# employees' })}. Move or delete them first.`;

const state = (message: string) =>
  required(message).refine((code) => STATE_CODES.includes(code), message);

/**
 * A required U.S. state, for the forms on a company's page. These forms have their own error
 * message (spec §5).
 */
export const inlineState = state(t`Validation error: Please select a state.`);

const city = required(t`City is required`);
const chosenState = state(STATE_REQUIRED);
const ZIP_TOO_SHORT = t`Zip code must be at least 5 digits`;
const PHONE_TOO_SHORT = t`Phone number must be at least 10 digits`;

const companyFields = {
  name: required(t`Company name is required`),
  address1: required(t`Address 1 is required`),
  address2: optionalText(),
  city,
  state: chosenState,
  zip: named(
    z
      .string({ error: ZIP_TOO_SHORT })
      .trim()
      .min(5, ZIP_TOO_SHORT)
      .max(10, t`Zip code is too long`),
  ),
  phone: named(
    z
      .string({ error: PHONE_TOO_SHORT })
      .trim()
      .min(10, PHONE_TOO_SHORT)
      .max(40, t`Phone number is too long`),
  ),
  description: optionalLines(2000),
};

export const companyCreate = z.object(companyFields);
export type CompanyCreate = z.infer<typeof companyCreate>;
export const companyUpdate = z
  .object({ ...companyFields, autoHalfMast: z.boolean(), twoApprovals: z.boolean() })
  .partial();
export type CompanyUpdate = z.infer<typeof companyUpdate>;

export const company = z.object({
  id: z.string(),
  name: z.string(),
  address1: z.string(),
  address2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  description: z.string().nullable(),
  autoHalfMast: z.boolean(),
  /**
   * Whether half-staff orders need a second approval before they take effect at this company's
   * poles.
   */
  twoApprovals: z.boolean(),
  locations: z.number().int(),
  flags: z.number().int(),
  users: z.number().int(),
});
export type Company = z.infer<typeof company>;
export const companyPage = listPage(company);

export const HALF_COORDINATES = t`Enter both latitude and longitude.`;

/** Whether exactly one of the two coordinates is given. */
export function hasHalfCoordinates(at: {
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}): boolean {
  return ((at.latitude ?? null) === null) !== ((at.longitude ?? null) === null);
}

const locationFields = {
  name: required(t`Location name is required`),
  address1: required(ADDRESS_REQUIRED),
  address2: optionalText(),
  city,
  state: chosenState,
  zip: required(t`ZIP code is required`, 20),
  phone,
};

export const locationCreate = z.object({
  /**
   * The location ID: `{companyId}-{city in a-z0-9-}-{timestamp}`, created by the client or, if
   * omitted, by the server.
   */
  id: z.string().max(300).optional(),
  companyId: requiredId(COMPANY_REQUIRED),
  ...locationFields,
  ...z.object(placeFields).partial().shape,
});
export type LocationCreate = z.infer<typeof locationCreate>;
export const locationUpdate = z
  .object({ ...locationFields, ...placeFields, companyId: id })
  .partial();
export type LocationUpdate = z.infer<typeof locationUpdate>;

/** The coordinates of a place in degrees, and its IANA time zone. */
const placeShown = { latitude: z.number(), longitude: z.number(), timeZone: z.string() };

/** The state, coordinates and time zone of a ZIP code. */
export const zipPlace = z.object({ state: z.string(), ...placeShown });

export const location = z.object({
  id: z.string(),
  name: z.string(),
  companyId: z.string(),
  company: z.string(),
  address1: z.string(),
  address2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  ...placeFields,
  /**
   * The coordinates and time zone of a location. Values that no user has set come from the ZIP code
   * or, failing that, from the state. `source` says how the coordinates were determined;
   * coordinates from a state are only approximate.
   */
  place: z.object({ ...placeShown, source: z.enum(PLACE_SOURCES) }),
  flags: z.number().int(),
  users: z.number().int(),
});
export type Location = z.infer<typeof location>;
export const locationPage = listPage(location);
