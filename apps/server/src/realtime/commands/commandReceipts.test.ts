import { type Command, commandKey, readRecord } from '@halyard/domain';
import {
  CommitFailed,
  createRealtimeServer,
  memoryStore,
  parseRules,
  type RealtimeServer,
  type TreeStore,
} from '@halyard/realtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embeddedTree } from '../tree/embeddedTree.ts';
import { CommandReceipts, removeReceipts, storedReceipts } from './commandReceipts.ts';

const POLE = { ownerId: 'company-1', flagId: 'F1' };
const NODE = 'users/company-1/hardware/F1';

let receipts: CommandReceipts;
let server: RealtimeServer;
/** How many of the next commits fail. */
let failures = 0;
let now = 1000;

const store = (): TreeStore => ({
  load: (onRows) => memoryStore().load(onRows),
  async commit() {
    if (failures-- > 0) throw new CommitFailed('the disk is full');
  },
  recover: async () => ({ lastSequence: 0 }),
  async close() {},
});

const command = (id: string, more: object = {}) => ({
  flagUp: false,
  flagDown: true,
  command: { id, by: 'u1', issuedAt: now, receivedAt: { '.sv': 'timestamp' }, ...more },
});
const present = async (node = NODE): Promise<Command> =>
  readRecord(await server.admin.get(node)).command!;
const stored = () => storedReceipts(embeddedTree(server));

beforeEach(async () => {
  failures = 0;
  now = 1000;
  receipts = new CommandReceipts();
  server = await createRealtimeServer({
    store: store(),
    rules: parseRules('{"rules": {}}'),
    clock: () => now,
    amend: (write) => receipts.note(write),
  });
  await server.admin.set(NODE, { id: 'F1', companyId: 'c1', locationId: 'l1', flagUp: true });
  receipts.begin(7);
});
afterEach(() => server.close());

test("the stored receipt of a command contains all data for the command's log entry, including how the previous command ended", async () => {
  await server.admin.update(NODE, command('a'));
  now = 2000;
  await server.admin.update(NODE, { 'command/closedAt': 2000, 'command/outcome': 'confirmed' });
  await server.admin.update(NODE, command('b'));
  const of = (id: string, at: number) => ({ id, by: 'u1', at });
  expect(await stored()).toEqual([
    {
      ...{ seq: 7, flag: POLE, channel: null, address: null },
      place: { companyId: 'c1', locationId: 'l1' },
      command: of('a', 1000),
      key: '1000.u1.a',
      movement: { position: 'down' },
      before: null,
    },
    expect.objectContaining({
      ...{ seq: 8, command: of('b', 2000), key: '2000.u1.b' },
      before: { key: '1000.u1.a', outcome: 'confirmed', closedAt: 2000 },
    }),
  ]);
  await removeReceipts(embeddedTree(server), [7, 8]);
  expect(await server.admin.get('commandReceipts')).toBe(null);
});

test('a command gets a receipt even if the same write sets all other data of the flag', async () => {
  const node = (await server.admin.get(NODE)) as object;
  await server.admin.set(NODE, { ...node, ...command('a') });
  expect((await stored()).map(({ command }) => command.id)).toEqual(['a']);
});

test('no receipt is stored for a report, a lock, or a command that is copied to a new flag ID', async () => {
  await server.admin.update(NODE, { 'reported/flagUp': true, voltage: 24, 'lock/by': 'u1' });
  await server.admin.set('users/company-1/hardware/F2', { id: 'F2', ...command('a') });
  expect(await stored()).toEqual([]);
});

test('a command whose write fails gets no receipt, and its receipt number is never reused', async () => {
  failures = 1;
  await expect(server.admin.update(NODE, command('a'))).rejects.toThrow();
  expect(await stored()).toEqual([]);
  now = 2000;
  await server.admin.update(NODE, command('b'));
  expect(receipts.take(POLE, await present())).toMatchObject({ seq: 8 });
  const gone = { id: 'a', by: 'u1', issuedAt: 1000, receivedAt: 1000 };
  expect([commandKey(gone), receipts.take(POLE, gone)]).toEqual(['1000.u1.a', null]);
});

test('two identical commands from the same millisecond are processed in order of arrival', async () => {
  const taken: (number | undefined)[] = [];
  for (const id of ['a', 'b', 'a']) {
    await server.admin.update(NODE, command(id));
    taken.push(receipts.take(POLE, await present())?.seq);
  }
  expect(taken).toEqual([7, 8, 9]);
});

test('a write by a pole gets no receipt, even if it contains a command', async () => {
  const given = { id: 'a', by: 'u1', issuedAt: now, receivedAt: now };
  const write = {
    ...{ admin: false, order: 1, now, remoteAddress: '192.0.2.1' },
    auth: { uid: 'pole', token: { flagId: 'F1' } },
    paths: [NODE.split('/')],
    before: (path: readonly string[]) => (path.at(-1) === 'command' ? null : { id: 'F1' }),
    after: (path: readonly string[]) =>
      path.at(-1) === 'command' ? given : { id: 'F1', command: given },
  };
  expect(receipts.note(write)).toBe(undefined);
  expect(receipts.note({ ...write, auth: null })).toEqual({
    'commandReceipts/7': expect.stringContaining('"id":"a"'),
  });
});
