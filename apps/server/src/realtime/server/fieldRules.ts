import { FIELD_RULES } from '@halyard/domain';

/** The file of security rules that the embedded realtime database reads, and that Google is given. */
export const RULES_FILE = new URL('../../../database.rules.json', import.meta.url);

const START = /^( *)\/\/ Written by "npm run rules": fields of (\w+)$/;
const END = /^ *\/\/ End$/;
const REQUIRED = /hasChildren\(\[[^\]]*\]\)/;

/**
 * The text of the rules file with the field checks that follow from the declaration of live state
 * (packages/domain/src/flags/live/shapes.ts). They stand between two comments; the fields that a node
 * must have stand in its own rule above them.
 * @throws where a node that is declared has no place in the text, or the other way round
 */
export function withFieldRules(text: string): string {
  const lines: string[] = [];
  const left = new Map(Object.entries(FIELD_RULES));
  let isSkipped = false;
  for (const line of text.split('\n')) {
    if (END.test(line)) isSkipped = false;
    if (isSkipped) continue;
    lines.push(line);
    const [, indent, node] = START.exec(line) ?? [];
    if (indent === undefined || node === undefined) continue;
    const fields = left.get(node);
    if (!fields) throw new Error(`Live state has no node "${node}".`);
    left.delete(node);
    isSkipped = true;
    requireFields(lines, fields);
    lines.push(...rulesOf(fields).map((rule) => indent + rule));
  }
  if (left.size > 0) throw new Error(`There is no place for the fields of ${[...left.keys()]}.`);
  return lines.join('\n');
}

type Fields = (typeof FIELD_RULES)[string];

/** Writes what a node must have into the closest rule above that says so. */
function requireFields(lines: string[], fields: Fields): void {
  const names = Object.keys(fields).filter((name) => fields[name]?.isRequired);
  if (names.length === 0) return;
  const at = lines.findLastIndex((line) => REQUIRED.test(line));
  const list = names.map((name) => `'${name}'`).join(', ');
  lines[at] = (lines[at] ?? '').replace(REQUIRED, `hasChildren([${list}])`);
}

const rulesOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, rule]) =>
    rule?.validate ? [`"${name}": {`, `  ".validate": "${rule.validate}"`, '},'] : [],
  );
