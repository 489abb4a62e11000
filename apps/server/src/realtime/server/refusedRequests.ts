import { CredentialRefused, isStranger, type RefusedRequest } from '@halyard/realtime';

/**
 * Passes on each request that the realtime database refuses. The activity log counts
 * unauthenticated requests, and the page of refused devices shows requests from poles.
 */
export function passOnRefusals(
  strangers: { note(address: string): void },
  devices: { refused(request: RefusedRequest): void },
): (request: RefusedRequest) => void {
  return (request) => {
    if (isUnauthenticated(request)) strangers.note(request.remoteAddress);
    devices.refused(request);
  };
}

/** Whether a request was refused because the client is not signed in. */
function isUnauthenticated({ identity, error }: RefusedRequest): boolean {
  if (identity !== null && !isStranger(identity)) return false;
  return error instanceof CredentialRefused || error.status === 'permission_denied';
}
