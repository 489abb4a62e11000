import { t } from '@halyard/messages';
import { z } from 'zod';
import { isPlainText, NOT_PLAIN, required } from '../../fields.ts';
import {
  ADDRESS_REQUIRED,
  AT_LEAST_ONE_DAY,
  NAME_REQUIRED,
  NOT_A_WEB_ADDRESS,
  NUMBER_OF_DAYS_REQUIRED,
  STATE_REQUIRED,
  WEB_ADDRESS_TOO_LONG,
} from '../../fieldTexts.ts';
import { AUTHORITIES, AUTHORITY_REQUIRED } from '../../halfStaff/orders/order.ts';
import { STATE_CODES } from '../../places/states.ts';

/**
 * How an order source supplies documents. For `webhook`, another system sends the documents to
 * Halyard. For every other kind, Halyard fetches them.
 */
export const ORDER_SOURCE_KINDS = ['feed', 'page', 'json', 'webhook'] as const;
export type OrderSourceKind = (typeof ORDER_SOURCE_KINDS)[number];

/**
 * The default number of days without a new entry after which Halyard reports a problem with an
 * order source.
 */
export const SILENT_DAYS = 30;

const address = z
  .string({ error: ADDRESS_REQUIRED })
  .trim()
  .max(2000, WEB_ADDRESS_TOO_LONG)
  .refine(isPlainText, NOT_PLAIN)
  .pipe(z.url({ protocol: /^https?$/, error: NOT_A_WEB_ADDRESS }));

/**
 * The path of a value in a JSON document: property names separated by dots, such as "data.items".
 */
const jsonPath = (message: string) =>
  required(message).regex(
    /^[\w-]+(\.[\w-]+)*$/,
    t`Enter property names separated by dots, such as data.items`,
  );

const PHRASE_REQUIRED = t`A phrase is required`;

const common = {
  name: required(NAME_REQUIRED, 80),
  /**
   * The authority whose orders the source publishes. Shown next to the source's drafts, but never
   * copied into an order.
   */
  authority: z.enum(AUTHORITIES, AUTHORITY_REQUIRED).nullable().default(null),
  /**
   * The states that the source covers; empty for the whole country. Shown next to the source's
   * drafts, but never copied into an order.
   */
  states: z
    .array(z.string().refine((code) => STATE_CODES.includes(code), STATE_REQUIRED))
    .max(STATE_CODES.length, t`List each state only once`)
    .default([]),
  /**
   * Halyard reads only entries whose title contains at least one of these phrases. If there are no
   * phrases, it reads all entries.
   */
  titleContains: z.array(required(PHRASE_REQUIRED, 100)).max(20, t`At most 20 phrases`).default([]),
  /**
   * The number of days without a new entry after which Halyard reports a problem with the order
   * source; null for no limit.
   */
  silentDays: z
    .number(NUMBER_OF_DAYS_REQUIRED)
    .int(t`Whole days only`)
    .min(1, AT_LEAST_ONE_DAY)
    .max(366, t`At most 366 days`)
    .nullable()
    .default(SILENT_DAYS),
};

/** The settings of an order source that Halyard checks for new entries. */
const asked = {
  ...common,
  url: address,
  /** Minutes between two requests to the order source. */
  everyMinutes: z
    .number(t`Number of minutes is required`)
    .int(t`Whole minutes only`)
    .min(5, t`At least 5 minutes`)
    .max(24 * 60, t`At most 1440 minutes`)
    .default(15),
  /**
   * Whether the order source's list may be empty. If not, an empty list is reported as a problem.
   */
  mayBeEmpty: z.boolean().default(false),
};

/** The URL prefix of the document links on a page; null if the page itself is the document. */
const pageLinks = required(PHRASE_REQUIRED, 500).nullable().default(null);

/**
 * An operator's definition of an order source: where its entries come from and how to read them.
 * Operators can also add sources in files with this format.
 */
export const sourceDefinition = z.discriminatedUnion(
  'kind',
  [
    /** A source that is an RSS or Atom feed. */
    z.strictObject({ kind: z.literal('feed'), ...asked }),
    /**
     * A source that is a web page. `links` is the URL prefix of its documents, such as
     * "/newsroom/2026/"; null if the page itself is the document.
     */
    z.strictObject({ kind: z.literal('page'), ...asked, links: pageLinks }),
    /** A source that is a JSON document with a list of objects. */
    z.strictObject({
      kind: z.literal('json'),
      ...asked,
      list: jsonPath(t`Path to the list is required`),
      title: jsonPath(t`Path to the title is required`),
      link: jsonPath(t`Path to the link is required`),
      /**
       * The path, within a JSON entry, to the URL of the full text. Null to download the text from
       * the entry's link.
       */
      document: jsonPath(t`Path to the text is required`).nullable().default(null),
      published: jsonPath(t`Path to the date is required`).nullable().default(null),
    }),
    /** An order source to which another system sends documents, signed with the source's secret. */
    z.strictObject({ kind: z.literal('webhook'), ...common }),
  ],
  t`Choose a kind: feed, page, json or webhook.`,
);
export type SourceDefinition = z.output<typeof sourceDefinition>;
/** An order source that Halyard checks for new entries. */
export type AskedSource = Exclude<SourceDefinition, { kind: 'webhook' }>;
