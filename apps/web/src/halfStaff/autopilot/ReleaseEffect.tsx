import type { HalfStaffRelease } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { CheckLine } from '@/components/ui/CheckLine.tsx';
import { AUTOPILOT_OFF } from '../texts/autopilotOff.ts';

interface ReleaseEffectProps {
  release: HalfStaffRelease;
  /**
   * Whether the user chose to raise the poles for which half-staff ends. Offered only while
   * autopilot is off.
   */
  raises: boolean;
  onRaises: (raises: boolean) => void;
}

/**
 * Shows which poles will be raised because half-staff ends for them. While autopilot is off, offers
 * to raise these poles.
 */
export function ReleaseEffect({ release, raises, onRaises }: ReleaseEffectProps) {
  const { engineIsOn, rising, risingIds } = release;
  return (
    <div className="grid gap-2">
      <p className="tabular-nums">{releaseText(release)}</p>
      {!engineIsOn && rising.count > 0 && risingIds !== null && (
        <RaiseChoice count={rising.count} raises={raises} onRaises={onRaises} />
      )}
      {!engineIsOn && risingIds === null && <TooManyToRaise />}
    </div>
  );
}

/** Explains how to raise the poles later. Shown if there are too many poles to raise at once. */
export const TooManyToRaise = () => (
  <p>
    <Trans>To raise these poles, wait five minutes, then go to the Half-Staff page.</Trans>
  </p>
);

/**
 * A checkbox for raising the poles for which half-staff ends. Needed only while autopilot is off;
 * otherwise, autopilot raises them.
 */
export function RaiseChoice({
  count,
  raises,
  onRaises,
}: Pick<ReleaseEffectProps, 'raises' | 'onRaises'> & { count: number }) {
  return (
    <CheckLine checked={raises} onChange={() => onRaises(!raises)}>
      <Trans>
        Raise <Plural value={count} one="# pole" other="# poles" />
      </Trans>
    </CheckLine>
  );
}

/**
 * Describes what will happen to the poles at half-staff: "8 poles are at half-staff. They will go
 * up."
 */
export function releaseText({ engineIsOn, rising, offline, lowering }: HalfStaffRelease): string {
  const { count } = rising;
  if (!engineIsOn)
    return count === 0
      ? AUTOPILOT_OFF
      : `${plural(count, {
          one: '# pole is at half-staff.',
          other: '# poles are at half-staff.',
        })} ${AUTOPILOT_OFF}`;
  const parts: string[] = [];
  if (count > 0)
    parts.push(
      plural(count, {
        one: '# pole is at half-staff. It will go up.',
        other: '# poles are at half-staff. They will go up.',
      }),
    );
  if (offline > 0)
    parts.push(
      plural(offline, {
        one: '# pole is offline and will go up after reconnecting.',
        other: '# poles are offline and will go up after reconnecting.',
      }),
    );
  if (lowering > 0)
    parts.push(
      plural(lowering, {
        one: '# pole will go to half-staff.',
        other: '# poles will go to half-staff.',
      }),
    );
  return parts.length === 0 ? t`No poles will move.` : parts.join(' ');
}
