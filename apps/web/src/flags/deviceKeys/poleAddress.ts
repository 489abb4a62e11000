/** Where a pole finds the server. */
export interface PoleAddress {
  /** The address that is shown: PUBLIC_URL, or the page's own origin. */
  url: string;
  /** What the library dials with TLS, always on port 443; null where this page cannot know it. */
  host: string | null;
  /** Whether the address is such a one. */
  hasTls: boolean;
  /** Without TLS, on a local network. */
  lan: { host: string | null; port: number };
}

/** Halyard's own port, where it is not seen in an address. */
const DEFAULT_PORT = 3000;

/**
 * @param publicUrl what the operator has set, else null
 * @param page the origin of the page
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

/** This machine itself: no pole reaches it by that name. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
