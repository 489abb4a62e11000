import type { OrderSources, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Plus } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { sourcesQuery } from '../sourceQueries.ts';
import { AddFromFile } from './AddFromFile.tsx';
import { AddSourceForm } from './AddSourceForm.tsx';
import { FederalSources } from './FederalSources.tsx';
import { SourceItem } from './SourceItem.tsx';
import { useAwaitCheck } from './useAwaitCheck.ts';

export interface SourcesDialogProps {
  user: SessionUser;
  onClose: () => void;
}

type View = 'list' | 'add' | 'file';

/** The sources that are watched for orders: their state, and how to add, check and delete them. */
export default function SourcesDialog({ user, onClose }: SourcesDialogProps) {
  const [view, setView] = useState<View>('list');
  const query = useQuery(sourcesQuery(user));
  const check = useAwaitCheck(query.data?.sources ?? []);
  const toList = () => setView('list');
  const titles = { list: t`Sources`, add: t`Add source`, file: t`Add sources from file` };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={titles[view]}
      {...(view === 'list' && {
        description: t`Halyard checks these sources for new orders and proposes drafts. Drafts don’t move any poles.`,
      })}
      className="max-w-2xl"
    >
      {view === 'add' ? (
        <AddSourceForm
          onCancel={toList}
          onAdded={(source) => {
            check.await(source);
            toList();
          }}
        />
      ) : view === 'file' ? (
        <AddFromFile onClose={toList} onAdded={(added) => added.forEach(check.await)} />
      ) : (
        <>
          <DialogBody>
            {query.data ? (
              <List sources={query.data} check={check} />
            ) : query.isError ? (
              <ErrorState
                title={t`Couldn’t load sources`}
                error={query.error}
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            ) : (
              <div role="status" aria-label={t`Loading sources`}>
                <Skeleton className="h-40 rounded-lg" />
              </div>
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button onClick={() => setView('file')}>
              <Trans>Add from file</Trans>
            </Button>
            <Button variant="primary" onClick={() => setView('add')}>
              <Plus aria-hidden="true" />
              <Trans>Add source</Trans>
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

interface ListProps {
  sources: OrderSources;
  check: ReturnType<typeof useAwaitCheck>;
}

function List({ sources: { watchFederal, sources }, check }: ListProps) {
  const federal = sources.filter(({ isFederal }) => isFederal);
  const own = sources.filter(({ isFederal }) => !isFederal);
  const itemOf = (source: (typeof sources)[number]) => (
    <SourceItem
      key={source.id}
      source={source}
      isChecking={check.isAwaited(source.id)}
      onCheck={check.await}
    />
  );
  return (
    <>
      <FederalSources watch={watchFederal}>{federal.map(itemOf)}</FederalSources>
      <section className="grid gap-1" aria-labelledby="own-sources">
        <h3 id="own-sources" className="font-semibold">
          <Trans>Your sources</Trans>
        </h3>
        {own.length === 0 ? (
          <p className="text-muted-foreground">
            <Trans>No sources yet. Add a governor’s feed or web page.</Trans>
          </p>
        ) : (
          <ul className="grid divide-y divide-border">{own.map(itemOf)}</ul>
        )}
      </section>
    </>
  );
}
