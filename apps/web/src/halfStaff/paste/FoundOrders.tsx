import { type OrderReading, orderEndText, orderStartText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { ArrowRight } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { AUTHORITY_LABELS, KIND_LABELS, scopeText } from '../orders/orderTexts.ts';
import type { ReadResult } from './readPasted.ts';

interface FoundOrdersProps {
  result: ReadResult;
  onChoose: (order: OrderReading) => void;
  onBack: () => void;
}

/** Lists the orders found in a text. The user chooses one at a time. */
export function FoundOrders({ result: { orders }, onChoose, onBack }: FoundOrdersProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <>
      <DialogBody>
        <p role="status" className="font-medium">
          {plural(
            { count: orders.length },
            { one: '# order found. Choose one.', other: '# orders found. Choose one.' },
          )}
        </p>
        <ul ref={list} className="grid divide-y divide-border rounded-lg border border-border">
          {orders.map((order, at) => (
            <li key={at}>
              <button
                type="button"
                className="flex w-full items-center gap-4 px-4 py-3 text-left hover:bg-accent"
                onClick={() => onChoose(order)}
              >
                <span className="grid min-w-0 flex-1 gap-0.5">
                  <span className="font-medium break-words">{headline(order)}</span>
                  <span className="text-muted-foreground tabular-nums">{periodText(order)}</span>
                  {order.reason && (
                    <span className="truncate text-muted-foreground">{order.reason.value}</span>
                  )}
                </span>
                <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </DialogFooter>
    </>
  );
}

const NAMES = { company: (id: string) => id, location: (id: string) => id };

/** Returns, for example, "Half-staff · Governor · Ohio". */
function headline({ kind, authority, scope, narrower }: OrderReading): string {
  const where = scope ? scopeText(scope.value, NAMES) : narrower?.value;
  return [kind && KIND_LABELS[kind.value], authority && AUTHORITY_LABELS[authority.value], where]
    .filter(Boolean)
    .join(' · ');
}

function periodText({ starts, ends }: OrderReading): string {
  if (starts && ends) return `${orderStartText(starts.value)} – ${orderEndText(ends.value)}`;
  if (starts) return t`Starts: ${{ start: orderStartText(starts.value) }}`;
  return ends ? t`Ends: ${{ end: orderEndText(ends.value) }}` : t`No period in the text`;
}
