import { Button } from '@/components/ui/Button.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';

/** A dialog's content with the secret of a new token. */
export function SecretShown({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <>
      <DialogBody>
        <Copyable label="Token" value={secret} />
        <p className="text-xs text-muted-foreground">Copy it now; you won’t see it again.</p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" actsOnce onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
