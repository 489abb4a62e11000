import { t } from '@lingui/core/macro';

/** An action that a palette command performs on a pole. */
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
  /**
   * The possible meanings of the command. Ambiguous text such as "lamp" has several: turn on, turn
   * off.
   */
  verbs: readonly Verb[];
  /** The typed words that identify the poles, in lower case; '' if none are typed yet. */
  target: string;
}

/** The phrases that users may type for each command, separated by commas. */
const TYPED: Readonly<Record<Exclude<Verb, 'lamp-on' | 'lamp-off'> | 'lamp', string>> = {
  half: t({
    message: 'half-staff, half staff, half-mast, half mast, halfstaff, halfmast, half',
    comment: 'What people type for the command: phrases separated by commas',
  }),
  raise: t({ message: 'raise, up', comment: 'Typed for the command' }),
  lower: t({ message: 'lower, down', comment: 'Typed for the command' }),
  lamp: t({ message: 'lamps, lamp, lights, light', comment: 'Typed before “on” or “off”' }),
  lock: t({ message: 'lock', comment: 'Typed for the command', context: 'command' }),
  test: t({ message: 'test', comment: 'Typed for the command', context: 'command' }),
  history: t({ message: 'history', comment: 'Typed for the command', context: 'command' }),
  timeline: t({ message: 'timeline', comment: 'Typed for the command', context: 'command' }),
};

/**
 * All command phrases, longest first, so that "half staff" matches before "half". Otherwise,
 * "staff" in "half staff parking" would count as part of the pole's name.
 */
const PHRASES = (Object.keys(TYPED) as (keyof typeof TYPED)[])
  .flatMap((verb) => TYPED[verb].split(', ').map((phrase) => [phrase, verb] as const))
  .sort(([one], [other]) => other.length - one.length);

/**
 * Parses a typed command such as "lower main entrance". It must begin with a complete, correctly
 * spelled verb.
 * @returns null if it does not
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

const LAMP_VERBS: Readonly<Record<string, Verb>> = {
  [t({ message: 'on', comment: 'Typed, one word: “lamp on Main Entrance”', context: 'command' })]:
    'lamp-on',
  [t({ message: 'off', comment: 'Typed, one word: “lamp off Main Entrance”', context: 'command' })]:
    'lamp-off',
};

/** Parses a lamp command such as "lamp on main entrance" or "lamp main entrance on". */
function readLamp(text: string): TypedCommand {
  const words = text.split(' ');
  const first = LAMP_VERBS[words[0]!];
  if (first) return { verbs: [first], target: words.slice(1).join(' ') };
  const last = LAMP_VERBS[words.at(-1)!];
  if (last) return { verbs: [last], target: words.slice(0, -1).join(' ') };
  return { verbs: ['lamp-on', 'lamp-off'], target: text };
}
