import { afterEach, expect, test, vi } from 'vitest';
import { SHARES, type Turn, Turns } from './turns.ts';

/**
 * The default shares of server time, except that each user's share is smaller, so that a test uses
 * it up quickly.
 */
const shares = { ...SHARES, user: { ...SHARES.user, perSecond: 10, burstMs: 50, waiting: 64 } };
let turns = new Turns(shares);
afterEach(() => {
  vi.restoreAllMocks();
  turns.stop();
  turns = new Turns(shares);
});

const ANN = { id: 'ann', isOperator: false };

/**
 * Requests turns for a user named Ann. Adds each granted turn to `taken`, and each error to
 * `refused`.
 */
async function asked(count: number, credential: string | null, address = '192.0.2.1') {
  const taken: Turn[] = [];
  const refused: unknown[] = [];
  for (let i = 0; i < count; i++) {
    turns.ofRequest(credential, address).then(
      (turn) => taken.push(turn),
      (error: unknown) => refused.push(error),
    );
  }
  await settled();
  return { taken, refused };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Uses CPU time for this many ms, as a request that requires a lot of work does. */
async function work(ms: number): Promise<void> {
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < ms * 1000);
}

async function signIn(credential: string, caller = ANN): Promise<Turn> {
  return turns.become(await turns.ofRequest(credential, '192.0.2.1'), credential, caller);
}

test('a user can have 8 requests running and 64 waiting, and further requests get 503', async () => {
  (await signIn('a')).leave();
  const { taken, refused } = await asked(100, 'a');
  expect(taken).toHaveLength(8);
  expect(turns.waiting).toBe(64);
  expect(refused).toHaveLength(28);
  expect(refused[0]).toMatchObject({ code: 'busy', status: 503, retryAfter: 2 });
  taken[0]?.leave();
  await expect.poll(() => taken.length).toBe(9);
});

test('all sessions and tokens of one user share a single limit on simultaneous requests; other users have their own', async () => {
  (await signIn('a')).leave();
  (await signIn('b')).leave();
  (await signIn('c', { id: 'bob', isOperator: false })).leave();
  await asked(8, 'a');
  expect((await asked(1, 'b')).taken).toHaveLength(0);
  expect((await asked(8, 'c')).taken).toHaveLength(8);
});

test('a request whose client disconnects counts toward the limit until the server has finished working on it', async () => {
  const turn = await signIn('a');
  let end = (): void => {};
  const running = turn.run(() => new Promise<void>((resolve) => (end = resolve)));
  turn.leave();
  expect((await asked(8, 'a')).taken).toHaveLength(7);
  end();
  await running;
});

test('releasing a request slot twice frees only one slot', async () => {
  const turn = await signIn('a');
  turn.leave();
  turn.leave();
  expect((await asked(10, 'a')).taken).toHaveLength(8);
});

test("only users who have used up their share of the server's time have to wait", async () => {
  (await signIn('c', { id: 'bob', isOperator: false })).leave();
  await (await signIn('a')).run(() => work(200));
  expect((await asked(1, 'a')).taken).toHaveLength(0);
  expect(turns.waiting).toBe(1);
  expect((await asked(1, 'c')).taken).toHaveLength(1);
});

test("time that a request spends waiting does not use up the user's share of the server's time", async () => {
  const turn = await signIn('a');
  await turn.run(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect((await asked(1, 'a')).taken).toHaveLength(1);
});

test('unauthenticated clients from one IP address share one limit, no matter what they send', async () => {
  const { taken } = await asked(600, 'made up');
  expect(taken).toHaveLength(64);
  expect((await asked(1, null)).taken).toHaveLength(0);
  expect((await asked(1, null, '192.0.2.2')).taken).toHaveLength(1);
});

test('a client is limited like an unauthenticated one as soon as its session or token is no longer valid', async () => {
  (await signIn('a')).leave();
  turns.forget('a');
  await asked(64, 'x');
  expect((await asked(1, 'a')).taken).toHaveLength(0);
});
