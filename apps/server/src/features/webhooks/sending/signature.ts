import { createHmac, randomBytes } from 'node:crypto';

/** The prefix of base64 secrets, as in Standard Webhooks. */
const PREFIX = 'whsec_';
/** Number of bytes in a secret, the same as in the digest. */
const SECRET_BYTES = 32;

/** Returns a new secret in the form that the Standard Webhooks libraries accept. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * Returns the headers that prove to a receiver that a delivery comes from this server and is
 * recent, as in Standard Webhooks (github.com/standard-webhooks/standard-webhooks, spec):
 * HMAC-SHA256 over ID, time and body.
 * @param at time of this attempt, in epoch milliseconds
 */
export function signatureHeaders(
  secret: string,
  id: string,
  at: number,
  body: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` };
}
