import { StoreLocked } from '@halyard/realtime';
import { CannotStart } from '../platform/config/cannotStart.ts';
import { ConfigError } from '../platform/config/config.ts';
import { FileFault } from '../platform/database/engines/fileFault.ts';
import { isOutage } from '../platform/database/engines/outage.ts';
import { AppError } from '../platform/errors.ts';

/** The error classes whose messages are written for operators. */
const OPERATORS = [ConfigError, StoreLocked, AppError, FileFault];

/**
 * Converts an error that an operator can fix into a `CannotStart` with a one-sentence message.
 * Returns other errors unchanged.
 */
export function asCannotStart(error: unknown): unknown {
  if (error instanceof CannotStart) return error;
  if (OPERATORS.some((kind) => error instanceof kind)) {
    return new CannotStart((error as Error).message, { cause: error });
  }
  const { code, port, address, message } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') {
    return new CannotStart(`port ${port} is already in use; set PORT to another port.`, {
      cause: error,
    });
  }
  if (code === 'EACCES' && port !== undefined) {
    return new CannotStart(
      `this user is not allowed to use port ${port}; set PORT to another port.`,
      {
        cause: error,
      },
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new CannotStart(`HOST ${address ?? ''} is not an address on this machine.`, {
      cause: error,
    });
  }
  if (code === 'ECONNREFUSED' || isOutage(error)) {
    return new CannotStart(`cannot connect to the database: ${message}`, { cause: error });
  }
  return error;
}
