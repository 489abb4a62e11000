import {
  ALERT_ROLES,
  type Belonging,
  type DefaultAlerts,
  ROLE_FACTS,
  type Role,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useWatch } from 'react-hook-form';
import { CheckLine } from '@/components/ui/CheckLine.tsx';
import { FormField } from '@/components/ui/form.tsx';
import { Textarea } from '@/components/ui/Input.tsx';
import { AlertGroup } from './AlertGroup.tsx';
import type { SettingsForm } from './settingsValues.ts';

const RECIPIENTS: Record<Role, string> = {
  master: t`Masters`,
  company_user: t`Company Users`,
  location_user: t`Location Users`,
  employee: t`Employees`,
};
const RECIPIENT_HINTS = {
  nothing: '',
  company: t`all poles`,
  location: t`poles at their location`,
} satisfies Record<Belonging, string>;

/** Lets the user choose the roles and addresses that get emails. */
export function AlertRecipients({ form, hint }: { form: SettingsForm; hint: string }) {
  const roles = useWatch({ control: form.control, name: 'roles' });
  const toggle = (role: (typeof ALERT_ROLES)[number]) =>
    form.setValue(
      'roles',
      ALERT_ROLES.filter((each) => roles.includes(each) !== (each === role)),
      { shouldDirty: true },
    );
  return (
    <>
      <div className="grid grid-cols-1">
        {ALERT_ROLES.map((role) => (
          <Choice
            key={role}
            label={RECIPIENTS[role]}
            hint={RECIPIENT_HINTS[ROLE_FACTS[role].belongsTo]}
            checked={roles.includes(role)}
            onChange={() => toggle(role)}
          />
        ))}
      </div>
      <FormField form={form} name="addresses" label={t`Addresses`} hint={hint}>
        {(control) => <Textarea {...control} spellCheck={false} autoComplete="off" />}
      </FormField>
    </>
  );
}

/** Lets the user choose the masters who get emails about all companies. */
export function AlertMasters({
  form,
  masters,
}: {
  form: SettingsForm;
  masters: DefaultAlerts['masters'];
}) {
  const chosen = useWatch({ control: form.control, name: 'masters' });
  const toggle = (id: string) =>
    form.setValue(
      'masters',
      chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id],
      { shouldDirty: true },
    );
  return (
    <AlertGroup title={t`Masters`}>
      <p className="text-xs text-muted-foreground">
        <Trans>
          Each selected master gets one email that covers all companies, regardless of the
          companies’ settings.
        </Trans>
      </p>
      <div className="grid grid-cols-1">
        {masters.map(({ id, name, email }) => (
          <Choice
            key={id}
            label={name}
            hint={email || t`no email address`}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
    </AlertGroup>
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: () => void;
}

function Choice({ label, hint, ...props }: ChoiceProps) {
  return (
    <CheckLine {...props}>
      {label} <span className="ml-1.5 text-xs text-muted-foreground">{hint}</span>
    </CheckLine>
  );
}
