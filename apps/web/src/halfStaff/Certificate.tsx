import type { ComplianceRow } from '@halyard/domain';
import { useProductName } from '@/lib/config.ts';
import { deviationText, interventionsText, summaryOf } from './proofColumns.tsx';
import { zonedText } from './words.ts';

interface CertificateProps {
  /** The order's reason, the name of the day, or the company. */
  title: string;
  rows: readonly ComplianceRow[];
  /** When the rows were fetched, epoch milliseconds. */
  at: number;
}

/** The whole report, on paper or in a PDF only: CSS swaps it for the page. */
export function Certificate({ title, rows, at }: CertificateProps) {
  const product = useProductName();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section aria-label="Certificate" className="hidden bg-white text-black print:block">
      <header className="border-b-2 border-black pb-4 text-center">
        <p className="text-xs tracking-widest uppercase">{product}</p>
        <h1 className="pt-2 text-2xl font-semibold">Certificate of Half-Staff</h1>
        <p className="pt-2 text-lg break-words">{title}</p>
        <p className="pt-1">{summaryOf(rows)}</p>
      </header>
      <table className="mt-4 w-full border-collapse text-left text-xs tabular-nums">
        <thead>
          <tr className="border-b border-black">
            {['Pole', 'For', 'Should be half-staff', 'Lowered', 'Raised', 'Deviation'].map(
              (head) => (
                <th key={head} className="py-1 pr-3 font-semibold">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
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
                {row.title}
                {row.interventions.length > 0 && (
                  <>
                    <br />
                    {interventionsText(row)}
                  </>
                )}
              </td>
              <td className="py-1 pr-3">
                {zonedText(row.from, row.timeZone)} –{' '}
                {row.until === null ? 'still' : zonedText(row.until, row.timeZone)}
              </td>
              <td className="py-1 pr-3">
                {row.lowered === null ? '–' : zonedText(row.lowered, row.timeZone)}
              </td>
              <td className="py-1 pr-3">
                {row.raised === null ? '–' : zonedText(row.raised, row.timeZone)}
              </td>
              <td className="py-1">{deviationText(row.deviationMinutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer className="pt-4 text-xs">
        Times are those of each pole. Taken from the ledger on {zonedText(at, timeZone)}; its chain
        of hashes is verified by “npm run verify-ledger”.
      </footer>
    </section>
  );
}
