import type { Refused } from '../errors.ts';

/** A request of the protocol's data layer: a read, a listener or a write (protocol §4). */
export interface WireRequest {
  number: number;
  action: string;
  body: Record<string, unknown>;
  /**
   * The IP address that the request came from. The connection may have been opened from a different
   * address.
   */
  remoteAddress: string;
  /** The reason to reject the request, regardless of its action; undefined if there is none. */
  problem: Refused | undefined;
}
