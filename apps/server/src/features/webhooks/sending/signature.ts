import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The prefix of base64 secrets, as in Standard Webhooks. */
const PREFIX = 'whsec_';
/** The number of bytes in a secret, which is also the length of an HMAC-SHA256 digest. */
const SECRET_BYTES = 32;

/** Returns a new secret in the format that Standard Webhooks libraries accept. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * Returns the headers that prove to a receiver that a delivery comes from this server and is
 * recent, as in Standard Webhooks (github.com/standard-webhooks/standard-webhooks, spec):
 * HMAC-SHA256 over ID, time and body.
 * @param at the time of this attempt, in epoch milliseconds
 */
export function signatureHeaders(
  secret: string,
  id: string,
  at: number,
  body: string | Uint8Array,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at / 1000));
  const digest = digestOf(secret, id, timestamp, body).toString('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` };
}

function digestOf(
  secret: string,
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}

/** The headers of a signed webhook delivery. Null for headers that are missing. */
export interface SignedHeaders {
  id: string | null;
  timestamp: string | null;
  signature: string | null;
}

/**
 * The maximum difference in seconds between the time in the signature and the server's clock, as in
 * Standard Webhooks.
 */
const TOLERANCE_SECONDS = 300;
/**
 * The maximum number of signatures to check for one webhook delivery. A sender with several secrets
 * sends one signature for each secret.
 */
const MAX_SIGNATURES = 10;

/**
 * Checks the signature headers of a webhook delivery from another system. They have the same format
 * as the headers from `signatureHeaders`. The check takes the same time for an invalid signature as
 * for a valid one.
 * @param now epoch milliseconds
 * @returns why the delivery must be refused; null if it is genuine and recent
 */
export function signatureProblem(
  secret: string,
  { id, timestamp, signature }: SignedHeaders,
  body: Uint8Array,
  now: number,
): 'signature' | 'time' | null {
  const expected = digestOf(secret, id ?? '', timestamp ?? '', body);
  const given = (signature ?? '').split(' ', MAX_SIGNATURES).map((one) => {
    const [version, digest = ''] = one.split(',', 2);
    return version === 'v1' ? Buffer.from(digest, 'base64') : Buffer.alloc(0);
  });
  const isGenuine = given.some(
    (digest) => digest.length === expected.length && timingSafeEqual(digest, expected),
  );
  if (!isGenuine || !id || !/^\d{1,12}$/.test(timestamp ?? '')) return 'signature';
  const apart = Math.abs(Math.floor(now / 1000) - Number(timestamp));
  return apart <= TOLERANCE_SECONDS ? null : 'time';
}
