import { ALERT_SECTIONS, type AlertSection } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { Switch } from '@/components/ui/Switch.tsx';
import { AlertConditions } from './AlertConditions.tsx';
import { AlertGroup } from './AlertGroup.tsx';
import { AlertRecipients } from './AlertRecipients.tsx';
import { QuietHours } from './QuietHours.tsx';
import type { SettingsForm } from './settingsValues.ts';

const OWN_ADDRESSES = t`One per line, up to 20.`;
const DEFAULT_ADDRESSES = t`One per line, up to 20. Each company has its own list of recipients.`;

interface AlertSectionsProps {
  form: SettingsForm;
  /**
   * Called when the user chooses the defaults for a section of a company's alert settings. Omitted
   * in the form that edits the defaults.
   */
  follow?: ((section: AlertSection) => void) | undefined;
  masters?: ReactNode;
}

/** The sections of the alert settings: conditions, recipients and quiet hours. */
export function AlertSections({ form, follow, masters }: AlertSectionsProps) {
  const section = { form, follow };
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-x-10">
      <Section {...section} name="limits" title={t`Notify about`}>
        <AlertConditions form={form} />
      </Section>
      <div className="grid grid-cols-1 content-start gap-6">
        <Section {...section} name="recipients" title={t`Recipients`}>
          <AlertRecipients form={form} hint={masters ? DEFAULT_ADDRESSES : OWN_ADDRESSES} />
        </Section>
        {masters}
        <Section {...section} name="quietHours" title={t`Quiet hours`}>
          <QuietHours form={form} />
        </Section>
      </div>
    </div>
  );
}

interface SectionProps extends Pick<AlertSectionsProps, 'form' | 'follow'> {
  name: AlertSection;
  title: string;
  children: ReactNode;
}

/**
 * One section of the alert settings. While the section uses the defaults, it shows them read-only.
 */
function Section({ form, follow, name, title, children }: SectionProps) {
  const own = useWatch({ control: form.control, name: 'own' });
  const follows = follow !== undefined && !own.includes(name);
  const id = useId();
  const toggle = (useDefaults: boolean) => {
    if (useDefaults) follow?.(name);
    form.setValue(
      'own',
      ALERT_SECTIONS.filter((each) => (each === name ? !useDefaults : own.includes(each))),
      { shouldDirty: true },
    );
  };
  return (
    <AlertGroup title={title}>
      {follow && (
        <label
          htmlFor={id}
          className="flex min-h-11 items-center justify-between gap-4 mouse:min-h-8"
        >
          <Trans>Use defaults</Trans>
          <Switch
            id={id}
            aria-label={t`Use defaults: ${title}`}
            checked={follows}
            onCheckedChange={toggle}
          />
        </label>
      )}
      <fieldset disabled={follows} className="grid min-w-0 grid-cols-1 content-start gap-4">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </AlertGroup>
  );
}
