import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import type { Topic } from '../../text/topic.ts';

interface Clause {
  sentence: Sentence;
  topicAt: (at: number) => { topic: Topic };
}

const INSTITUTIONS =
  /^(university|college|campus|faculty|students|alumni|school|seminary|inc|company|lodge|club|hospital)$/;

/**
 * Words that, after an institution's name, show that the institution isn't the author, as in "the
 * Covenant School shooting".
 */
const VICTIMS = /^(shootings?|tragedy|attack|massacre|victims?|bus|crash|fire)$/;

/**
 * Whether a document seems to come from a university or a company, whose "President Chen" is
 * probably the head of that institution. Returns false if the document mentions the President of
 * the United States.
 */
export function isOfInstitution(tokens: readonly Token[], clauses: readonly Clause[]): boolean {
  let hasInstitution = false;
  for (const { sentence, topicAt } of clauses)
    for (let at = sentence.from; at < sentence.to; at++) {
      const word = tokens[at]?.text ?? '';
      if (/^(proclamation|presidential|proclaimed)$/.test(word)) return false;
      if (word === 'white' && tokens[at + 1]?.text === 'house') return false;
      if (word === 'president' && /^(of|,)$/.test(tokens[at + 1]?.text ?? ''))
        for (let i = at + 1; i <= at + 6; i++) {
          if (/^(u\.s\.|america)$/.test(tokens[i]?.text ?? '')) return false;
          if (tokens[i]?.text === 'united' && tokens[i + 1]?.text === 'states') return false;
        }
      // "for the victims of the school shooting" is not about the author.
      const isOfVictims = VICTIMS.test(tokens[at + 1]?.text ?? '');
      if (INSTITUTIONS.test(word) && !isOfVictims && /^(flag|other)$/.test(topicAt(at).topic))
        hasInstitution = true;
    }
  return hasInstitution;
}
