/**
 * The operations that the console needs from a realtime database. Tests replace the SDK with a
 * fake.
 */

export type Unsubscribe = () => void;

export interface ChildHandlers {
  /** Called when a child node was added or changed. */
  value: (key: string, value: unknown) => void;
  removed: (key: string) => void;
  /** Called once all existing child nodes have arrived. */
  synced: () => void;
  /** Called if the listener is refused, or revoked later. No calls follow. */
  refused: (error: Error) => void;
}

export interface RealtimeTransport {
  onConnected: (listener: (connected: boolean) => void) => Unsubscribe;
  /** Reports server clock minus browser clock, in milliseconds. */
  onServerOffset: (listener: (milliseconds: number) => void) => Unsubscribe;
  listenChildren: (path: string, handlers: ChildHandlers) => Unsubscribe;
  listenValue: (
    path: string,
    value: (value: unknown) => void,
    refused: (error: Error) => void,
  ) => Unsubscribe;
  /** Applies one atomic update. Keys may be deep paths. Rejects if the server refuses it. */
  update: (path: string, values: Record<string, unknown>) => Promise<void>;
  /** Closes the connection permanently. */
  close: () => void;
}
