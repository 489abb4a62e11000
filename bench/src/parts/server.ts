import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import {
  type Authenticator,
  createRealtimeServer,
  memoryStore,
  openRules,
  parseRules,
  type RealtimeServer,
  sqliteStore,
} from '@halyard/realtime';
import { HARDWARE, OPERATOR } from '../halyard.ts';
import { listenOnLoopback } from '../listen.ts';
import { offer } from '../part.ts';
import { sampleValue } from '../rawClient.ts';
import { temporaryDirectory } from '../temporaryStore.ts';

interface Start {
  durable: boolean;
  /** Halyard's own rules; or open ones that name an index; or just open ones, where absent. */
  rules?: keyof typeof RULES;
  /** Where a durable server keeps its data; in a folder that goes with the process where absent. */
  directory?: string;
  port?: number;
}

const RULES = {
  halyard: () => {
    const file = new URL('../../../apps/server/database.rules.json', import.meta.url);
    return parseRules(readFileSync(file, 'utf8'));
  },
  indexed: () =>
    parseRules({
      rules: { '.read': true, '.write': true, bench: { list: { '.indexOn': 'n' } } },
    }),
};

/** The operator is who names itself so; any other credential is a device's, and names its flag. */
const authenticate: Authenticator = {
  async credential(credential) {
    const token =
      credential === OPERATOR ? { sid: OPERATOR, role: 'master' } : { flagId: credential };
    return { auth: { uid: credential, token } };
  },
};

let realtime: RealtimeServer | undefined;

interface Follow {
  /** Those whose history is written. */
  flags: string[];
  history: boolean;
}

/** What Halyard itself has on its realtime database; run from its source. */
const FOLLOWER = new URL(
  '../../../apps/server/src/features/history/testing/benchServer.ts',
  import.meta.url,
);

/** Our server, as it is shipped. */
offer({
  async start({ durable, rules, directory, port }: Start) {
    realtime = await createRealtimeServer({
      store: durable
        ? sqliteStore({ directory: directory ?? temporaryDirectory() })
        : memoryStore(),
      rules: rules === undefined ? openRules() : RULES[rules](),
      authenticate,
    });
    const http = createServer();
    realtime.attach(http);
    return listenOnLoopback(http, port);
  },

  /** Puts flags into the tree as Halyard's mirror does, and lets the operator in. */
  async addFlags({ flags }: { flags: string[] }) {
    const off = { flagUp: false, flagDown: false, flagHalf: false, lamp: false };
    for (let from = 0; from < flags.length; from += 1000) {
      const chunk = flags.slice(from, from + 1000);
      await realtime?.admin.update(
        HARDWARE,
        Object.fromEntries(
          chunk.map((id) => [
            id,
            { id, name: `Pole ${id}`, companyId: 'c1', locationId: 'l1', ...off },
          ]),
        ),
      );
    }
    await realtime?.admin.set(`access/${OPERATOR}`, { role: 'master' });
  },

  /** Puts rows into `bench/list`, in the order of their `n`. */
  async addRows({ rows }: { rows: number }) {
    const list = Array.from({ length: rows }, (_, n) => [`row${n}`, sampleValue(n)]);
    await realtime?.admin.set('bench/list', Object.fromEntries(list));
  },

  /** Keeps a live copy of all flags as Halyard does, and their history where asked. */
  async follow({ flags, history }: Follow) {
    const { followForBench } = await import(FOLLOWER.href);
    await followForBench(realtime, { flags, directory: temporaryDirectory(), history });
  },

  /** Event streams that are open. */
  async streams() {
    return [...(realtime?.connections() ?? [])].filter(({ kind }) => kind === 'stream').length;
  },
});
