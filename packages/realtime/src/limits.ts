/**
 * All limits of the realtime server, each with its unit and the attack or accident that it
 * prevents. Each limit can be set per server.
 */
export interface Limits {
  /**
   * Maximum depth of the data in the tree, where the root's children are level 1. Firebase has the
   * same limit (protocol §6). Prevents stack exhaustion.
   */
  depth: number;
  /** Maximum length of one key, in UTF-8 bytes. Firebase has the same limit (protocol §6). */
  keyBytes: number;
  /**
   * Maximum length of one string, in UTF-8 bytes. Firebase has the same limit (protocol §6). Keeps
   * a single value from using up all memory.
   */
  stringBytes: number;
  /**
   * Maximum number of paths in one update. Rules check each of them, so this prevents one message
   * from taking seconds.
   */
  updatePaths: number;
  /**
   * Maximum size of one WebSocket frame, in bytes. The SDK sends at most 16384 UTF-16 code units
   * (protocol §2).
   */
  frameBytes: number;
  /**
   * Maximum length of one message assembled from frames, in UTF-16 code units: the SDK's 16 MB
   * write limit (protocol §20). A longer message is not kept in memory, and its request is
   * rejected.
   */
  messageUnits: number;
  /**
   * Maximum number of frames in one message. A message of 16 MB needs 1024 frames of 16384 units. A
   * message with more frames is treated like one that exceeds `messageUnits`. Prevents messages
   * with millions of tiny frames.
   */
  messageFrames: number;
  /**
   * Maximum size of a REST request's body in bytes, the same as for a WebSocket message. Firebase
   * accepts 256 MB; devices send a few hundred bytes.
   */
  bodyBytes: number;
  /**
   * Maximum size of a REST body in bytes, and of a message in UTF-16 code units, from an
   * unauthenticated client. By default the same as for other clients. Lower it if the rules give
   * these clients no access.
   */
  strangerBytes: number;
  /**
   * Maximum length of a request's URL in bytes. Prevents filters that take too long to evaluate.
   * Node itself allows 16 KiB for the URL and headers.
   */
  urlBytes: number;
  /** Maximum number of listeners per connection. Stops a client that adds 100,000 listeners. */
  listensPerConnection: number;
  /**
   * Maximum number of different sort orders that the listeners at one path may use in queries with
   * a limit. Each sort order needs an index. Beyond the maximum, only sort orders listed in
   * `.indexOn` are accepted.
   */
  unindexedOrders: number;
  /** Time in ms after which an index that no query uses is dropped. */
  indexIdleMs: number;
  /**
   * Maximum length of a listener's query as sent, in UTF-16 code units. The server keeps the query
   * as long as the listener exists, so without this limit, thousands of listeners could each take
   * up megabytes.
   */
  queryUnits: number;
  /**
   * Maximum number of paths that one connection's onDisconnect writes may write to, so that
   * applying them never takes seconds.
   */
  disconnectPaths: number;
  /**
   * Maximum size of one connection's list of onDisconnect writes, in UTF-16 code units. The list
   * stays in memory and in the store for as long as the connection exists.
   */
  disconnectUnits: number;
  /**
   * Maximum number of unanswered requests per connection. Beyond it, the server stops reading from
   * the connection.
   */
  requestsInFlight: number;
  /**
   * Maximum time in ms that the server works on one connection's requests before all other
   * connections get their turn.
   */
  turnMs: number;
  /**
   * Maximum number of unread bytes per client. Beyond it, the client is dropped. When the client
   * reconnects, its hashes show which data it lacks.
   */
  sendBufferBytes: number;
  /**
   * Maximum number of reads and writes, from all clients, that wait for the store. Beyond it,
   * requests are rejected. Keeps the queue from using up all memory.
   */
  pendingEntries: number;
  /**
   * Interval in ms between pings to a client. A client that is silent for two intervals is dropped
   * (protocol §11).
   */
  pingMs: number;
  /**
   * Time in ms without a poll after which a polling client is dropped. Clients poll every 25 s
   * (protocol §13, §14).
   */
  pollIdleMs: number;
  /**
   * Time limit for checking a credential, in ms. Prevents a check that hangs from blocking its
   * connection.
   */
  authMs: number;
  /**
   * How long, in ms, a path is reserved for the client whose transaction on it was just rejected as
   * stale (protocol §10).
   */
  reservationMs: number;
  /**
   * Minimum interval between two events of an event stream, in ms. Needed because an Arduino client
   * sees only one event per read (protocol §16).
   */
  streamPaceMs: number;
  /**
   * Interval in ms between `keep-alive` events of an event stream. Must be less than 40 s, because
   * clients give up after 40 s without an event (protocol §16, §17).
   */
  streamKeepAliveMs: number;
  /**
   * Time in ms after which an idle connection for REST requests is closed. Keeps 10,000 devices
   * from holding idle sockets.
   */
  restIdleMs: number;
  /**
   * Maximum time in ms that a REST client may pause while it sends a request or reads the response.
   */
  restStallMs: number;
  /** Time in ms to wait before trying again if the store does not respond. */
  recoverMs: number;
  /**
   * Maximum time in ms that REST requests wait for the store to commit a batch. After that, they
   * are rejected, so that a device knows that it must report again.
   */
  storePatienceMs: number;
  /**
   * Maximum number of open WebSockets, polling clients and event streams. Prevents exhaustion of
   * file handles and memory.
   */
  connections: number;
  /**
   * Maximum number of open connections from one remote IP address (option `addressOf`) or IPv6 /64;
   * four times as many from an IPv6 /48. High enough for thousands of devices at one site that
   * share one address.
   */
  connectionsPerAddress: number;
  /**
   * Maximum number of open connections of one `uid`, so that one account cannot use up all
   * connections. Allows for back ends that share one `uid`, and for users with several tabs.
   */
  connectionsPerPerson: number;
  /**
   * Maximum number of listeners of one `uid` across all its connections. Keeps one account from
   * using up all memory.
   */
  listensPerPerson: number;
  /**
   * Maximum number of listeners of one `uid` at one path, regardless of their filters. Each browser
   * tab needs its own listener. Prevents one write from producing thousands of messages.
   */
  listensPerPlace: number;
  /**
   * Maximum number of unread bytes of one `uid`, across all its connections and requests. Above a
   * quarter of this limit, requests wait. Above the limit, the connection or request with the most
   * unread bytes is dropped.
   */
  unreadPerPerson: number;
  /**
   * Maximum processing time per second, in ms, for requests of one `uid` across all its
   * connections; 1000 means no limit. Further requests are throttled. Prevents a single account
   * from keeping the process busy.
   */
  workPerPerson: number;
  /**
   * Maximum number of REST requests of one `uid` that are waiting for their turn. Further requests
   * are rejected. Keeps the queue from using up all memory.
   */
  requestsPerPerson: number;
  /**
   * Maximum number of open connections, plus requests with a body, from all unauthenticated
   * clients. Beyond this limit, the oldest one is closed if it is at least 2 s old. Use a lower
   * limit if the rules give these clients no access.
   */
  strangers: number;
  /**
   * Maximum number of unauthenticated clients at one remote IP address or IPv6 /64; four times as
   * many in an IPv6 /48.
   */
  strangersPerAddress: number;
  /** Time in ms after which a connection is closed if nobody has signed in on it; 0 means never. */
  strangerMs: number;
  /** Maximum total number of unread bytes of all unauthenticated clients at one IP address. */
  strangerUnread: number;
  /**
   * Maximum processing time per second, in ms, for requests of all unauthenticated clients at one
   * IP address. Further requests are throttled.
   */
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
 * Maximum number of connections that the operating system keeps until the server accepts them
 * (passed to `listen`). With Node's default of 511, a large fleet that reconnects at once would be
 * delayed by up to 15 s.
 */
export const LISTEN_BACKLOG = 4096;
