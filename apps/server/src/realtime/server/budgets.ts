import type { Limits } from '@halyard/realtime';

const MIB = 1024 * 1024;

/**
 * The maximum size of a WebSocket message in bytes. A command to 10,000 flags is about 1.5 MB.
 * Parsing a larger message would block all other clients for too long.
 */
const MAX_MESSAGE = 2 * MIB;
/** The maximum size of a pole's report in bytes. Poles send only a few hundred. */
const MAX_REPORT = 64 * 1024;
/**
 * The maximum depth of a path in the realtime database. The data is only six levels deep, and a
 * subscription uses memory for each level.
 */
const MAX_DEPTH = 10;

/**
 * The limits for one client, one user and one IP address in the realtime database. Even a client at
 * its limit hardly slows down others. Users, service accounts and poles are counted by their `uid`,
 * across all connections. Other Halyard processes (`REALTIME_SECRET`) are not limited.
 */
export const BUDGETS: Partial<Limits> = {
  messageUnits: MAX_MESSAGE,
  // The frames of the SDK have at most 16,384 characters of up to three bytes each.
  frameBytes: 64 * 1024,
  bodyBytes: MAX_REPORT,
  depth: MAX_DEPTH,
  // The queries that scripts need have about 150 characters.
  queryUnits: 1024,
  sendBufferBytes: 16 * MIB,

  // Six tabs with 150 flags each need 6 connections and about 920 subscriptions.
  connectionsPerPerson: 50,
  listensPerConnection: 3000,
  listensPerPerson: 3000,
  // One for each connection, because a page never subscribes to the same path twice.
  listensPerPlace: 50,
  // A quarter of this is 8 MB. A tab with 10,000 poles receives 5 MB when it opens.
  unreadPerPerson: 32 * MIB,
  workPerPerson: 200,
  requestsPerPerson: 256,

  // Browsers and poles send their cookie or key when they connect. Only SDKs with an API token are
  // unauthenticated at first, for the milliseconds that checking the token takes.
  strangers: 500,
  strangersPerAddress: 32,
  strangerMs: 10_000,
  strangerBytes: 16 * 1024,
  strangerUnread: MIB,
  strangerWork: 100,
};
