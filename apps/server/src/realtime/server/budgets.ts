import type { Limits } from '@halyard/realtime';

const MIB = 1024 * 1024;

/**
 * Maximum size of a message in bytes. A command to 10,000 flags has about 1.5 MB; parsing a larger
 * message would block everyone for too long.
 */
const MAX_MESSAGE = 2 * MIB;
/** Maximum size of a report in bytes. Poles send only a few hundred. */
const MAX_REPORT = 64 * 1024;
/** Maximum depth of a path. The tree has six levels, and a listen uses memory for each level. */
const MAX_DEPTH = 10;

/**
 * The limits for one client, one user and one address in the realtime database, far below what
 * others would notice. Users, service accounts and poles are counted by their `uid`, across all
 * connections, polls, streams and requests. Other Halyard processes (`REALTIME_SECRET`) are not
 * limited.
 */
export const BUDGETS: Partial<Limits> = {
  messageUnits: MAX_MESSAGE,
  // The SDK's frames have at most 16,384 characters of up to three bytes each.
  frameBytes: 64 * 1024,
  bodyBytes: MAX_REPORT,
  depth: MAX_DEPTH,
  // The queries of the console's filters have about 150 characters.
  queryUnits: 1024,
  sendBufferBytes: 16 * MIB,

  // Six tabs with 150 flags each need 6 connections and about 920 listens.
  connectionsPerPerson: 50,
  listensPerConnection: 3000,
  listensPerPerson: 3000,
  // One for each connection, because a page never listens to the same path twice.
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
