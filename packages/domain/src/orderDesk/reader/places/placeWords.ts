import type { Token } from '../text/token.ts';
import type { Topic } from '../text/topic.ts';

/**
 * Returns what the words before a token are about, such as the flag, the honored people or a
 * ceremony.
 */
export type TopicAt = (at: number) => { topic: Topic };

/**
 * Words that can follow a state's name in phrases about its flags or its government, as in "Iowa
 * flags" and "Iowa state buildings".
 */
export const GOVERNMENT = new Set(
  (
    'flag flags state governor gov residents agencies facilities buildings government capitol ' +
    'statehouse waters national offices departments public and or s'
  ).split(' '),
);

/** Prepositions before a place name, such as "in" and "throughout". */
export const WITHIN = new Set(['in', 'throughout', 'across', 'within', 'around', 'over']);

/** Matches phrases that mean the whole state: "every part", "all 99 counties", "each county". */
export const isEvery = (tokens: readonly Token[], at: number): boolean =>
  /^(all|every|each)$/.test(tokens[at]?.text ?? '');

/** Words for parts of a state, such as "county" and "northern". */
export const PART_WORDS =
  /^(parts|portions|portion|counties|county|parishes|parish|part|corner|corners|community|communities|region|regions|area|areas|downtown|valley|north|south|east|west|northern|southern|eastern|western|central|northeast|northwest|southeast|southwest|upstate|cities|towns|villages|neighborhoods?)$/;
