import type { SessionUser, SetUpList, SetUpStep } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { Check, Circle } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { FederalAnswer } from '@/halfStaff/sources/FederalAnswer.tsx';
import { cn } from '@/lib/cn.ts';
import { toast } from '@/lib/page/toast.ts';
import { poleHref } from '@/lib/paths.ts';
import { type StepWords, stepWords } from './stepWords.ts';
import { useRemoveSimulatedPole, useShowSetUpList, useSimulatePole } from './useSetUpList.ts';

interface SetUpCardProps {
  user: SessionUser;
  list: SetUpList;
}

/**
 * The setup checklist. A step is done once its data exists; users cannot check it off themselves.
 */
export default function SetUpCard({ user, list }: SetUpCardProps) {
  const show = useShowSetUpList((isShown) => {
    if (!isShown)
      toast({
        title: t`Checklist hidden`,
        description: t`You can open the checklist from the user menu.`,
      });
  });
  const done = list.steps.filter(({ isDone }) => isDone).length;
  const total = list.steps.length;
  const next = list.steps.find(({ isDone }) => !isDone)?.step;
  return (
    <Card>
      <section aria-labelledby="set-up">
        <div className="flex items-center justify-between gap-4 border-b border-border py-2 pr-2 pl-4">
          <h2 id="set-up" className="text-sm font-semibold">
            <Trans>Setup checklist</Trans>{' '}
            <span className="ml-1 font-normal text-muted-foreground tabular-nums">
              <Trans>
                {done} of {total} done
              </Trans>
            </span>
          </h2>
          <Button variant="ghost" pending={show.isPending} onClick={() => show.mutate(false)}>
            <Trans>Hide</Trans>
          </Button>
        </div>
        <ol className="grid divide-y divide-border">
          {list.steps.map(({ step, isDone }) => (
            <Step
              key={step}
              user={user}
              list={list}
              step={step}
              isDone={isDone}
              isNext={step === next}
            />
          ))}
        </ol>
      </section>
    </Card>
  );
}

interface StepProps extends SetUpCardProps {
  step: SetUpStep;
  isDone: boolean;
  /** Whether this is the first step that is not done. Its button stands out. */
  isNext: boolean;
}

function Step({ user, list, step, isDone, isNext }: StepProps) {
  const words = stepWords(user, step);
  const { title, needs } = words;
  const isBlocked = list.steps.some((other) => other.step === needs?.step && !other.isDone);
  const hint = needs && isBlocked ? needs.hint : words.hint;
  const Icon = isDone ? Check : Circle;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-4 py-2.5 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon
        role="img"
        aria-label={isDone ? t({ message: 'Done', context: 'state' }) : t`To do`}
        className={cn('size-4', isDone ? 'text-ok' : 'text-muted-foreground')}
      />
      <div>
        <p className={cn('font-medium', isDone && 'text-muted-foreground')}>{title}</p>
        {!isDone && <p className="text-xs text-muted-foreground">{hint}</p>}
      </div>
      {!isBlocked && (
        // On a phone, below the text.
        <div className="empty:hidden max-sm:col-start-2">
          <StepAction {...{ list, step, isDone, isNext }} link={words.link} />
        </div>
      )}
    </li>
  );
}

type StepActionProps = Omit<StepProps, 'user'> & Pick<StepWords, 'link'>;

function StepAction({ list, step, isDone, isNext, link }: StepActionProps) {
  if (step === 'simulated-pole') return <SimulatedPole {...{ list, isDone, isNext }} />;
  if (isDone) return null;
  if (step === 'sources') return <FederalAnswer />;
  if (!link) return null;
  return (
    <Button asChild variant={isNext ? 'primary' : 'secondary'}>
      <Link href={link.href}>{link.label}</Link>
    </Button>
  );
}

/**
 * Shows a button that adds the simulated pole. Once the pole exists, shows a link to its page and a
 * button that removes it.
 */
function SimulatedPole({ list, isDone, isNext }: Pick<StepProps, 'list' | 'isDone' | 'isNext'>) {
  const add = useSimulatePole();
  const remove = useRemoveSimulatedPole();
  const { simulateAt: place, simulatedPole: pole } = list;
  if (pole)
    return (
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <Link href={poleHref(pole.id)}>
            <Trans context="verb">Open</Trans>
          </Link>
        </Button>
        <Button actsOnce pending={remove.isPending} onClick={() => remove.mutate(pole.id)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    );
  if (isDone || !place) return null;
  const location = place.name;
  return (
    <Button
      actsOnce
      variant={isNext ? 'primary' : 'secondary'}
      title={t`At ${location}`}
      pending={add.isPending}
      onClick={() => add.mutate(place.id)}
    >
      <Trans>Add simulated pole</Trans>
    </Button>
  );
}
