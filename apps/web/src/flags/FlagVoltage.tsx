import { type FlagView, formatVoltage } from '@halyard/domain';
import { Status } from '@/components/ui/status.tsx';

/** One decimal and V; a warning or an error by shape, word and colour. */
export function FlagVoltage({ view }: { view: FlagView }) {
  const { voltageStatus } = view;
  return (
    <span className="inline-grid tabular-nums">
      <span className={view.isOnline ? undefined : 'text-muted-foreground'}>
        {view.voltage === null ? <span title="No reading">–</span> : formatVoltage(view.voltage)}
      </span>
      {voltageStatus !== 'normal' && (
        <Status tone={voltageStatus === 'error' ? 'bad' : 'warn'} className="gap-1 text-xs">
          {voltageStatus === 'error' ? 'Error' : 'Warning'}
        </Status>
      )}
    </span>
  );
}
