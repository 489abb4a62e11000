import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

const HEADER = 'x-forwarded-for';

/** The properties of a request that contain the client's IP address. */
interface Origin {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Returns the client's IP address as the reverse proxy reports it, for storage and rate limits.
 * Returns the proxy's own address if the header contains no valid IP address.
 */
export function addressBehindProxy(request: Origin): string {
  return forwarded(request) ?? request.socket.remoteAddress ?? '';
}

/**
 * Reduces the header X-Forwarded-For to the client's address. The client may have forged the other
 * addresses in the header, so other code must not see them.
 */
export function keepForwardedAddress(request: Origin): void {
  const address = forwarded(request);
  if (address === null) delete request.headers[HEADER];
  else request.headers[HEADER] = address;
}

/**
 * Returns the last address in the header X-Forwarded-For, without port and zone. The client itself
 * could have written the earlier addresses.
 */
function forwarded({ headers }: Pick<Origin, 'headers'>): string | null {
  const last = String(headers[HEADER] ?? '')
    .split(',')
    .at(-1)!
    .trim();
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(last) ?? [];
  const [address = ''] = (bracketed ?? dotted ?? last).split('%');
  return isIP(address) === 0 ? null : address;
}
