import {
  type FollowsChoice,
  type FollowsSettings,
  type HalfStaffRelease,
  listText,
  may,
  type SessionUser,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { ReleaseEffect } from '../autopilot/ReleaseEffect.tsx';
import { FollowedDays } from './FollowedDays.tsx';
import { FollowsTable } from './FollowsTable.tsx';
import { useSaveFollows } from './useFollows.ts';

interface FollowsFormProps {
  user: SessionUser;
  companyId: string;
  /** The location whose settings are edited; null to edit the settings of the whole company. */
  locationId: string | null;
  settings: FollowsSettings;
  /** The company's follow settings. */
  company: FollowsChoice;
  onClose: () => void;
  /** The fields for choosing the company and the location. */
  children: ReactNode;
}

/**
 * The form for choosing which orders and annual half-staff days a company or location follows. Asks
 * for confirmation if poles would move.
 */
export function FollowsForm(props: FollowsFormProps) {
  const { user, companyId, locationId, settings, company, onClose, children } = props;
  const [draft, setDraft] = useState<FollowsChoice | null>(null);
  const [isOwn, setIsOwn] = useState(settings.isOwn);
  const saving = useSaveFollows(user, companyId, onClose);
  const mayChange = may(user, 'company.setAutoHalfMast');
  const isOfCompany = locationId !== null && !isOwn;
  const follows = isOfCompany ? company : (draft ?? settings.follows);
  const isChanged = isOwn !== settings.isOwn || (draft !== null && !isOfCompany);
  const disabled = !mayChange || isOfCompany;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isChanged) onClose();
        else saving.save({ locationId, follows: isOfCompany ? null : follows });
      }}
    >
      <Edited when={isChanged} />
      <DialogBody>
        {children}
        {locationId !== null && (
          <OwnSettings isOwn={isOwn} onChange={mayChange ? setIsOwn : undefined} />
        )}
        <FollowsTable
          follows={follows}
          poles={settings.poles}
          disabled={disabled}
          onChange={setDraft}
        />
        <FollowedDays
          follows={follows}
          days={settings.days}
          disabled={disabled}
          onChange={setDraft}
        />
        {locationId === null && settings.ownLocations.length > 0 && (
          <p className="text-xs text-muted-foreground">
            <Trans>
              Locations with their own settings:{' '}
              {{ locations: listText(settings.ownLocations.map(({ name }) => name)) }}
            </Trans>
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{mayChange ? t`Cancel` : t`Close`}</Button>
        {mayChange && (
          <Button variant="primary" type="submit" pending={saving.isPending}>
            <Trans>Save</Trans>
          </Button>
        )}
      </DialogFooter>
      {saving.asked && (
        <Question
          effect={saving.asked}
          pending={saving.isPending}
          onConfirm={saving.confirm}
          onClose={saving.cancel}
        />
      )}
    </form>
  );
}

/**
 * Lets the user choose whether a location uses its company's settings for which orders to follow,
 * or has its own.
 * @param onChange undefined for users who are not allowed to change the settings
 */
function OwnSettings({
  isOwn,
  onChange,
}: {
  isOwn: boolean;
  onChange: ((isOwn: boolean) => void) | undefined;
}) {
  const id = useId();
  if (!onChange)
    return (
      <p className="text-muted-foreground">
        {isOwn ? t`This location has its own settings.` : t`Same as the company.`}
      </p>
    );
  return (
    <div className="flex min-h-11 items-center gap-2.5 mouse:min-h-8">
      <Switch id={id} aria-labelledby={`${id}-label`} checked={isOwn} onCheckedChange={onChange} />
      <label id={`${id}-label`} htmlFor={id}>
        <Trans>Use separate settings for this location</Trans>
      </label>
    </div>
  );
}

interface QuestionProps {
  effect: HalfStaffRelease;
  pending: boolean;
  onConfirm: (raise: readonly string[]) => void;
  onClose: () => void;
}

/** Asks for confirmation if poles would move because of a change to what they follow. */
function Question({ effect, pending, onConfirm, onClose }: QuestionProps) {
  const [raises, setRaises] = useState(false);
  const { count } = effect.rising;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Change follow settings`}
      description={t`Your changes will take effect immediately.`}
      confirmLabel={
        raises ? t`Save and raise ${plural(count, { one: '# pole', other: '# poles' })}` : t`Save`
      }
      pending={pending}
      onConfirm={() => onConfirm(raises ? (effect.risingIds ?? []) : [])}
    >
      <ReleaseEffect release={effect} raises={raises} onRaises={setRaises} />
    </ConfirmDialog>
  );
}
