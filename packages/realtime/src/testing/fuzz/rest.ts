import { RawSocket } from '../rawSocket.ts';
import type { Random } from './random.ts';
import { type Attack, inspect, settle, type Target } from './target.ts';
import { anyJson, anyPath, mutated } from './values.ts';

const METHODS = ['GET', 'GET', 'PUT', 'PATCH', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];
const JSON_PARAMETERS = ['orderBy', 'startAt', 'startAfter', 'endAt', 'endBefore', 'equalTo'];
const PARAMETERS: Record<string, readonly string[]> = {
  auth: ['guest', 'expired', 'owner', '%00', ''],
  access_token: ['guest', 'x'],
  auth_variable_override: ['null', '{"uid":"keeper"}', '[', '5'],
  print: ['pretty', 'silent', 'x'],
  shallow: ['true', 'false', '1'],
  format: ['export', 'x'],
  download: ['x', '%0d%0aSet-Cookie:a', '%e2%80%a8', '"'],
  callback: ['alert'],
  timeout: ['1ms', '3s', '15min', '0s', 'x'],
  writeSizeLimit: ['tiny', 'x'],
  ns: ['x', ''],
  limitToFirst: ['1', '2', '0', '1e9', '"1"', ''],
  limitToLast: ['1', '3', '-1'],
  'x-http-method-override': ['PUT', 'PATCH ', 'DELETE', 'GET', 'x'],
};
const HEADERS = [
  ...['Accept: text/event-stream', 'X-Firebase-ETag: true', 'if-match: null_etag', 'if-match: x'],
  ...['if-none-match: null_etag', 'X-HTTP-Method-Override: PATCH', 'X-HTTP-Method-Override: \t'],
  ...['Authorization: Bearer guest', 'Authorization: Bearer', 'Authorization: Basic eDp4'],
  ...[
    'Content-Type: text/plain',
    'Content-Encoding: gzip',
    'Expect: 100-continue',
    'Range: bytes=0-',
  ],
  ...[
    'Cookie: a=b',
    'Last-Event-ID: 5',
    'Origin: http://evil',
    'Upgrade: websocket',
    'TE: trailers',
  ],
];
const ORDERS = ['$key', '$value', '$priority', 'n', 'a/b', '.key', '', 'a.b', '__proto__'];

function anyQuery(random: Random): string {
  const names = random.some(4, () => random.pick([...JSON_PARAMETERS, ...Object.keys(PARAMETERS)]));
  return names
    .map((name) => {
      const values = PARAMETERS[name];
      if (values !== undefined) return `${name}=${random.pick(values)}`;
      const value = name === 'orderBy' ? random.pick(ORDERS) : anyJson(random, 1);
      return `${name}=${encodeURIComponent(JSON.stringify(value))}`;
    })
    .join('&');
}

/** Creates a request with well-formed parts but arbitrary contents. */
function anyRequest(random: Random): string {
  const path = anyPath(random)
    .split('/')
    .map((key) => encodeURIComponent(Buffer.from(key).toString()))
    .join('/');
  const query = anyQuery(random);
  const method = random.pick(METHODS);
  const body = method.startsWith('P') ? JSON.stringify(anyJson(random)) : '';
  const headers = random.some(3, () => random.pick(HEADERS));
  if (body !== '' || random.chance(0.1)) {
    headers.push(`Content-Length: ${Buffer.byteLength(body)}`);
  }
  return [`${method} /${path}.json?${query} HTTP/1.1`, 'Host: x', ...headers, '', body].join(
    '\r\n',
  );
}

async function exchange(target: Target, bytes: string, patience: number): Promise<void> {
  const socket = new RawSocket(target.port);
  socket.send(bytes);
  await settle(() => socket.closed || socket.statuses.length > 0, patience);
  inspect(target, bytes, socket.received);
  socket.close();
}

/** Sends strange requests that are valid HTTP, so that they get past the HTTP parser. */
export const strangeRequests: Attack = (target, random) =>
  exchange(target, anyRequest(random), 100);

/** Sends several requests at once, some of them for streams that stay open. */
export const pipelined: Attack = async (target, random) => {
  const socket = new RawSocket(target.port);
  const bytes = random.some(6, () => anyRequest(random)).join('');
  socket.send(bytes);
  await settle(() => socket.closed, 10 + random.below(60));
  inspect(target, bytes, socket.received);
  socket.close();
};

/** Sends bytes that are barely HTTP, and uploads that stop partway. */
export const brokenRequests: Attack = (target, random) => {
  const request = anyRequest(random);
  const broken = random.chance(0.8)
    ? mutated(random, request)
    : request.slice(0, random.below(request.length));
  return exchange(target, broken, 20);
};
