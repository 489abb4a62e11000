import type { Refused } from '../errors.ts';

/** A request of the data layer (protocol §4). */
export interface WireRequest {
  number: number;
  action: string;
  body: Record<string, unknown>;
  /**
   * The IP address from which the request came. It may differ from the one that opened the
   * connection.
   */
  remoteAddress: string;
  /** Why the request is rejected regardless of its action; undefined if there is no such reason. */
  problem: Refused | undefined;
}
