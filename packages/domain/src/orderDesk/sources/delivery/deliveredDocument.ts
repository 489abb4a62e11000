import { t } from '@halyard/messages';
import { z } from 'zod';

const text = (max: number) =>
  z.string({ error: t`Text is required` }).max(max, t`The text is too long`);

/** Maximum size in bytes of a document that is delivered to a webhook source. */
export const MAX_DELIVERY_BYTES = 1024 * 1024;

/** The JSON document that another system delivers to a source of the kind `webhook`. */
export const deliveredDocument = z.object({
  /** The ID of the document. If it's missing, the link identifies the document. */
  id: text(500).nullish(),
  title: text(2000).nullish(),
  /**
   * The URL for users to open. If `text` and `html` are missing, Halyard fetches and reads the page
   * at this URL.
   */
  link: text(2000).nullish(),
  /** The time when the document was published, in ISO 8601 or epoch milliseconds. */
  publishedAt: z.union([text(100), z.number().int()]).nullish(),
  /** The document as plain text. */
  text: text(MAX_DELIVERY_BYTES).nullish(),
  /** The document as HTML, instead of `text`. */
  html: text(MAX_DELIVERY_BYTES).nullish(),
});
export type DeliveredDocument = z.output<typeof deliveredDocument>;

/** The allowed media types of a delivered document, each with the schema of the content. */
export const DELIVERY_MEDIA: Readonly<Record<string, z.ZodType>> = {
  'application/json': deliveredDocument,
  'text/html': z.string(),
  'text/plain': z.string(),
};
