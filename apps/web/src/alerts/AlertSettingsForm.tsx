import {
  ALERT_LABELS,
  ALERT_ROLES,
  ALERT_SECTIONS,
  type AlertCondition,
  type AlertSection,
  type Belonging,
  type CompanyAlerts,
  clockText,
  type DefaultAlerts,
  may,
  ROLE_FACTS,
  type Role,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input, Textarea } from '@/components/ui/Input.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { type SettingsInput, settingsValues, toValues } from './settingsValues.ts';
import { useSaveAlertDefaults, useSaveAlertSettings, useSendTestAlert } from './useAlerts.ts';

const NUMBER = { inputMode: 'decimal', autoComplete: 'off', className: 'tabular-nums' } as const;
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

const OWN_ADDRESSES = t`One per line, up to 20.`;
const DEFAULT_ADDRESSES = t`One per line, up to 20. Each company emails its own recipients.`;

/** The form values in each section of the alert settings. */
const SECTION_VALUES = {
  limits: ['on', 'offlineMinutes', 'voltageBelow', 'voltageAbove'],
  quietHours: ['isQuiet', 'quietFrom', 'quietUntil'],
  recipients: ['roles', 'addresses'],
} as const satisfies Record<AlertSection, readonly (keyof SettingsInput)[]>;

type Form = ReturnType<typeof useSettingsForm>;

function useSettingsForm(values: SettingsInput, draft: string) {
  return useZodForm(settingsValues, values, `alerts ${draft}`);
}

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
  const form = useSettingsForm(valuesOf(known), companyId);
  const save = useSaveAlertSettings(companyId);
  const submit = form.handleSubmit(({ masters: _, ...values }) =>
    save.mutate(values, { onSuccess: (saved) => form.reset(valuesOf(saved)) }),
  );
  const follow = (section: AlertSection) => {
    const { on, ...followed } = toValues(known.defaults, {});
    for (const name of SECTION_VALUES[section])
      form.setValue(name, name === 'on' ? on : followed[name], { shouldValidate: false });
    form.clearErrors([...SECTION_VALUES[section]]);
  };
  return (
    <SettingsCard
      form={form}
      onSubmit={submit}
      isSaving={save.isPending}
      companyId={companyId}
      known={known}
      note={known.isDefault ? t`Using defaults` : null}
    >
      <Groups form={form} follow={follow} />
    </SettingsCard>
  );
}

/**
 * The form for the default alert settings, which apply to companies without their own settings, and
 * for choosing the masters who get emails about all companies.
 */
export function DefaultSettingsForm({ known }: { known: DefaultAlerts }) {
  const form = useSettingsForm(defaultValuesOf(known), 'defaults');
  const save = useSaveAlertDefaults();
  const submit = form.handleSubmit(({ own: _, ...values }) =>
    save.mutate(values, { onSuccess: (saved) => form.reset(defaultValuesOf(saved)) }),
  );
  return (
    <SettingsCard
      form={form}
      onSubmit={submit}
      isSaving={save.isPending}
      companyId={null}
      known={known}
      note={t`Companies use these settings until they set their own.`}
    >
      <Groups form={form} masters={<Masters form={form} masters={known.masters} />} />
    </SettingsCard>
  );
}

interface SettingsCardProps {
  form: Form;
  onSubmit: (event: FormEvent) => Promise<void>;
  isSaving: boolean;
  /** The company whose settings are edited; null to edit the defaults. */
  companyId: string | null;
  known: CompanyAlerts | DefaultAlerts;
  note: string | null;
  children: ReactNode;
}

function SettingsCard(props: SettingsCardProps) {
  const { form, onSubmit, isSaving, companyId, known, note, children } = props;
  const test = useSendTestAlert(companyId);
  return (
    <Card className="p-4">
      <form
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        className="grid grid-cols-1 gap-6"
      >
        <Reach known={known} isOfCompany={companyId !== null} note={note} />
        {children}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={isSaving}>
            <Trans>Save changes</Trans>
          </Button>
          <Button
            pending={test.isPending}
            disabled={!known.hasMailServer || known.recipients === 0 || form.formState.isDirty}
            onClick={() => test.mutate()}
          >
            <Trans>Send test email</Trans>
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface ReachProps {
  known: Pick<CompanyAlerts, 'hasMailServer' | 'recipients' | 'delayedUntil'>;
  isOfCompany: boolean;
  note: string | null;
}

/** Shows whether anyone gets alert emails, and whether these emails are currently delayed. */
function Reach({ known, isOfCompany, note }: ReachProps) {
  const { hasMailServer, recipients, delayedUntil } = known;
  return (
    <div className="grid gap-1 text-muted-foreground tabular-nums">
      {!hasMailServer ? (
        <NoMailServer />
      ) : isOfCompany && recipients === 0 ? (
        <Status tone="warn">
          <Trans>No recipients yet</Trans>
        </Status>
      ) : delayedUntil !== null ? (
        <Status tone="warn">
          <Trans>
            Daily email limit reached. New alerts will be emailed after{' '}
            {{ time: clockText(delayedUntil, Date.now()) }}.
          </Trans>
        </Status>
      ) : (
        <p>
          {isOfCompany ? (
            <Plural value={recipients} one="# recipient" other="# recipients" />
          ) : (
            <Plural
              value={recipients}
              one="# master gets alerts for all companies"
              other="# masters get alerts for all companies"
            />
          )}
        </p>
      )}
      {note && <p>{note}</p>}
    </div>
  );
}

function NoMailServer() {
  const user = useCurrentUser();
  return (
    <>
      <Status tone="warn">
        <Trans>No mail server: alerts appear only here</Trans>
      </Status>
      {may(user, 'settings.manage') && (
        <Link
          href="/settings"
          className="touch-target justify-self-start underline underline-offset-2"
        >
          <Trans>Set up a mail server in Settings</Trans>
        </Link>
      )}
    </>
  );
}

interface GroupsProps {
  form: Form;
  /**
   * Called with a section of a company's alert settings that should use the defaults. Absent in the
   * form that edits the defaults.
   */
  follow?: ((section: AlertSection) => void) | undefined;
  masters?: ReactNode;
}

function Groups({ form, follow, masters }: GroupsProps) {
  const section = { form, follow };
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-x-10">
      <Section {...section} name="limits" title={t`Notify about`}>
        <Conditions form={form} />
      </Section>
      <div className="grid grid-cols-1 content-start gap-6">
        <Section {...section} name="recipients" title={t`Recipients`}>
          <Recipients form={form} hint={masters ? DEFAULT_ADDRESSES : OWN_ADDRESSES} />
        </Section>
        {masters}
        <Section {...section} name="quietHours" title={t`Quiet hours`}>
          <Quiet form={form} />
        </Section>
      </div>
    </div>
  );
}

interface SectionProps extends Pick<GroupsProps, 'form' | 'follow'> {
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
    <Group title={title}>
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
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 content-start gap-4">
      <legend className="pb-3 text-sm font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

function Conditions({ form }: { form: Form }) {
  return (
    <>
      <Condition form={form} name="offline">
        <FormField form={form} name="offlineMinutes" label={t`Offline for (minutes)`}>
          {(control) => <Input {...control} {...NUMBER} />}
        </FormField>
      </Condition>
      <Condition form={form} name="voltage">
        <div className="grid grid-cols-2 gap-3">
          <FormField form={form} name="voltageBelow" label={t`Below (V)`}>
            {(control) => <Input {...control} {...NUMBER} />}
          </FormField>
          <FormField form={form} name="voltageAbove" label={t`Above (V)`}>
            {(control) => <Input {...control} {...NUMBER} />}
          </FormField>
        </div>
      </Condition>
      <Condition form={form} name="movement-failed" />
      <Condition form={form} name="wrong-position" />
      <Condition form={form} name="not-confirmed" />
    </>
  );
}

interface ConditionProps {
  form: Form;
  name: AlertCondition;
  /**
   * The inputs for the thresholds of one alert condition, shown while alerts for the condition are
   * on.
   */
  children?: ReactNode;
}

function Condition({ form, name, children }: ConditionProps) {
  const isOn = useWatch({ control: form.control, name: `on.${name}` });
  return (
    <div className="grid gap-3">
      <OnOff form={form} name={`on.${name}`} label={ALERT_LABELS[name]} />
      {isOn && children && <div className="border-l-2 border-border pl-4">{children}</div>}
    </div>
  );
}

function OnOff({
  form,
  name,
  label,
}: {
  form: Form;
  name: `on.${AlertCondition}` | 'isQuiet';
  label: string;
}) {
  return (
    <FormField
      form={form}
      name={name}
      label={label}
      className="grid-cols-[1fr_auto] items-center gap-x-4"
    >
      {({ value, onChange, ...control }) => (
        <Switch {...control} checked={value} onCheckedChange={onChange} />
      )}
    </FormField>
  );
}

function Recipients({ form, hint }: { form: Form; hint: string }) {
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

/** Chooses the masters who get emails about all companies. */
function Masters({ form, masters }: { form: Form; masters: DefaultAlerts['masters'] }) {
  const chosen = useWatch({ control: form.control, name: 'masters' });
  const toggle = (id: string) =>
    form.setValue(
      'masters',
      chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id],
      { shouldDirty: true },
    );
  return (
    <Group title={t`Masters`}>
      <p className="text-xs text-muted-foreground">
        <Trans>
          Each selected master gets one email for all companies, regardless of their settings.
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
    </Group>
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: () => void;
}

function Choice({ label, hint, checked, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-2.5 mouse:min-h-8">
      <input
        id={id}
        type="checkbox"
        className="size-4 shrink-0 accent-primary"
        checked={checked}
        onChange={onChange}
      />
      <span className="shrink-0">{label}</span>
      <span className="min-w-0 truncate text-xs text-muted-foreground">{hint}</span>
    </label>
  );
}

function Quiet({ form }: { form: Form }) {
  const isQuiet = useWatch({ control: form.control, name: 'isQuiet' });
  return (
    <>
      <OnOff form={form} name="isQuiet" label={t`No emails during quiet hours`} />
      {isQuiet && (
        <div className="grid gap-1.5 border-l-2 border-border pl-4">
          <div className="grid grid-cols-2 gap-3">
            <FormField form={form} name="quietFrom" label={t`From`}>
              {(control) => <Input {...control} type="time" />}
            </FormField>
            <FormField form={form} name="quietUntil" label={t`Until`}>
              {(control) => <Input {...control} type="time" />}
            </FormField>
          </div>
          <p className="text-xs text-muted-foreground">
            <Trans>In each pole’s local time. Open alerts are emailed when quiet hours end.</Trans>
          </p>
        </div>
      )}
    </>
  );
}
