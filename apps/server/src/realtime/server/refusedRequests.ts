import { CredentialRefused, isStranger, type RefusedRequest } from '@halyard/realtime';

/**
 * Passes each request that the realtime database refuses to those who note them: the activity log counts
 * clients that are not signed in, and the page of refused devices shows poles. Writes that the rules refuse
 * to people reach the log by `tellRefusals`, which sees what was written.
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

/** Whether the client is not signed in, and was refused for that. */
function isUnauthenticated({ identity, error }: RefusedRequest): boolean {
  if (identity !== null && !isStranger(identity)) return false;
  return error instanceof CredentialRefused || error.status === 'permission_denied';
}
