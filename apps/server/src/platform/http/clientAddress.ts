import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const HEADER = 'x-forwarded-for';

/**
 * The client's address as the one proxy in front saw it, for what is stored and counted by address; the
 * proxy's own where it says nothing that is an IP address.
 */
export function addressBehindProxy(request: IncomingMessage): string {
  return forwarded(request) ?? request.socket.remoteAddress ?? '';
}

/** Leaves in the header only that address, so that nobody reads anything else there. */
export function keepForwardedAddress(request: IncomingMessage): void {
  const address = forwarded(request);
  if (address === null) delete request.headers[HEADER];
  else request.headers[HEADER] = address;
}

/** The last one, for what stands further left is the client's own word; without port and zone. */
function forwarded({ headers }: IncomingMessage): string | null {
  const last = String(headers[HEADER] ?? '')
    .split(',')
    .at(-1)!
    .trim();
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(last) ?? [];
  const [address = ''] = (bracketed ?? dotted ?? last).split('%');
  return isIP(address) === 0 ? null : address;
}
