import type { FlagPosition } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Segment, Segments } from '@/components/ui/Segments.tsx';
import { cn } from '@/lib/cn.ts';
import type { CopiedPole } from './copy.ts';

const POSITIONS: readonly (readonly [FlagPosition, string])[] = [
  ['up', t({ message: 'Up', context: 'position' })],
  ['half', t({ message: 'Half', context: 'position' })],
  ['down', t({ message: 'Down', context: 'position' })],
];
export const NO_NETWORK = t`Not connected: poles can’t be controlled`;

/** A read-only version of the flag's position control. Shows the last known position. */
export function CopiedPosition({ pole, className }: { pole: CopiedPole; className?: string }) {
  return (
    <Segments label={t`Position of ${{ name: pole.name }}`} className={cn('w-full', className)}>
      {POSITIONS.map(([position, label]) => (
        <Segment
          key={position}
          chosen={pole.position === position}
          disabled
          title={NO_NETWORK}
          // The current position is not faded, because users look for it first.
          className="h-9 aria-pressed:opacity-100"
        >
          {label}
        </Segment>
      ))}
    </Segments>
  );
}
