import { type FlagView, formatVoltage } from '@halyard/domain';
import { Status, type StatusTone } from '@/components/ui/status.tsx';

/** One decimal and V; what is wrong with it by shape, word and colour. */
export function FlagVoltage({ view }: { view: FlagView }) {
  const problem = problemOf(view);
  return (
    <span className="inline-grid justify-items-end tabular-nums">
      <span className={view.isOnline ? undefined : 'text-muted-foreground'}>
        {view.voltage === null ? <span title="No reading">–</span> : formatVoltage(view.voltage)}
      </span>
      {problem && (
        <Status tone={problem.tone} className="gap-1 text-xs">
          {problem.text}
        </Status>
      )}
    </span>
  );
}

function problemOf({
  voltageStatus,
  isAlert,
}: FlagView): { tone: StatusTone; text: string } | null {
  if (voltageStatus === 'error') return { tone: 'bad', text: 'Error' };
  if (voltageStatus === 'warning') return { tone: 'warn', text: 'Warning' };
  // The status knows no "too low", the count of alerts does: one must see which they are.
  return isAlert ? { tone: 'low', text: 'Low' } : null;
}
