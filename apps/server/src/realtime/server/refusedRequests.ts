import { CredentialRefused, isStranger, type RefusedRequest } from '@halyard/realtime';

/**
 * Reports each request that the realtime database refuses. The activity log counts those of
 * unauthenticated clients; the page of refused devices shows those of poles. Users' writes refused
 * by the rules reach the log through `tellRefusals`, which sees what was written.
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

/** Whether the client is not signed in and was refused for that. */
function isUnauthenticated({ identity, error }: RefusedRequest): boolean {
  if (identity !== null && !isStranger(identity)) return false;
  return error instanceof CredentialRefused || error.status === 'permission_denied';
}
