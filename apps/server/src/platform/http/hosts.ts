import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** What decides by which names this server answers. */
export interface HostSettings {
  /** The address that people use; null where none is set. */
  publicUrl: string | null;
  /** More names, as `URL.hostname` has them. */
  allowedHosts: readonly string[];
  /** Whether `X-Forwarded-Host` counts, which the proxy in front sends. */
  trustProxy: boolean;
  /** Whether the port speaks TLS itself. */
  tls: boolean;
}

/** @param isDatabase whether the request is for the realtime database */
export type HostJudge = (request: IncomingMessage, isDatabase: boolean) => string | null;

/** Asked by machines, by whatever name or address; they say nothing about anyone. */
const NOT_JUDGED: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/**
 * Why a request must not be answered under the name that it was sent to; null where it may be.
 *
 * A page of any site can have its own name point at this server (DNS rebinding) and then read what it
 * answers as its own. So whatever a browser may ask for is only answered by names that are ours: the
 * host of PUBLIC_URL, ALLOWED_HOSTS, loopback names, `*.local`, and addresses (rebinding needs a name).
 * Poles and other processes bring a key with each request, which no such page has; they connect by any
 * name.
 * @returns a sentence for people that names the setting to change
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
  // Browsers name the page behind each WebSocket; programs and poles send none of these.
  if (path === '/.ws')
    return ['origin', 'cookie', 'sec-fetch-site'].some(
      (name) => request.headers[name] !== undefined,
    );
  // REST ignores cookies, so a request with a key has no rights but the key's.
  const params = new URLSearchParams(query);
  return !(params.get('auth') || params.get('access_token') || request.headers.authorization);
}

/** Every name that the request says it was sent to; null for one that is missing or is no host. */
function namesOf(request: IncomingMessage, trustProxy: boolean): (string | null)[] {
  const { host, 'x-forwarded-host': forwarded } = request.headers;
  const names = [hostName(host)];
  // A page can send this header: what the proxy passes on as `Host` must be ours as well.
  if (trustProxy && forwarded !== undefined)
    names.push(
      ...String(forwarded)
        .split(',')
        .map((each) => hostName(each.trim())),
    );
  // The absolute form names the host again, and goes before the header (RFC 9112, 3.2.2).
  const url = request.url ?? '';
  if (!url.startsWith('/') && url !== '*') names.push(hostOfUrl(url));
  return names;
}

/** Of a `Host` header: without the port and a dot at the end, in small letters. */
function hostName(host: string | undefined): string | null {
  const name = /^(\[[0-9a-f:.%]+\]|[^:[\]\s]+)(?::\d*)?$/i.exec(host ?? '')?.[1];
  return name?.toLowerCase().replace(/\.$/, '') || null;
}

function hostOfUrl(url: string): string | null {
  return URL.canParse(url) ? hostName(new URL(url).hostname) : null;
}

/** A name that no stranger can have point at this server, or an address. */
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
  const asked = isName ? `the name ${name}` : 'this name';
  if (publicUrl !== null)
    return `This server is not set up for ${asked}. Its address is ${publicUrl}. To use another name as well, add it to the setting ALLOWED_HOSTS and restart.`;
  const port = /:\d+$/.exec(request.headers.host ?? '')?.[0] ?? '';
  const example = isName
    ? `${tls ? 'https' : 'http'}://${name}${port}`
    : 'https://flags.example.com';
  return `This server is not set up for ${asked}. Set PUBLIC_URL to the address that people use, such as PUBLIC_URL=${example}, and restart; more names go into ALLOWED_HOSTS.`;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
