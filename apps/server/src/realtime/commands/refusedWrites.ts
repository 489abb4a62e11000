import { POSITION_FIELDS, type SwitchStates } from '@halyard/domain';
import type { Rules } from '@halyard/realtime';
import { keyIdOf } from '../callers/identities.ts';
import type { FlagAddress } from '../tree/flagAddress.ts';
import { channelOf, type LiveOrigin } from './commandReceipts.ts';

/** A write by a user or service account that the security rules have rejected. */
export interface RefusedWrite {
  /** The ID of the user or service account whose write was rejected. */
  by: string;
  origin: LiveOrigin;
  /**
   * The poles that the rejected write would have changed, each once. Empty if the write was not
   * about poles.
   */
  poles: readonly FlagAddress[];
  /**
   * Returns what the rejected write requested for one of its poles. Call it only while the
   * rejection is being reported, because the data is not kept.
   */
  of(pole: FlagAddress): {
    /**
     * The requested states of the switches. Null if the rejected write contained neither a switch
     * nor a command.
     */
    states: Partial<SwitchStates> | null;
    /** Whether the pole had a maintenance lock when the write was rejected. */
    isLocked: boolean;
  };
}

type WriteRequest = Parameters<Rules['canWrite']>[0];
type View = WriteRequest['root'];

const SWITCHES = [...POSITION_FIELDS, 'lamp'] as const;
const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/** Wraps security rules so that they report each rejected write by a user or service account. */
export function reportRefusals(rules: Rules, report: (write: RefusedWrite) => void): Rules {
  return {
    source: rules.source,
    canRead: (request) => rules.canRead(request),
    indexesAt: (path) => rules.indexesAt(path),
    canWrite(request) {
      const verdict = rules.canWrite(request);
      const by = request.auth?.uid;
      // Unauthenticated clients have no name, and a pole is not a user.
      if (!verdict.allowed && by !== undefined && keyIdOf(by) === null)
        report(refused(by, request));
      return verdict;
    },
  };
}

function refused(
  by: string,
  { auth, remoteAddress = null, paths, root, newRoot }: WriteRequest,
): RefusedWrite {
  const poles = new Map<string, { pole: FlagAddress; names: Set<string> }>();
  for (const [users, ownerId, hardware, flagId, name] of paths) {
    if (users !== 'users' || hardware !== 'hardware' || !ownerId || !flagId) continue;
    const pole = { ownerId, flagId };
    const known = poles.get(keyOf(pole));
    // Do not log flags that the client has made up.
    if (!known && !nodeOf(root, pole).child('id').exists()) continue;
    const names = known?.names ?? new Set<string>();
    // If all data of the flag was written, use the new data.
    for (const written of name === undefined ? [...SWITCHES, 'command'] : [name])
      if (name !== undefined || nodeOf(newRoot, pole).child(written).exists()) names.add(written);
    poles.set(keyOf(pole), { pole, names });
  }
  return {
    by,
    origin: { channel: channelOf(auth), address: remoteAddress },
    poles: Array.from(poles.values(), ({ pole }) => pole),
    of(pole) {
      const names = poles.get(keyOf(pole))?.names ?? new Set();
      const written = SWITCHES.filter((field) => names.has(field));
      const node = nodeOf(newRoot, pole);
      const states = written.map((field) => [field, node.child(field).value === true]);
      const isCommand = written.length > 0 || names.has('command');
      return {
        states: isCommand ? Object.fromEntries(states) : null,
        isLocked: nodeOf(root, pole).child('lock').exists(),
      };
    },
  };
}

const nodeOf = (root: View, { ownerId, flagId }: FlagAddress): View =>
  root.child('users').child(ownerId).child('hardware').child(flagId);
