import { Secret, TOTP } from 'otpauth';

/**
 * The parameters that every authenticator app supports (RFC 6238): SHA-1, six digits and thirty
 * seconds.
 */
const PERIOD_S = 30;
const SECRET_BYTES = 20;
/** The maximum number of time steps that a phone's clock may be off, in either direction. */
const WINDOW = 1;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, names: { issuer: string; label: string }) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), period: PERIOD_S });

/** Returns the `otpauth://` URL that an authenticator app reads from a QR code. */
export function totpUri(secret: string, productName: string, username: string): string {
  return totpOf(secret, { issuer: productName, label: username }).toString();
}

/**
 * Returns the time step of a code from an authenticator app, so that each code can be accepted only
 * once. Null if the code is wrong. Compares codes in constant time.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const totp = totpOf(secret, { issuer: '', label: '' });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}
