import {
  type ComplianceRow,
  DAY_PREFIX,
  dayName,
  isOperator,
  numberText,
  ORDER_PREFIX,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Link, useSearchParams } from 'wouter';
import { DataList } from '@/components/DataList.tsx';
import { ArrowLeft, Download, Printer, ShieldCheck } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { NoCompany } from '@/components/NoCompany.tsx';
import { RecordSelect, useHasNoRecords } from '@/components/RecordSelect.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { Page, PageHeader } from '@/components/ui/PageHeader.tsx';
import { ExportLink } from '@/importExport/exports/ExportLink.tsx';
import { companyQuery } from '@/lib/api/query.ts';
import { useFoundRows } from '@/lib/lists/foundRows.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { HALF_STAFF_PATH } from '../data/halfStaffQueries.ts';
import { ComplianceReport } from './ComplianceReport.tsx';
import {
  COMPLIANCE_COLUMNS,
  COMPLIANCE_RULES,
  COMPLIANCE_SORT_KEYS,
  summaryOf,
} from './complianceColumns.tsx';
import {
  type ComplianceSubject,
  complianceCsvHref,
  complianceQuery,
  ledgerHeadQuery,
} from './complianceQueries.ts';

const NONE: readonly ComplianceRow[] = [];

const EXPORT = (
  <>
    <Download aria-hidden="true" />
    <Trans>Export</Trans>
  </>
);

/**
 * Shows how poles complied with one order or day, or with everything in a company's past 12 months.
 */
export default function CompliancePage() {
  const user = useCurrentUser();
  const [params, setParams] = useSearchParams();
  const subject = subjectOf(params, user.companyId);
  const isOfCompany = subject.kind === 'company';
  const isChoice = isOfCompany && isOperator(user.role);
  const hasNoCompany = useHasNoRecords('companies', {}, isChoice);
  const company = useQuery({
    ...companyQuery(subject.key),
    enabled: isOfCompany && subject.key !== '',
  });
  const query = useQuery({ ...complianceQuery(subject), enabled: subject.key !== '' });
  const rows = query.data ?? NONE;
  const list = useListState({ sortKeys: COMPLIANCE_SORT_KEYS });
  const found = useFoundRows(rows, COMPLIANCE_RULES, list);
  // Long reports render after the page, so that nobody waits for content that is only printed.
  const printed = useDeferredValue(rows, NONE);
  const head = useQuery({ ...ledgerHeadQuery(), enabled: rows.length > 0 }).data?.head ?? null;
  const title = isOfCompany ? company.data?.name : rows[0] && dayName(rows[0].title);
  return (
    <>
      <div className={rows.length > 0 ? 'print:hidden' : undefined}>
        <Page>
          <Button asChild variant="ghost" className="-mb-2 -ml-3 justify-self-start">
            <Link href={HALF_STAFF_PATH}>
              <ArrowLeft aria-hidden="true" />
              <Trans>Back to Half-Staff</Trans>
            </Link>
          </Button>
          <PageHeader
            title={t`Compliance`}
            subtitle={
              subject.kind === 'company' ? t`Past 12 months` : t`Planned vs. reported position`
            }
            actions={
              // Shown before the rows have loaded, so that the page does not move when they appear.
              subject.key !== '' && (
                <>
                  {rows.length > 0 ? (
                    <ExportLink href={complianceCsvHref(subject)}>{EXPORT}</ExportLink>
                  ) : (
                    <Button disabled>{EXPORT}</Button>
                  )}
                  <Button
                    variant="primary"
                    disabled={rows.length === 0}
                    onClick={() => window.print()}
                  >
                    <Printer aria-hidden="true" />
                    <Trans>Print report</Trans>
                  </Button>
                </>
              )
            }
          />
          {isChoice && (
            <Field
              label={t`Company`}
              className="max-w-md"
              hint={hasNoCompany ? <NoCompany /> : undefined}
            >
              {(control) => (
                <RecordSelect
                  {...control}
                  kind="companies"
                  value={subject.key}
                  chosenName={company.data?.name}
                  placeholder={t`Select a company`}
                  disabled={hasNoCompany}
                  onValueChange={(company) => setParams({ company })}
                />
              )}
            </Field>
          )}
          {subject.key === '' ? (
            <EmptyState
              title={t`Select a company`}
              description={t`See and print the results of the past year.`}
              icon={<ShieldCheck />}
            />
          ) : (
            <ListContent
              query={query}
              things="compliance"
              empty={
                <EmptyState
                  title={t`Nothing yet`}
                  description={t`See each pole’s result here after an order or half-staff day.`}
                  icon={<ShieldCheck />}
                />
              }
            >
              <p className="font-medium break-words">{title}</p>
              <p className="text-muted-foreground tabular-nums">{summaryOf(rows)}</p>
              <LeftOut rows={rows} />
              <DataList
                label={t`Compliance`}
                heading="h2"
                columns={COMPLIANCE_COLUMNS}
                rows={found}
                list={list}
                rowKey={({ sourceKey, pole, from }) => `${sourceKey} ${pole.id} ${from}`}
                rowName={({ pole }) => pole.name}
              />
            </ListContent>
          )}
        </Page>
      </div>
      {printed.length > 0 && (
        <ComplianceReport title={title ?? ''} rows={printed} at={query.dataUpdatedAt} head={head} />
      )}
    </>
  );
}

/**
 * Shows the number and the list of excluded ledger entries: incorrect entries from earlier
 * versions, which do not count.
 */
function LeftOut({ rows }: { rows: readonly ComplianceRow[] }) {
  const entries = rows.flatMap(({ leftOut, pole }) => leftOut.map((one) => ({ ...one, pole })));
  if (entries.length === 0) return null;
  return (
    <details className="text-xs text-muted-foreground">
      <summary className="cursor-pointer rounded-sm py-1 touch:py-3.5">
        <Plural
          value={{ count: entries.length }}
          one="# ledger entry excluded: the position was correct throughout"
          other="# ledger entries excluded: the position was correct throughout"
        />
      </summary>
      <ul aria-label={t`Excluded entries`} className="grid gap-1 pt-1 tabular-nums">
        {entries.map(({ entry, minutes, pole }) => (
          <li key={entry}>
            <Trans>
              Entry {entry}: {{ pole: pole.name }}, {{ minutes: numberText(minutes) }} min
            </Trans>
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Returns the subject from the URL: `?source=order:{id}`, `?source=day:{date}` or `?company={id}`,
 * by default the user's own company.
 */
function subjectOf(params: URLSearchParams, ownCompany: string | null): ComplianceSubject {
  const source = params.get('source') ?? '';
  if (source.startsWith(ORDER_PREFIX) || source.startsWith(DAY_PREFIX))
    return { kind: 'source', key: source };
  return { kind: 'company', key: ownCompany ?? params.get('company') ?? '' };
}
