import { formatVoltage } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '@/components/ui/Card.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Page } from '@/components/ui/PageHeader.tsx';
import { locationHref } from '@/lib/paths.ts';
import { FlagScene } from '@/scene/FlagScene.tsx';
import { PoleState } from './CopiedList.tsx';
import { CopiedPosition, NO_NETWORK } from './CopiedPosition.tsx';
import type { CopiedPole } from './copy.ts';

const POSITION_TEXTS = {
  up: t({ message: 'Up', context: 'position' }),
  half: t({ message: 'Half-staff', context: 'position' }),
  down: t({ message: 'Down', context: 'position' }),
  moving: t({ message: 'Moving', context: 'position' }),
  unknown: t({ message: 'Unknown', context: 'position' }),
} as const;

/** Shows the last known state of one pole. */
export function CopiedPolePage({ pole }: { pole: CopiedPole }) {
  const { name, position, lamp, voltage, lastSeen } = pole;
  const isKnown = position !== 'moving' && position !== 'unknown';
  const positionText = POSITION_TEXTS[position];
  const words = lamp ? t`Last known: ${positionText}, lamp on` : t`Last known: ${positionText}`;
  return (
    <Page>
      <header className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap gap-x-1.5 text-muted-foreground">
          <span>{pole.company}</span>
          <span aria-hidden="true">·</span>
          <Link href={locationHref(pole.locationId)} className="touch-target hover:underline">
            {pole.location}
          </Link>
        </p>
        <h1 className="text-xl leading-7 font-semibold tracking-tight break-words">{name}</h1>
      </header>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(20rem,26rem)_1fr]">
        <Card className="grid grid-cols-1 content-start gap-4 p-4 max-md:gap-3 max-md:p-3">
          <FlagScene
            shown={isKnown ? position : null}
            lamp={lamp}
            isOffline
            sky="day"
            label={words}
            className="h-[22rem] max-md:h-56"
          />
          <PoleState pole={pole} />
          <div className="grid gap-2">
            <CopiedPosition pole={pole} />
            <p className="text-xs text-muted-foreground">{NO_NETWORK}</p>
          </div>
        </Card>
        <Card className="self-start">
          <dl className="grid grid-cols-1 divide-y divide-border sm:grid-cols-2 sm:divide-y-0">
            <Fact label={t`Position`}>{positionText}</Fact>
            <Fact label={t`Lamp`}>
              {lamp
                ? t({ message: 'On', context: 'lamp' })
                : t({ message: 'Off', context: 'lamp' })}
            </Fact>
            <Fact label={t`Last seen`}>
              {lastSeen === null ? t`Never` : <Moment at={lastSeen} />}
            </Fact>
            <Fact label={t`Voltage`}>
              {voltage === null ? t`No reading` : formatVoltage(voltage)}
            </Fact>
            <Fact label={t`Flag ID`}>
              <span className="font-mono">{pole.flagId}</span>
            </Fact>
          </dl>
        </Card>
      </div>
    </Page>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 px-4 py-3">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
