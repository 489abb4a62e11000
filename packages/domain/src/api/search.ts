import { t } from '@halyard/messages';
import { z } from 'zod';
import { isPlainText, NOT_PLAIN } from '../fields.ts';
import { ROLES } from '../people/roles.ts';
import { flag } from './flags.ts';
import { masterCounts } from './fleetSummary.ts';
import { searched } from './lists.ts';

/** The default and maximum number of records of each kind in the response to a search. */
export const SEARCH_LIMIT = 20;
export const SEARCH_LIMIT_MAX = 50;
/** The maximum number of IDs of each kind in one search request. */
export const SEARCH_IDS_MAX = 50;
/** Maximum number of different words that a search considers. Any further words are ignored. */
export const SEARCH_WORDS = 8;

const IDS_TEXT = t`Enter at most ${{ most: SEARCH_IDS_MAX }} IDs, separated by commas`;
const LIMIT_TEXT = t`limit must be a whole number from 1 to ${{ most: SEARCH_LIMIT_MAX }}`;

/** Record IDs, separated by commas. */
const ids = z
  .string()
  .max(15_000, IDS_TEXT)
  .refine(isPlainText, NOT_PLAIN)
  .refine((list) => list.split(',').length <= SEARCH_IDS_MAX, IDS_TEXT)
  .optional();

export const recordSearchQuery = z.object({
  /** The words to find, in any order. If there are none, the search finds everything. */
  q: searched,
  /**
   * The words of a typed command that identify poles. Only flags and locations are searched for
   * these words.
   */
  poles: searched,
  limit: z.coerce
    .number(LIMIT_TEXT)
    .int(LIMIT_TEXT)
    .min(1, LIMIT_TEXT)
    .max(SEARCH_LIMIT_MAX, LIMIT_TEXT)
    .default(SEARCH_LIMIT),
  /** If this is `named`, the search returns only the records with the requested IDs. */
  only: z.literal('named', t`The value of "only" must be "named"`).optional(),
  /**
   * The IDs of records to return as `named`. IDs of records that the caller isn't allowed to see
   * are left out.
   */
  companies: ids,
  locations: ids,
  flags: ids,
  users: ids,
});
export type RecordSearchQuery = z.output<typeof recordSearchQuery>;

export const foundCompany = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  /** The codes of the states where the company has locations that the caller may see. */
  states: z.array(z.string()),
});
export type FoundCompany = z.infer<typeof foundCompany>;

export const foundLocation = z.object({
  id: z.string(),
  name: z.string(),
  company: z.string(),
  /** City and state; null if the caller may see the location's flags but not its address. */
  city: z.string().nullable(),
  state: z.string().nullable(),
  /**
   * The number of flags at the location, and how many of them the master controls would move or
   * skip.
   */
  flags: z.number().int(),
  controls: masterCounts,
});
export type FoundLocation = z.infer<typeof foundLocation>;

export const foundUser = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  company: z.string().nullable(),
  location: z.string().nullable(),
});
export type FoundUser = z.infer<typeof foundUser>;

/**
 * The first matching records and the total number of matches. Names that equal the search text come
 * first, then names that begin with it. Each group is sorted by name.
 */
const found = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number().int() });

const foundPoles = { locations: found(foundLocation), flags: found(flag) };

/**
 * Records that match a search, in one list for each kind of record. Lists that the caller isn't
 * allowed to see are empty.
 */
export const recordSearch = z.object({
  /** The records that contain every word of `q`; null if `only` was requested. */
  found: z
    .object({ companies: found(foundCompany), ...foundPoles, users: found(foundUser) })
    .nullable(),
  /** The records that contain every word of `poles`; null if the request has no `poles`. */
  poles: z.object(foundPoles).nullable(),
  /** The records with the requested IDs, in any order. */
  named: z.object({
    companies: z.array(foundCompany),
    locations: z.array(foundLocation),
    flags: z.array(flag),
    users: z.array(foundUser),
  }),
});
export type RecordSearch = z.infer<typeof recordSearch>;
