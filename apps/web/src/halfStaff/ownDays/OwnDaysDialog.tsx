import type { OwnDay, OwnDayTerms, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormFrame } from '@/components/FormFrame.tsx';
import { Plus } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { useZodForm } from '@/components/ui/form.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { OwnDayConfirm } from './OwnDayConfirm.tsx';
import { OwnDayFields } from './OwnDayFields.tsx';
import { OwnDayItem } from './OwnDayItem.tsx';
import { ownDaysQuery } from './ownDayActions.ts';
import { ownDayForm, ownDayInput } from './ownDayForm.ts';

export interface OwnDaysDialogProps {
  user: SessionUser;
  onClose: () => void;
}

/** The dialog for custom days: the list, and the form that adds or changes a day. */
export default function OwnDaysDialog({ user, onClose }: OwnDaysDialogProps) {
  /** The custom day in the form; null for a new one, undefined while the list is shown. */
  const [edited, setEdited] = useState<OwnDay | null>();
  const query = useQuery(ownDaysQuery(user));
  const isForm = edited !== undefined;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={isForm ? (edited ? t`Edit custom day` : t`Add custom day`) : t`Custom days`}
      {...(!isForm && {
        description: t`Your own half-staff days and full-staff exceptions that repeat every year.`,
      })}
      className="max-w-2xl"
    >
      {isForm ? (
        <Editing user={user} day={edited} onDone={() => setEdited(undefined)} />
      ) : (
        <>
          <DialogBody>
            {query.data ? (
              <List days={query.data} onEdit={setEdited} />
            ) : query.isError ? (
              <ErrorState
                title={t`Couldn’t load custom days`}
                error={query.error}
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            ) : (
              <div role="status" aria-label={t`Loading custom days`}>
                <Skeleton className="h-24 rounded-lg" />
              </div>
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button variant="primary" onClick={() => setEdited(null)}>
              <Plus aria-hidden="true" />
              <Trans>Add custom day</Trans>
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function List({ days, onEdit }: { days: readonly OwnDay[]; onEdit: (day: OwnDay) => void }) {
  return days.length === 0 ? (
    <p className="text-muted-foreground">
      <Trans>No custom days yet. Add one, such as a founder’s memorial day.</Trans>
    </p>
  ) : (
    <ul aria-label={t`Custom days`} className="grid divide-y divide-border">
      {days.map((day) => (
        <OwnDayItem key={day.id} day={day} onEdit={() => onEdit(day)} />
      ))}
    </ul>
  );
}

interface EditingProps {
  user: SessionUser;
  day: OwnDay | null;
  onDone: () => void;
}

/** Shows the form of a custom day, then a preview of how poles would move. */
function Editing({ user, day, onDone }: EditingProps) {
  const form = useZodForm(ownDayForm, ownDayInput(day, user, new Date()));
  const [terms, setTerms] = useState<OwnDayTerms | null>(null);
  return terms ? (
    <OwnDayConfirm
      user={user}
      day={day}
      terms={terms}
      onSaved={onDone}
      onBack={() => setTerms(null)}
    />
  ) : (
    <FormFrame
      form={form}
      submitLabel={t`Continue`}
      pending={false}
      problem={null}
      onSubmit={setTerms}
      onCancel={onDone}
      cancelLabel={t`Back`}
    >
      <OwnDayFields user={user} form={form} />
    </FormFrame>
  );
}
