import { clockText, type HalfStaffOverview } from '@halyard/domain';
import { Badge } from '@/components/ui/badge.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card.tsx';
import { Moment } from '@/components/ui/moment.tsx';
import { polesText, sourceText } from './words.ts';

type Groups = HalfStaffOverview['holding'];

const POSITION_LABELS = { up: 'Full staff', half: 'Half-staff', down: 'Down' } as const;

interface HoldingProps {
  title: string;
  groups: Groups;
  /** Where there are none. */
  empty: string;
  /** What its moment is. */
  when: 'Until' | 'Starts';
  /** The clock that half-staff goes by, epoch milliseconds. */
  now: number;
}

/** What is in effect, or comes next, with the number of poles. */
export function Holding({ title, groups, empty, when, now }: HoldingProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        {groups.length === 0 ? (
          <p className="text-muted-foreground">{empty}</p>
        ) : (
          <ul aria-label={title} className="grid divide-y divide-border">
            {groups.map(({ source, position, poles, at, timeZone }) => (
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
                  <span className="text-muted-foreground tabular-nums">{polesText(poles)}</span>
                </div>
                <p className="font-medium break-words">{sourceText(source)}</p>
                {at !== null && timeZone !== null && (
                  <p className="text-xs text-muted-foreground tabular-nums">
                    {when} <Moment at={at} text={clockText(at, now, timeZone)} />
                    {poles > 1 && ' (earliest pole)'}
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
