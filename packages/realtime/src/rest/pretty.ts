import { endOfString } from '../exactJson.ts';

const STEP = '  ';

/**
 * Indents compact JSON text like `JSON.stringify(…, null, 2)`, but keeps the members in the order
 * of the text. Parsing the text into objects would move some numeric keys to the front.
 */
export function indented(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let copied = 0;
  const breakLine = (at: number): void => {
    parts.push(text.slice(copied, at), '\n', STEP.repeat(depth));
    copied = at;
  };
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '"':
        i = endOfString(text, i);
        break;
      case '{':
      case '[':
        if (text[i + 1] === '}' || text[i + 1] === ']') {
          i++;
          break;
        }
        depth++;
        breakLine(i + 1);
        break;
      case '}':
      case ']':
        depth--;
        breakLine(i);
        break;
      case ',':
        breakLine(i + 1);
        break;
      case ':':
        parts.push(text.slice(copied, i + 1), ' ');
        copied = i + 1;
        break;
      default:
    }
  }
  parts.push(text.slice(copied));
  return parts.join('');
}
