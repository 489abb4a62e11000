import {
  IMPORT_COLUMNS,
  type Import,
  type ImportKind,
  type ImportPlan,
  importTemplate,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { FilePicker } from '@/components/FilePicker.tsx';
import { Download } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { errorMessage, isRefusal } from '@/lib/api/api.ts';
import { saveCsv } from './files.ts';
import { ImportCard } from './ImportCard.tsx';
import { Imported } from './Imported.tsx';
import { InviteChoice } from './InviteChoice.tsx';
import { addedText, changeQuestion, importLabel } from './kinds.ts';
import { PlanView } from './PlanView.tsx';
import { useImport, usePreview } from './useImport.ts';
import { useImports } from './useImports.ts';

/**
 * The form for importing one kind of data. Offers a template, reads a file, shows the dry run and
 * starts the import.
 */
export function ImportKindForm({ kind, user }: { kind: ImportKind; user: SessionUser }) {
  const preview = usePreview(kind);
  const run = useImport(kind);
  const runs = useImports(kind);
  const [invite, setInvite] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  const again = () => {
    preview.reset();
    run.reset();
  };
  const ended = run.data?.state === 'done' ? run.data : null;
  if (ended && (ended.keys !== null || !ended.hasKeys))
    return <Imported kind={kind} result={ended} onAgain={again} />;
  // From now on, the import runs in the background.
  if (run.data) return <InBackground runs={runs} onAgain={again} />;
  const judged = preview.data;
  const counts = judged?.plan.counts;
  const start = () => {
    if (judged) run.mutate({ ...judged, invite: invite && judged.plan.mayInvite });
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      {runs.map((one) => (
        <ImportCard key={one.id} run={one} />
      ))}
      <Columns kind={kind} user={user} />
      <FilePicker
        name={preview.variables?.name ?? null}
        label={t`CSV file`}
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
              {importLabel(kind, counts)}
            </Button>
            <p className="text-muted-foreground">{blockedBy(counts)}</p>
          </div>
          <FormProblem text={run.error ? problemOf(run.error) : null} />
          <ConfirmDialog
            open={isAsking}
            onOpenChange={setIsAsking}
            title={changeQuestion(kind, counts.update)}
            description={[
              t`Values in the file replace existing values.`,
              ...(counts.create > 0 ? [addedText(kind, counts.create)] : []),
            ].join(' ')}
            confirmLabel={t`Import`}
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

/** Shows the imports that run in the background, and says that the user may leave the page. */
function InBackground({ runs, onAgain }: { runs: readonly Import[]; onAgain: () => void }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-5">
      <div className="grid w-full grid-cols-1 gap-5">
        {runs.map((one) => (
          <ImportCard key={one.id} run={one} />
        ))}
      </div>
      <p className="max-w-prose">
        <Trans>The import continues if you leave this page. Come back to see its progress.</Trans>
      </p>
      <Button onClick={onAgain}>
        <Trans>Import another file</Trans>
      </Button>
    </div>
  );
}

/** Lists the columns that the file needs, and offers a template to download. */
function Columns({ kind, user }: { kind: ImportKind; user: SessionUser }) {
  const columns = IMPORT_COLUMNS[kind].filter(
    // Users who belong to a company do not need a column for it.
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
  const optional = names(false);
  const sentences = [
    t`A UTF-8 CSV file with headings in row 1.`,
    t`Columns: ${{ columns: names(true) }}.`,
    optional && t`Optional: ${{ columns: optional }}.`,
    t`Existing rows are updated.`,
    cleared
      ? t`Empty cells in ${{ columns: cleared }} clear the existing value. Empty cells in other columns are ignored.`
      : t`Empty cells are ignored.`,
  ];
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
      <p className="max-w-prose">{sentences.filter(Boolean).join(' ')}</p>
      <Button onClick={() => saveCsv(`${kind}.csv`, importTemplate(kind))}>
        <Download aria-hidden="true" />
        <Trans>Template</Trans>
      </Button>
    </div>
  );
}

type Counts = ImportPlan['counts'];

function blockedBy({ refused, create, update }: Counts): string {
  if (refused > 0) return t`Fix the rows with errors first. If any row fails, nothing is imported.`;
  return create + update === 0
    ? t`Nothing to import: all rows are unchanged.`
    : t`If any row fails, nothing is imported.`;
}

/** Returns the server's error about a file, without the status code. */
const problemOf = (error: unknown): string => (isRefusal(error) ? error.text : errorMessage(error));
