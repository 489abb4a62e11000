import type { FlagPosition, FlagView } from '@halyard/domain';
import { t } from '@lingui/core/macro';

const WORDS: Record<FlagPosition, string> = {
  up: t`Flag is up`,
  half: t`Flag is at half-staff`,
  down: t`Flag is down`,
  moving: t`Flag is moving`,
  unknown: t`Flag position unknown`,
};

/** Describes the state that the pole reports: "Flag is up, lamp on". */
export function positionText(view: FlagView): string {
  const lamp = view.switches.some((one) => one.field === 'lamp' && one.state);
  const position = WORDS[view.position];
  return lamp ? t`${position}, lamp on` : position;
}
