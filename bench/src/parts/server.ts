import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import {
  type Authenticator,
  createObjectsYoung,
  createRealtimeServer,
  openRules,
  parseRules,
  type RealtimeServer,
} from '@halyard/realtime';
import { HARDWARE, OPERATOR } from '../halyard.ts';
import { listenOnLoopback } from '../listen.ts';
import { offer } from '../part.ts';
import { sampleValue } from '../rawClient.ts';
import { IN_MEMORY, type Stored, storeAt, temporaryDirectory } from '../stored.ts';

createObjectsYoung();

interface Start {
  /** Where the server keeps its data. Default: in memory. */
  stored?: Stored;
  /**
   * The security rules of the server: Halyard's own, or open rules with or without an index.
   * Default: open rules without an index.
   */
  rules?: keyof typeof RULES;
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

/**
 * The credential `operator` signs in the operator. Any other credential is used as a flag ID, and
 * signs in that flag's device.
 */
const authenticate: Authenticator = {
  async credential(credential) {
    const token =
      credential === OPERATOR
        ? { sid: OPERATOR, role: 'master', scope: 'switch' }
        : { flagId: credential };
    return { auth: { uid: credential, token } };
  },
};

let realtime: RealtimeServer | undefined;

interface Follow {
  /** The flags with a recorded history. */
  flags: string[];
  history: boolean;
}

/** The source file of the code that keeps a live copy of all flags and can record their history. */
const FOLLOWER = new URL(
  '../../../apps/server/src/features/monitoring/history/testing/benchServer.ts',
  import.meta.url,
);

/** Runs Halyard's realtime server as shipped. */
offer({
  async start({ stored = IN_MEMORY, rules, port }: Start) {
    realtime = await createRealtimeServer({
      store: storeAt(stored),
      rules: rules === undefined ? openRules() : RULES[rules](),
      authenticate,
    });
    const http = createServer();
    realtime.attach(http);
    return listenOnLoopback(http, port);
  },

  /** Adds flags with the same fields as in Halyard, and gives the operator access. */
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
    await realtime?.admin.set(`access/${OPERATOR}`, true);
  },

  /** Adds rows to `bench/list`. Each value contains the row's number, counted from 0. */
  async addRows({ rows }: { rows: number }) {
    const list = Array.from({ length: rows }, (_, n) => [`row${n}`, sampleValue(n)]);
    await realtime?.admin.set('bench/list', Object.fromEntries(list));
  },

  /**
   * Keeps a live copy of all flags, the same way the Halyard server does. Records their history
   * only if requested.
   */
  async follow({ flags, history }: Follow) {
    const { followForBench } = await import(FOLLOWER.href);
    await followForBench(realtime, { flags, directory: temporaryDirectory(), history });
  },

  /** Returns the number of event streams that are open on this server. */
  async streams() {
    return [...(realtime?.connections() ?? [])].filter(({ kind }) => kind === 'stream').length;
  },
});
