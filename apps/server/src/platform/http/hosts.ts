import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { t } from '@halyard/messages';

/** The settings that determine which host names this server accepts. */
export interface HostSettings {
  /** The URL under which users open the console. Null if it is not set. */
  publicUrl: string | null;
  /** Additional host names of this server, in the format of `URL.hostname`. */
  allowedHosts: readonly string[];
  /** Whether to read `X-Forwarded-Host`, which the reverse proxy sends. */
  trustProxy: boolean;
  /** Whether this server itself serves TLS. */
  tls: boolean;
}

/**
 * Returns why a request's host is not allowed. Null if it is allowed.
 * @param isDatabase whether the request is for the realtime database
 */
export type HostJudge = (request: IncomingMessage, isDatabase: boolean) => string | null;

/**
 * The paths that monitoring tools request with any host name or address. Their responses contain no
 * personal data.
 */
const NOT_JUDGED: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/**
 * Returns a function that checks a request's host, to prevent DNS rebinding. Browsers may use only
 * the host of PUBLIC_URL, ALLOWED_HOSTS, loopback names, `*.local` and IP addresses. Poles and
 * other processes may use any name, because they send a key.
 * @returns a function that returns null if the host is allowed; otherwise, a sentence that tells
 * users which setting to change
 */
export function wrongHost(settings: HostSettings): HostJudge {
  const own = new Set(settings.allowedHosts);
  if (settings.publicUrl !== null) own.add(hostOfUrl(settings.publicUrl) ?? '');
  return (request, isDatabase) => {
    if (!isJudged(request, isDatabase)) return null;
    const unknown = namesOf(request, settings.trustProxy).find(
      (name) => name === null || !(own.has(name) || isSafeName(name)),
    );
    return unknown === undefined ? null : refusal(unknown, request, settings);
  };
}

function isJudged(request: IncomingMessage, isDatabase: boolean): boolean {
  const [path = '', query = ''] = splitAt(request.url ?? '', '?');
  if (NOT_JUDGED.includes(path)) return false;
  if (!isDatabase || path === '/.lp') return true;
  // Browsers send the origin of the page with each WebSocket. Programs and poles send none of these
  // headers.
  if (path === '/.ws')
    return ['origin', 'cookie', 'sec-fetch-site'].some(
      (name) => request.headers[name] !== undefined,
    );
  // The REST API ignores cookies, so a request with a key has only the permissions of that key.
  const params = new URLSearchParams(query);
  return !(params.get('auth') || params.get('access_token') || request.headers.authorization);
}

/** Returns all hosts in a request's headers and URL. Null stands for a missing or invalid host. */
function namesOf(request: IncomingMessage, trustProxy: boolean): (string | null)[] {
  const { host, 'x-forwarded-host': forwarded } = request.headers;
  const names = [hostName(host)];
  // A page can set this header, so the `Host` header that the proxy sends must also be allowed.
  if (trustProxy && forwarded !== undefined)
    names.push(
      ...String(forwarded)
        .split(',')
        .map((each) => hostName(each.trim())),
    );
  // An absolute request URL contains the host again and takes precedence over the header (RFC 9112,
  // 3.2.2).
  const url = request.url ?? '';
  if (!url.startsWith('/') && url !== '*') names.push(hostOfUrl(url));
  return names;
}

/** Returns the host name in a `Host` header, in lowercase, without the port or a trailing dot. */
function hostName(host: string | undefined): string | null {
  const name = /^(\[[0-9a-f:.%]+\]|[^:[\]\s]+)(?::\d*)?$/i.exec(host ?? '')?.[1];
  return name?.toLowerCase().replace(/\.$/, '') || null;
}

function hostOfUrl(url: string): string | null {
  return URL.canParse(url) ? hostName(new URL(url).hostname) : null;
}

/**
 * Whether a host name is safe from DNS rebinding: an IP address, or a local name such as
 * `localhost`.
 */
function isSafeName(name: string): boolean {
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  return /^localhost$|.\.localhost$|.\.local$/.test(name);
}

function refusal(
  name: string | null,
  request: IncomingMessage,
  { publicUrl, tls }: HostSettings,
): string {
  const isName = name !== null && /^[a-z0-9._-]{1,253}$/.test(name);
  if (publicUrl !== null)
    return isName
      ? t`This server is not set up for the host name ${{ name }}. Use ${{ publicUrl }}. To allow another host name, add it to ALLOWED_HOSTS and restart Halyard.`
      : t`This server is not set up for this host name. Use ${{ publicUrl }}. To allow another host name, add it to ALLOWED_HOSTS and restart Halyard.`;
  const port = /:\d+$/.exec(request.headers.host ?? '')?.[0] ?? '';
  if (!isName) {
    const example = 'PUBLIC_URL=https://flags.example.com';
    return t`This server is not set up for this host name. Set PUBLIC_URL to Halyard’s public URL, such as ${{ example }}, or add the host name to ALLOWED_HOSTS. Then restart Halyard.`;
  }
  const example = `PUBLIC_URL=${tls ? 'https' : 'http'}://${name}${port}`;
  return t`This server is not set up for the host name ${{ name }}. Set PUBLIC_URL to Halyard’s public URL, such as ${{ example }}, or add the host name to ALLOWED_HOSTS. Then restart Halyard.`;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
