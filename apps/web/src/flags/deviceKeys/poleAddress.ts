import type { Flag } from '@halyard/domain';

/** The URLs and hosts where poles can reach the server. */
export interface PoleAddress {
  /** The server's URL to show to users: PUBLIC_URL or, if not set, the page's origin. */
  url: string;
  /**
   * The server's host name for poles that use the FirebaseClient library with TLS; null if this
   * page cannot know it.
   */
  host: string | null;
  /** Whether the URL uses HTTPS on port 443. */
  hasTls: boolean;
  /** The host and port for poles without TLS on a local network. */
  lan: { host: string | null; port: number };
}

/** Halyard's default port, for a URL without a port. */
const DEFAULT_PORT = 3000;

/**
 * Returns the URLs and hosts that a pole can use. @param publicUrl the URL that the operator has
 * set; null if none @param page the origin of the page
 */
export function poleAddress(publicUrl: string | null, page: string): PoleAddress {
  const url = new URL(publicUrl ?? page);
  const plain = [url, new URL(page)].find(({ protocol }) => protocol === 'http:');
  const isKnown = plain !== undefined && !isLoopback(plain.hostname);
  return {
    url: url.origin,
    host: isLoopback(url.hostname) ? null : url.hostname,
    hasTls: url.protocol === 'https:' && url.port === '',
    lan: {
      host: isKnown ? plain.hostname : null,
      port: plain ? Number(plain.port) || 80 : DEFAULT_PORT,
    },
  };
}

/** Returns the path of a pole's node in the realtime database. */
export const polePath = ({ firebaseUserId, flagId }: Flag) =>
  `users/${firebaseUserId}/hardware/${flagId}`;

/**
 * Whether a host name, such as "localhost", refers to the machine that uses it. A pole cannot use
 * such a name to reach the server.
 */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
