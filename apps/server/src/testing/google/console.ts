import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FlagCreated } from '@halyard/domain';
import { type Running, start } from '../../app/start.ts';
import { PASSWORD_OF_TESTS, type Person, signIn } from '../people.ts';
import type { GoogleStandIn } from './start.ts';

/** The test data in a server: one company with two locations, a master and a company user. */
export interface FilledServer {
  /** The password of the users `master` and `company`. */
  password: string;
  master: Person;
  companyUser: Person;
  companyId: string;
  locationId: string;
  otherLocationId: string;
  addFlag(flagId: string, more?: object): Promise<FlagCreated>;
}

/** A whole Halyard server in Firebase mode that uses the simulated Google. */
export interface FirebaseConsole extends FilledServer {
  server: Running;
}

const CONTACT = { firstName: 'F', lastName: 'L', email: 'f@example.com', phone: '5550100000' };
const ADDRESS = {
  address1: '1 Main',
  city: 'Fargo',
  state: 'ND',
  zip: '58102',
  phone: '5550100000',
};

/**
 * Starts the server with the settings of the simulated Google.
 * @param env additional settings, such as `DATA_DIR` for a second start
 */
export async function startOn(google: GoogleStandIn, env: NodeJS.ProcessEnv = {}) {
  const printed: string[] = [];
  const server = await start({
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-firebase-')),
      ...google.env,
      ...env,
    },
    demo: false,
    reset: false,
    print: (text) => void printed.push(text),
  });
  return { server, printed };
}

/** Starts an empty server and fills it through its API. */
export async function openConsole(
  google: GoogleStandIn,
  env: NodeJS.ProcessEnv = {},
): Promise<FirebaseConsole> {
  const { server, printed } = await startOn(google, env);
  return { server, ...(await fillServer(server.url, printed.join('\n'))) };
}

/**
 * Adds test data to an empty server through its API. The users `master` and `company` have the test
 * password.
 * @param printed what the server printed when it started, which includes the setup code
 */
export async function fillServer(url: string, printed: string): Promise<FilledServer> {
  const code = /\/setup#(\S+)/.exec(printed)?.[1];
  const account = { ...CONTACT, username: 'master', password: PASSWORD_OF_TESTS };
  await made(
    fetch(`${url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ ...account, code }),
    }),
  );
  const master = await signIn(url, 'master');
  const { id: companyId } = await made(master.post('/api/companies', { ...ADDRESS, name: 'Acme' }));
  const place = async (name: string) =>
    (await made(master.post('/api/locations', { ...ADDRESS, name, companyId }))).id;
  const locationId = await place('North');
  const otherLocationId = await place('South');
  await made(
    master.post('/api/users', {
      ...account,
      username: 'company',
      role: 'company_user',
      locationId,
    }),
  );
  return {
    password: PASSWORD_OF_TESTS,
    master,
    companyUser: await signIn(url, 'company'),
    companyId,
    locationId,
    otherLocationId,
    addFlag: (flagId, more = {}) =>
      made(
        master.post('/api/flags', { name: flagId, flagId, companyId, locationId, ...more }),
      ) as Promise<unknown> as Promise<FlagCreated>,
  };
}

async function made(answer: Promise<Response>): Promise<{ id: string }> {
  const response = await answer;
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: string };
}
