import type { TimelineSection } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { sourceText } from './sourceText.ts';

const POSITIONS = {
  up: t`Full staff`,
  half: t`Half-staff`,
  down: t({ message: 'Down', context: 'position' }),
} as const;

/** Describes what is in effect at a pole: "Half-staff, lamp off: Memorial Day". */
export function timelineSectionText({ position, lamp, source }: TimelineSection): string {
  if (source.kind === 'none') return t`Nothing in effect`;
  const moves = position === null ? t`No change` : POSITIONS[position];
  const light = lamp === null ? [] : [lamp ? t`lamp on` : t`lamp off`];
  return `${[moves, ...light].join(', ')}: ${sourceText(source)}`;
}
