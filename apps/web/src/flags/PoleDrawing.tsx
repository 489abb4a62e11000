import type { FlagPosition, FlagView } from '@halyard/domain';
import { cn } from '@/lib/cn.ts';

const TOP: Partial<Record<FlagPosition, number>> = { up: 4, half: 13, down: 24 };
const WORDS: Record<FlagPosition, string> = {
  up: 'Flag is up',
  half: 'Flag is at half',
  down: 'Flag is down',
  moving: 'Flag is moving',
  unknown: 'Flag position unknown',
};

/**
 * The pole as it stands: the cloth where the pole says it is, an empty outline where it is wanted,
 * rays where the lamp is on. Says by shape what the switches say, so colour carries nothing.
 */
export function PoleDrawing({ view, className }: { view: FlagView; className?: string }) {
  const open = view.command === 'pending' || view.command === 'not-confirmed';
  const shown = TOP[view.position];
  const wanted = open ? TOP[view.desiredPosition] : undefined;
  const lamp = view.switches.find((one) => one.field === 'lamp')?.state ?? false;
  return (
    <svg
      viewBox="0 0 22 36"
      role="img"
      aria-label={`${WORDS[view.position]}${lamp ? ', lamp on' : ''}`}
      className={cn(
        'h-9 w-[22px] shrink-0 fill-none stroke-current',
        view.isOnline ? 'text-foreground' : 'text-muted-foreground',
        className,
      )}
      strokeWidth="1.5"
      strokeLinecap="round"
    >
      <path d="M5 2.5V34M2 34.2h6" />
      {lamp && <path d="M9.5 2.2h2M8.6 5.2l1.5 1M8.6-.6l1.5-1" strokeWidth="1.25" />}
      {wanted !== undefined && wanted !== shown && (
        <rect
          x="6.5"
          y={wanted}
          width="13"
          height="8"
          rx="0.5"
          strokeWidth="1.1"
          strokeDasharray="1.6 2.2"
        />
      )}
      {shown !== undefined && (
        <rect
          x="5.5"
          y={shown - 0.5}
          width="14.5"
          height="9"
          rx="0.75"
          className={cn('stroke-none', view.isOnline ? 'fill-primary' : 'fill-control')}
        />
      )}
    </svg>
  );
}
