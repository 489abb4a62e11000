import type { Stretch } from '@halyard/domain';
import { sourceText } from './sourceText.ts';

const POSITIONS = { up: 'Full staff', half: 'Half-staff', down: 'Down' } as const;

/** Describes what comes into effect at a pole: "Half-staff, lamp off: Memorial Day". */
export function stretchText({ position, lamp, source }: Stretch): string {
  if (source.kind === 'none') return 'Nothing in effect';
  const moves = position === null ? 'No change' : POSITIONS[position];
  const light = lamp === null ? '' : lamp ? ', lamp on' : ', lamp off';
  return `${moves}${light}: ${sourceText(source)}`;
}
