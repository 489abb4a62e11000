import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { startPoles } from './processes.ts';
import { expect, PASSWORD } from './test.ts';

const PLACE = {
  address1: '1 Main Street',
  address2: null,
  city: 'Norfolk',
  state: 'VA',
  zip: '23510',
  phone: '(757) 555-0101',
};

/** A pole of a test customer, and how its simulated device behaves. */
export interface CustomerPole {
  name: string;
  /**
   * The name of a behavior in apps/poles/src/behaviours.ts, or `offline` for a pole that never
   * reports.
   */
  behaviour: string;
  /** The reason for a maintenance lock. */
  locked?: string;
}

/**
 * Creates a customer with one location, a location user, and running simulated poles.
 * @returns the user's credentials, and a function that stops the poles and deletes the customer.
 * Always call this function, because later tests use the same demo.
 */
export async function createCustomer(
  request: APIRequestContext,
  url: string,
  name: string,
  poles: readonly CustomerPole[],
): Promise<{ username: string; password: string; remove(): Promise<void> }> {
  const call = async (method: string, to: string, data?: object) => {
    const answer = await request.fetch(url + to, { method, data, headers: { origin: url } });
    const text = await answer.text();
    expect(answer.ok(), text).toBe(true);
    return text === '' ? null : JSON.parse(text);
  };
  await call('POST', '/api/login', { username: 'master', password: PASSWORD });
  const { company, location, flags } = await call('POST', '/api/customers', {
    company: { name, ...PLACE, description: null },
    email: 'first@example.org',
    location: { name: `${name} Campus`, ...PLACE },
    poles: poles.map((pole, i) => ({ name: pole.name, flagId: `${name.toUpperCase()}-${i + 1}` })),
  });
  const user = { username: `${name.toLowerCase()}-janitor`, password: 'gravel-otter-lamp-nine' };
  await call('POST', '/api/users', {
    ...user,
    ...{ firstName: 'Pat', lastName: name, email: 'pat@example.org', phone: '7575550101' },
    ...{ role: 'location_user', companyId: company.id, locationId: location.id },
  });
  for (const [i, { locked }] of poles.entries())
    if (locked) await call('PUT', `/api/flags/${flags[i].id}/lock`, { reason: locked });
  const fleetFile = path.join(
    fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-poles-')),
    'poles.json',
  );
  const fleet = poles.map((pole, i) => ({
    ...{ ownerId: flags[i].firebaseUserId, flagId: flags[i].flagId, key: flags[i].deviceKey },
    ...{ name: pole.name, behaviour: pole.behaviour },
  }));
  fs.writeFileSync(fleetFile, JSON.stringify(fleet));
  const running = startPoles({ url, fleetFile });
  return {
    ...user,
    async remove() {
      await running.stop();
      await call('DELETE', `/api/companies/${company.id}`);
    },
  };
}
