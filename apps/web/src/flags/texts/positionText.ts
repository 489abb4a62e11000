import type { FlagPosition, FlagView } from '@halyard/domain';

const WORDS: Record<FlagPosition, string> = {
  up: 'Flag is up',
  half: 'Flag is at half',
  down: 'Flag is down',
  moving: 'Flag is moving',
  unknown: 'Flag position unknown',
};

/** Says what the pole reports: "Flag is up, lamp on". */
export function positionText(view: FlagView): string {
  const lamp = view.switches.some((one) => one.field === 'lamp' && one.state);
  return `${WORDS[view.position]}${lamp ? ', lamp on' : ''}`;
}
