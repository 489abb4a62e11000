import { exact, short } from '@/lib/moments.ts';

interface MomentProps {
  /** Epoch milliseconds. */
  at: number;
  /** How it is worded here. */
  text?: string;
}

/** A moment by the reader's clock; the exact one on hover. */
export function Moment({ at, text = short(at) }: MomentProps) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at)} className="tabular-nums">
      {text}
    </time>
  );
}
