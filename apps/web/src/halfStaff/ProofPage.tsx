import { type ComplianceRow, DAY_PREFIX, ORDER_PREFIX } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download, Printer, ShieldCheck } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link, useSearchParams } from 'wouter';
import { DataList } from '@/components/DataList.tsx';
import { ListContent } from '@/components/ListContent.tsx';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Page, PageHeader } from '@/components/ui/page-header.tsx';
import { Select } from '@/components/ui/select.tsx';
import { useCurrentUser } from '@/lib/currentUser.ts';
import { useFoundRows } from '@/lib/foundRows.ts';
import { useListState } from '@/lib/listState.ts';
import { companiesQuery } from '@/lib/query.ts';
import { Certificate } from './Certificate.tsx';
import { PROOF_COLUMNS, PROOF_RULES, PROOF_SORT_KEYS, summaryOf } from './proofColumns.tsx';
import { HALF_STAFF_PATH, type ProofSubject, proofCsvHref, proofQuery } from './useHalfStaff.ts';

const NONE: readonly ComplianceRow[] = [];

/** How poles kept to one order or day, or to all that held at a company in the last year. */
export default function ProofPage() {
  const user = useCurrentUser();
  const [params, setParams] = useSearchParams();
  const subject = subjectOf(params, user.companyId);
  const companies = useQuery({ ...companiesQuery(), enabled: subject.kind === 'company' });
  const query = useQuery({ ...proofQuery(subject), enabled: subject.key !== '' });
  const rows = query.data ?? NONE;
  const list = useListState({ sortKeys: PROOF_SORT_KEYS });
  const found = useFoundRows(rows, PROOF_RULES, list);
  // Long reports are drawn after the page: nobody waits for what only the printer sees.
  const printed = useDeferredValue(rows, NONE);
  const companyName = companies.data?.find(({ id }) => id === subject.key)?.name;
  const title = subject.kind === 'company' ? companyName : rows[0]?.title;
  return (
    <>
      <div className={rows.length > 0 ? 'print:hidden' : undefined}>
        <Page>
          <Button asChild variant="ghost" className="-mb-2 -ml-3 justify-self-start">
            <Link href={HALF_STAFF_PATH}>
              <ArrowLeft aria-hidden="true" />
              Back to Half-Staff
            </Link>
          </Button>
          <PageHeader
            title="Proof"
            subtitle={
              subject.kind === 'company'
                ? 'How poles kept to what held there in the last year'
                : 'How each pole kept to it, from the ledger'
            }
            actions={
              rows.length > 0 && (
                <>
                  <Button asChild>
                    <a href={proofCsvHref(subject)} download>
                      <Download aria-hidden="true" />
                      Export
                    </a>
                  </Button>
                  <Button variant="primary" onClick={() => window.print()}>
                    <Printer aria-hidden="true" />
                    Print Certificate
                  </Button>
                </>
              )
            }
          />
          {subject.kind === 'company' && user.role === 'master' && (
            <Field label="Company" className="max-w-md">
              {(control) => (
                <Select
                  {...control}
                  value={subject.key}
                  placeholder="Select a company"
                  options={(companies.data ?? []).map(({ id, name }) => ({
                    value: id,
                    label: name,
                  }))}
                  onValueChange={(company) => setParams({ company })}
                />
              )}
            </Field>
          )}
          {subject.key === '' ? (
            <EmptyState
              title="Select a company"
              description="What its poles did in the last year stands here, with a certificate to print."
              icon={<ShieldCheck />}
            />
          ) : (
            <ListContent
              query={query}
              things="proof"
              empty={
                <EmptyState
                  title="Nothing to prove yet"
                  description="Once autopilot has moved poles for an order or a half-staff day, what each of them did stands here."
                  icon={<ShieldCheck />}
                />
              }
            >
              <p className="font-medium break-words">{title}</p>
              <p className="text-muted-foreground tabular-nums">{summaryOf(rows)}</p>
              <DataList
                label="Proof"
                heading="h2"
                columns={PROOF_COLUMNS}
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
        <Certificate title={title ?? ''} rows={printed} at={query.dataUpdatedAt} />
      )}
    </>
  );
}

/** By the address: `?source=order:{id}` or `day:{date}`, or `?company={id}`, by default one's own. */
function subjectOf(params: URLSearchParams, ownCompany: string | null): ProofSubject {
  const source = params.get('source') ?? '';
  if (source.startsWith(ORDER_PREFIX) || source.startsWith(DAY_PREFIX))
    return { kind: 'source', key: source };
  return { kind: 'company', key: ownCompany ?? params.get('company') ?? '' };
}
