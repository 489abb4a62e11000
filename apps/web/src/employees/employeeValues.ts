import {
  belongsTo,
  COMPANY_REQUIRED,
  isStaff,
  ROLE_FACTS,
  ROLES,
  userCreate,
  userTexts,
  userUpdate,
} from '@halyard/domain';
import { z } from 'zod';

const PLACE = {
  role: z.enum(ROLES),
  /** The company's ID; '' until a company is chosen. */
  companyId: z.string(),
  locationId: z.string(),
  allCompanies: z.boolean(),
};
type Place = z.output<z.ZodObject<typeof PLACE>>;

/** Extends a schema so that it requires the company and the location that the role needs. */
function placed<S extends z.ZodType<Place>>(schema: S): S {
  // Runs even if other fields are invalid, so that all errors appear together.
  const when = () => true;
  return schema
    .refine((values) => belongsTo(values) !== 'company' || values.companyId !== '', {
      path: ['companyId'],
      message: COMPANY_REQUIRED,
      when,
    })
    .refine((values) => belongsTo(values) !== 'location' || values.locationId !== '', {
      path: ['locationId'],
      message: userTexts.locationRequired,
      when,
    });
}

function schemaWith(password: z.ZodType<string, string>) {
  const { firstName, lastName, email, phone, username } = userCreate.shape;
  const person = { firstName, lastName, email, phone, username, password };
  return placed(z.object({ ...person, ...PLACE, mayMovePoles: z.boolean() }));
}

export const newEmployee = schemaWith(userCreate.shape.password);
/** The schema for editing an account. A blank password keeps the current one (spec §5). */
export const editedEmployee = schemaWith(userUpdate.shape.password.unwrap());
export type EmployeeValues = z.output<typeof newEmployee>;

/** The role, company and location of an invited user. */
export const invited = placed(z.object(PLACE));
export type InvitedValues = z.output<typeof invited>;

/**
 * Returns the account as entered in the form. Leaves out a company or location that the account's
 * role does not use.
 */
export function accountOf({ companyId, locationId, mayMovePoles, ...values }: EmployeeValues) {
  const placed = belongsTo(values) !== 'nothing';
  return {
    ...values,
    allCompanies: isStaff(values),
    mayMovePoles: mayMovePoles || !ROLE_FACTS[values.role].mayOnlyLook,
    companyId: placed ? companyId : null,
    locationId: placed && locationId !== '' ? locationId : null,
  };
}
