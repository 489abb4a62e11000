import { SYSTEM_SETTINGS, type SystemSettings } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { z } from 'zod';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { short } from '@/lib/moments.ts';
import { BackupState } from './BackupState.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { fixedHint, numberOf, sourceText } from './sources.ts';
import { useFollow } from './useFollow.ts';
import { useBackUpNow, useSaveBackups } from './useSettings.ts';

const DAY_MS = 24 * 60 * 60_000;
type Known = SystemSettings['backups'];

const valuesFor = ({ time, days }: Known) => {
  const unsent = z.string().transform(() => undefined);
  return z.object({
    isOn: z.boolean(),
    time: time.source === 'environment' ? unsent : SYSTEM_SETTINGS.backupTime.typed,
    days:
      days.source === 'environment'
        ? unsent
        : z.string().transform(numberOf).pipe(SYSTEM_SETTINGS.backupDays.typed),
  });
};
const toValues = ({ isOn, time, days }: Known) => ({
  isOn: isOn.value,
  time: time.value,
  days: String(days.value),
});

interface Changes {
  isOn?: boolean;
  time?: string;
  days?: number;
}

/**
 * Daily backups: settings, state, and a button to back up now. The folder can be set only in the
 * environment.
 */
export function BackupsCard({ known }: { known: Known }) {
  const form = useZodForm(valuesFor(known), toValues(known), 'backups');
  useFollow(form, toValues(known));
  const { dirtyFields } = form.formState;
  const save = useSaveBackups();
  const now = useBackUpNow();
  const [asked, setAsked] = useState<Changes | null>(null);
  const send = (changes: Changes, mayRemove: boolean) =>
    save.mutate(
      { ...changes, mayRemove },
      {
        onSuccess: (saved) => {
          form.reset(toValues(saved.backups));
          setAsked(null);
        },
      },
    );
  const submit = form.handleSubmit(({ isOn, time, days }) => {
    // Sends only edited fields, because someone else may have changed the others in the meantime.
    const changes: Changes = {
      ...(dirtyFields.isOn && { isOn }),
      ...(time !== undefined && dirtyFields.time && { time }),
      ...(days !== undefined && dirtyFields.days && { days }),
    };
    if (changes.days !== undefined && changes.days < known.days.value) setAsked(changes);
    else send(changes, false);
  });
  const sources = [known.isOn.source, known.time.source, known.days.source];
  const timeHint = fixedHint('backupTime', known.time.source);
  const daysHint = fixedHint('backupDays', known.days.source);
  return (
    <SettingsCard title={t`Backups`} note={sourceText(sources)}>
      <BackupState known={known} />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <OnOff form={form} fixed={fixedHint('backupsOn', known.isOn.source)} />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <FormField
            form={form}
            name="time"
            label={t`Time of day`}
            hint={timeHint ?? t`Server time (${{ zone: known.timeZone }})`}
          >
            {(control) => <Input {...control} type="time" readOnly={timeHint !== undefined} />}
          </FormField>
          <FormField
            form={form}
            name="days"
            label={t`Keep for (days)`}
            hint={daysHint ?? t`The newest backup is always kept`}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                className="tabular-nums"
                readOnly={daysHint !== undefined}
              />
            )}
          </FormField>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant="primary"
            pending={save.isPending && asked === null}
            disabled={sources.every((source) => source === 'environment')}
          >
            <Trans>Save changes</Trans>
          </Button>
          <Button
            pending={now.isPending || known.isUnderWay}
            disabled={known.report?.problem != null}
            onClick={() => now.mutate()}
          >
            <Trans>Back up now</Trans>
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t`Remove older backups?`}
        description={
          asked?.days === undefined
            ? ''
            : t`Backups created before ${{ time: short(Date.now() - asked.days * DAY_MS) }} will be permanently removed after the next backup.`
        }
        confirmLabel={t`Save and remove`}
        destructive
        pending={save.isPending}
        onConfirm={() => asked !== null && send(asked, true)}
      />
    </SettingsCard>
  );
}

interface OnOffProps {
  form: ReturnType<
    typeof useZodForm<
      ReturnType<typeof toValues>,
      { isOn: boolean; time: string | undefined; days: number | undefined }
    >
  >;
  /** The reason why the user cannot change the value here; undefined if they can. */
  fixed: string | undefined;
}

function OnOff({ form, fixed }: OnOffProps) {
  const hintId = useId();
  return (
    <div className="grid gap-1">
      <FormField
        form={form}
        name="isOn"
        label={t`Back up every day`}
        className="grid-cols-[1fr_auto] items-center gap-x-4"
      >
        {({ value, onChange, ...control }) => (
          <Switch
            {...control}
            checked={value}
            onCheckedChange={onChange}
            disabled={fixed !== undefined}
            reason={fixed}
            aria-describedby={fixed === undefined ? undefined : hintId}
          />
        )}
      </FormField>
      {fixed && (
        <p id={hintId} className="text-xs text-muted-foreground">
          {fixed}
        </p>
      )}
    </div>
  );
}
