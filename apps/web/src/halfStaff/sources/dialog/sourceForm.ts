import { AUTHORITIES, sourceDefinition } from '@halyard/domain';
import { z } from 'zod';

/** The value for no authority, because a select has no empty option. */
export const NO_AUTHORITY = 'any';

type Definition = z.input<typeof sourceDefinition>;

/** The form for a feed, a web page or a webhook. The shared schema checks its result. */
export const sourceForm = z
  .object({
    kind: z.enum(['feed', 'page', 'webhook']),
    name: z.string(),
    url: z.string(),
    authority: z.enum([NO_AUTHORITY, ...AUTHORITIES]),
    states: z.array(z.string()),
    /** Phrases, one per line. An entry is read only if its title contains at least one of them. */
    titleContains: z.string(),
    links: z.string(),
    /**
     * The number of days without a new entry after which the source counts as having a problem;
     * empty for none.
     */
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
  silentDays: '',
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
