import { COMPLIANCE_LABELS, COMPLIANCE_OUTCOMES, type ComplianceOutcome } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useSearchParams } from 'wouter';
import { Select } from '@/components/ui/Select.tsx';

/** The value of the option that turns the filter off. */
const ANY = 'any';

/**
 * Returns the result filter of the compliance report from the URL; for example, `late`. Undefined
 * if the URL has none.
 */
export function useOutcome(): ComplianceOutcome | undefined {
  const [params] = useSearchParams();
  return COMPLIANCE_OUTCOMES.find((known) => known === params.get('outcome'));
}

/**
 * Filters the compliance report by result, such as `late`. The selected result is kept in the URL.
 */
export function OutcomeFilter() {
  const outcome = useOutcome();
  const [, setParams] = useSearchParams();
  return (
    <Select
      aria-label={t`Filter by result`}
      className="w-full md:w-52"
      value={outcome ?? ANY}
      options={[
        { value: ANY, label: t`Any result` },
        ...COMPLIANCE_OUTCOMES.map((value) => ({ value, label: COMPLIANCE_LABELS[value] })),
      ]}
      onValueChange={(value) =>
        setParams((current) => {
          const next = new URLSearchParams(current);
          next.delete('page');
          if (value === ANY) next.delete('outcome');
          else next.set('outcome', value);
          return next;
        })
      }
    />
  );
}
