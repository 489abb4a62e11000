import type { Token } from '../text/token.ts';
import { POSITION_STAFF } from './lexicon.ts';

const ONE_WORD = new Set(
  'halfstaff halfstaffed halfmast halfmasted fullstaff fullstaffed fullmast fullmasted'.split(' '),
);

/** Matches a flag position such as "half-staff", "full mast" or "halfstaff". */
export function positionAt(
  tokens: readonly Token[],
  at: number,
): { position: 'half' | 'full'; to: number } | null {
  const word = tokens[at]?.text ?? '';
  if (word === 'half' || word === 'full') {
    let next = at + 1;
    if (word === 'full' && tokens[next]?.text === 'height')
      return { position: 'full', to: next + 1 };
    if (tokens[next]?.text === '-') next++;
    if (tokens[next]?.text === '\n') next++;
    if (tokens[next]?.text === '-') next++;
    if (!POSITION_STAFF.has(tokens[next]?.text ?? '')) return null;
    return { position: word, to: next + 1 };
  }
  if (
    word === 'normal' &&
    /^(protocols?|position|operations?|status)$/.test(tokens[at + 1]?.text ?? '')
  )
    return { position: 'full', to: at + 2 };
  if (ONE_WORD.has(word))
    return { position: word.startsWith('half') ? 'half' : 'full', to: at + 1 };
  return null;
}
