import type { OrderSource, OrderSources, SessionUser } from '@halyard/domain';
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
import { NewSecretForm } from './NewSecretForm.tsx';
import { SourceItem } from './SourceItem.tsx';
import { SourceSecret } from './SourceSecret.tsx';
import { useAwaitCheck } from './useAwaitCheck.ts';

export interface SourcesDialogProps {
  user: SessionUser;
  onClose: () => void;
}

type View = 'list' | 'add' | 'file' | 'renew' | 'secret';

/**
 * The dialog with the sources that are watched for orders. Users can add, check and delete sources
 * in it.
 */
export default function SourcesDialog({ user, onClose }: SourcesDialogProps) {
  const [view, setView] = useState<View>('list');
  /** The webhooks whose secrets are shown or changed. */
  const [secrets, setSecrets] = useState<readonly OrderSource[]>([]);
  const query = useQuery(sourcesQuery(user));
  const check = useAwaitCheck(query.data?.sources ?? []);
  const toList = () => setView('list');
  /** Shows the new secrets of webhooks, because later responses do not contain them. */
  const showSecrets = (added: readonly OrderSource[]) => {
    const withSecret = added.filter(({ secret }) => secret !== undefined);
    setSecrets(withSecret);
    setView(withSecret.length > 0 ? 'secret' : 'list');
  };
  const titles: Record<View, string> = {
    list: t`Sources`,
    add: t`Add source`,
    file: t`Add sources from file`,
    renew: t`New secret`,
    secret: t`Webhook secret`,
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={titles[view]}
      {...(view === 'list' && {
        description: t`Halyard checks these sources for new orders and proposes drafts. Drafts don’t move any poles.`,
      })}
      {...(view === 'renew' && {
        description: t`The old secret for “${{ source: secrets[0]?.definition.name ?? '' }}” will stop working immediately.`,
      })}
      {...(view === 'secret' && {
        description: t`Send documents to this address by HTTP POST, signed with this secret.`,
        keepOpen: true,
      })}
      className="max-w-2xl"
    >
      {view === 'add' ? (
        <AddSourceForm
          onCancel={toList}
          onAdded={(source) => {
            if (source.secret === undefined) check.await(source);
            showSecrets([source]);
          }}
        />
      ) : view === 'file' ? (
        <AddFromFile
          onClose={toList}
          onAdded={(added) => {
            for (const source of added) if (source.secret === undefined) check.await(source);
            if (added.some(({ secret }) => secret !== undefined)) showSecrets(added);
          }}
        />
      ) : view === 'renew' && secrets[0] ? (
        <NewSecretForm
          source={secrets[0]}
          onCancel={toList}
          onChanged={(source) => showSecrets([source])}
        />
      ) : view === 'secret' ? (
        <SourceSecret sources={secrets} onClose={toList} />
      ) : (
        <>
          <DialogBody>
            {query.data ? (
              <List
                sources={query.data}
                check={check}
                onNewSecret={(source) => {
                  setSecrets([source]);
                  setView('renew');
                }}
              />
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
  /** Called when the user asks for a new secret for a webhook. */
  onNewSecret: (source: OrderSource) => void;
}

function List({ sources: { watchFederal, sources }, check, onNewSecret }: ListProps) {
  const federal = sources.filter(({ isFederal }) => isFederal);
  const own = sources.filter(({ isFederal }) => !isFederal);
  const itemOf = (source: (typeof sources)[number]) => (
    <SourceItem
      key={source.id}
      source={source}
      isChecking={check.isAwaited(source.id)}
      onCheck={check.await}
      onNewSecret={onNewSecret}
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
            <Trans>No sources yet. Add a governor’s feed or web page, or a webhook.</Trans>
          </p>
        ) : (
          <ul className="grid divide-y divide-border">{own.map(itemOf)}</ul>
        )}
      </section>
    </>
  );
}
