import { setTimeout as sleep } from 'node:timers/promises';
import { callerAt, PASSWORD_OF_TESTS, signIn } from '../../../testing/people.ts';

const PLACE = {
  name: 'Acme',
  address1: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  phone: '5125550100',
};

/** The number of users that send requests in parallel. */
const PEOPLE = 4;
const POLES = 6;

interface Flag {
  id: string;
  flagId: string;
  firebaseUserId: string;
  deviceKey: string;
}

/** Users who create and delete records, and poles that report, all without pausing. */
export interface Storm {
  /**
   * The responses that were neither a success nor 503. There should be none, even while the
   * database is not available.
   */
  readonly unexpected: ReadonlySet<string>;
  /** The number of changes that the server has confirmed so far. */
  acknowledged(): number;
  /** The number of reports from each pole that were refused with 503 so far. */
  refused(): number[];
  /**
   * Returns the confirmed changes that were lost. Call this when the database is available again.
   */
  lost(): Promise<string[]>;
  /** Stops all users and poles. Resolves when every request has a response. */
  stop(): Promise<void>;
}

/** Registers the first master of an empty installation. */
export async function registerMaster(url: string, printed: string): Promise<void> {
  const code = /\/setup#(\S+)/.exec(printed)?.[1];
  const account = {
    code,
    username: 'master',
    password: PASSWORD_OF_TESTS,
    firstName: 'M',
    lastName: 'A',
    email: 'master@example.test',
    phone: '5125550100',
  };
  const answer = await callerAt(url, '').post('/api/register', account);
  if (answer.status !== 201) throw new Error(await answer.text());
}

/**
 * Starts the users and poles.
 * @param url the URL that users and poles connect to
 */
export async function startStorm(url: string): Promise<Storm> {
  const master = await signIn(url, 'master');
  const unexpected = new Set<string>();
  let stopped = false;
  let acknowledged = 0;
  /**
   * Returns the response if the request succeeded; otherwise, null. Records every failure other
   * than a 503 as unexpected.
   */
  const isDone = async (what: string, asked: Promise<Response>): Promise<Response | null> => {
    try {
      const answer = await asked;
      if (answer.ok) acknowledged++;
      else if (answer.status !== 503)
        unexpected.add(`${what}: ${answer.status} ${await answer.text()}`);
      // Wait, because a real client would also not try again immediately.
      if (!answer.ok) await sleep(20);
      return answer.ok ? answer : null;
    } catch (error) {
      unexpected.add(`${what}: ${String(error)} ${String((error as Error).cause)}`);
      stopped = true;
      return null;
    }
  };
  const created = async (path: string, body: object) =>
    (await (await master.post(path, body)).json()) as Flag;

  const { id: companyId } = await created('/api/companies', PLACE);
  const { id: locationId } = await created('/api/locations', { ...PLACE, companyId });
  const flags: Flag[] = [];
  for (let i = 0; i < POLES; i++) {
    const flag = { name: `Pole ${i}`, flagId: `STORM-${i}`, companyId, locationId };
    flags.push(await created('/api/flags', flag));
  }
  const node = (flag: Flag, below: string) =>
    `${url}/users/${flag.firebaseUserId}/hardware/${flag.flagId}${below}.json?auth=${flag.deviceKey}`;

  const kept = new Set<string>();
  /**
   * The companies whose deletion was requested but not confirmed. They may or may not still exist.
   */
  const unclear = new Set<string>();
  const deleted = new Set<string>();
  async function person(who: number): Promise<void> {
    for (let i = 0; !stopped; i++) {
      const name = `Company ${who} ${i}`;
      const answer = await isDone('create', master.post('/api/companies', { ...PLACE, name }));
      if (answer === null) continue;
      const { id } = (await answer.json()) as { id: string };
      kept.add(id);
      if (i % 2 === 0) continue;
      kept.delete(id);
      unclear.add(id);
      if (await isDone('delete', master.delete(`/api/companies/${id}`))) {
        unclear.delete(id);
        deleted.add(id);
      }
    }
  }
  const reported = new Map<Flag, number>();
  const refused = new Map<Flag, number>();
  async function pole(flag: Flag): Promise<void> {
    for (let voltage = 1; !stopped; voltage++) {
      const body = JSON.stringify({ voltage });
      const report = fetch(node(flag, ''), { method: 'PATCH', body });
      if (await isDone('report', report)) reported.set(flag, voltage);
      else refused.set(flag, (refused.get(flag) ?? 0) + 1);
    }
  }
  const working = [...Array.from({ length: PEOPLE }, (_, i) => person(i)), ...flags.map(pole)];

  return {
    unexpected,
    acknowledged: () => acknowledged,
    refused: () => flags.map((flag) => refused.get(flag) ?? 0),
    async lost() {
      const lost: string[] = [];
      const expected = new Set(kept);
      const gone = new Set(deleted);
      const answer = await master.get('/api/companies');
      const there = new Set(((await answer.json()) as { id: string }[]).map(({ id }) => id));
      for (const id of expected) if (!there.has(id)) lost.push(`company ${id}`);
      for (const id of gone) if (there.has(id)) lost.push(`deletion of company ${id}`);
      for (const flag of flags) {
        const least = reported.get(flag) ?? 0;
        const stored = Number(await (await fetch(node(flag, '/voltage'))).json());
        if (stored < least) lost.push(`${flag.flagId}: ${stored} after ${least}`);
      }
      return lost;
    },
    async stop() {
      stopped = true;
      await Promise.all(working);
    },
  };
}
