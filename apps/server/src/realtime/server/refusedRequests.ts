import { CredentialRefused, isStranger, type RefusedRequest } from '@halyard/realtime';

/**
 * Returns a listener for requests that the realtime database refuses. It counts unauthenticated
 * requests for the activity log. It also passes on every request, so that the page of refused
 * devices can show the requests from poles.
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
