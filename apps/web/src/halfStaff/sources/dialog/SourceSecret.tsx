import type { OrderSource } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@/components/ui/Button.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';

interface SourceSecretProps {
  sources: readonly OrderSource[];
  onClose: () => void;
}

/**
 * Shows the URLs that other systems send their documents to, and the secrets for signing the
 * documents. Shows them only once.
 */
export function SourceSecret({ sources, onClose }: SourceSecretProps) {
  return (
    <>
      <DialogBody>
        {sources.map(({ id, definition, deliverTo, secret }) => (
          <div key={id} className="grid gap-3">
            {sources.length > 1 && <h3 className="font-semibold">{definition.name}</h3>}
            <Copyable label={t`Address`} value={deliverTo ?? ''} />
            <Copyable label={t`Secret`} value={secret ?? ''} />
          </div>
        ))}
        <p className="text-xs text-muted-foreground">
          <Trans>Copy the secret now; you won’t see it again.</Trans>
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" actsOnce onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogFooter>
    </>
  );
}
