import type { CheckStep } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { CircleAlert, CircleCheck, CircleDashed } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';

const STATES: Record<
  CheckStep['state'],
  { icon: typeof CircleCheck; className: string; word: string }
> = {
  done: { icon: CircleCheck, className: 'text-ok', word: t({ message: 'Done', context: 'state' }) },
  waiting: { icon: CircleDashed, className: 'text-muted-foreground', word: t`Waiting` },
  problem: { icon: CircleAlert, className: 'text-bad', word: t`Problem` },
};

/** The steps of a checklist, each with its state and advice. */
export function CheckList({ steps }: { steps: readonly CheckStep[] }) {
  return (
    <ol aria-label={t`Checklist`} className="grid gap-2.5">
      {steps.map(({ id, title, state, text }) => {
        const { icon: Icon, className, word } = STATES[state];
        return (
          <li key={id} className="flex items-start gap-2.5">
            <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', className)} />
            <div className="min-w-0 flex-1">
              <p className={cn('font-medium', state === 'waiting' && 'text-muted-foreground')}>
                {title}
                <span className="sr-only">: {word}</span>
              </p>
              {text !== null && (
                <p className="text-[0.8125rem] break-words text-muted-foreground tabular-nums">
                  {text}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
