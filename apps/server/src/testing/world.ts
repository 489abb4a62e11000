import { newId } from '../platform/database/text.ts';
import type { Client, Harness } from './harness.ts';

const ADDRESS = {
  address1: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  phone: '5125550100',
};

export const companyBody = (name = 'Acme') => ({ ...ADDRESS, name });
export const locationBody = (companyId: string, name = 'Yard') => ({ ...ADDRESS, name, companyId });
/** Returns the request body that creates a new customer with these flag IDs. */
export const customerBody = (flagIds: readonly string[], more: object = {}) => ({
  company: companyBody('Birch'),
  email: 'first@birch.test',
  location: { ...ADDRESS, name: 'Birch' },
  poles: flagIds.map((flagId) => ({ name: `Pole ${flagId}`, flagId })),
  ...more,
});
export const contactBody = () => ({
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.test',
  phone: '5125550101',
});
export const userBody = (locationId: string | null, username = `user-${newId()}`) => ({
  ...contactBody(),
  username,
  password: 'long enough',
  role: 'location_user',
  locationId,
});

/** Returns the request body that creates an operator's half-staff order that covers all poles. */
export const orderBody = (more: object = {}) => ({
  authority: 'president',
  kind: 'half',
  reason: 'Death of a former President',
  sourceUrl: 'https://www.govinfo.gov/',
  issuedAt: Date.parse('2026-11-20T11:00:00Z'),
  scope: { kind: 'all' },
  starts: { kind: 'immediately' },
  ends: { kind: 'sunset', date: '2026-11-25' },
  ...more,
});
/** Returns the request body that creates an order of a company. */
export const ownOrder = (companyId: string, more: object = {}) =>
  orderBody({
    authority: 'company',
    scope: { kind: 'companies', companyIds: [companyId] },
    ...more,
  });

/** One tenant: a company with two locations, a flag at each, and an account for every role. */
export interface World {
  companyId: string;
  locationId: string;
  otherLocationId: string;
  /** The `flags.id` of the flag at `locationId`. */
  flagRowId: string;
  flagId: string;
  otherFlagRowId: string;
  companyUser: Client;
  locationUser: Client;
  employee: Client;
  /** The ID of an account that other users edit and delete. */
  targetUserId: string;
  invitationId: string;
  keyId: string;
}

/** Creates a tenant through the API, as a master does. */
export async function createWorld(harness: Harness, master: Client): Promise<World> {
  const made = async (url: string, body: unknown) => {
    const answer = await master.call('POST', url, body);
    if (answer.status !== 201) throw new Error(`${url}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  const { id: companyId } = await made('/api/companies', companyBody());
  const { id: locationId } = await made('/api/locations', locationBody(companyId, 'North'));
  harness.time.now++;
  const { id: otherLocationId } = await made('/api/locations', locationBody(companyId, 'South'));
  const flagId = `F-${newId()}`;
  const flag = await made('/api/flags', { name: 'Gate', flagId, companyId, locationId });
  const other = await made('/api/flags', {
    name: 'Roof',
    flagId: `F-${newId()}`,
    companyId,
    locationId: otherLocationId,
  });
  const keys = await master.call('GET', `/api/flags/${flag.id}/keys`);
  const invitation = await made('/api/invitations', { companyId });
  return {
    companyId,
    locationId,
    otherLocationId,
    flagRowId: flag.id,
    flagId,
    otherFlagRowId: other.id,
    companyUser: await harness.as('company_user', { companyId, locationId }),
    locationUser: await harness.as('location_user', { companyId, locationId }),
    employee: await harness.as('employee', { companyId }),
    targetUserId: await harness.addUser('location_user', { companyId, locationId }),
    invitationId: invitation.id,
    keyId: keys.json[0].id,
  };
}
