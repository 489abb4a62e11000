import type { Refused } from '../errors.ts';

/** A request of the protocol's data layer: a read, a listener or a write (protocol §4). */
export interface WireRequest {
  number: number;
  action: string;
  body: Record<string, unknown>;
  /**
   * The IP address that the request came from. It may differ from the address that opened the
   * connection.
   */
  remoteAddress: string;
  /**
   * Why the request must be rejected, regardless of its action; undefined if there is no reason to
   * reject it.
   */
  problem: Refused | undefined;
}
