import {
  dateText,
  localDate,
  nextOwnDayDate,
  type Order,
  type OwnDay,
  type OwnDayTerms,
  ownDayOrder,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@/components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { problemText } from '@/lib/api/api.ts';
import { OrderPreview } from '../orders/OrderPreview.tsx';
import { useSaveOwnDay } from './ownDayActions.ts';
import { ruleText } from './ownDayTexts.ts';

interface OwnDayConfirmProps {
  user: SessionUser;
  /** The custom day to change; null for a new one. */
  day: OwnDay | null;
  terms: OwnDayTerms;
  onSaved: () => void;
  onBack: () => void;
}

/** Shows what a custom day does on its next date, before it is saved. */
export function OwnDayConfirm({ user, day, terms, onSaved, onBack }: OwnDayConfirmProps) {
  const save = useSaveOwnDay(day, onSaved);
  const date = nextOwnDayDate(terms.rule, localDate(Date.now()));
  const next = dateText(date);
  return (
    <>
      <Edited when />
      <DialogBody>
        <div className="grid gap-1">
          <p className="font-medium break-words">{terms.name}</p>
          <p>
            {ruleText(terms.rule)}
            {' · '}
            <Trans>
              next on <time dateTime={date}>{next}</time>
            </Trans>
          </p>
        </div>
        <OrderPreview user={user} order={plannedOrder(terms, date, day)} isPlanned />
        <p className="text-xs text-muted-foreground">
          <Trans>
            Halyard creates an approved order for each date, up to a year ahead. You can amend or
            cancel each one.
          </Trans>
        </p>
        <FormProblem text={problemText(save.error)} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onBack} disabled={save.isPending}>
          <Trans>Back</Trans>
        </Button>
        <Button variant="primary" pending={save.isPending} onClick={() => save.mutate(terms)}>
          {day === null ? t`Add custom day` : t`Save`}
        </Button>
      </DialogFooter>
    </>
  );
}

/** Returns the order that a custom day creates on a date, for a preview. */
function plannedOrder(terms: OwnDayTerms, date: string, day: OwnDay | null): Order {
  return {
    ...ownDayOrder(terms, date, Date.UTC(2000, 0)),
    id: day?.next?.orderId ?? '',
    companyId: null,
    status: 'draft',
    version: 1,
    revision: 0,
    createdBy: '',
    createdAt: 0,
    approvedBy: null,
    approvedAt: null,
    cancelledBy: null,
    cancelledAt: null,
    cancelledWhy: null,
  };
}
