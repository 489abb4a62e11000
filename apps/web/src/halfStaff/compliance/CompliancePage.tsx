import {
  COMPLIANCE_SORT_KEYS,
  DAY_PREFIX,
  dayName,
  isOperator,
  ORDER_PREFIX,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { DataList } from '@/components/DataList.tsx';
import { ArrowLeft, Download, Printer, ShieldCheck } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { NoCompany } from '@/components/NoCompany.tsx';
import { RecordSelect, useHasNoRecords } from '@/components/RecordSelect.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState, NoResults } from '@/components/ui/EmptyState.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { Page, PageHeader, Toolbar } from '@/components/ui/PageHeader.tsx';
import { SearchInput } from '@/components/ui/SearchInput.tsx';
import { ExportLink } from '@/importExport/exports/ExportLink.tsx';
import { companyQuery } from '@/lib/api/query.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { DEFAULT_PAGE_SIZE } from '@/lib/lists/pageSizes.ts';
import { useListPage } from '@/lib/lists/useListPage.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { HALF_STAFF_PATH } from '../data/halfStaffQueries.ts';
import { ComplianceReport } from './ComplianceReport.tsx';
import { COMPLIANCE_COLUMNS, summaryOf } from './complianceColumns.tsx';
import {
  type ComplianceSubject,
  complianceCall,
  complianceCsvHref,
  resultsIn,
} from './complianceQueries.ts';
import { LeftOut } from './LeftOut.tsx';
import { OutcomeFilter, useOutcome } from './OutcomeFilter.tsx';
import { usePrinted } from './usePrinted.ts';

const EXPORT = (
  <>
    <Download aria-hidden="true" />
    <Trans>Export</Trans>
  </>
);

/**
 * Shows how poles complied with one order or half-staff day, or with everything in effect for a
 * company in the past 12 months.
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
  const list = useListState({ sortKeys: COMPLIANCE_SORT_KEYS });
  const outcome = useOutcome();
  const { name, params: path } = complianceCall(subject);
  const more = outcome === undefined ? {} : { outcome };
  const found = useListPage(name, list, more, subject.key !== '', path);
  const { query, rows, total, searched } = found;
  const results = query.data ? resultsIn(query.data) : 0;
  const isLong =
    results > DEFAULT_PAGE_SIZE || list.search !== '' || searched !== '' || outcome !== undefined;
  const printed = usePrinted(subject, query.data);
  const title = isOfCompany ? company.data?.name : query.data?.title && dayName(query.data.title);
  return (
    <>
      <div className={printed ? 'print:hidden' : undefined}>
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
                  {results > 0 ? (
                    <ExportLink href={complianceCsvHref(subject)}>{EXPORT}</ExportLink>
                  ) : (
                    <Button disabled>{EXPORT}</Button>
                  )}
                  <Button variant="primary" disabled={!printed} onClick={() => window.print()}>
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
              title={hasNoCompany ? t`No results yet` : t`Select a company`}
              description={t`See and print the results of the past year.`}
              icon={<ShieldCheck />}
            />
          ) : (
            <ListContent
              query={query}
              things="compliance"
              isEmpty={query.data !== undefined && results === 0}
              empty={
                <EmptyState
                  title={t`No results yet`}
                  description={t`Each pole’s result appears here after an order or half-staff day.`}
                  icon={<ShieldCheck />}
                />
              }
            >
              {query.data && (
                <div className="grid gap-1">
                  {/* The select shows the company. */}
                  {!isChoice && <p className="font-medium break-words">{title}</p>}
                  <p className="text-muted-foreground tabular-nums">{summaryOf(query.data)}</p>
                  <LeftOut {...query.data.leftOut} />
                </div>
              )}
              {isLong && (
                <Toolbar>
                  <SearchInput
                    value={list.search}
                    onValueChange={list.setSearch}
                    placeholder={t`Search results...`}
                  />
                  <OutcomeFilter />
                </Toolbar>
              )}
              {total === 0 && outcome !== undefined ? (
                <EmptyState title={t`No results match the filters`} />
              ) : total === 0 ? (
                <NoResults query={list.search} onClear={() => list.setSearch('')} />
              ) : (
                <DataList
                  label={t`Compliance`}
                  heading="h2"
                  columns={COMPLIANCE_COLUMNS}
                  rows={rows}
                  total={total}
                  list={list}
                  rowKey={({ sourceKey, pole, from }) => `${sourceKey} ${pole.id} ${from}`}
                  rowName={({ pole }) => pole.name}
                />
              )}
            </ListContent>
          )}
        </Page>
      </div>
      {printed && <ComplianceReport title={title ?? ''} report={printed} />}
    </>
  );
}

/**
 * Returns the subject of the compliance page from its URL: `?source=order:{id}`,
 * `?source=day:{date}` or `?company={id}`. Defaults to the user's own company.
 */
function subjectOf(params: URLSearchParams, ownCompany: string | null): ComplianceSubject {
  const source = params.get('source') ?? '';
  if (source.startsWith(ORDER_PREFIX) || source.startsWith(DAY_PREFIX))
    return { kind: 'source', key: source };
  return { kind: 'company', key: ownCompany ?? params.get('company') ?? '' };
}
