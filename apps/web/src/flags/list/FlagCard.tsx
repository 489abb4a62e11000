import { t } from '@lingui/core/macro';
import { memo } from 'react';
import { Link } from 'wouter';
import { Trash2 } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Card, type CardHeading } from '@/components/ui/Card.tsx';
import { poleHref } from '@/lib/paths.ts';
import { useCanWrite } from '@/lib/realtime/connection.ts';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import { FlagSwitches } from '../control/FlagSwitches.tsx';
import { FlagStatus } from '../status/FlagStatus.tsx';
import { FlagVoltage } from '../status/FlagVoltage.tsx';
import { NewKeyWarning } from '../status/NewKeyWarning.tsx';
import { SimulatedBadge } from '../status/SimulatedBadge.tsx';
import type { FlagItemProps } from './FlagRow.tsx';
import { SelectBox } from './selection/SelectBox.tsx';
import { useIsSelecting } from './selection/useRowSelection.ts';

/** A flag as a card, for small screens. */
export const FlagCard = memo(function FlagCard({
  heading: Heading,
  flag,
  actions,
  maySwitch,
  onDelete,
  pageOf,
  selection,
}: FlagItemProps & { heading: CardHeading }) {
  const state = useFlagState(flag.id);
  const canWrite = useCanWrite();
  const isSelecting = useIsSelecting(selection);
  if (!state) return null;
  const { view } = state;
  const { name } = flag;
  return (
    // Skips layout until the card comes near the visible area.
    <li className="[content-visibility:auto] [contain-intrinsic-size:auto_14rem]">
      <Card className="relative grid h-full [&_button]:relative [&_button]:z-1 has-[[role=checkbox][aria-checked=true]]:border-primary has-[[role=checkbox][aria-checked=true]]:bg-accent grid-rows-[auto_1fr_auto] gap-3 p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          {selection && isSelecting && (
            // A tap anywhere on the card, except on a control, selects it.
            <SelectBox
              flag={flag}
              selection={selection}
              className="-my-2.5 -ml-3 static! after:absolute after:inset-0 after:rounded-lg"
            />
          )}
          <div className="grid min-w-0 flex-1 zoomed:basis-full">
            <Heading className="min-w-0 font-medium break-words">
              {isSelecting ? (
                flag.name
              ) : (
                <Link
                  href={poleHref(flag.id)}
                  // A tap anywhere on the card, except on a control, opens the page.
                  className="block after:absolute after:inset-0 after:rounded-lg hover:underline"
                >
                  {flag.name}
                </Link>
              )}
            </Heading>
            <div className="flex items-center flex-wrap gap-1.5 text-xs">
              <p className="truncate font-mono text-muted-foreground" title={flag.flagId}>
                {flag.flagId}
              </p>
              <NewKeyWarning since={flag.newKeySince} />
              {flag.isSimulated && <SimulatedBadge />}
            </div>
          </div>
          <div className="flex shrink-0 items-start gap-1">
            <span className="py-0.5 text-right">
              <FlagVoltage flag={flag} view={view} />
            </span>
            {onDelete && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t`Delete ${name}`}
                className="-mt-2 -mr-3"
                onClick={() => onDelete(flag)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            )}
          </div>
          {pageOf !== 'location' && (
            <p className="basis-full text-[0.8125rem] text-muted-foreground">
              {pageOf === 'company' ? flag.location : `${flag.company} · ${flag.location}`}
            </p>
          )}
        </div>
        <FlagStatus flag={flag} state={state} actions={actions} writable={maySwitch && canWrite} />
        {/* Prevents a tap next to a switch from opening or selecting the card. */}
        <div className="relative z-1 grid grid-cols-4 border-t border-border pt-3">
          <FlagSwitches
            flag={flag}
            view={view}
            canWrite={canWrite}
            actions={actions}
            allowed={maySwitch}
          >
            {(one, control) => (
              <div className="grid justify-items-center gap-2">
                <span aria-hidden="true" className="text-xs text-muted-foreground">
                  {one.label}
                </span>
                {control}
              </div>
            )}
          </FlagSwitches>
        </div>
      </Card>
    </li>
  );
});
