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
import { X } from '@/components/icons/index.ts';
import { RecordSelect } from '@/components/RecordSelect.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Toolbar } from '@/components/ui/PageHeader.tsx';
import { SearchInput } from '@/components/ui/SearchInput.tsx';
import { Select, type SelectOption } from '@/components/ui/Select.tsx';
import { type ActivityView, DATES, SPANS } from './useActivity.ts';

/** How long the user must stop typing before the search is sent, in milliseconds. */
const TYPED_MS = 300;
/** The value of the select option that turns a filter off. */
const ANY = 'any';
const ANY_COMPANY = [{ value: ANY, label: t`Any company` }];
/** The actors in the activity log that are not users. */
const ACTORS = [
  { value: ENGINE_ACTOR, label: t`Autopilot` },
  { value: POLE_ACTOR, label: t`Poles` },
];

/** Returns the label and the width of one filter of the activity log, as component props. */
const filterOf = (label: string) => ({
  'aria-label': label,
  className: 'w-[calc(50%-0.375rem)] zoomed:w-full md:w-38',
});

const POSITION_LABELS = {
  up: t({ message: 'Up', context: 'position' }),
  half: t({ message: 'Half', context: 'position' }),
  down: t({ message: 'Down', context: 'position' }),
} as const;

interface ActivityFiltersProps {
  user: SessionUser;
  view: ActivityView;
  change: (part: Partial<ActivityView>) => void;
  /**
   * The log entries on the page. If the filter for users does not list the user in the URL, that
   * user's name is read from these entries.
   */
  entries: readonly Activity[];
}

export function ActivityFilters({ user, view, change, entries }: ActivityFiltersProps) {
  const seesAll = isOperator(user.role);
  // Someone who performed one of the entries found, for example a deleted account.
  const actorName = entries.find(({ actor }) => actor.id === view.who)?.actor.name;
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
        {may(user, 'user.read') ? (
          <RecordSelect
            {...filterOf(t`Who`)}
            kind="users"
            fixed={[{ value: ANY, label: t`Everyone` }, ...ACTORS]}
            value={view.who ?? ANY}
            chosenName={actorName}
            unknownLabel={t`Specific user`}
            onValueChange={(next) => change({ who: next === ANY ? null : next })}
          />
        ) : (
          <Choice
            label={t`Who`}
            any={t`Everyone`}
            value={view.who}
            options={withNamed(ACTORS, view.who, actorName)}
            onChange={(who) => change({ who })}
          />
        )}
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
            { value: DATES, label: t`Custom range` },
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
          <RecordSelect
            {...filterOf(t`Company`)}
            kind="companies"
            fixed={ANY_COMPANY}
            value={view.companyId ?? ANY}
            onValueChange={(next) => change({ companyId: next === ANY ? null : next })}
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
      className="w-[calc(50%-0.375rem)] zoomed:w-full tabular-nums md:w-38"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    />
  );
}

interface ChoiceProps {
  label: string;
  /** The label of the option that turns the filter off, such as "Any company". */
  any: string;
  value: string | null;
  options: readonly SelectOption[];
  onChange: (value: string | null) => void;
}

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      {...filterOf(label)}
      value={value ?? ANY}
      options={[{ value: ANY, label: any }, ...options]}
      onValueChange={(next) => onChange(next === ANY ? null : next)}
    />
  );
}

/**
 * Adds the user in the URL to a filter's options if needed, because the options do not include
 * deleted accounts and service accounts.
 */
function withNamed(
  options: readonly SelectOption[],
  who: string | null,
  name: string | undefined,
): readonly SelectOption[] {
  if (who === null || options.some(({ value }) => value === who)) return options;
  return [...options, { value: who, label: name ?? t`Specific user` }];
}
