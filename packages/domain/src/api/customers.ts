import { z } from 'zod';
import { email } from '../fields.ts';
import { flagCreate, flagCreated } from './flags.ts';
import { company, companyCreate, location, locationCreate } from './places.ts';

/** Poles of one new customer at most; more come from a file. */
export const MAX_CUSTOMER_POLES = 50;
export const FLAG_ID_TWICE = 'Each pole needs its own flag ID.';

/** A customer with all that it begins with, in one piece. */
export const customerCreate = z.object({
  company: companyCreate,
  /** Of the first user, who is invited as a company user. */
  email,
  location: locationCreate.omit({ id: true, companyId: true }),
  poles: z
    .array(flagCreate.pick({ name: true, flagId: true }))
    .max(MAX_CUSTOMER_POLES, `At most ${MAX_CUSTOMER_POLES} poles`)
    .superRefine((poles, check) => {
      const seen = new Set<string>();
      for (const [at, pole] of poles.entries()) {
        const key = pole.flagId.toLowerCase();
        if (seen.has(key))
          check.addIssue({ code: 'custom', message: FLAG_ID_TWICE, path: [at, 'flagId'] });
        seen.add(key);
      }
    }),
});
export type CustomerCreate = z.infer<typeof customerCreate>;

/** What was made. Device keys and the invitation's code are in this answer alone. */
export const customerCreated = z.object({
  company,
  location,
  flags: z.array(flagCreated),
  invitation: z.object({
    id: z.string(),
    email: z.string(),
    /** Null: its link was mailed. */
    code: z.string().nullable(),
    /** Epoch milliseconds. */
    expiresAt: z.number(),
  }),
});
export type CustomerCreated = z.infer<typeof customerCreated>;

/**
 * A flag ID that says which pole it is, from the names of company and pole: `ACME-MAIN-ENTRANCE`.
 * @param taken the other flag IDs of the form; a number keeps it apart from them
 */
export function proposedFlagId(
  companyName: string,
  poleName: string,
  taken: readonly string[] = [],
): string {
  const base = [slug(companyName, 16), slug(poleName, 40)].filter(Boolean).join('-');
  if (base === '') return '';
  const others = new Set(taken.map((id) => id.toUpperCase()));
  for (let count = 1; ; count++) {
    const proposed = count === 1 ? base : `${base}-${count}`;
    if (!others.has(proposed)) return proposed;
  }
}

function slug(text: string, max: number): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-|-$/g, '');
}
