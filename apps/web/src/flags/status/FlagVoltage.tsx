import {
  type Flag,
  type FlagView,
  formatVoltage,
  judgeVoltage,
  type VoltageJudgment,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Status, type StatusTone } from '@/components/ui/Status.tsx';
import { cn } from '@/lib/cn.ts';

const WORDS = {
  error: { tone: 'bad', text: t`Error` },
  warning: { tone: 'warn', text: t`Warning` },
} as const satisfies Partial<Record<VoltageJudgment['status'], { tone: StatusTone; text: string }>>;
const SIDES = { high: t`Too high`, low: t`Too low` };

interface FlagVoltageProps {
  flag: Pick<Flag, 'voltageLimits'>;
  view: FlagView;
  /**
   * Aligns the voltage to the left. By default, it is aligned to the right, as in a column of
   * numbers.
   */
  start?: boolean;
}

/**
 * The voltage with one decimal. A shape, a word and a color mark a voltage that is out of range.
 */
export function FlagVoltage({ flag: { voltageLimits }, view, start = false }: FlagVoltageProps) {
  const { status, outside } = judgeVoltage(view.voltage, voltageLimits);
  const side = outside && SIDES[outside];
  return (
    <span
      className={cn(
        'inline-grid tabular-nums',
        start ? 'justify-items-start' : 'justify-items-end',
      )}
    >
      <span className={view.isOnline ? undefined : 'text-muted-foreground'}>
        {view.voltage === null ? <span title={t`No reading`}>–</span> : formatVoltage(view.voltage)}
      </span>
      {status !== 'normal' ? (
        <span className={cn('flex flex-wrap gap-x-1.5 text-xs', !start && 'justify-end')}>
          <Status tone={WORDS[status].tone} className="gap-1">
            {WORDS[status].text}
          </Status>{' '}
          {side && <span className="whitespace-nowrap text-bad">{side}</span>}
        </span>
      ) : (
        // The specification has no word for "too low", so we add ours, but only for a current
        // voltage.
        side &&
        view.isOnline && (
          <Status tone="bad" className="gap-1 text-xs">
            {side}
          </Status>
        )
      )}
    </span>
  );
}
