import { onValue, ref, set, update } from '@firebase/database';
import { describe, expect, test } from 'vitest';
import { benchOfEachTest } from './testing/bench.ts';
import { PollClient } from './testing/poll.ts';
import { until } from './testing/until.ts';
import { MessageAssembler } from './wire/framing.ts';

const bench = benchOfEachTest();

/** Maximum length of messages in these tests, in UTF-16 units. */
const MOST = 50_000;
const LIMITS = { messageUnits: MOST, messageFrames: 8, strangerBytes: MOST };
const TOO_LONG = 'x'.repeat(MOST);

const frames = (text: string): string[] => text.match(/[\s\S]{1,16384}/g) ?? [];

describe('a write that is too long for one message', () => {
  test('is rejected when sent by the SDK, but later writes succeed over the same connection', async () => {
    await bench.restart({ limits: LIMITS });
    const { db: database } = bench.client();
    const connected: unknown[] = [];
    onValue(ref(database, '.info/connected'), (snapshot) => connected.push(snapshot.val()));
    await set(ref(database, 'a'), 'small');
    const shown: unknown[] = [];
    onValue(ref(database, 'a'), (snapshot) => shown.push(snapshot.val()));
    await until(() => shown.length === 1);

    const refusal = { code: 'WRITE_TOO_BIG' };
    await expect(set(ref(database, 'a'), TOO_LONG)).rejects.toMatchObject(refusal);
    await expect(update(ref(database), { a: 1, b: TOO_LONG })).rejects.toMatchObject(refusal);
    await expect(set(ref(database, 'a'), TOO_LONG.repeat(10))).rejects.toMatchObject(refusal);
    await set(ref(database, 'b'), 'after');

    expect(shown.at(-1)).toBe('small');
    expect(await bench.realtime.admin.get('')).toEqual({ a: 'small', b: 'after' });
    expect(connected.filter((value) => value === false).length).toBeLessThan(2);
    expect(bench.realtime.stats().connections).toBe(1);
  });

  test('is rejected in order: after the response to the previous request, and before the response to the next one', async () => {
    await bench.restart({ limits: LIMITS });
    const raw = await bench.raw();
    raw.send('p', { p: '/a', d: 1 });
    // A write in the Android SDK's form.
    const long = frames(`{"t":"d","d":{"a":"p","r":2,"b":{"p":"/a","d":"${TOO_LONG}"}}}`);
    raw.ws.send(String(long.length));
    for (const frame of long) raw.ws.send(frame);
    raw.ws.send('{"t":"d","d":{"r":3,"a":"g","b":{"p":"/a","q":{}}}}');
    expect(await raw.answer(3)).toEqual({ s: 'ok', d: 1 });
    const answers = raw.messages.filter(({ r }) => r !== undefined);
    expect(answers.map(({ r, b }) => [r, (b as { s: string }).s])).toEqual([
      [1, 'ok'],
      [2, 'write_too_big'],
      [3, 'ok'],
    ]);
  });

  test('is rejected over long polling', async () => {
    const most = 5000;
    await bench.restart({ limits: { messageUnits: most, strangerBytes: most } });
    const client = (await new PollClient(bench.server.port).start()).run();
    // The second message is over the limit even before its segments are decoded.
    for (const length of [most, 5 * most]) {
      const answer = await client.ask('p', { p: '/a', d: 'x'.repeat(length) });
      expect(answer.s).toBe('write_too_big');
    }
    expect((await client.ask('p', { p: '/a', d: 'after' })).s).toBe('ok');
    expect(client.closed).toBe(false);
  });

  test('is not kept in memory, regardless of how many frames the client announces', () => {
    const assembler = new MessageAssembler(LIMITS);
    expect(assembler.push('999999', MOST)).toBeUndefined();
    assembler.push('{"t":"d","d":{"r":7,"a":"p","b":{"p":"/a","d":"', MOST);
    const { units } = assembler;
    for (let i = 2; i < 999_999; i++) assembler.push('x'.repeat(16), MOST);
    expect(assembler.units).toBe(units);
    expect(assembler.push('"}}}', MOST)).toEqual({ request: 7 });
    expect(assembler.units).toBe(0);
    expect(assembler.push('{}', MOST)).toBe('{}');
  });
});
