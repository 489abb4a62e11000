import { z } from 'zod';
import { isPlainText, NOT_PLAIN } from '../fields.ts';
import { NOT_A_WEB_ADDRESS, WEB_ADDRESS_TOO_LONG } from '../fieldTexts.ts';

/** A link to a page or file that contains an order. */
export const orderLink = z.object({
  url: z
    .string()
    .trim()
    .max(2000, WEB_ADDRESS_TOO_LONG)
    .refine(isPlainText, NOT_PLAIN)
    .pipe(z.url({ protocol: /^https?$/, error: NOT_A_WEB_ADDRESS })),
});
export type OrderLink = z.infer<typeof orderLink>;

/** The document that a link points to, as the server sent it. */
export const linkedDocument = z.object({
  /** The document's URL after all redirects. */
  address: z.string(),
  /** The document's media type, such as `text/html`; empty if the server sent none. */
  type: z.string(),
  /** The document's character set, such as `utf-8`; null if the server sent none. */
  charset: z.string().nullable(),
  /** The content of the document, encoded in base64. */
  content: z.string(),
});
export type LinkedDocument = z.infer<typeof linkedDocument>;
