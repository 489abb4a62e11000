import type { Import, ImportState } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Download } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent } from '@/components/ui/Card.tsx';
import { call, callText } from '@/lib/api/api.ts';
import { toastFailure } from '@/lib/page/toast.ts';
import { saveCsv } from './files.ts';
import { changedText, importedText } from './kinds.ts';
import { IMPORTS_KEY } from './useImports.ts';

const STATES: Record<Exclude<ImportState, 'done'>, string> = {
  waiting: t`Waiting for another import to finish`,
  checking: t`Checking rows…`,
  staging: t`Importing rows. They stay hidden until the import finishes.`,
  finishing: t`All rows imported. Finishing up…`,
  failed: t`Nothing was imported`,
  canceled: t`Canceled. Nothing was imported.`,
};

/**
 * Shows an import that runs in the background: its progress and, once it has ended, its result and
 * the device keys.
 */
export function ImportCard({ run }: { run: Import }) {
  const client = useQueryClient();
  const [isActing, setActing] = useState(false);
  const act = async (action: () => Promise<unknown>, failed: string) => {
    setActing(true);
    try {
      await action();
      await client.invalidateQueries({ queryKey: IMPORTS_KEY });
    } catch (error) {
      toastFailure(failed, error);
    } finally {
      setActing(false);
    }
  };
  const { id, state, percent, problem } = run;
  const params = { id };
  const saveKeys = async () =>
    saveCsv('device-keys.csv', await callText('takeImportKeys', { params }));
  return (
    <Card>
      <CardContent className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div role="status" className="min-w-48 flex-1">
            <h2 className="text-base font-semibold tabular-nums">
              {state === 'done' ? resultText(run) : STATES[state]}
              {run.endedAt === null && ` (${percent}%)`}
            </h2>
            {problem !== null && <p className="break-words text-bad">{problem}</p>}
          </div>
          {run.mayCancel && (
            <Button
              pending={isActing}
              onClick={() =>
                void act(() => call('cancelImport', { params }), t`Couldn’t cancel the import.`)
              }
            >
              <Trans>Cancel</Trans>
            </Button>
          )}
          {run.hasKeys && (
            <Button
              variant="primary"
              pending={isActing}
              onClick={() => void act(saveKeys, t`Couldn’t save the device keys.`)}
            >
              <Download aria-hidden="true" />
              <Trans>Save device keys</Trans>
            </Button>
          )}
        </div>
        {run.endedAt === null && (
          <progress aria-label={t`Import`} className="block h-1 w-full" max={100} value={percent} />
        )}
        {run.hasKeys && (
          <p className="max-w-prose">
            <Trans>
              Save the new flags’ device keys within 24 hours. You can save them only once. Anyone
              with the saved file can report as these poles.
            </Trans>
          </p>
        )}
      </CardContent>
    </Card>
  );
}

function resultText({ kind, created, updated }: Import): string {
  const parts = [
    ...(created > 0 ? [importedText(kind, created)] : []),
    ...(updated > 0 ? [changedText(kind, updated)] : []),
  ];
  return parts.join(', ');
}
