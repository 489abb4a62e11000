/**
 * The address of the realtime database on this page's own host. The port is always named, since
 * without one the SDK uses TLS whatever the scheme says.
 *
 * `http` lets the SDK poll where WebSockets do not get through. The session cookie counts for polls
 * only where browsers say what page they come from, which they do in a secure context; elsewhere
 * `ws` switches polling off, or a page that once failed would come back as nobody.
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
