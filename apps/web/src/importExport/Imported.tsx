import type { ImportKind, ImportResult } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Download } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent } from '@/components/ui/Card.tsx';
import { saveCsv } from './files.ts';
import { changedText, importedText } from './kinds.ts';

interface ImportedProps {
  kind: ImportKind;
  result: ImportResult;
  onAgain: () => void;
}

/** The result of an import. The new device keys can be downloaded only here. */
export function Imported({ kind, result, onAgain }: ImportedProps) {
  const { created, updated, keys, invited } = result;
  const [isSaved, setIsSaved] = useState(false);
  const mustSave = keys !== null && !isSaved;
  useEffect(() => {
    if (!mustSave) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [mustSave]);
  return (
    <Card>
      <CardContent className="grid grid-cols-1 justify-items-start gap-3">
        <div role="status">
          <h2 className="text-base font-semibold">
            {created > 0 && importedText(kind, created)}
            {created > 0 && updated > 0 && ', '}
            {updated > 0 && changedText(kind, updated)}
          </h2>
        </div>
        {keys !== null && (
          <>
            <p className="max-w-prose">
              <Trans>
                Save the new flags’ device keys now; you won’t see them again. Anyone with the saved
                file can report as these poles.
              </Trans>
            </p>
            <Button
              variant="primary"
              onClick={() => {
                saveCsv('device-keys.csv', keys);
                setIsSaved(true);
              }}
            >
              <Download aria-hidden="true" />
              <Trans>Save device keys</Trans>
            </Button>
          </>
        )}
        {kind === 'people' && created > 0 && (
          <p className="max-w-prose">
            {invited > 0
              ? plural(invited, {
                  one: '# new user will get an email with instructions for setting a password.',
                  other: '# new users will get an email with instructions for setting a password.',
                })
              : t`New users have no password yet. Set each user’s password in Employees. If mail is set up, users can also choose “Forgot Password?” when they sign in.`}
          </p>
        )}
        <Button disabled={mustSave} onClick={onAgain}>
          <Trans>Import another file</Trans>
        </Button>
      </CardContent>
    </Card>
  );
}
