import { formatVoltage, judgeVoltage } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Page, PageHeader } from '@/components/ui/PageHeader.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { poleHref } from '@/lib/paths.ts';
import { CopiedPosition } from './CopiedPosition.tsx';
import type { CopiedPole } from './copy.ts';

/**
 * Number of poles to show at first, and to add each time the user presses the button below the
 * list.
 */
const STEP = 50;
/**
 * The URL parameter for the search in the console's flag list (`listState.ts`). The offline view
 * uses it too, so that the search stays when the console appears.
 */
const SEARCH_PARAM = 'q';

interface CopiedListProps {
  title: string;
  poles: readonly CopiedPole[];
  /** Whether to show counts above the list and to list poles with problems first. */
  isOverview?: boolean;
}

const isVoltageOff = ({ voltage, voltageLimits }: CopiedPole): boolean =>
  judgeVoltage(voltage, voltageLimits).status !== 'normal';
const hasProblem = (pole: CopiedPole): boolean => !pole.isOnline || isVoltageOff(pole);

/** Lists poles with their last known state. Shows a search field if there are many poles. */
export function CopiedList({ title, poles, isOverview = false }: CopiedListProps) {
  const [params, setParams] = useSearchParams();
  const [count, setCount] = useState(STEP);
  const search = params.get(SEARCH_PARAM) ?? '';
  const found = poles.filter((pole) => fits(pole, search));
  const ordered = isOverview ? found.toSorted((a, b) => +hasProblem(b) - +hasProblem(a)) : found;
  const type = (text: string) => setParams(text ? { [SEARCH_PARAM]: text } : {}, { replace: true });
  return (
    <Page>
      <PageHeader title={title} subtitle={t`Last known state`} />
      {isOverview && <Counts poles={poles} />}
      {(poles.length > 6 || search) && (
        <Input
          type="search"
          aria-label={t`Search flags`}
          placeholder={t`Search flags...`}
          value={search}
          onChange={({ target }) => type(target.value)}
          className="max-w-96"
        />
      )}
      {ordered.length === 0 ? (
        <p className="text-muted-foreground">
          {search ? t`No results for “${search}”` : t`No flags to display`}
        </p>
      ) : (
        <Card>
          <ul aria-label={t`Poles`} className="divide-y divide-border">
            {ordered.slice(0, count).map((pole) => (
              <PoleRow key={pole.id} pole={pole} />
            ))}
          </ul>
        </Card>
      )}
      {ordered.length > count && (
        <Button className="justify-self-center" onClick={() => setCount(count + STEP)}>
          <Trans>Load more</Trans>
        </Button>
      )}
    </Page>
  );
}

const fits = ({ name, flagId, company, location }: CopiedPole, search: string) =>
  [name, flagId, company, location].some((text) =>
    text.toLowerCase().includes(search.trim().toLowerCase()),
  );

function Counts({ poles }: { poles: readonly CopiedPole[] }) {
  const counts = [
    [t`Poles`, poles.length],
    [t`Online`, poles.filter(({ isOnline }) => isOnline).length],
    [t`At half-staff`, poles.filter(({ position }) => position === 'half').length],
    // The copy has no alerts, so this is no count of all problems.
    [t`Voltage warnings`, poles.filter(isVoltageOff).length],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {counts.map(([label, count]) => (
        <Card key={label} className="grid gap-1 px-4 py-3">
          <dt className="text-[0.8125rem] font-medium text-muted-foreground">{label}</dt>
          <dd className="text-2xl leading-8 font-semibold tracking-tight tabular-nums">{count}</dd>
        </Card>
      ))}
    </dl>
  );
}

function PoleRow({ pole }: { pole: CopiedPole }) {
  return (
    <li className="flex items-center gap-x-4 gap-y-2 px-4 py-2.5 max-md:flex-wrap">
      <div className="grid min-w-0 flex-1 gap-0.5 max-md:basis-full">
        <Link
          href={poleHref(pole.id)}
          className="block truncate font-medium touch-target hover:underline"
        >
          {pole.name}
        </Link>
        <p className="truncate text-xs text-muted-foreground">
          {pole.company} · {pole.location}
        </p>
      </div>
      <div className="w-40 shrink-0 max-md:w-auto max-md:flex-1">
        <PoleState pole={pole} />
      </div>
      <CopiedPosition pole={pole} className="w-56 shrink-0 max-md:w-48" />
    </li>
  );
}

/** Shows whether a pole was last known to be online or locked, and its last known voltage. */
export function PoleState({ pole }: { pole: CopiedPole }) {
  const { status } = judgeVoltage(pole.voltage, pole.voltageLimits);
  const tone = status === 'error' ? 'bad' : status === 'warning' ? 'warn' : null;
  return (
    <div className="grid justify-items-start">
      <Status tone={pole.isOnline ? 'ok' : 'off'} className="text-muted-foreground">
        {pole.isOnline ? t`Was online` : t`Was offline`}
        {pole.isLocked && ` · ${t`Locked`}`}
      </Status>
      {(pole.position === 'unknown' || pole.position === 'moving') && (
        <span className="text-xs text-muted-foreground">
          {pole.position === 'moving' ? t`Was moving` : t`Position unknown`}
        </span>
      )}
      {pole.voltage !== null &&
        (tone ? (
          <Status tone={tone} className="text-xs">
            {formatVoltage(pole.voltage)}
          </Status>
        ) : (
          <span className="text-xs text-muted-foreground tabular-nums">
            {formatVoltage(pole.voltage)}
          </span>
        ))}
    </div>
  );
}
