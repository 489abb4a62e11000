import type { Flag, SwitchField } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Segment, Segments } from '@/components/ui/Segments.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { isAccidentalClick } from '@/lib/forms/doubleClick.ts';
import { useCanWrite } from '@/lib/realtime/connection.ts';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import type { FlagActions } from '../commands/useFlagActions.ts';
import { hindranceOf } from './FlagSwitch.tsx';

const POSITIONS: readonly (readonly [SwitchField, string])[] = [
  ['flagUp', t({ message: 'Up', context: 'position' })],
  ['flagHalf', t({ message: 'Half', context: 'position' })],
  ['flagDown', t({ message: 'Down', context: 'position' })],
];

interface PositionControlProps {
  flag: Flag;
  actions: FlagActions;
  maySwitch: boolean;
  /** Shows only the position, without the lamp, as in a list row. */
  compact?: boolean;
}

/** Controls one flag's position and lamp. Choosing the current position does nothing. */
export function PositionControl({
  flag,
  actions,
  maySwitch,
  compact = false,
}: PositionControlProps) {
  const state = useFlagState(flag.id);
  const canWrite = useCanWrite();
  if (!state) return null;
  const { view } = state;
  const { name } = flag;
  const hindrance = hindranceOf(view, canWrite, maySwitch);
  const lamp = view.switches.find(({ field }) => field === 'lamp')!;
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex flex-wrap items-stretch gap-3">
        <Segments label={t`Position of ${name}`} className="flex-1">
          {POSITIONS.map(([field, label]) => {
            const one = view.switches.find((each) => each.field === field)!;
            return (
              <Segment
                key={field}
                chosen={one.state}
                disabled={hindrance !== null}
                title={hindrance ?? undefined}
                className="relative inline-flex h-10 items-center justify-center gap-2 touch:h-12"
                onClick={(event) => {
                  if (!one.state && !isAccidentalClick(event))
                    void actions.toggle(flag, field, true);
                }}
              >
                {/* Takes no space, so that the buttons keep their widths. */}
                {one.state && one.phase === 'pending' && (
                  <Spinner className="absolute top-1 right-1 size-3" />
                )}
                {label}
              </Segment>
            );
          })}
        </Segments>
        {!compact && (
          <label className="flex items-center gap-2 rounded-md border border-control/60 px-3">
            <span aria-hidden="true" className="text-sm">
              <Trans>Lamp</Trans>
            </span>
            <Switch
              checked={lamp.state}
              look={lamp.phase}
              aria-label={t`Lamp for ${name}`}
              disabled={hindrance !== null}
              reason={hindrance ?? undefined}
              onCheckedChange={(on) => void actions.toggle(flag, 'lamp', on)}
            />
          </label>
        )}
      </div>
      {/*
       * Always takes up space, so that nothing moves when the connection is lost. Rows, and the text
       * above, already say that the pole is locked or offline.
       */}
      {!compact && (
        <p className="min-h-4 text-xs text-muted-foreground">
          {view.isOnline && !view.lock && hindrance}
        </p>
      )}
    </div>
  );
}
