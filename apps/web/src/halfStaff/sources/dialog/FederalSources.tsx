import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Switch } from '@/components/ui/Switch.tsx';
import { FederalAnswer } from '../FederalAnswer.tsx';
import { useWatchFederal } from '../sourceActions.ts';

interface FederalSourcesProps {
  /**
   * Whether a master allowed requests to the federal sources; null if no master has decided yet.
   */
  watch: boolean | null;
  /** The federal sources as list items. */
  children: readonly ReactNode[];
}

/** The federal sources, which a master turns on and off together. */
export function FederalSources({ watch, children }: FederalSourcesProps) {
  const change = useWatchFederal();
  const shown = change.isPending ? change.variables : watch;
  return (
    <section className="grid gap-1 border-b border-border pb-4" aria-labelledby="federal-sources">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id="federal-sources" className="font-semibold">
            <Trans>White House and Federal Register</Trans>
          </h3>
          {watch === null && (
            <p>
              <Trans>
                Watch the White House and the Federal Register for half-staff orders? Watching never
                moves a flag.
              </Trans>
            </p>
          )}
        </div>
        {watch === null ? (
          <FederalAnswer />
        ) : (
          <Switch
            aria-label={t`Watch the White House and the Federal Register`}
            checked={shown === true}
            look={change.isPending ? 'pending' : 'settled'}
            onCheckedChange={(next) => change.mutate(next)}
          />
        )}
      </div>
      {watch === true && <ul className="grid divide-y divide-border">{children}</ul>}
    </section>
  );
}
