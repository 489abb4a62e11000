/**
 * The operations that the console needs from a realtime database. Tests use a fake instead of the
 * SDK.
 */

export type Unsubscribe = () => void;

export interface ChildHandlers {
  /** Called when a child node has been added or changed. */
  value: (key: string, value: unknown) => void;
  removed: (key: string) => void;
  /** Called once all existing child nodes have arrived. */
  synced: () => void;
  /** Called when the listener has been refused or revoked. No handler is called after that. */
  refused: (error: Error) => void;
}

export interface RealtimeTransport {
  onConnected: (listener: (connected: boolean) => void) => Unsubscribe;
  /**
   * Calls `listener` with the difference between the clocks: server minus browser, in milliseconds.
   */
  onServerOffset: (listener: (milliseconds: number) => void) => Unsubscribe;
  listenChildren: (path: string, handlers: ChildHandlers) => Unsubscribe;
  listenValue: (
    path: string,
    value: (value: unknown) => void,
    refused: (error: Error) => void,
  ) => Unsubscribe;
  /**
   * Writes all values in one atomic update. Keys may be paths with several segments. Rejects if the
   * server refuses the update.
   */
  update: (path: string, values: Record<string, unknown>) => Promise<void>;
  close: () => void;
}
