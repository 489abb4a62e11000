import { may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { wrongPositionsQuery } from './wrongPositionsQuery.ts';

const WrongPositions = lazyPart(async () => ({
  default: (await import('./WrongPositions.tsx')).WrongPositions,
}));

/** The dashboard's notice about flags in the wrong position. Renders nothing if there are none. */
export function WrongPositionsNotice({ user }: { user: SessionUser }) {
  const { data } = useQuery(wrongPositionsQuery());
  const [isOpen, setOpen] = useState(false);
  if (!data || data.total === 0) return null;
  const offline = data.kinds['full-staff'].offline + data.kinds['half-staff'].offline;
  return (
    <div className="grid gap-3">
      <Card className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Status tone="bad" className="whitespace-normal">
            <Plural
              value={{ count: data.total }}
              one="# flag in the wrong position"
              other="# flags in the wrong position"
            />
          </Status>
          {offline > 0 && (
            <span className="text-xs text-muted-foreground tabular-nums">
              <Plural value={{ count: offline }} one="# offline" other="# offline" />
            </span>
          )}
        </p>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t`Hide` : t`Show`}
        </Button>
      </Card>
      {isOpen && (
        <Suspense>
          <WrongPositions maySwitch={may(user, 'flag.switch')} />
        </Suspense>
      )}
    </div>
  );
}
