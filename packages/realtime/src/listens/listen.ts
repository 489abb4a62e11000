import type { Query } from '../query/query.ts';
import type { Path } from '../tree/types.ts';
import type { Push, PushEntry } from './push.ts';

/** Counts one user's listeners, and the processing time of pushes to them (budget.ts). */
export interface ListenBudget {
  dropListen(listen: Listen): void;
  chargePush(): void;
}

/** A listener at one path. It belongs to a WebSocket, an event stream, or the server itself. */
export interface Listen {
  readonly path: Path;
  readonly query: Query | undefined;
  /** Whether the listener receives data without priorities ({@link PushEntry.plain}). */
  readonly plain: boolean;
  /**
   * Number of writes included in the listener's initial data. Later writes are sent to the listener
   * as changes.
   */
  order: number;
  /**
   * Whether the listener is still registered. If not, pushes that it has not received yet are
   * dropped.
   */
  active: boolean;
  /** The budget that this listener counts toward; undefined for the server's own listeners. */
  budget: ListenBudget | undefined;
  /**
   * Sends a push to the listener's client. Called when the write that caused the push has been
   * committed.
   */
  deliver(push: Push): void;
}

/** A push, and the listeners that get it once the write that caused it is committed. */
export interface Delivery {
  push: Push;
  listens: ReadonlySet<Listen>;
}
