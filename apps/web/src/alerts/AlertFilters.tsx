import { ALERT_CONDITIONS, ALERT_LABELS, type AlertCondition, isOperator } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useSearchParams } from 'wouter';
import { RecordSelect } from '@/components/RecordSelect.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { useCurrentUser } from '@/lib/session/currentUser.ts';

/** The value of the select option that turns a filter off. */
const ANY = 'any';
const ANY_COMPANY = [{ value: ANY, label: t`Any company` }];
const CONDITIONS = [
  { value: ANY, label: t`Any alert` },
  ...ALERT_CONDITIONS.map((value) => ({ value, label: ALERT_LABELS[value] })),
];
/**
 * The URL parameters that contain the page numbers of the lists of open and resolved alerts.
 * Changing a filter removes them, so that both lists start at page 1.
 */
const PAGES = ['page', 'ended-page'];
const WIDTH = 'w-[calc(50%-0.375rem)] zoomed:w-full md:w-52';

/** The filters of the alerts page, as parameters of the API call. */
export interface AlertFilters {
  condition?: AlertCondition;
  company?: string;
}

/**
 * Returns the filters of the alerts page from its URL, and a function that sets one of them. The
 * value null turns the filter off.
 */
export function useAlertFilters(): [
  filters: AlertFilters,
  setFilter: (name: keyof AlertFilters, value: string | null) => void,
] {
  const user = useCurrentUser();
  const [params, setParams] = useSearchParams();
  const condition = ALERT_CONDITIONS.find((known) => known === params.get('condition'));
  const company = isOperator(user.role) ? params.get('company') : null;
  const setFilter = (name: keyof AlertFilters, value: string | null) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const page of PAGES) next.delete(page);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return [{ ...(condition && { condition }), ...(company && { company }) }, setFilter];
}

interface AlertFilterControlsProps {
  filters: AlertFilters;
  setFilter: (name: keyof AlertFilters, value: string | null) => void;
}

/**
 * The filters of the alerts page: by condition and, for users who see all companies, by company.
 */
export function AlertFilterControls({ filters, setFilter }: AlertFilterControlsProps) {
  const user = useCurrentUser();
  const change = (name: keyof AlertFilters) => (value: string) =>
    setFilter(name, value === ANY ? null : value);
  return (
    <>
      <Select
        aria-label={t`Filter by alert type`}
        className={WIDTH}
        value={filters.condition ?? ANY}
        options={CONDITIONS}
        onValueChange={change('condition')}
      />
      {isOperator(user.role) && (
        <RecordSelect
          aria-label={t`Filter by company`}
          className={WIDTH}
          kind="companies"
          fixed={ANY_COMPANY}
          value={filters.company ?? ANY}
          onValueChange={change('company')}
        />
      )}
    </>
  );
}
