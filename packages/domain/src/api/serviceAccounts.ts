import { t } from '@halyard/messages';
import { z } from 'zod';
import { id } from '../fields.ts';
import { ROLE_FACTS, ROLES } from '../people/roles.ts';
import { COMPANY_REQUIRED, LOCATION_REQUIRED } from '../places/texts.ts';
import { mayBeStaff } from '../policy/policy.ts';
import { anyRole, userTexts } from './people.ts';
import { tokenFacts, tokenTerms } from './tokens.ts';

/**
 * A request to create a service account, which lets another system act as a user with this role,
 * company and location, limited by the token's scope.
 */
export const serviceAccountCreate = z
  .object({
    ...tokenTerms,
    scope: tokenTerms.scope.default('switch'),
    expiresInDays: tokenTerms.expiresInDays.default(null),
    role: anyRole,
    companyId: id.nullish(),
    locationId: id.nullish(),
    /** Whether the account belongs to operator staff and therefore sees every company. */
    allCompanies: z.boolean().optional(),
  })
  .superRefine((input, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { belongsTo } = ROLE_FACTS[input.role];
    const seesAll = belongsTo === 'nothing' || input.allCompanies === true;
    if (input.allCompanies && !mayBeStaff(input.role)) refuse('allCompanies', userTexts.noStaff);
    if (seesAll && input.companyId)
      refuse(
        'companyId',
        t`A service account for all companies cannot be assigned to a single company. Choose one or the other.`,
      );
    if (!seesAll && !input.companyId) refuse('companyId', COMPANY_REQUIRED);
    if (belongsTo === 'location' && !input.locationId) refuse('locationId', LOCATION_REQUIRED);
    if (belongsTo !== 'location' && input.locationId)
      refuse('locationId', t`Only a location user can belong to a location.`);
  });
export type ServiceAccountCreate = z.infer<typeof serviceAccountCreate>;

export const serviceAccount = z.object({
  /**
   * The account's ID, which is also its `sid` in the realtime rules. Its `auth.uid` is
   * `service:{id}`.
   */
  id: z.string(),
  ...tokenFacts,
  role: z.enum(ROLES),
  companyId: z.string().nullable(),
  locationId: z.string().nullable(),
  allCompanies: z.boolean(),
  /** Username of the master who created the service account. */
  createdBy: z.string(),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;
