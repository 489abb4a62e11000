import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { RawClient } from '../testing/raw.ts';
import { start } from '../testing/start.ts';
import { flushAfterTurn, Run } from './turn.ts';

const frames = ['one', 'two', 'three'].map((text) => Buffer.from(text));

test('sockets that receive the same frames in one turn of the event loop share one buffer', () => {
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

/** Returns a sender that adds its name to `flushed` when it sends frames. */
function senderOf(name: string, flushed: string[]) {
  return {
    isUrgent: false,
    hasFrames: true,
    sentIn: 0,
    flush(): void {
      flushed.push(name);
    },
  };
}

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

test('frames collected during a turn of the event loop are sent at its end, and only once', async () => {
  const flushed: string[] = [];
  const first = flushAfterTurn(senderOf('a', flushed));
  flushAfterTurn(senderOf('b', flushed));
  expect(flushed).toEqual([]);
  await endOfTurn();
  expect(flushed).toEqual(['a', 'b']);
  expect(flushAfterTurn(senderOf('c', flushed))).not.toBe(first);
});

test('a socket that has just sent pushes delays further pushes, unless a response is waiting', async () => {
  // An interval may end between two turns on a loaded machine. Then all frames are sent immediately.
  let flushed: string[];
  let isSame: boolean;
  do {
    flushed = [];
    const [pushes, responds] = [senderOf('pushes', flushed), senderOf('responds', flushed)];
    for (const isUrgent of [false, true]) {
      responds.isUrgent = isUrgent;
      flushAfterTurn(pushes);
      flushAfterTurn(responds);
      await endOfTurn();
    }
    isSame = pushes.sentIn === responds.sentIn && flushed.length < 4;
  } while (!isSame);
  expect(flushed).toEqual(['pushes', 'responds', 'responds']);
  await vi.waitFor(() => expect(flushed).toEqual(['pushes', 'responds', 'responds', 'pushes']));
});

test("the updates from many writes reach a listener in order, before the response to the listener's own write", async () => {
  const server = await start();
  try {
    const [writer, listener] = [new RawClient(server.port), new RawClient(server.port)];
    await Promise.all([writer.open(), listener.open()]);
    await listener.ask('q', { p: '/a', h: '' });
    for (let n = 1; n <= 200; n++) writer.send('p', { p: '/a', d: n });
    await writer.ask('p', { p: '/a', d: 201 });
    // The response comes after the pushes of all earlier writes.
    await listener.ask('p', { p: '/b', d: 1 });
    const values = listener.messages.flatMap((message) =>
      message.a === 'd' ? [(message.b as { d: unknown }).d] : [],
    );
    expect(values.filter((value) => typeof value === 'number')).toEqual(
      Array.from({ length: 201 }, (_, i) => i + 1),
    );
  } finally {
    await server.stop();
  }
});

test('the response to a request is sent before a close frame from the same turn of the event loop', async () => {
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
