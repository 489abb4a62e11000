/**
 * Every limit of the server in one place: its unit, why it has this value, and the attack or
 * accident that it stops. All can be set per server.
 */
export interface Limits {
  /** Levels, root's children being 1. Firebase's own (protocol §6). Stops stack exhaustion. */
  depth: number;
  /** UTF-8 bytes of one key. Firebase's own (protocol §6). */
  keyBytes: number;
  /** UTF-8 bytes of one string. Firebase's own (protocol §6). Stops one value filling the memory. */
  stringBytes: number;
  /** Paths in one multi-path update. Each is judged by rules; stops one message costing seconds. */
  updatePaths: number;
  /** Bytes of one WebSocket frame. The SDK sends 16384 UTF-16 units at most (protocol §2). */
  frameBytes: number;
  /**
   * UTF-16 units of one assembled message: the SDK's 16 MB write limit (protocol §20). Nothing is kept
   * of a longer one; its request is refused.
   */
  messageUnits: number;
  /**
   * Frames of one message: 16 MB in pieces of 16384 is 1024. As for `messageUnits`. Stops "a message of
   * a million frames".
   */
  messageFrames: number;
  /** Bytes of a REST body. As for messages, where Firebase takes 256 MB; devices send a few hundred bytes. */
  bodyBytes: number;
  /**
   * Bytes of a REST body, and UTF-16 units of a message, of a client without an identity. As much as
   * anyone's by default; set it low where the rules give strangers nothing: millions of keys take
   * seconds to parse before a rule can refuse them.
   */
  strangerBytes: number;
  /** Bytes of a request's URL; Node takes 16 KiB with all headers. Stops filters that take long to parse. */
  urlBytes: number;
  /** Listens of one connection. Stops a client that sends 100,000 listens. */
  listensPerConnection: number;
  /**
   * Orders of live windows with a limit at one path, beyond which another one must be named by
   * `.indexOn`. Each has an index: stops a client that orders by a thousand made-up children.
   */
  unindexedOrders: number;
  /** Milliseconds after which an index is dropped if nothing has asked for it. */
  indexIdleMs: number;
  /** UTF-16 units of a listen's query as sent, kept as long as the listen. Stops megabytes times listens. */
  queryUnits: number;
  /** Paths that one connection may leave to be written at its end. Stops a list that takes seconds to run. */
  disconnectPaths: number;
  /** UTF-16 units of such a list. It stays in memory and in the store while the connection lives. */
  disconnectUnits: number;
  /** Requests of one connection waiting for an answer; beyond it its socket is not read. */
  requestsInFlight: number;
  /** Milliseconds of work on one connection's requests, after which all others have their turn. */
  turnMs: number;
  /** Bytes waiting to be read by one client; beyond it it is dropped and comes back by hash. */
  sendBufferBytes: number;
  /** Entries waiting for the store, of all clients; beyond it requests are refused. Bounds memory while a disk hangs. */
  pendingEntries: number;
  /** Milliseconds between server pings; silent for two of them means gone (protocol §11). */
  pingMs: number;
  /** Milliseconds without a poll after which a long-polling client is gone: it polls every 25 s (protocol §13, §14). */
  pollIdleMs: number;
  /** Milliseconds that the check of a credential may take. Stops a hung check pinning its connection. */
  authMs: number;
  /** Milliseconds that a path stays reserved after `datastale` (protocol §10). */
  reservationMs: number;
  /** Milliseconds between events of one stream: the Arduino client sees one event per read (protocol §16). */
  streamPaceMs: number;
  /** Milliseconds between `keep-alive` events: clients give up after 40 s (protocol §16, §17). */
  streamKeepAliveMs: number;
  /** Milliseconds that an idle REST connection is kept. 10,000 devices must not hold 10,000 idle sockets. */
  restIdleMs: number;
  /** Milliseconds that a REST request may stand still, its data not coming or its answer not being read. */
  restStallMs: number;
  /** Milliseconds between attempts to ask a store that does not answer for its state. */
  recoverMs: number;
  /**
   * Milliseconds that the store may take for one batch before REST requests that wait for it are refused.
   * A device must learn soon that it has to report again; a disk may stand still for a second.
   */
  storePatienceMs: number;
  /** Open connections: WebSockets, polling clients, event streams. Stops exhaustion of file handles and memory. */
  connections: number;
  /**
   * The same of one remote address (option `addressOf`); of IPv6, of one /64, and four times as many
   * of one /48. Ample for a site whose thousands of devices share one address; stops one host taking
   * all places.
   */
  connectionsPerAddress: number;
  /** The same of one `uid`: back ends share one, people have tabs. Stops one account taking all places. */
  connectionsPerPerson: number;
  /** Listens of one `uid`, over all its connections. Stops memory that grows with what one account asks. */
  listensPerPerson: number;
  /**
   * Listens of one `uid` to one place, whatever their filters. Each tab of a page has one: stops one
   * write making thousands of messages.
   */
  listensPerPlace: number;
  /**
   * Bytes that wait to be read by one `uid`, over all its connections and requests; beyond it the
   * reader with the most to read is dropped, beyond a quarter of it requests wait. Stops an account
   * that asks for much and reads nothing.
   */
  unreadPerPerson: number;
  /**
   * Milliseconds of work on the requests of one `uid` in each second, over all its connections; 1000
   * is no limit. What it asks beyond that waits. Stops an account that keeps the process busy.
   */
  workPerPerson: number;
  /** REST requests of one `uid` that may wait for their turn; others are refused. Bounds memory. */
  requestsPerPerson: number;
  /**
   * Open connections, and requests with a body, of strangers: clients without an identity. The one
   * that has been there longest makes room, after 2 s at the earliest. Set it and the following low
   * where the rules give strangers nothing.
   */
  strangers: number;
  /** The same of one remote address, counted as for `connectionsPerAddress`. */
  strangersPerAddress: number;
  /** Milliseconds after which a connection ends that nobody has signed in on; 0: it may stay. */
  strangerMs: number;
  /** As `unreadPerPerson`, for all strangers of one address. */
  strangerUnread: number;
  /** As `workPerPerson`, for all strangers of one address. */
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
 * Connections that may wait to be taken in, for the host's `listen` (the system may allow fewer:
 * `somaxconn`). Node's own 511 leaves the rest of a fleet that comes back at once to knock again after
 * 1, 3, 7 and 15 seconds.
 */
export const LISTEN_BACKLOG = 4096;
