import { htmlText, NestedTooDeeply } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { UnreadableError } from './unreadable.ts';

/**
 * Returns the readable text of an HTML page.
 * @throws UnreadableError for a page that is designed to exhaust parsers
 */
export function pageText(html: string): string {
  try {
    return htmlText(html);
  } catch (error) {
    if (!(error instanceof NestedTooDeeply)) throw error;
    throw new UnreadableError(t`Couldn’t read this page. Copy its text and paste it here.`);
  }
}
