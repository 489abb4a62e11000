/** What texts say that are sentences or error messages, and not names or labels. */
const SENTENCE = /[.!?]$|\b(is required|must be|not found)\b/;

/**
 * Returns the error messages and sentences in the code of a file: those marked with `msg`, which
 * only errors use, and those marked with `t` that read like one. `code` is the file's content, and
 * `body` its statements.
 */
export function sentencesIn(code, body) {
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!node || typeof node !== 'object') return undefined;
    if (node.type === 'TaggedTemplateExpression' && ['msg', 't'].includes(node.tag.name)) {
      const text = code.slice(node.quasi.start + 1, node.quasi.end - 1);
      if (node.tag.name === 'msg' || SENTENCE.test(text)) found.push(text);
    }
    return Object.values(node).forEach(visit);
  };
  visit(body);
  return found;
}

/**
 * Returns one line for each text that is written in more than one place.
 * @param texts each text with the file that contains it
 */
export function repeatedTexts(texts) {
  const filesOf = Map.groupBy(texts, ({ text }) => text);
  return [...filesOf]
    .filter(([, places]) => places.length > 1)
    .map(
      ([text, places]) => `“${text}” is written in ${places.map(({ file }) => file).join(', ')}`,
    );
}
