import {
  ACTIVITY_CATEGORIES,
  ACTIVITY_OUTCOMES,
  type Activity,
  CATEGORY_LABELS,
  ENGINE_ACTOR,
  isOperator,
  may,
  OUTCOME_LABELS,
  POLE_ACTOR,
  POSITIONS,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { X } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Toolbar } from '@/components/ui/PageHeader.tsx';
import { SearchInput } from '@/components/ui/SearchInput.tsx';
import { Select, type SelectOption } from '@/components/ui/Select.tsx';
import { companiesQuery, usersQuery } from '@/lib/api/query.ts';
import { type ActivityView, DATES, SPANS } from './useActivity.ts';

/** How long typing must pause before the search is sent, in milliseconds. */
const TYPED_MS = 300;
/** The value of the option that turns a filter off. */
const ANY = 'any';

const POSITION_LABELS = {
  up: t({ message: 'Up', context: 'position' }),
  half: t({ message: 'Half', context: 'position' }),
  down: t({ message: 'Down', context: 'position' }),
} as const;

interface ActivityFiltersProps {
  user: SessionUser;
  view: ActivityView;
  change: (part: Partial<ActivityView>) => void;
  /** The entries found. They supply the names for the IDs in the URL. */
  entries: readonly Activity[];
}

export function ActivityFilters({ user, view, change, entries }: ActivityFiltersProps) {
  const seesAll = isOperator(user.role);
  const companies = useQuery({ ...companiesQuery(), enabled: seesAll });
  const users = useQuery({ ...usersQuery(user), enabled: may(user, 'user.read') });
  const people = (users.data ?? []).map(({ id, username }) => ({ value: id, label: username }));
  const flagName = entries.find(({ flagId }) => flagId === view.flagId)?.subject;
  return (
    <>
      <Toolbar>
        <SearchInput
          value={view.q}
          onValueChange={(q) => change({ q })}
          pause={TYPED_MS}
          placeholder={t`Search activity…`}
        />
        <Choice
          label={t`What`}
          any={t`Everything`}
          value={view.category}
          options={ACTIVITY_CATEGORIES.map((one) => ({ value: one, label: CATEGORY_LABELS[one] }))}
          onChange={(category) => change({ category: category as ActivityView['category'] })}
        />
        <Choice
          label={t`Who`}
          any={t`Everyone`}
          value={view.who}
          options={withNamed(
            [
              { value: ENGINE_ACTOR, label: t`Autopilot` },
              { value: POLE_ACTOR, label: t`Poles` },
              ...people,
            ],
            view.who,
            entries,
          )}
          onChange={(who) => change({ who })}
        />
        <Choice
          label={t`Outcome`}
          any={t`Any outcome`}
          value={view.outcome}
          options={ACTIVITY_OUTCOMES.map((one) => ({ value: one, label: OUTCOME_LABELS[one] }))}
          onChange={(outcome) => change({ outcome: outcome as ActivityView['outcome'] })}
        />
        <Choice
          label={t`Position`}
          any={t`Any position`}
          value={view.position}
          options={POSITIONS.map((one) => ({ value: one, label: POSITION_LABELS[one] }))}
          onChange={(position) => change({ position: position as ActivityView['position'] })}
        />
        <Choice
          label={t`When`}
          any={t`Any time`}
          value={view.span}
          options={[
            ...Object.entries(SPANS).map(([value, { label }]) => ({ value, label })),
            { value: DATES, label: t`Between dates` },
          ]}
          onChange={(span) => change({ span: span as ActivityView['span'] })}
        />
        {view.span === DATES && (
          <>
            <DateInput
              label={t({ message: 'From', context: 'date' })}
              value={view.from}
              onChange={(from) => change({ from })}
            />
            <DateInput
              label={t({ message: 'To', context: 'date' })}
              value={view.to}
              onChange={(to) => change({ to })}
            />
          </>
        )}
        {seesAll && (
          <Choice
            label={t`Company`}
            any={t`Any company`}
            value={view.companyId}
            options={(companies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(companyId) => change({ companyId })}
          />
        )}
      </Toolbar>
      {view.flagId !== null && (
        <div>
          <Button onClick={() => change({ flagId: null })}>
            <X aria-hidden="true" />
            {flagName ? <Trans>Only {flagName}</Trans> : <Trans>Only this flag</Trans>}
          </Button>
        </div>
      )}
    </>
  );
}

interface DateInputProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

function DateInput({ label, value, onChange }: DateInputProps) {
  return (
    <Input
      type="date"
      aria-label={label}
      title={label}
      className="w-[calc(50%-0.375rem)] tabular-nums md:w-38"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    />
  );
}

interface ChoiceProps {
  label: string;
  /** The label of the option that turns the filter off. */
  any: string;
  value: string | null;
  options: readonly SelectOption[];
  onChange: (value: string | null) => void;
}

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      className="w-[calc(50%-0.375rem)] md:w-38"
      value={value ?? ANY}
      options={[{ value: ANY, label: any }, ...options]}
      onValueChange={(next) => onChange(next === ANY ? null : next)}
    />
  );
}

/**
 * Adds the chosen user to the options if missing, for example a deleted account or a service
 * account.
 */
function withNamed(
  options: readonly SelectOption[],
  who: string | null,
  entries: readonly Activity[],
): readonly SelectOption[] {
  if (who === null || options.some(({ value }) => value === who)) return options;
  const label = entries.find(({ actor }) => actor.id === who)?.actor.name ?? t`One user`;
  return [...options, { value: who, label }];
}
