import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Activity,
  type ActivityPage,
  type Flag,
  POSITION_FIELDS,
  type SwitchField,
  type SwitchStates,
} from '@halyard/domain';
import type { FleetEntry } from '../app/demo/fleet.ts';
import { type Running, start } from '../app/start.ts';
import { freshCommand } from './freshCommand.ts';
import { Live } from './live.ts';
import { type Person, signIn } from './people.ts';

/**
 * A complete server with the users of the demo. Tests choose the IP addresses from which users
 * connect.
 */
export interface DemoServer {
  url: string;
  master: Person;
  /** The users of one company: a company user and an employee. */
  ann: Person;
  eve: Person;
  /**
   * The server's clock. `aheadMs` is how far it runs ahead of real time. `stoppedAt` is the time at
   * which it stands still, in epoch milliseconds; null if it runs.
   */
  clock: { aheadMs: number; stoppedAt: number | null };
  /** Returns a flag of Ann's company that has not received a command from another test. */
  nextFlag(): Flag;
  flags(): Promise<Flag[]>;
  /**
   * Opens a WebSocket as a user.
   * @param address the client's IP address as the server sees it; by default, that of this machine
   */
  connect(person: Person, address?: string): Promise<Live>;
  /** Reports switch positions as a pole, with the pole's own key. */
  report(flag: Flag, reported: Partial<SwitchStates>): Promise<void>;
  entries(query: string): Promise<Activity[]>;
  /** Returns the log entries about commands to a flag, oldest first. */
  commandsOf(flag: Flag): Promise<Activity[]>;
  stop(): Promise<void>;
}

/**
 * Starts the server.
 * @param onLost called when another process has taken over the data
 */
export async function startDemoServer(
  env: Record<string, string> = {},
  onLost: (error: Error) => void = () => {},
): Promise<DemoServer> {
  const clock: DemoServer['clock'] = { aheadMs: 0, stoppedAt: null };
  const server: Running = await start({
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      // Requests name the IP address of their client themselves.
      TRUST_PROXY: '1',
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-demo-')),
      ...env,
    },
    demo: true,
    reset: false,
    print: () => {},
    clock: () => clock.stoppedAt ?? Date.now() + clock.aheadMs,
    onLost,
  });
  const { url } = server;
  const [master, ann, eve] = [
    await signIn(url, 'master'),
    await signIn(url, 'company'),
    await signIn(url, 'employee'),
  ];
  const sockets: Live[] = [];
  const flags = async () => (await (await master.get('/api/flags')).json()) as Flag[];
  const unused = (await flags()).filter(({ companyId }) => companyId === eve.user.companyId);
  const fleet = JSON.parse(readFileSync(server.fleetFile!, 'utf8')) as FleetEntry[];
  const entries = async (query: string) =>
    ((await (await master.get(`/api/activity?${query}`)).json()) as ActivityPage).entries;
  return {
    ...{ url, master, ann, eve, clock, flags, entries },
    nextFlag: () => unused.pop()!,
    async connect({ cookie }, address) {
      const from = address === undefined ? {} : { 'x-forwarded-for': address };
      const live = new Live(url, { cookie, origin: url, ...from });
      sockets.push(live);
      await live.opened;
      return live;
    },
    async report(flag, reported) {
      const { key } = fleet.find(({ flagId }) => flagId === flag.flagId)!;
      const answer = await fetch(`${url}${nodeOf(flag)}/reported.json?auth=${key}`, {
        method: 'PATCH',
        body: JSON.stringify(reported),
      });
      if (!answer.ok) throw new Error(`The report was refused: ${await answer.text()}`);
    },
    commandsOf: async ({ id }) => (await entries(`flagId=${id}&category=commands`)).toReversed(),
    async stop() {
      for (const socket of sockets) socket.close();
      await server.stop();
    },
  };
}

/** Returns the path of a flag in the realtime database. */
export const nodeOf = ({ firebaseUserId, flagId }: Flag): string =>
  `/users/${firebaseUserId}/hardware/${flagId}`;

/** Returns all position switches, with only this one on. */
export const positions = (on: SwitchField | null) =>
  Object.fromEntries(POSITION_FIELDS.map((field) => [field, field === on]));

/**
 * Returns the values that a user's client writes to move a pole.
 * @param more additional fields of the command
 */
export const move = ({ user }: Person, to: SwitchField, more: object = {}) => ({
  ...positions(to),
  command: { ...freshCommand(user.id), ...more },
});
