import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import {
  createRealtimeServer,
  parseRules,
  type RealtimeServer,
  type RefusedRequest,
  type TreeStore,
} from '@halyard/realtime';
import type { Logger } from 'pino';
import { addressBehindProxy } from '../../platform/http/clientAddress.ts';
import { everyAnswer } from '../../platform/http/headers.ts';
import { authenticator, type IdentityParts, keyIdOf } from '../callers/identities.ts';
import type { CommandReceipts } from '../commands/commandReceipts.ts';
import { type RefusedWrite, tellRefusals } from '../commands/refusedWrites.ts';
import { RULES_FILE } from '../databaseRules/rules.ts';
import { boundReports } from './boundedReports.ts';
import { BUDGETS } from './budgets.ts';

/** Top-level names whose `*.json` belongs to devices (protocol §1). */
const REST_PREFIXES = ['users', 'companies', 'locations'];

export interface OpenParts extends IdentityParts {
  store: TreeStore;
  clock: () => number;
  log: Logger;
  /** The origin that people use, where it is set; else the request's own host counts. */
  publicUrl: string | null;
  /** Takes client addresses from the header of the one proxy in front. */
  trustProxy: boolean;
  /** Whether people reach the server over TLS. */
  secure: boolean;
  /** Makes the receipt of each command. */
  receipts: CommandReceipts;
  /** The rules have refused a person's or a service account's write. */
  writeRefused(write: RefusedWrite): void;
  /** A client was refused its credential, a read or a write. */
  refused(request: RefusedRequest): void;
  /** Another process has taken the data over. */
  onLost(error: Error): void;
}

/**
 * Opens the embedded realtime database: takes the store's lock and loads the tree. What connections of
 * an earlier process left to be written waits for `runLeftWrites`.
 * @throws StoreLocked where another process owns the data
 */
export async function openRealtime(parts: OpenParts): Promise<RealtimeServer> {
  return createRealtimeServer({
    store: parts.store,
    rules: tellRefusals(
      boundReports(parseRules(await readFile(RULES_FILE, 'utf8'))),
      parts.writeRefused,
    ),
    authenticate: authenticator(parts),
    restPrefixes: REST_PREFIXES,
    limits: BUDGETS,
    allowedOrigins: (origin, request) => isOwnOrigin(origin, request, parts.publicUrl),
    upgradeHeaders: everyAnswer(parts.secure),
    ...(parts.trustProxy ? { addressOf: addressBehindProxy } : {}),
    leftWritesWait: true,
    amend(write) {
      const { auth, paths, now } = write;
      const receipt = noteReceipt(auth?.token.flagId, paths, now);
      const keyId = receipt && keyIdOf(auth?.uid ?? '');
      if (keyId) parts.deviceReported(keyId);
      return receipt ?? parts.receipts.note(write);
    },
    onRefused: parts.refused,
    clock: parts.clock,
    log: parts.log,
    onLost: parts.onLost,
  });
}

/** A browser's page must come from our own origin; clients that are no browsers send none. */
function isOwnOrigin(
  origin: string | undefined,
  request: IncomingMessage,
  publicUrl: string | null,
): boolean {
  if (origin === undefined) return true;
  if (publicUrl !== null && origin === publicUrl) return true;
  const host = request.headers.host;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

/** The server's own time of receipt beside what a device writes (decisions, "Commands"). */
function noteReceipt(
  flagId: unknown,
  paths: readonly (readonly string[])[],
  now: number,
): Record<string, number> | undefined {
  if (typeof flagId !== 'string') return undefined;
  const path = paths.find(
    ([users, , hardware, flag]) => users === 'users' && hardware === 'hardware' && flag === flagId,
  );
  return path && { [`users/${path[1]}/hardware/${flagId}/seenAt`]: now };
}
