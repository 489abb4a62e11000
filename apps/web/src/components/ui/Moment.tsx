import { exact, short } from '@/lib/moments.ts';
import { usePlaceZone } from '@/lib/placeZone.ts';

interface MomentProps {
  /** Epoch milliseconds. */
  at: number;
  /** The text to show. */
  text?: string;
}

/**
 * A time, on the page of a place in the place's time zone, elsewhere in the reader's. The exact time
 * is shown on hover.
 */
export function Moment({ at, text }: MomentProps) {
  const zone = usePlaceZone();
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at, zone)} className="tabular-nums">
      {text ?? short(at, zone)}
    </time>
  );
}
