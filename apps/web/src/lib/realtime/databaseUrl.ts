/**
 * Returns the URL of the realtime database on this page's own host. It always includes the port,
 * because without one the SDK uses TLS regardless of the scheme.
 *
 * `http` lets the SDK poll if WebSockets are blocked. The server accepts the session cookie for
 * polls only if the browser says which page they come from, which it does only in a secure context.
 * Otherwise `ws` turns polling off, because after one failure the page would reconnect without
 * being signed in.
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
