import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { RawClient } from '../testing/raw.ts';
import { start } from '../testing/start.ts';
import { flushAfterTurn, Run } from './turn.ts';

const frames = ['one', 'two', 'three'].map((text) => Buffer.from(text));

test('sockets that are sent the same frames in one turn of the event loop share one buffer', () => {
  const empty = new Run();
  const [a, b] = [0, 1].map(() => frames.reduce((run, frame) => run.withShared(frame), empty));
  expect(a?.buffers).toEqual([Buffer.from('onetwothree')]);
  expect(b?.buffers[0]).toBe(a?.buffers[0]);
  expect(a?.bytes).toBe(11);
});

test('a frame sent to one socket is not included in the batches of other sockets', () => {
  const shared = new Run().withShared(frames[0]!);
  const own = shared.withOwn(frames[1]!).withShared(frames[2]!);
  expect(shared.withShared(frames[2]!).buffers).toEqual([Buffer.from('onethree')]);
  expect(own.buffers).toEqual([Buffer.from('onetwothree')]);
  expect(shared.buffers).toEqual([frames[0]]);
});

test('large frames are sent in order without being copied', () => {
  const large = [Buffer.alloc(50_000, 'a'), Buffer.alloc(50_000, 'b')];
  const run = large.reduce((before, frame) => before.withOwn(frame), new Run());
  expect(run.buffers[0]).toBe(large[0]);
  expect(run.buffers[1]).toBe(large[1]);
});

test('collected frames are sent at the end of a turn of the event loop, and the next turn starts with none', async () => {
  const flushed: number[] = [];
  const first = flushAfterTurn({ flush: () => flushed.push(1) });
  flushAfterTurn({ flush: () => flushed.push(2) });
  expect(flushed).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(flushed).toEqual([1, 2]);
  expect(flushAfterTurn({ flush: () => undefined })).not.toBe(first);
});

test('the response to a request is sent before a close frame of the same turn of the event loop', async () => {
  const server = await start();
  try {
    const client = new RawClient(server.port);
    const [upgrade] = (await once(client.ws, 'upgrade')) as [IncomingMessage];
    await client.open();
    const closed = once(client.ws, 'close');
    // In one packet, so that the server reads both in one turn.
    upgrade.socket.cork();
    const request = client.send('p', { p: '/a', d: 1 });
    client.ws.send('not JSON');
    upgrade.socket.uncork();
    const [code] = await closed;
    expect(code).toBe(1007);
    expect(client.messages).toContainEqual({ r: request, b: { s: 'ok', d: '' } });
  } finally {
    await server.stop();
  }
});
