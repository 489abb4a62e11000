/** What a command of the palette does to the poles that it names. */
export type Verb =
  | 'raise'
  | 'lower'
  | 'half'
  | 'lamp-on'
  | 'lamp-off'
  | 'lock'
  | 'test'
  | 'history'
  | 'timeline';

export interface TypedCommand {
  /** Several if the words are ambiguous, such as "lamp" without on or off. */
  verbs: readonly Verb[];
  /**
   * The rest of the text, in lower case, by which the poles are found; '' if no pole is named yet.
   */
  target: string;
}

/** Longer phrases come first: in "half staff parking" the word "staff" belongs to the verb. */
const PHRASES: readonly (readonly [string, Verb | 'lamp'])[] = [
  ...['half-staff', 'half staff', 'half-mast', 'half mast', 'halfstaff', 'halfmast', 'half'].map(
    (phrase) => [phrase, 'half'] as const,
  ),
  ['raise', 'raise'],
  ['up', 'raise'],
  ['lower', 'lower'],
  ['down', 'lower'],
  ...['lamps', 'lamp', 'lights', 'light'].map((phrase) => [phrase, 'lamp'] as const),
  ['lock', 'lock'],
  ['test', 'test'],
  ['history', 'history'],
  ['timeline', 'timeline'],
];

/**
 * Reads a command such as "lower main entrance". The verb must be a whole, correctly spelled word
 * at the beginning.
 * @returns null if the text does not begin with a verb
 */
export function readCommand(typed: string): TypedCommand | null {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  for (const [phrase, verb] of PHRASES) {
    if (text !== phrase && !text.startsWith(`${phrase} `)) continue;
    const target = text.slice(phrase.length + 1);
    return verb === 'lamp' ? readLamp(target) : { verbs: [verb], target };
  }
  return null;
}

const LAMP_VERBS: Readonly<Record<string, Verb>> = { on: 'lamp-on', off: 'lamp-off' };

/** Reads "lamp on main entrance" and "lamp main entrance on". */
function readLamp(text: string): TypedCommand {
  const words = text.split(' ');
  const first = LAMP_VERBS[words[0]!];
  if (first) return { verbs: [first], target: words.slice(1).join(' ') };
  const last = LAMP_VERBS[words.at(-1)!];
  if (last) return { verbs: [last], target: words.slice(0, -1).join(' ') };
  return { verbs: ['lamp-on', 'lamp-off'], target: text };
}
