const SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;

/**
 * Returns a sort key for a string. JavaScript sorts these keys in the order in which SQLite and
 * PostgreSQL sort the strings: by code points. JavaScript itself compares UTF-16 code units, and
 * would sort emoji before some other characters.
 */
export function byCodePoints(text: string): string {
  if (!/[\ud800-\uffff]/.test(text)) return text;
  let key = '';
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // Swap the surrogates with the characters above them.
    if (unit >= AFTER_SURROGATES) key += String.fromCharCode(unit - 0x800);
    else if (unit >= SURROGATE) key += String.fromCharCode(unit + 0x2000);
    else key += text[index]!;
  }
  return key;
}
