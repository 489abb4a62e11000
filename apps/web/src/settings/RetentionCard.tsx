import { numberText, SYSTEM_SETTINGS, type SystemSettings } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { day } from '@/lib/moments.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { fixedHint, numberOf, sourceText } from './sources.ts';
import { useFollow } from './useFollow.ts';
import { useSaveRetention } from './useSettings.ts';

const DAY_MS = 24 * 60 * 60_000;
const KEYS = ['historyDays', 'activityDays'] as const;
type Key = (typeof KEYS)[number];

const LABELS: Record<Key, string> = {
  historyDays: t`Pole history (days)`,
  activityDays: t`Activity log (days)`,
};

type Known = SystemSettings['retention'];
type Days = Partial<Record<Key, number>>;

/** Returns the schema for the form's values. It leaves out values that the environment sets. */
const valuesFor = (known: Known) => {
  const field = (key: Key) =>
    known[key].source === 'environment'
      ? z.string().transform(() => undefined)
      : z.string().transform(numberOf).pipe(SYSTEM_SETTINGS[key].typed);
  return z.object({ historyDays: field('historyDays'), activityDays: field('activityDays') });
};
const toValues = (known: Known) => ({
  historyDays: String(known.historyDays.value),
  activityDays: String(known.activityDays.value),
});

/**
 * A form for how long history and activity are kept. Asks for confirmation before a shorter time
 * permanently removes entries.
 */
export function RetentionCard({ known }: { known: Known }) {
  const form = useZodForm(valuesFor(known), toValues(known), 'retention');
  useFollow(form, toValues(known));
  const { dirtyFields } = form.formState;
  const save = useSaveRetention();
  const [asked, setAsked] = useState<Days | null>(null);
  const send = (days: Days, mayRemove: boolean) =>
    save.mutate(
      { ...days, mayRemove },
      {
        onSuccess: (saved) => {
          form.reset(toValues(saved.retention));
          setAsked(null);
        },
      },
    );
  const submit = form.handleSubmit((values) => {
    // Sends only edited fields, because someone else may have changed the others in the meantime.
    const days: Days = {};
    for (const key of KEYS)
      if (values[key] !== undefined && dirtyFields[key]) days[key] = values[key];
    if (shortened(known, days).length > 0) setAsked(days);
    else send(days, false);
  });
  const sources = KEYS.map((key) => known[key].source);
  return (
    <SettingsCard title={t`Retention`} note={sourceText(sources)}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div className="grid items-start gap-4 md:grid-cols-2">
          {KEYS.map((key) => (
            <DaysField key={key} form={form} name={key} known={known} />
          ))}
        </div>
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending && asked === null}
          disabled={sources.every((source) => source === 'environment')}
          className="justify-self-start"
        >
          <Trans>Save changes</Trans>
        </Button>
      </form>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t`Remove older entries?`}
        description={asked === null ? '' : removalText(known, asked)}
        confirmLabel={t`Save and remove`}
        destructive
        pending={save.isPending}
        onConfirm={() => asked !== null && send(asked, true)}
      />
    </SettingsCard>
  );
}

const shortened = (known: Known, days: Days): Key[] =>
  KEYS.filter((key) => (days[key] ?? Number.POSITIVE_INFINITY) < known[key].value);

/**
 * Describes what will be removed: "All activity before Aug 14, 2026 will be permanently removed
 * within a day."
 */
function removalText(known: Known, days: Days): string {
  const keys = shortened(known, days);
  const start = (key: Key) => day(Date.now() - days[key]! * DAY_MS);
  if (!keys.includes('activityDays'))
    return t`All pole history before ${{ date: start('historyDays') }} will be permanently removed within a day.`;
  if (!keys.includes('historyDays'))
    return t`All activity before ${{ date: start('activityDays') }} will be permanently removed within a day.`;
  return t`All pole history before ${{ historyDate: start('historyDays') }} and all activity before ${{ activityDate: start('activityDays') }} will be permanently removed within a day.`;
}

interface DaysFieldProps {
  form: ReturnType<typeof useZodForm<ReturnType<typeof toValues>, Record<Key, number | undefined>>>;
  name: Key;
  known: Known;
}

function DaysField({ form, name, known }: DaysFieldProps) {
  const fixed = fixedHint(name, known[name].source);
  const hint =
    fixed ??
    t`${{ least: 30 }} to ${{ most: numberText(3650) }} days. Default: ${{ default: SYSTEM_SETTINGS[name].default }}`;
  return (
    <FormField form={form} name={name} label={LABELS[name]} hint={hint}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          className="tabular-nums"
          readOnly={fixed !== undefined}
        />
      )}
    </FormField>
  );
}
