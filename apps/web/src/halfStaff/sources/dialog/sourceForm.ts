import { AUTHORITIES, sourceDefinition } from '@halyard/domain';
import { z } from 'zod';

/** The value for no authority, because a select has no empty option. */
export const NO_AUTHORITY = 'any';

type Definition = z.input<typeof sourceDefinition>;

/** The form for a feed or a web page. The shared schema checks its result. */
export const sourceForm = z
  .object({
    kind: z.enum(['feed', 'page']),
    name: z.string(),
    url: z.string(),
    authority: z.enum([NO_AUTHORITY, ...AUTHORITIES]),
    states: z.array(z.string()),
    /** One phrase per line. */
    titleContains: z.string(),
    links: z.string(),
  })
  .transform(({ kind, authority, titleContains, links, ...rest }): Definition => {
    const common = {
      ...rest,
      authority: authority === NO_AUTHORITY ? null : authority,
      titleContains: linesOf(titleContains),
    };
    return kind === 'feed'
      ? { kind, ...common }
      : { kind, ...common, links: links.trim() === '' ? null : links };
  })
  .pipe(sourceDefinition);

export const EMPTY_FORM: z.input<typeof sourceForm> = {
  kind: 'feed',
  name: '',
  url: '',
  authority: NO_AUTHORITY,
  states: [],
  titleContains: '',
  links: '',
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
