/**
 * Returns the URL of the realtime database on the page's own host. Always includes the port,
 * because the SDK would otherwise use TLS. In an insecure context, the scheme is `ws` or `wss`, so
 * that the SDK never falls back to polling. Polling would fail there: the browser would not send
 * the page's origin, so the server would not accept the session cookie.
 */
export function databaseUrl(
  location: Pick<Location, 'protocol' | 'hostname' | 'port'>,
  namespace: string,
  isSecureContext: boolean,
): string {
  const secure = location.protocol === 'https:';
  const port = location.port || (secure ? '443' : '80');
  const scheme = isSecureContext ? location.protocol : secure ? 'wss:' : 'ws:';
  return `${scheme}//${location.hostname}:${port}?ns=${encodeURIComponent(namespace)}`;
}
