import { tokenCreate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { FormFrame } from '@/components/FormFrame.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { useZodForm } from '@/components/ui/form.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import { SecretShown } from './SecretShown.tsx';
import { TokenFields } from './TokenFields.tsx';
import { TokenItem } from './TokenItem.tsx';
import { TokensCard } from './TokensCard.tsx';
import { tokensQuery, useCreateToken, useRevokeToken } from './useTokens.ts';

/** Lists the user's API tokens, which let scripts act as the user. */
export function PersonalTokens() {
  const query = useQuery(tokensQuery());
  const [adding, setAdding] = useDialogParam('token');
  const revoke = useRevokeToken();
  return (
    <TokensCard
      title={t`API tokens`}
      loadingLabel={t`Loading API tokens`}
      failedTitle={t`Couldn’t load API tokens`}
      addLabel={t`Create token`}
      onAdd={() => setAdding(true)}
      empty={t`Tokens let scripts act as you.`}
      query={query}
      item={(token) => (
        <TokenItem
          key={token.id}
          token={token}
          revoking={revoke.isPending && revoke.variables === token.id}
          onRevoke={() => revoke.mutate(token.id)}
        />
      )}
    >
      {adding && <MakeTokenDialog onClose={() => setAdding(false)} />}
    </TokensCard>
  );
}

function MakeTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateToken();
  const form = useZodForm(tokenCreate, { name: '', scope: 'read', expiresInDays: 90 });
  const secret = create.data?.secret;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Create token`}
      description={t`A token can do only what you can do.`}
      keepOpen={secret !== undefined}
    >
      {secret === undefined ? (
        <FormFrame
          form={form}
          submitLabel={t`Create token`}
          pending={create.isPending}
          problem={problemText(create.error)}
          onSubmit={(values) => create.mutate(values)}
          onCancel={onClose}
        >
          <TokenFields />
        </FormFrame>
      ) : (
        <SecretShown secret={secret} onDone={onClose} />
      )}
    </Dialog>
  );
}
