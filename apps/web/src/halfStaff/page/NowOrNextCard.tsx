import { clockText, type HalfStaffOverview } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@/components/ui/Badge.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { polesText } from '../texts/polesText.ts';
import { inEffectText } from '../texts/reachTexts.ts';
import { sourceText } from '../texts/sourceText.ts';

type Group = HalfStaffOverview['next'][number] & Partial<HalfStaffOverview['holding'][number]>;

const POSITION_LABELS = {
  up: t`Full staff`,
  half: t`Half-staff`,
  down: t({ message: 'Down', context: 'position' }),
} as const;

interface NowOrNextCardProps {
  title: string;
  groups: readonly Group[];
  /** The text to show if the list is empty. */
  empty: string;
  /** Which time to show for each order or half-staff day: when it ends, or when it starts. */
  when: 'end' | 'start';
  /** The time by the clock of the server's half-staff engine, in epoch milliseconds. */
  now: number;
  /** Whether autopilot is on. */
  isOn: boolean;
  children?: React.ReactNode;
}

/** Shows what is in effect now or what comes next, with the number of poles. */
export function NowOrNextCard({
  title,
  groups,
  empty,
  when,
  now,
  isOn,
  children,
}: NowOrNextCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        {children}
        {groups.length === 0 ? (
          <p className="text-muted-foreground">{empty}</p>
        ) : (
          <ul aria-label={title} className="grid divide-y divide-border">
            {groups.map(({ source, position, poles, at, timeZone, reach }) => (
              <li
                key={`${source.key} ${position}`}
                className="grid gap-1 py-2.5 first:pt-0 last:pb-0"
              >
                <div className="flex flex-wrap items-center gap-2">
                  {position !== null && (
                    <Badge variant={position === 'half' ? 'accent' : 'neutral'}>
                      {POSITION_LABELS[position]}
                    </Badge>
                  )}
                  <span className="text-muted-foreground tabular-nums">
                    {polesText(reach ? reach.follow : poles)}
                  </span>
                </div>
                <p className="font-medium break-words">{sourceText(source)}</p>
                {reach && position !== null && (
                  <p className="tabular-nums">{inEffectText(reach, { position, isOn })}</p>
                )}
                {at !== null && timeZone !== null && (
                  <p className="text-xs text-muted-foreground tabular-nums">
                    <When
                      when={when}
                      isEarliest={poles > 1}
                      moment={<Moment at={at} text={clockText(at, now, timeZone)} />}
                    />
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}

interface WhenProps extends Pick<NowOrNextCardProps, 'when'> {
  /** Whether several poles are affected, so that `moment` is the earliest of their times. */
  isEarliest: boolean;
  moment: React.ReactNode;
}

function When({ when, isEarliest, moment }: WhenProps) {
  if (when === 'end')
    return isEarliest ? (
      <Trans>Until {moment} (earliest pole)</Trans>
    ) : (
      <Trans>Until {moment}</Trans>
    );
  return isEarliest ? (
    <Trans>Starts {moment} (earliest pole)</Trans>
  ) : (
    <Trans>Starts {moment}</Trans>
  );
}
