import type { FlagPosition, FlagView } from '@halyard/domain';
import { cn } from '@/lib/cn.ts';
import { positionText } from '../texts/positionText.ts';

const TOP: Partial<Record<FlagPosition, number>> = { up: 7.5, half: 15.5, down: 24 };

/**
 * A small drawing of the pole: the cloth at the reported position, an empty outline at the desired
 * one, and rays if the lamp is on. Each of these has its own shape, so that users can recognize it
 * without color.
 */
export function PoleDrawing({ view, className }: { view: FlagView; className?: string }) {
  const open = view.command === 'pending' || view.command === 'not-confirmed';
  const shown = TOP[view.position];
  const wanted = open ? TOP[view.desiredPosition] : undefined;
  const lamp = view.switches.find((one) => one.field === 'lamp')?.state ?? false;
  return (
    <svg
      viewBox="0 0 24 36"
      role="img"
      aria-label={positionText(view)}
      className={cn(
        'h-9 w-6 shrink-0 fill-none stroke-current',
        view.isOnline ? 'text-foreground' : 'text-muted-foreground',
        className,
      )}
      strokeWidth="1.5"
      strokeLinecap="round"
    >
      <path d="M7 6.5V34M4 34.5h6" />
      <circle cx="7" cy="4.6" r="1.6" strokeWidth="1.1" className={lamp ? 'fill-current' : ''} />
      {lamp && <path d="M2.4 4.6H3.6M3.7 1.3l.9.9M7 0v1.1M10.3 1.3l-.9.9" strokeWidth="1.1" />}
      {wanted !== undefined && wanted !== shown && (
        <rect
          x="8.6"
          y={wanted + 0.5}
          width="13.4"
          height="8"
          rx="0.5"
          strokeWidth="1.2"
          strokeDasharray="1.7 2.2"
        />
      )}
      {shown !== undefined && (
        <rect
          x="7.5"
          y={shown}
          width="15"
          height="9"
          rx="0.75"
          className={cn('stroke-none', view.isOnline ? 'fill-primary' : 'fill-control')}
        />
      )}
    </svg>
  );
}
