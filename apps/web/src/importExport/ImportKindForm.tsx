import {
  counted,
  IMPORT_COLUMNS,
  type ImportKind,
  type ImportPlan,
  importTemplate,
  type SessionUser,
} from '@halyard/domain';
import { useState } from 'react';
import { Download } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { errorMessage, isRefusal } from '@/lib/api/api.ts';
import { FilePicker } from './FilePicker.tsx';
import { saveCsv } from './files.ts';
import { Imported } from './Imported.tsx';
import { InviteChoice } from './InviteChoice.tsx';
import { countOf } from './kinds.ts';
import { PlanView } from './PlanView.tsx';
import { useImport, usePreview } from './useImport.ts';

/** The import of one kind of data: template, file, dry run, import. */
export function ImportKindForm({ kind, user }: { kind: ImportKind; user: SessionUser }) {
  const preview = usePreview(kind);
  const run = useImport(kind);
  const [invite, setInvite] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  const again = () => {
    preview.reset();
    run.reset();
  };
  if (run.data) return <Imported kind={kind} result={run.data} onAgain={again} />;
  const judged = preview.data;
  const counts = judged?.plan.counts;
  const start = () => {
    if (judged) run.mutate({ ...judged, invite: invite && judged.plan.mayInvite });
  };
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
          {kind === 'people' && judged.plan.counts.create > 0 && (
            <InviteChoice mayInvite={judged.plan.mayInvite} value={invite} onChange={setInvite} />
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="primary"
              pending={run.isPending}
              disabled={counts.refused > 0 || counts.create + counts.update === 0}
              onClick={() => (counts.update > 0 ? setIsAsking(true) : start())}
            >
              Import {actOf(kind, counts)}
            </Button>
            <p className="text-muted-foreground">{blockedBy(counts)}</p>
          </div>
          <FormProblem text={run.error ? problemOf(run.error) : null} />
          <ConfirmDialog
            open={isAsking}
            onOpenChange={setIsAsking}
            title={`Change ${countOf(kind, counts.update)}?`}
            description={`Values in the file replace existing values.${
              counts.create > 0 ? ` ${countOf(kind, counts.create)} will be added.` : ''
            }`}
            confirmLabel="Import"
            onConfirm={() => {
              setIsAsking(false);
              start();
            }}
          />
        </>
      )}
    </div>
  );
}

/** The columns that the file needs, with a template to download. */
function Columns({ kind, user }: { kind: ImportKind; user: SessionUser }) {
  const columns = IMPORT_COLUMNS[kind].filter(
    // Users of one company do not need to name it.
    ({ field }) => field !== 'companyId' || user.companyId === null,
  );
  const isNeeded = ({ field, required }: (typeof columns)[number]) =>
    required || (field === 'companyId' && kind !== 'people');
  const names = (needed: boolean) =>
    columns
      .filter((column) => isNeeded(column) === needed)
      .map(({ header }) => header)
      .join(', ');
  const cleared = columns
    .filter(({ emptyClears }) => emptyClears)
    .map(({ header }) => header)
    .join(', ');
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
      <p className="max-w-prose">
        A UTF-8 CSV file with headings in line 1. Columns: {names(true)}
        {names(false) && `. Optional: ${names(false)}`}. Existing rows are updated. Empty cells
        change nothing{cleared && `, except that they clear ${cleared}`}.
      </p>
      <Button onClick={() => saveCsv(`${kind}.csv`, importTemplate(kind))}>
        <Download aria-hidden="true" />
        Template
      </Button>
    </div>
  );
}

type Counts = ImportPlan['counts'];

/** `12 new flags`, `3 changes`, or both. */
function actOf(kind: ImportKind, { create, update }: Counts): string {
  if (update === 0) return countOf(kind, create);
  const changes = counted(update, 'change');
  return create === 0 ? changes : `${countOf(kind, create)} and ${changes}`;
}

function blockedBy({ refused, create, update }: Counts): string {
  if (refused > 0)
    return 'Fix the refused lines first. A file is imported completely or not at all.';
  return create + update === 0
    ? 'Nothing to import: all rows are unchanged.'
    : 'All lines are imported, or none.';
}

/** Returns the server's objection to the file, without the status code. */
const problemOf = (error: unknown): string => (isRefusal(error) ? error.text : errorMessage(error));
