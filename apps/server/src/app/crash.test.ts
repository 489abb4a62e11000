import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Person, signIn } from '../testing/people.ts';
import { kill, startServerProcess } from '../testing/serverProcess.ts';

/**
 * The number of rounds. Each round starts the server, kills it and starts it again. `npm run
 * test:full` runs more.
 */
const ROUNDS = Math.max(1, Math.floor(Number(process.env.KILL_ROUNDS ?? 1) / 5));

interface ListedFlag {
  id: string;
  flagId: string;
  firebaseUserId: string;
}

const address = {
  address1: '1 Main Street',
  city: 'Fargo',
  state: 'ND',
  zip: '58102',
  phone: '7015550100',
};

/**
 * Creates companies with flags, and deletes every second company, until the server is killed. Calls
 * `onKept` for each company that is not deleted.
 */
async function churn(
  master: Person,
  name: string,
  isDead: () => boolean,
  onKept: () => void,
): Promise<void> {
  for (let i = 0; !isDead(); i++) {
    try {
      const company = await (
        await master.post('/api/companies', { name: `${name} ${i}`, ...address })
      ).json();
      const companyId = (company as { id: string }).id;
      const location = await (
        await master.post('/api/locations', { name: 'Yard', companyId, ...address })
      ).json();
      for (const n of [1, 2]) {
        await master.post('/api/flags', {
          name: 'Pole',
          flagId: `${name}-${i}-${n}`,
          companyId,
          locationId: (location as { id: string }).id,
        });
      }
      if (i % 2 === 0) await master.delete(`/api/companies/${companyId}`);
      else onKept();
    } catch {
      // The server was killed in the middle of a request, as intended.
    }
  }
}

/** The number of the request that signs in. */
const SIGN_IN = 1_000_000;

/**
 * Returns the path (`{owner}/{flagId}`) of every flag of the given owners in the realtime database.
 * @param secret an API token of the master
 */
async function hardwareOf(url: string, secret: string, ownerIds: string[]): Promise<string[]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/.ws?v=5&ns=halyard`);
  const found = new Map<number, string[]>();
  socket.on('message', (data: Buffer) => {
    const { d } = JSON.parse(data.toString()) as {
      d: { r?: number; b: { s: string; d?: Record<string, { id?: string }> } };
    };
    if (d.r === undefined || d.r === SIGN_IN) return;
    expect(d.b.s).toBe('ok');
    // A node belongs to a flag only if it contains the ID that the server wrote.
    const nodes = Object.entries(d.b.d ?? {}).filter(([key, node]) => node.id === key);
    found.set(
      d.r,
      nodes.map(([key]) => `${ownerIds[d.r!]}/${key}`),
    );
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ t: 'd', d: { r: SIGN_IN, a: 'gauth', b: { cred: secret } } }));
  for (const [r, ownerId] of ownerIds.entries()) {
    const b = { p: `/users/${ownerId}/hardware`, q: {} };
    socket.send(JSON.stringify({ t: 'd', d: { r, a: 'g', b } }));
  }
  await expect.poll(() => found.size).toBe(ownerIds.length);
  socket.terminate();
  return [...found.values()].flat().sort();
}

test(`both databases stay consistent if the server is killed with kill -9 while companies and flags change (${ROUNDS} rounds)`, {
  timeout: ROUNDS * 30_000 + 30_000,
}, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-crash-'));
  /**
   * The owner keys of all companies that have ever existed. The test checks that the realtime
   * database contains no flags of deleted companies.
   */
  const owners = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const { child, url } = await startServerProcess({ DATA_DIR: dataDir });
    const master = await signIn(url, 'master');
    let dead = false;
    let kept = 0;
    const churning = ['a', 'b', 'c'].map((who) =>
      churn(
        master,
        `${who}${round}`,
        () => dead,
        () => kept++,
      ),
    );
    const watch = setInterval(() => {
      void master
        .get('/api/companies')
        .then((answer) => answer.json())
        .then((companies: unknown) => {
          for (const { id } of companies as { id: string }[]) owners.add(`company-${id}`);
        })
        .catch(() => {});
    }, 20);
    await expect.poll(() => kept).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
    await kill(child);
    dead = true;
    clearInterval(watch);
    await Promise.all(churning);

    const again = await startServerProcess({ DATA_DIR: dataDir });
    const person = await signIn(again.url, 'master');
    const flags = (await (await person.get('/api/flags')).json()) as ListedFlag[];
    for (const { firebaseUserId } of flags) owners.add(firebaseUserId);
    const terms = { name: 'Crash test', scope: 'read', expiresInDays: 1 };
    const token = (await (await person.post('/api/tokens', terms)).json()) as { secret: string };
    const nodes = await hardwareOf(again.url, token.secret, [...owners]);
    expect(nodes).toEqual(
      flags.map(({ firebaseUserId, flagId }) => `${firebaseUserId}/${flagId}`).sort(),
    );
    expect(flags.length).toBeGreaterThan(60);
    await kill(again.child);
  }
});
