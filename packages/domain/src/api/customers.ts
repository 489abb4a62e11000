import { plural, t } from '@halyard/messages';
import { z } from 'zod';
import { email } from '../fields.ts';
import { flagCreate, flagCreated } from './flags.ts';
import { company, companyCreate, location, locationCreate } from './places.ts';

/**
 * Maximum number of poles in the form for a new customer. More poles can be imported from a file.
 */
export const MAX_CUSTOMER_POLES = 50;
export const FLAG_ID_TWICE = t`Each pole needs its own flag ID.`;

/** A new customer, created in one step: a company, its first user, a location and poles. */
export const customerCreate = z.object({
  company: companyCreate,
  /** The email address of the first user, who is invited as a company user. */
  email,
  location: locationCreate.omit({ id: true, companyId: true }),
  poles: z
    .array(flagCreate.pick({ name: true, flagId: true }))
    .max(
      MAX_CUSTOMER_POLES,
      t`${plural({ most: MAX_CUSTOMER_POLES }, { one: 'At most # pole', other: 'At most # poles' })}`,
    )
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

/**
 * The company, location, poles and first user that were created for a new customer. Device keys and
 * the invitation code are only in this response.
 */
export const customerCreated = z.object({
  company,
  location,
  flags: z.array(flagCreated),
  invitation: z.object({
    id: z.string(),
    email: z.string(),
    /** The invitation code; null if the link was mailed. */
    code: z.string().nullable(),
    /** The time when the invitation expires, in epoch milliseconds. */
    expiresAt: z.number(),
  }),
});
export type CustomerCreated = z.infer<typeof customerCreated>;

/**
 * Suggests a readable flag ID based on the company's and the pole's names, such as
 * `ACME-MAIN-ENTRANCE`.
 * @param taken the other flag IDs in the form; if the suggestion is one of them, a number is
 * appended
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
