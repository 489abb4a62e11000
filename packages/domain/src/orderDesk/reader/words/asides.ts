import type { Token } from '../text/token.ts';

/** Maximum number of words in an aside, such as "which has not yet been announced". */
const ASIDE_MAX = 10;

/**
 * Returns the index after an aside about an event, such as "which has not yet been announced"; `at`
 * if there is none.
 */
export function behindAside(tokens: readonly Token[], at: number): number {
  const isAside = tokens[at]?.text === 'which' && /^[,(]$/.test(tokens[at - 1]?.text ?? '');
  for (let i = at + 1; isAside && i < at + ASIDE_MAX; i++) {
    if (tokens[i]?.kind !== 'word') break;
    if (
      /^(announced|determined|scheduled|set|known|finalized|available)$/.test(tokens[i]?.text ?? '')
    )
      return i + 1;
  }
  return at;
}
