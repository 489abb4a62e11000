import type { Clause, Document } from '../clauses/document/document.ts';

/** Matches the title above readers' comments: "3 Comments", "Comments (2)". */
export function isOfReaders({ tokens }: Document, { sentence: { from, to } }: Clause): boolean {
  const words = tokens.slice(from, to);
  return (
    words.length <= 6 &&
    words.some(({ text }) => /^(comments?|replies)$/.test(text)) &&
    words.every(({ kind, text }) => kind !== 'word' || COMMENT_WORDS.test(text))
  );
}
const COMMENT_WORDS =
  /^(comments?|replies|reader|readers|leave|post|add|view|show|all|a|on|this|your)$/;
