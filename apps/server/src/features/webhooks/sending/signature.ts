import { createHmac, randomBytes } from 'node:crypto';

/** Before the secret's base64, as Standard Webhooks writes it. */
const PREFIX = 'whsec_';
/** Bytes of a secret: as long as the digest. */
const SECRET_BYTES = 32;

/** A new secret, in the form in which Standard Webhooks' libraries take it. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * The headers by which a receiver knows that a delivery is ours and fresh: those of Standard Webhooks
 * (github.com/standard-webhooks/standard-webhooks, spec): HMAC-SHA256 over id, time and body.
 * @param at epoch milliseconds of this try
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
