import { MOVE_FLAGS_PAGE } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PoleLink } from '@/components/PoleLink.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { ScrollRegion } from '@/components/ui/ScrollRegion.tsx';
import { call } from '@/lib/api/api.ts';

/**
 * Lists the poles that a large mass move did not move, each with the cause. Loads the list page by
 * page.
 */
export function LargeMoveProblems({ id, label }: { id: string; label: string }) {
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    queryKey: ['moves', id, 'problems', page],
    queryFn: ({ signal }) =>
      call('listMoveFlags', {
        params: { id },
        query: { show: 'problems', page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const pages = Math.max(1, Math.ceil(data.total / MOVE_FLAGS_PAGE));
  return (
    <ScrollRegion
      label={t`Problems: ${label}`}
      className="max-h-[min(16rem,40dvh)] overflow-y-auto border-t border-border"
    >
      <ul className="divide-y divide-border">
        {data.items.map((pole) => (
          <li key={pole.id} className="grid gap-x-4 px-4 py-2 sm:grid-cols-2">
            <div className="min-w-0">
              <p>
                <PoleLink pole={pole} />
              </p>
              <p className="text-xs break-words text-muted-foreground">
                {pole.company} · {pole.location}
              </p>
            </div>
            <p className="text-[0.8125rem] break-words">{pole.problem}</p>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className="flex gap-1 border-t border-border px-4 py-2">
          <Button disabled={data.page === 1} onClick={() => setPage(data.page - 1)}>
            <Trans>Previous</Trans>
          </Button>
          <Button disabled={data.page === pages} onClick={() => setPage(data.page + 1)}>
            <Trans>Next</Trans>
          </Button>
        </div>
      )}
    </ScrollRegion>
  );
}
