import { exact, short } from '@/lib/moments.ts';

interface MomentProps {
  /** Epoch milliseconds. */
  at: number;
  /** The text to show. */
  text?: string;
}

/** A time in the reader's time zone. The exact time is shown on hover. */
export function Moment({ at, text = short(at) }: MomentProps) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at)} className="tabular-nums">
      {text}
    </time>
  );
}
