import { t } from '@halyard/messages';
import { z } from 'zod';
import { isPlainText, NOT_PLAIN } from '../fields.ts';

/** The link to a page or a file with the text of an order. */
export const orderLink = z.object({
  url: z
    .string()
    .trim()
    .max(2000, t`At most 2000 characters`)
    .refine(isPlainText, NOT_PLAIN)
    .pipe(z.url({ protocol: /^https?$/, error: t`Enter a web address that begins with https://` })),
});
export type OrderLink = z.infer<typeof orderLink>;

/** The document behind a link, as its address sent it. */
export const linkedDocument = z.object({
  /** The address after all redirects. */
  address: z.string(),
  /** Its media type, such as `text/html`; empty: none was sent. */
  type: z.string(),
  /** Its character set, such as `utf-8`; null: none was sent. */
  charset: z.string().nullable(),
  /** In base64. */
  content: z.string(),
});
export type LinkedDocument = z.infer<typeof linkedDocument>;
