import { t } from '@halyard/messages';
import { z } from 'zod';

const text = (max: number) =>
  z.string({ error: t`Text is required` }).max(max, t`The text is too long`);

/** Maximum number of bytes of one delivery. */
export const MAX_DELIVERY_BYTES = 1024 * 1024;

/** The JSON document that another system delivers to a source of the kind `webhook`. */
export const deliveredDocument = z.object({
  /** What identifies the document; without it, its link does. */
  id: text(500).nullish(),
  title: text(2000).nullish(),
  /** The address that people open. Without `text` and `html`, its page is fetched and read. */
  link: text(2000).nullish(),
  /** ISO 8601, or epoch milliseconds. */
  publishedAt: z.union([text(100), z.number().int()]).nullish(),
  /** The document as plain text. */
  text: text(MAX_DELIVERY_BYTES).nullish(),
  /** The document as HTML, instead of `text`. */
  html: text(MAX_DELIVERY_BYTES).nullish(),
});
export type DeliveredDocument = z.output<typeof deliveredDocument>;

/** The media types of a delivery, with the schema of its content. */
export const DELIVERY_MEDIA: Readonly<Record<string, z.ZodType>> = {
  'application/json': deliveredDocument,
  'text/html': z.string(),
  'text/plain': z.string(),
};
