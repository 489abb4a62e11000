import type { Call } from '@halyard/domain';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { type Client, createHarness, type Harness } from '../harness.ts';
import { companyBody, createWorld, locationBody, ownOrder, type World } from '../world.ts';

/**
 * The callers: the four roles of the tenant, and three special ones. Lists of expected status codes
 * use this order.
 */
export const CALLERS = [
  'master',
  'company_user',
  'location_user',
  'employee',
  /** Operator staff: an employee with `allCompanies` set. */
  'staff',
  /** An employee who belongs to no company and does not have `allCompanies` set. */
  'stray',
  'nobody',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** The expected status code for each caller, in the order of CALLERS. */
export type Row = readonly [number, number, number, number, number, number, number];

/**
 * One API call with one body and the expected status codes. The codes come from the rules in
 * decisions, "Roles", not from the code.
 */
export interface Case {
  call: Call;
  what: string;
  /** Makes the API call. @param other the tenant other than `target` */
  act(caller: Client, target: World, other: World): Promise<{ status: number }>;
  /** The expected status codes if the target is the callers' own tenant. */
  own: Row;
  /** The expected status codes if the target is another tenant. */
  foreign: Row;
}

/** Two tenants, the callers, and functions that create records for a single request. */
export interface Kit {
  harness: Harness;
  /** The client that sets up each case. It is not one of the callers. */
  master: Client;
  home: World;
  abroad: World;
  caller: Record<CallerName, Client>;
  /**
   * Functions that create a record for a single request and return its ID, so that a case does not
   * change the tenants.
   */
  fresh: {
    company(): Promise<string>;
    location(tenant: World): Promise<string>;
    flag(tenant: World): Promise<string>;
    user(tenant: World): Promise<string>;
    invitation(tenant: World): Promise<string>;
    serviceAccount(tenant: World): Promise<string>;
    /** Creates a draft of an order that belongs to the tenant. */
    order(tenant: World): Promise<string>;
  };
}

export async function createKit(mailer?: Mailer): Promise<Kit> {
  const harness = await createHarness(mailer && { mailer });
  const master = await harness.as('master');
  const home = await createWorld(harness, master);
  const abroad = await createWorld(harness, master);
  const made = async (url: string, body: unknown) =>
    (await master.call('POST', url, body)).json.id as string;
  return {
    harness,
    master,
    home,
    abroad,
    caller: {
      master: await harness.as('master'),
      company_user: home.companyUser,
      location_user: home.locationUser,
      employee: home.employee,
      staff: await harness.as('employee', { allCompanies: true }),
      stray: await harness.as('employee'),
      nobody: harness.anonymous(),
    },
    fresh: {
      company: () => made('/api/companies', companyBody()),
      location({ companyId }) {
        harness.time.now++;
        return made('/api/locations', locationBody(companyId));
      },
      flag({ companyId, locationId }) {
        const flagId = `X-${Math.random().toString(36).slice(2)}`;
        return made('/api/flags', { name: 'Fresh', flagId, companyId, locationId });
      },
      user: ({ companyId, locationId }) =>
        harness.addUser('location_user', { companyId, locationId }),
      invitation: ({ companyId }) => made('/api/invitations', { companyId }),
      serviceAccount: ({ companyId }) =>
        made('/api/service-accounts', { name: 'Fresh', role: 'company_user', companyId }),
      async order({ companyId, companyUser }) {
        const answer = await companyUser.call(
          'POST',
          '/api/half-staff/orders',
          ownOrder(companyId),
        );
        return answer.json.id;
      },
    },
  };
}
