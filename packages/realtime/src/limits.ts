/**
 * All limits of the server: the unit of each, the reason for its value, and the attack or accident
 * that it stops. Each can be set per server.
 */
export interface Limits {
  /**
   * Levels of data; the root's children are level 1. Firebase's limit (protocol §6). Stops stack
   * exhaustion.
   */
  depth: number;
  /** UTF-8 bytes of one key. Firebase's own limit (protocol §6). */
  keyBytes: number;
  /**
   * UTF-8 bytes of one string. Firebase's limit (protocol §6). Stops one value from filling the
   * memory.
   */
  stringBytes: number;
  /** Paths in one update. Rules check each of them; stops one message from taking seconds. */
  updatePaths: number;
  /** Bytes of one WebSocket frame. The SDK sends at most 16384 UTF-16 units (protocol §2). */
  frameBytes: number;
  /**
   * UTF-16 units of one assembled message: the SDK's 16 MB write limit (protocol §20). A longer
   * message is not kept, and its request is refused.
   */
  messageUnits: number;
  /**
   * Frames of one message: 16 MB in pieces of 16384 are 1024 frames. Longer messages are treated as
   * for `messageUnits`. Stops "a message of a million frames".
   */
  messageFrames: number;
  /**
   * Bytes of a REST body, as for messages. Firebase takes 256 MB; devices send a few hundred bytes.
   */
  bodyBytes: number;
  /**
   * Bytes of a REST body, and UTF-16 units of a message, of a client without an identity. By
   * default the same as for others. Set it low if the rules give unauthenticated clients no access:
   * millions of keys take seconds to parse before a rule can refuse them.
   */
  strangerBytes: number;
  /** Bytes of a request's URL; Node takes 16 KiB with all headers. Stops slow filters. */
  urlBytes: number;
  /** Listens of one connection. Stops a client that sends 100,000 listens. */
  listensPerConnection: number;
  /**
   * Orders of live windows with a limit at one path. Above this number, only orders that `.indexOn`
   * names are accepted. Each order has an index: stops a client that orders by a thousand made-up
   * children.
   */
  unindexedOrders: number;
  /** Milliseconds after which an unused index is dropped. */
  indexIdleMs: number;
  /**
   * UTF-16 units of a listen's query as sent, kept as long as the listen. Stops thousands of
   * listens with megabytes each.
   */
  queryUnits: number;
  /** Paths in one connection's onDisconnect list. Stops a list that takes seconds to run. */
  disconnectPaths: number;
  /** UTF-16 units of that list. It stays in memory and in the store while the connection lives. */
  disconnectUnits: number;
  /**
   * Requests of one connection that wait for a response. Above this number, its socket is not read.
   */
  requestsInFlight: number;
  /** Milliseconds of work on one connection's requests before all others get their turn. */
  turnMs: number;
  /**
   * Bytes waiting for one client to read them. Above this, it is dropped; it catches up by hash
   * later.
   */
  sendBufferBytes: number;
  /**
   * Entries of all clients waiting for the store. Above this, requests are refused. Bounds memory.
   */
  pendingEntries: number;
  /**
   * Milliseconds between pings. A client that is silent for two of them is dropped (protocol §11).
   */
  pingMs: number;
  /**
   * Milliseconds without a poll until a polling client is dropped: it polls every 25 s (protocol
   * §13, §14).
   */
  pollIdleMs: number;
  /**
   * Milliseconds for the check of a credential. Stops a hanging check from blocking its connection.
   */
  authMs: number;
  /** Milliseconds that a path stays reserved after `datastale` (protocol §10). */
  reservationMs: number;
  /**
   * Milliseconds between events of a stream: an Arduino client sees one event per read
   * (protocol §16).
   */
  streamPaceMs: number;
  /** Milliseconds between `keep-alive` events: clients give up after 40 s (protocol §16, §17). */
  streamKeepAliveMs: number;
  /**
   * Milliseconds until an idle REST connection closes: 10,000 devices must not hold idle sockets.
   */
  restIdleMs: number;
  /** Milliseconds that a REST request may pause sending its data or reading its response. */
  restStallMs: number;
  /** Milliseconds between two attempts to ask an unresponsive store for its state. */
  recoverMs: number;
  /**
   * Milliseconds that the store may take for one batch before the REST requests that wait for it
   * are refused. A device must learn soon that it has to report again, but a disk may hang for a
   * second.
   */
  storePatienceMs: number;
  /**
   * Open WebSockets, polling clients and event streams. Stops exhaustion of file handles and
   * memory.
   */
  connections: number;
  /**
   * Open connections of one remote address (option `addressOf`). For IPv6: of one /64, and four
   * times as many of one /48. Enough for a site whose thousands of devices share one address; stops
   * one host from taking all places.
   */
  connectionsPerAddress: number;
  /**
   * Open connections of one `uid`: back ends share one, users have several tabs. Stops one account
   * from taking all places.
   */
  connectionsPerPerson: number;
  /** Listens of one `uid` over all its connections. Stops one account from filling the memory. */
  listensPerPerson: number;
  /**
   * Listens of one `uid` at one path, regardless of their filters. Each tab of a page has one:
   * stops one write from producing thousands of messages.
   */
  listensPerPlace: number;
  /**
   * Unread bytes of one `uid` over all its connections and requests. Above this number, the reader
   * with the most unread bytes is dropped; above a quarter of it, requests wait. Stops an account
   * that requests much and reads nothing.
   */
  unreadPerPerson: number;
  /**
   * Milliseconds of work per second on the requests of one `uid`, over all its connections; 1000
   * means no limit. Requests beyond that wait. Stops an account that keeps the process busy.
   */
  workPerPerson: number;
  /** REST requests of one `uid` waiting for their turn; others are refused. Bounds memory. */
  requestsPerPerson: number;
  /**
   * Open connections, and requests with a body, of unauthenticated clients: clients without an
   * identity. The oldest one makes room, but not before it is 2 s old. Set this and the following
   * limits low if the rules give unauthenticated clients no access.
   */
  strangers: number;
  /** Unauthenticated clients of one remote address, counted as for `connectionsPerAddress`. */
  strangersPerAddress: number;
  /** Milliseconds after which a connection ends if nobody has signed in on it; 0: never. */
  strangerMs: number;
  /** Like `unreadPerPerson`, for all unauthenticated clients of one address. */
  strangerUnread: number;
  /** Like `workPerPerson`, for all unauthenticated clients of one address. */
  strangerWork: number;
}

const MIB = 1024 * 1024;

export const defaultLimits: Limits = {
  depth: 32,
  keyBytes: 768,
  stringBytes: 10 * MIB,
  updatePaths: 10_000,
  frameBytes: 256 * 1024,
  messageUnits: 16 * MIB,
  messageFrames: 4096,
  bodyBytes: 16 * MIB,
  strangerBytes: 16 * MIB,
  urlBytes: 8 * 1024,
  listensPerConnection: 10_000,
  unindexedOrders: 8,
  indexIdleMs: 300_000,
  queryUnits: 8 * 1024,
  disconnectPaths: 1000,
  disconnectUnits: MIB,
  requestsInFlight: 4096,
  turnMs: 20,
  sendBufferBytes: 64 * MIB,
  pendingEntries: 500_000,
  pingMs: 30_000,
  pollIdleMs: 60_000,
  authMs: 30_000,
  reservationMs: 500,
  streamPaceMs: 100,
  streamKeepAliveMs: 30_000,
  restIdleMs: 5_000,
  restStallMs: 60_000,
  recoverMs: 250,
  storePatienceMs: 1500,
  connections: 200_000,
  connectionsPerAddress: 20_000,
  connectionsPerPerson: 1000,
  listensPerPerson: 20_000,
  listensPerPlace: 2000,
  unreadPerPerson: 256 * MIB,
  workPerPerson: 1000,
  requestsPerPerson: 20_000,
  strangers: 200_000,
  strangersPerAddress: 20_000,
  strangerMs: 0,
  strangerUnread: 256 * MIB,
  strangerWork: 1000,
};

/**
 * Connections that may wait to be accepted, for the host's `listen`. The system may allow fewer:
 * `somaxconn`. With Node's default of 511, the rest of a fleet that reconnects at once would try
 * again after 1, 3, 7 and 15 seconds.
 */
export const LISTEN_BACKLOG = 4096;
