import { IMPORT_COLUMNS, type ImportKind, importTemplate, type SessionUser } from '@halyard/domain';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { FormProblem } from '@/components/ui/form-problem.tsx';
import { errorMessage, isRefusal } from '@/lib/api.ts';
import { FilePicker } from './FilePicker.tsx';
import { saveCsv } from './files.ts';
import { Imported } from './Imported.tsx';
import { InviteChoice } from './InviteChoice.tsx';
import { countOf } from './kinds.ts';
import { PlanView } from './PlanView.tsx';
import { useImport, usePreview } from './useImport.ts';

/** One kind's way in: template, file, dry run, import. */
export function ImportKindForm({ kind, user }: { kind: ImportKind; user: SessionUser }) {
  const preview = usePreview(kind);
  const run = useImport(kind);
  const [invite, setInvite] = useState(true);
  const again = () => {
    preview.reset();
    run.reset();
  };
  if (run.data) return <Imported kind={kind} result={run.data} onAgain={again} />;
  const judged = preview.data;
  const counts = judged?.plan.counts;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Columns kind={kind} user={user} />
      <FilePicker
        name={preview.variables?.name ?? null}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        pending={preview.isPending}
        onFile={(file) => {
          run.reset();
          preview.mutate(file);
        }}
      />
      <FormProblem text={preview.error ? problemOf(preview.error) : null} />
      {judged && counts && (
        <>
          <PlanView key={judged.plan.plan} plan={judged.plan} />
          {kind === 'people' && (
            <InviteChoice mayInvite={judged.plan.mayInvite} value={invite} onChange={setInvite} />
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="primary"
              pending={run.isPending}
              disabled={counts.refused > 0 || counts.create === 0}
              onClick={() => run.mutate({ ...judged, invite: invite && judged.plan.mayInvite })}
            >
              Import {countOf(kind, counts.create)}
            </Button>
            <p className="text-muted-foreground">{blockedBy(counts)}</p>
          </div>
          <FormProblem text={run.error ? problemOf(run.error) : null} />
        </>
      )}
    </div>
  );
}

/** What the file is to hold, and one to begin with. */
function Columns({ kind, user }: { kind: ImportKind; user: SessionUser }) {
  const columns = IMPORT_COLUMNS[kind].filter(
    // Who belongs to one company need not name it.
    ({ field }) => field !== 'companyId' || user.companyId === null,
  );
  const isNeeded = ({ field, required }: (typeof columns)[number]) =>
    required || (field === 'companyId' && kind !== 'people');
  const names = (needed: boolean) =>
    columns
      .filter((column) => isNeeded(column) === needed)
      .map(({ header }) => header)
      .join(', ');
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
      <p className="max-w-prose">
        A CSV file in UTF-8, the headings in line 1. Columns: {names(true)}
        {names(false) && `; if you like: ${names(false)}`}. What is there already stays as it is.
      </p>
      <Button onClick={() => saveCsv(`${kind}.csv`, importTemplate(kind))}>
        <Download aria-hidden="true" />
        Template
      </Button>
    </div>
  );
}

function blockedBy({ refused, create }: { refused: number; create: number }): string {
  if (refused > 0)
    return 'Correct the refused lines first: a file is imported whole or not at all.';
  return create === 0 ? 'Everything in the file is there already.' : 'All lines, or none.';
}

/** What the server said against the file, without its status. */
const problemOf = (error: unknown): string => (isRefusal(error) ? error.text : errorMessage(error));
