import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { withDialog } from '@/lib/page/dialogParam.ts';
import { HALF_STAFF_PATH } from '../data/halfStaffQueries.ts';
import { SOURCES_DIALOG } from './sourceQueries.ts';

/** How many order sources have a problem, and how many drafts wait for the user. */
export interface SourceCounts {
  failing: number;
  drafts: number;
}

/** The dashboard's notices about order sources. A notice with a count of 0 is not shown. */
export default function SourceNoticeCards({ failing, drafts }: SourceCounts) {
  return (
    <>
      {failing > 0 && (
        <Notice
          text={
            <Plural
              value={{ count: failing }}
              one="# order source has a problem"
              other="# order sources have problems"
            />
          }
          href={withDialog(HALF_STAFF_PATH, SOURCES_DIALOG)}
          action={<Trans>View sources</Trans>}
        />
      )}
      {drafts > 0 && (
        <Notice
          text={
            <Plural
              value={{ count: drafts }}
              one="# draft order is waiting for you"
              other="# draft orders are waiting for you"
            />
          }
          href={HALF_STAFF_PATH}
          action={<Trans>Review</Trans>}
        />
      )}
    </>
  );
}

function Notice({ text, href, action }: { text: ReactNode; href: string; action: ReactNode }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <p>
        <Status tone="warn">{text}</Status>
      </p>
      <Button asChild>
        <Link href={href}>{action}</Link>
      </Button>
    </Card>
  );
}
