import type { LinkedDocument, OrderLink } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError } from '../../../platform/errors.ts';
import { chargeTry, LINKS_BY_PERSON } from '../../../platform/limits/rateLimits.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { FetchFailed, fetchDocument } from './fetchDocument.ts';

export interface OrderDeskSettings {
  /** Whether links to private networks and links without TLS are allowed. */
  webhookPrivateTargets: boolean;
}

/**
 * Fetches a document from a link that a user has pasted. Stores nothing. The user's browser
 * extracts the text, so the document is no more dangerous than a file that the user opens there.
 * @throws AppError `rate-limited`; `invalid` with a message that says why the document could not be
 * fetched
 */
export async function readLink(
  ctx: Context,
  { url }: OrderLink,
  { webhookPrivateTargets }: OrderDeskSettings,
): Promise<LinkedDocument> {
  requireScope(ctx, 'order.manage');
  await chargeTry(ctx.db, `order-link:${ctx.actor.id}`, LINKS_BY_PERSON, ctx.clock());
  try {
    const { address, type, charset, content } = await fetchDocument(url, {
      privateTargets: webhookPrivateTargets,
    });
    return { address, type, charset, content: content.toString('base64') };
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    throw new AppError(
      'invalid',
      msg`${{ problem: error.text }} Copy the text and paste it instead.`,
    );
  }
}
