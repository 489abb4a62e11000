import { type CompliancePage, numberText } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';

/**
 * Shows how many ledger entries the report leaves out, and lists them. Earlier versions wrote these
 * entries by mistake.
 */
export function LeftOut({ total, first }: CompliancePage['leftOut']) {
  if (total === 0) return null;
  return (
    <details className="text-xs text-muted-foreground">
      <summary className="cursor-pointer rounded-sm py-1 touch:py-3.5">
        <Plural
          value={{ count: total }}
          one="# ledger entry excluded: the position was correct throughout"
          other="# ledger entries excluded: the position was correct throughout"
        />
      </summary>
      <ul aria-label={t`Excluded entries`} className="grid gap-1 pt-1 tabular-nums">
        {first.map(({ entry, minutes, pole }) => (
          <li key={entry}>
            <Trans>
              Entry {entry}: {{ pole }}, {{ minutes: numberText(minutes) }} min
            </Trans>
          </li>
        ))}
      </ul>
      {total > first.length && (
        <p className="pt-1">
          <Trans>and {{ count: numberText(total - first.length) }} more</Trans>
        </p>
      )}
    </details>
  );
}
