import type { OrderReading } from '@halyard/domain';
import { plural } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { ArrowRight } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { headlineText, periodText } from '../orders/readingTexts.ts';

interface FoundOrdersProps {
  orders: readonly OrderReading[];
  onChoose: (order: OrderReading) => void;
  onBack: () => void;
  backLabel: string;
}

/** Lists the orders found in a document. The user chooses one of them. */
export function FoundOrders({ orders, onChoose, onBack, backLabel }: FoundOrdersProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <>
      <DialogBody>
        <p role="status" className="font-medium">
          {plural(
            { count: orders.length },
            { one: '# order found.', other: '# orders found. Choose one.' },
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
                  <span className="font-medium break-words">{headlineText(order)}</span>
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
        <Button onClick={onBack}>{backLabel}</Button>
      </DialogFooter>
    </>
  );
}
