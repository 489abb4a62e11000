import { exact, short } from '@/lib/moments.ts';
import { usePlaceZone } from '@/lib/placeZone.ts';

interface MomentProps {
  /** The time to show, in epoch milliseconds. */
  at: number;
  /** The text to show instead of the time in its default format. */
  text?: string;
}

/**
 * Shows a time in the time zone of the location that the page is about; on other pages, in the
 * user's time zone. Hovering shows the exact time.
 */
export function Moment({ at, text }: MomentProps) {
  const zone = usePlaceZone();
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at, zone)} className="tabular-nums">
      {text ?? short(at, zone)}
    </time>
  );
}
