import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { RecentActivity } from '@/activity/RecentActivity.tsx';
import { History } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';

/** Recent activity in a flag's dialog: who moved the flag, when, and with what result. */
export function FlagActivity({ flag }: { flag: Flag }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section
      aria-label={t`Recent activity`}
      className="grid shrink-0 grid-cols-1 gap-2 border-b border-border px-5 py-3"
    >
      <Button
        variant="ghost"
        className="-ml-2 justify-self-start"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <History aria-hidden="true" />
        <Trans>Recent activity</Trans>
      </Button>
      {isOpen && <RecentActivity of={{ flagId: flag.id }} />}
    </section>
  );
}
