import { type CustomerCreate, companyCreate, customerCreate } from '@halyard/domain';
import type { z } from 'zod';

const { email, location, poles } = customerCreate.shape;

/** The form's values for a new customer, as typed. */
export const customerForm = companyCreate.omit({ description: true }).extend({
  email,
  /** The location; null to use the company's own name and address. */
  location: location
    .pick({
      name: true,
      address1: true,
      address2: true,
      city: true,
      state: true,
      zip: true,
      phone: true,
    })
    .nullable(),
  poles,
});
export type CustomerInput = z.input<typeof customerForm>;
export type CustomerValues = z.output<typeof customerForm>;

export const EMPTY_POLE = { name: '', flagId: '' };
export const EMPTY_CUSTOMER: CustomerInput = {
  ...{ name: '', address1: '', address2: '', city: '', state: '', zip: '', phone: '' },
  email: '',
  location: null,
  poles: [EMPTY_POLE],
};

/** Returns the request body for adding the customer that the form describes. */
export function customerOf({
  email: to,
  location: elsewhere,
  poles: all,
  ...company
}: CustomerValues): CustomerCreate {
  const body = { company: { ...company, description: null }, email: to, poles: all };
  return { ...body, location: elsewhere ?? company };
}
