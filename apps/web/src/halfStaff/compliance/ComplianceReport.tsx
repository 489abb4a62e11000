import {
  COMPLIANCE_LABELS,
  type CompliancePage,
  dayName,
  momentText,
  numberText,
  ownZone,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useProductName } from '@/lib/api/config.ts';
import {
  COMPLIANCE_COLUMNS,
  interventionsText,
  resultText,
  spanText,
  summaryOf,
} from './complianceColumns.tsx';
import { resultsIn } from './complianceQueries.ts';

interface ComplianceReportProps {
  /**
   * The subject of the report: an order's reason, the name of a half-staff day, or a company's
   * name.
   */
  title: string;
  /** The results to print. A very long report prints only the first results. */
  report: CompliancePage;
}

/** The whole report for print and PDF. On screen, it is hidden. */
export function ComplianceReport({ title, report }: ComplianceReportProps) {
  const product = useProductName();
  const { items, head, at } = report;
  const results = resultsIn(report);
  const leftOut = report.leftOut.total;
  return (
    <section aria-label={t`Compliance report`} className="hidden bg-white text-black print:block">
      <header className="border-b-2 border-black pb-4 text-center">
        <p className="text-xs tracking-widest uppercase">{product}</p>
        <h1 className="pt-2 text-2xl font-semibold">
          <Trans>Half-staff compliance report</Trans>
        </h1>
        <p className="pt-2 text-lg break-words">{title}</p>
        <p className="pt-1">{summaryOf(report)}</p>
        {items.length < results && (
          <p className="pt-1 font-semibold">
            <Trans>
              Showing {{ shown: numberText(items.length) }} of {{ results: numberText(results) }}{' '}
              results, starting with those not on time. Export the report to get all results.
            </Trans>
          </p>
        )}
      </header>
      <table className="mt-4 w-full border-collapse text-left text-xs tabular-nums">
        <thead>
          <tr className="border-b border-black">
            {COMPLIANCE_COLUMNS.map(({ key, header }) => (
              <th key={key} className="py-1 pr-3 font-semibold">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <tr
              key={`${row.sourceKey} ${row.pole.id} ${row.from}`}
              className="break-inside-avoid border-b border-neutral-300 align-top"
            >
              <td className="py-1 pr-3">
                {row.pole.name}
                <br />
                {row.pole.location}, {row.pole.company}
              </td>
              <td className="py-1 pr-3">
                {dayName(row.title)}
                {row.interventions.length > 0 && (
                  <>
                    <br />
                    {interventionsText(row)}
                  </>
                )}
              </td>
              <td className="py-1 pr-3">{spanText(row)}</td>
              <td className="py-1 pr-3">
                {row.lowered === null ? '–' : momentText(row.lowered, row.timeZone)}
              </td>
              <td className="py-1 pr-3">
                {row.raised === null ? '–' : momentText(row.raised, row.timeZone)}
              </td>
              <td className="py-1">
                {COMPLIANCE_LABELS[row.outcome]}
                <br />
                {resultText(row)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer className="pt-4 text-xs">
        <Trans>
          Times are local to each pole. Based on the ledger as of{' '}
          {{ time: momentText(at, ownZone()) }}.
        </Trans>
        <br />
        <Trans>
          Ledger head: <span className="font-mono break-all">{head}</span>. Keep this page. To check
          later whether any entry up to this point was changed, run “npm run verify-ledger -- --head
          COUNT:HASH”.
        </Trans>
        {leftOut > 0 && (
          <>
            <br />
            <Plural
              value={leftOut}
              one="# ledger entry excluded: the position was correct throughout."
              other="# ledger entries excluded: the position was correct throughout."
            />
          </>
        )}
      </footer>
    </section>
  );
}
