/** What the console needs of a realtime database; tests put their own in place of the SDK. */

export type Unsubscribe = () => void;

/** Narrows a listen to the tenant, as the rules demand of all who may not read the whole. */
export interface ChildFilter {
  child: 'companyId' | 'locationId';
  value: string;
}

export interface ChildHandlers {
  /** A child was added or changed. */
  value: (key: string, value: unknown) => void;
  removed: (key: string) => void;
  /** All children that exist have been told. */
  synced: () => void;
  /** Refused, or revoked later; nothing more will come. */
  refused: (error: Error) => void;
}

export interface RealtimeTransport {
  onConnected: (listener: (connected: boolean) => void) => Unsubscribe;
  /** Server clock minus browser clock, in milliseconds. */
  onServerOffset: (listener: (milliseconds: number) => void) => Unsubscribe;
  listenChildren: (
    path: string,
    filter: ChildFilter | null,
    handlers: ChildHandlers,
  ) => Unsubscribe;
  listenValue: (
    path: string,
    value: (value: unknown) => void,
    refused: (error: Error) => void,
  ) => Unsubscribe;
  /** One atomic update; keys may be deep paths. Rejects where the server refuses it. */
  update: (path: string, values: Record<string, unknown>) => Promise<void>;
  /** Closes the connection for good. */
  close: () => void;
}
