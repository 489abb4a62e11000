import { AUTHORITIES, SILENT_DAYS, sourceDefinition } from '@halyard/domain';
import { z } from 'zod';

/** The option value for "any authority". Not '', because option values must not be empty. */
export const NO_AUTHORITY = 'any';

type Definition = z.input<typeof sourceDefinition>;

/**
 * The form for a feed, a web page or a webhook. Its values are converted to a source definition,
 * which is then validated.
 */
export const sourceForm = z
  .object({
    kind: z.enum(['feed', 'page', 'webhook']),
    name: z.string(),
    url: z.string(),
    authority: z.enum([NO_AUTHORITY, ...AUTHORITIES]),
    states: z.array(z.string()),
    /**
     * The phrases to look for in titles, one per line. Entries whose titles contain none of the
     * phrases are ignored.
     */
    titleContains: z.string(),
    links: z.string(),
    /** The number of days without a new entry after which Halyard warns; empty for no warning. */
    silentDays: z.string(),
  })
  .transform(
    ({ kind, name, url, authority, states, titleContains, links, silentDays }): Definition => {
      const common = {
        name,
        states,
        silentDays: silentDays.trim() === '' ? null : Number(silentDays),
        authority: authority === NO_AUTHORITY ? null : authority,
        titleContains: linesOf(titleContains),
      };
      if (kind === 'webhook') return { kind, ...common };
      return kind === 'feed'
        ? { kind, url, ...common }
        : { kind, url, ...common, links: links.trim() === '' ? null : links };
    },
  )
  .pipe(sourceDefinition);

export const EMPTY_FORM: z.input<typeof sourceForm> = {
  kind: 'feed',
  name: '',
  url: '',
  authority: NO_AUTHORITY,
  states: [],
  titleContains: '',
  links: '',
  silentDays: String(SILENT_DAYS),
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
