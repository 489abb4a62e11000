import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, STRANGER_ADDRESS, USER_ADDRESS } from './attack.ts';

/**
 * A program for benchmarks and tests. Two hostile clients, one of them without an account, make API
 * calls until the process ends.
 */

/** One of the hostile clients, with its cookie and IP address. */
interface HostileCaller {
  url: string;
  /** The session cookie. Null for a client without an account. */
  cookie: string | null;
  /** The client's local IP address. */
  address: string;
}

/** An API call. A call with a body is a POST. */
interface HostileCall {
  path: string;
  body?: object;
}

/** The number of calls that each of the two clients makes in parallel. */
const AT_ONCE = 200;

/** The most expensive calls that an employee may make. */
const EMPLOYEE_CALLS: readonly HostileCall[] = [
  { path: '/api/flags' },
  { path: '/api/half-staff/now' },
  { path: '/api/half-staff' },
  { path: '/api/activity' },
  { path: '/api/activity/csv' },
  { path: '/api/export/flags' },
  { path: '/api/history/sparklines' },
];

/** The calls that clients without an account can make. */
const STRANGERS_CALLS: readonly HostileCall[] = [
  { path: '/' },
  { path: '/api/openapi.json' },
  { path: '/api/docs' },
  { path: '/healthz' },
  { path: '/api/flags' },
  { path: '/api/login', body: { username: 'rlindqvist', password: 'wrong password' } },
  { path: '/api/login', body: { username: 'nobody', password: 'x'.repeat(100) } },
  { path: '/api/auth/forgot-password', body: { username: 'nobody' } },
];

/** Makes the calls again and again, `atOnce` at a time, until the process ends. */
function keepCalling(
  { url, cookie, address }: HostileCaller,
  calls: readonly HostileCall[],
  atOnce: number,
): void {
  const agent = new Agent({ keepAlive: true, localAddress: address });
  const loop = async (first: number): Promise<never> => {
    for (let i = first; ; i++) {
      await send(calls[i % calls.length]!);
    }
  };
  const send = ({ path, body }: HostileCall): Promise<void> =>
    new Promise((resolve) => {
      const text = body && JSON.stringify(body);
      const sent = request(url + path, {
        agent,
        method: text === undefined ? 'GET' : 'POST',
        headers: {
          origin: url,
          ...(cookie !== null && { cookie }),
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
        },
      });
      sent.on('response', (response) => response.resume().on('close', resolve));
      sent.on('error', () => void sleep(20).then(resolve));
      sent.end(text);
    });
  for (let i = 0; i < atOnce; i++) void loop(i);
}

const [{ url, cookie, nice }] = (await once(process, 'message')) as [Attack];
setPriority(nice);
process.on('disconnect', () => process.exit());
keepCalling({ url, cookie, address: USER_ADDRESS }, EMPLOYEE_CALLS, AT_ONCE);
keepCalling({ url, cookie: null, address: STRANGER_ADDRESS }, STRANGERS_CALLS, AT_ONCE);
process.send?.('begun');
