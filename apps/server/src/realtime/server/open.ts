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
import { type RefusedWrite, reportRefusals } from '../commands/refusedWrites.ts';
import { RULES_FILE } from '../databaseRules/rules.ts';
import { SUMMARIES } from '../tree/summaryNodes.ts';
import { boundReports } from './boundedReports.ts';
import { BUDGETS } from './budgets.ts';

/**
 * The top-level keys of the realtime database that devices can reach through `*.json` URLs
 * (protocol §1).
 */
const REST_PREFIXES = ['users', 'companies', 'locations'];

export interface OpenParts extends IdentityParts {
  store: TreeStore;
  clock: () => number;
  log: Logger;
  /** The URL under which users open the console. Null to use the host of the request. */
  publicUrl: string | null;
  /** Whether to read client IP addresses from the header that the reverse proxy sets. */
  trustProxy: boolean;
  /** Whether browsers connect with TLS. */
  secure: boolean;
  /** Creates a receipt for each command that the database receives. */
  receipts: CommandReceipts;
  /** Called when the rules reject a write by a user or a service account. */
  writeRefused(write: RefusedWrite): void;
  /** Called when a client's sign-in, read or write is refused. */
  refused(request: RefusedRequest): void;
  /** Called when another process has taken over the data. */
  onLost(error: Error): void;
}

/**
 * Opens the embedded realtime database: locks the store and loads the data. `onDisconnect` writes
 * that an earlier process left pending are applied later, by `runLeftWrites`.
 * @throws StoreLocked if another process has locked the store
 */
export async function openRealtime(parts: OpenParts): Promise<RealtimeServer> {
  return createRealtimeServer({
    store: parts.store,
    unstored: [SUMMARIES],
    rules: reportRefusals(
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

/**
 * Whether a connection comes from a page of this server, or from a client that is not a browser and
 * sends no origin.
 */
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

/**
 * Returns the change that records when the server received a device's write (decisions,
 * "Commands").
 */
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
