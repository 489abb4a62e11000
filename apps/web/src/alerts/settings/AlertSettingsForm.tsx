import type { AlertSection, CompanyAlerts, DefaultAlerts } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { AlertMasters } from './AlertRecipients.tsx';
import { AlertSections } from './AlertSections.tsx';
import { AlertSettingsCard } from './AlertSettingsCard.tsx';
import { type SettingsForm, type SettingsInput, toValues } from './settingsValues.ts';
import { useSaveAlertDefaults, useSaveAlertSettings } from './useAlertSettings.ts';

/** The form values in each section of the alert settings. */
const SECTION_VALUES = {
  limits: ['on', 'offlineMinutes', 'voltageBelow', 'voltageAbove'],
  quietHours: ['isQuiet', 'quietFrom', 'quietUntil'],
  recipients: ['roles', 'addresses'],
} as const satisfies Record<AlertSection, readonly (keyof SettingsInput)[]>;

const valuesOf = ({ settings, own }: CompanyAlerts) => toValues(settings, { own });
const defaultValuesOf = ({ settings }: DefaultAlerts) => toValues(settings, settings);

/**
 * The form for alert settings: which conditions trigger a notification, when emails are sent, and
 * who gets them. Each section has its own settings or uses the defaults.
 */
export function CompanySettingsForm({
  companyId,
  known,
}: {
  companyId: string;
  known: CompanyAlerts;
}) {
  const follow = (form: SettingsForm) => (section: AlertSection) => {
    const { on, ...followed } = toValues(known.defaults, {});
    for (const name of SECTION_VALUES[section])
      form.setValue(name, name === 'on' ? on : followed[name], { shouldValidate: false });
    form.clearErrors([...SECTION_VALUES[section]]);
  };
  return (
    <AlertSettingsCard
      companyId={companyId}
      known={known}
      valuesOf={valuesOf}
      save={useSaveAlertSettings(companyId)}
      note={known.isDefault ? t`Using defaults` : null}
    >
      {(form) => <AlertSections form={form} follow={follow(form)} />}
    </AlertSettingsCard>
  );
}

/**
 * The form for the default alert settings, which apply to companies without their own settings. It
 * also lets masters choose which masters get emails about all companies.
 */
export function DefaultSettingsForm({ known }: { known: DefaultAlerts }) {
  return (
    <AlertSettingsCard
      companyId={null}
      known={known}
      valuesOf={defaultValuesOf}
      save={useSaveAlertDefaults()}
      note={t`Companies use these settings until they set their own.`}
    >
      {(form) => (
        <AlertSections form={form} masters={<AlertMasters form={form} masters={known.masters} />} />
      )}
    </AlertSettingsCard>
  );
}
