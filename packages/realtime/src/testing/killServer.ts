/**
 * The process that a kill test kills: a server with the store created by `makeStore` in the given
 * module. Prints its port when it is ready.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRules } from '../rules/index.ts';
import { createRealtimeServer } from '../server.ts';
import type { TreeStore } from '../store/store.ts';
import { testAuthenticator } from './start.ts';

const [module = '', argument = 'null'] = process.argv.slice(2);
const { makeStore } = (await import(module)) as { makeStore: (argument: unknown) => TreeStore };
const realtime = await createRealtimeServer({
  store: makeStore(JSON.parse(argument)),
  rules: openRules(),
  authenticate: testAuthenticator,
});
const http = createServer();
realtime.attach(http);
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(http.address() as AddressInfo).port}\n`);
});
