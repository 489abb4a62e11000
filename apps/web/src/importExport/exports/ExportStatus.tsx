import { numberText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { type FileExport, fileExports } from './fileExports.ts';

/** Shows the progress of running exports on every page, with a Cancel button. */
export function ExportStatus() {
  const { shown, announcement } = useSyncExternalStore(
    fileExports.subscribe,
    fileExports.getSnapshot,
  );
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {shown.map((each) => (
        <ExportPanel key={each.href} {...each} />
      ))}
    </>
  );
}

function ExportPanel({ href, file, rows, total }: FileExport) {
  const label = file === null ? t`Export` : t`Exporting ${file}`;
  return (
    <section
      aria-label={label}
      className="pointer-events-auto max-w-2xl overflow-hidden rounded-lg border border-border bg-raised shadow-float"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4">
        <h2 className="min-w-48 flex-1 font-medium break-words tabular-nums">
          {file === null ? t`Exporting…` : t`${file}: ${{ progress: progressText(rows, total) }}`}
        </h2>
        <Button
          onClick={() => {
            fileExports.cancel(href);
            document.getElementById('main')?.focus();
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <progress
        aria-label={label}
        className="block h-1 w-full"
        {...(total !== null && { max: Math.max(total, 1), value: Math.min(rows, total) })}
      />
    </section>
  );
}

function progressText(rows: number, total: number | null): string {
  if (total === null) return plural(rows, { one: '# row', other: '# rows' });
  const some = numberText(Math.min(rows, total));
  return t`${some} of ${plural(total, { one: '# row', other: '# rows' })}`;
}
