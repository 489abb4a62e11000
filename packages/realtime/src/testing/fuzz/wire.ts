import { once } from 'node:events';
import { WebSocket } from 'ws';
import { RawSocket } from '../rawSocket.ts';
import type { Random } from './random.ts';
import { type Attack, inspect, settle, type Target } from './target.ts';
import { anyJson, anyPath, mutated } from './values.ts';

const ACTIONS = [
  ...['s', 'q', 'n', 'p', 'm', 'g', 'o', 'om', 'oc', 'auth', 'gauth', 'unauth', 'appcheck'],
  ...['unappeck', 'zz', '', '__proto__', 'constructor'],
];
const CREDENTIALS = ['guest', 'guest', 'expired', 'owner', 'admin', '', 'x'.repeat(40)];
const INDEXES = ['.key', '.value', '.priority', 'n', 'a/b', '', '.x', '/'];

/** Time in ms after which a response is considered lost, even on a busy machine. */
const PATIENCE = 20_000;

/** Creates a query that is almost valid. */
function anyQuery(random: Random): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  const maybe = (name: string, make: () => unknown): void => {
    if (random.chance(0.4)) query[name] = random.chance(0.8) ? make() : anyJson(random, 1);
  };
  maybe('i', () => random.pick(INDEXES));
  for (const end of ['s', 'e']) {
    maybe(`${end}p`, () => random.pick(['a', 1, true, null, '[MIN_NAME]']));
    maybe(`${end}n`, () => random.pick(['a', '[MIN_NAME]', '[MAX_NAME]']));
    maybe(`${end}in`, () => random.chance(0.5));
  }
  maybe('l', () => random.pick([1, 2, 100, 0, -1, 1.5, 2 ** 31]));
  maybe('vf', () => random.pick(['l', 'r', 'x']));
  return query;
}

/** Creates a body with the members that actions use, each valid or arbitrary. */
function anyBody(random: Random): unknown {
  if (random.chance(0.03)) return anyJson(random);
  const body: Record<string, unknown> = {};
  const part = (name: string, probability: number, make: () => unknown): void => {
    if (!random.chance(probability)) return;
    body[name] = random.chance(0.9) ? make() : anyJson(random, 2);
  };
  part('p', 0.95, () => anyPath(random));
  part('d', 0.8, () => anyJson(random));
  part('h', 0.3, () => random.pick(['', 'x', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=']));
  part('q', 0.4, () => anyQuery(random));
  part('t', 0.3, () => random.below(5));
  part('cred', 0.2, () => random.pick(CREDENTIALS));
  part('authvar', 0.1, () => ({ uid: 'keeper' }));
  part('noauth', 0.1, () => true);
  return body;
}

interface Opened {
  ws: WebSocket;
  received: string[];
}

async function open(target: Target, query = ''): Promise<Opened> {
  const ws = new WebSocket(`ws://127.0.0.1:${target.port}/.ws?v=5&ns=x${query}`);
  const received: string[] = [];
  ws.on('error', () => {});
  ws.on('message', (data: Buffer) => received.push(data.toString()));
  await once(ws, 'open');
  return { ws, received };
}

/**
 * Sends every action with every wrong type of body. Each request must be answered exactly once, in
 * order.
 */
export const wrongShapes: Attack = async (target, random) => {
  const { ws, received } = await open(target);
  const sent: string[] = [];
  const last = 1 + random.below(30);
  for (let r = 1; r < last; r++) {
    sent.push(JSON.stringify({ t: 'd', d: { r, a: random.pick(ACTIONS), b: anyBody(random) } }));
  }
  sent.push(JSON.stringify({ t: 'd', d: { r: last, a: 's', b: {} } }));
  for (const text of sent) ws.send(text);
  const answered = new RegExp(`"r":${last},`);
  const over = (): boolean =>
    ws.readyState === ws.CLOSED || received.some((text) => answered.test(text));
  await settle(over, PATIENCE);
  const numbers = received
    .map((text) => (JSON.parse(text) as { d: { r?: number } }).d.r)
    .filter((r) => r !== undefined);
  const expected = Array.from({ length: last }, (_, i) => i + 1);
  if (numbers.join() !== expected.join()) {
    target.findings.push(`Answers to 1…${last} were ${numbers.join()}: ${sent.join('\n')}`);
  }
  inspect(target, sent.join('\n'), received.join('\n'));
  ws.terminate();
};

/** Recorded messages of the SDK. */
const RECORDED = [
  '{"t":"c","d":{"t":"p","d":{}}}',
  '{"t":"d","d":{"r":1,"a":"s","b":{"c":{"sdk.js.12-19-0":1}}}}',
  '{"t":"d","d":{"r":2,"a":"gauth","b":{"cred":"guest"}}}',
  '{"t":"d","d":{"r":3,"a":"q","b":{"p":"/open/a","h":""}}}',
  '{"t":"d","d":{"r":4,"a":"q","b":{"p":"/open/sorted","q":{"sp":1,"sin":true,"l":2,"vf":"l","i":"n"},"t":1,"h":""}}}',
  '{"t":"d","d":{"r":5,"a":"p","b":{"p":"/open/a","d":{"b":1,"c":[1,2]}}}}',
  '{"t":"d","d":{"r":6,"a":"p","b":{"p":"/open/a/n","d":{".sv":{"increment":1}},"h":"AAAA"}}}',
  '{"t":"d","d":{"r":7,"a":"m","b":{"p":"/open","d":{"a/b":1,"c":null}}}}',
  '{"t":"d","d":{"r":8,"a":"g","b":{"p":"/secret","q":{}}}}',
  '{"t":"d","d":{"r":9,"a":"o","b":{"p":"/open/left","d":{".sv":"timestamp"}}}}',
  '{"t":"d","d":{"r":10,"a":"om","b":{"p":"/open","d":{"left":1}}}}',
  '{"t":"d","d":{"r":11,"a":"oc","b":{"p":"/open","d":null}}}',
  '{"t":"d","d":{"r":12,"a":"n","b":{"p":"/open/a"}}}',
  '{"t":"d","d":{"r":13,"a":"unauth","b":{}}}',
  '{"t":"c","d":{"t":"n","d":{}}}',
  '{"t":"c","d":{"t":"a","d":{}}}',
  '0',
];

/**
 * Splits a message into frames. The first frame contains the number of the others, which may be
 * wrong.
 */
function frames(random: Random, text: string): string[] {
  const size = 1 + random.below(40);
  const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [''];
  const count = random.chance(0.6) ? parts.length : random.pick([0, 1, 2, 4096, 4097, 999_999]);
  return [String(count), ...parts];
}

/**
 * Sends recorded messages, some of them corrupted. May split a message into frames and announce a
 * wrong number of frames.
 */
export const brokenFrames: Attack = async (target, random) => {
  const { ws, received } = await open(target, random.pick(['', '&s=x', '&ls=x', '&ls=&s=']));
  const sent: string[] = [];
  for (const text of random.some(20, () => random.pick(RECORDED))) {
    const message = random.chance(0.5) ? mutated(random, text) : text;
    sent.push(...(random.chance(0.3) ? frames(random, message) : [message]));
  }
  for (const text of sent) {
    if (random.chance(0.02)) ws.send(random.bytes(50));
    else ws.send(text);
  }
  await settle(() => ws.readyState === ws.CLOSED, random.below(30));
  inspect(target, sent.join('\n'), received.join('\n'));
  if (random.chance(0.5)) ws.terminate();
  else ws.close();
};

/** Creates a frame as a client sends it, or one that no client should send (RFC 6455 §5.2). */
function rawFrame(random: Random, payload: Buffer): Buffer {
  const opcode = random.chance(0.7) ? 1 : random.below(16);
  const flags = random.chance(0.9) ? 0x80 : random.below(16) << 4;
  const masked = random.chance(0.95) ? 0x80 : 0;
  const length = random.chance(0.95) ? payload.length : random.below(126);
  const head =
    length < 126
      ? Buffer.from([flags | opcode, masked | length])
      : Buffer.from([flags | opcode, masked | 126, length >> 8, length & 255]);
  const mask = random.chance(0.5) ? [0, 0, 0, 0] : [1, 2, 3, 4];
  const body = Buffer.from(payload.map((byte, i) => byte ^ (mask[i % 4] ?? 0)));
  return Buffer.concat([head, Buffer.from(masked === 0 ? [] : mask), body]);
}

const UPGRADE =
  'GET /.ws?v=5&ns=x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** Sends handshakes and frames that break the rules of framing, without a WebSocket library. */
export const brokenSockets: Attack = async (target, random) => {
  const socket = new RawSocket(target.port);
  const upgrade = random.chance(0.7) ? UPGRADE : mutated(random, UPGRADE);
  socket.send(upgrade);
  if (random.chance(0.8)) await settle(() => socket.received !== '' || socket.closed, 50);
  const messages = random.some(8, () => random.pick(RECORDED));
  for (const text of messages) {
    const payload = random.chance(0.8) ? Buffer.from(text) : random.bytes(200);
    socket.send(rawFrame(random, payload));
  }
  await settle(() => socket.closed, random.below(30));
  inspect(target, [upgrade, ...messages].join('\n'), socket.received);
  socket.close();
};

/** Sends polls with invalid segments (protocol §13). */
export const brokenPolls: Attack = async (target, random) => {
  const get = async (query: string): Promise<string> => {
    const socket = new RawSocket(target.port);
    socket.send(`GET /.lp?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await settle(() => socket.closed, 40);
    inspect(target, query, socket.received);
    socket.close();
    return socket.received;
  };
  const start = 'start=t&ser=1&cb=7&v=5&ns=x';
  const answer = await get(
    random.chance(0.8) ? start : mutated(random, start).replace(/[\s\0]/g, ''),
  );
  const [, id, pw] = /pLPCommand\("start","([^"]*)","([^"]*)"\)/.exec(answer) ?? [];
  let segment = 0;
  for (const text of random.some(5, () => random.pick(RECORDED))) {
    const message = random.chance(0.5) ? mutated(random, text) : text;
    const data = Buffer.from(message).toString('base64').replace(/\+/g, '-').replace(/\//g, '_');
    const number = random.chance(0.9) ? segment++ : random.pick([-1, 1e9, 5, 'x']);
    const query = `id=${id}&pw=${pw}&seg0=${number}&ts0=${random.pick([1, 1, 1, 0, 2])}&d0=${data.replace(/=/g, '.')}`;
    await get(random.chance(0.8) ? query : mutated(random, query).replace(/[^!-~]/g, ''));
  }
  if (random.chance(0.5)) await get(`disconn=t&id=${id}&pw=${pw}`);
};
