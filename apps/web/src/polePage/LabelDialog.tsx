import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { Logo } from '@/components/brand/Logo.tsx';
import { Printer } from '@/components/icons/index.ts';
import QrCode from '@/components/QrCode.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { useProductName } from '@/lib/api/config.ts';
import { configQuery } from '@/lib/api/query.ts';
import { poleHref } from '@/lib/paths.ts';

interface LabelDialogProps {
  flag: Flag;
  open: boolean;
  onClose: () => void;
}

/** A label to put on the pole. Its QR code opens the pole's page. */
export default function LabelDialog({ flag, open, onClose }: LabelDialogProps) {
  const { data: config } = useQuery(configQuery());
  const url = `${config?.publicUrl ?? window.location.origin}${poleHref(flag.id)}`;
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && onClose()}
        title={t`Print label`}
        description={t`Put this label on the pole. Users who scan it and sign in will see the pole’s page.`}
      >
        <DialogBody>
          <div className="rounded-md border border-border bg-white p-4 text-black">
            <Label flag={flag} url={url} />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button variant="primary" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            <Trans>Print</Trans>
          </Button>
        </DialogFooter>
      </Dialog>
      {open &&
        createPortal(
          // The only content that is printed (styles/print.css).
          <div aria-hidden="true" data-print-only className="hidden bg-white text-black">
            <Label flag={flag} url={url} />
          </div>,
          document.body,
        )}
    </>
  );
}

function Label({ flag, url }: { flag: Flag; url: string }) {
  const product = useProductName();
  const { name } = flag;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <QrCode
        text={url}
        label={t`QR code for ${name}`}
        className="size-36 shrink-0 border-0 zoomed:size-28"
      />
      <div className="grid min-w-32 flex-1 gap-1 break-words">
        <p className="flex items-center gap-1.5 text-xs font-semibold">
          <Logo className="size-5" />
          {product}
        </p>
        <p className="text-lg leading-6 font-semibold">{name}</p>
        <p>{flag.location}</p>
        <p className="font-mono text-xs">{flag.flagId}</p>
        <p className="text-xs break-all">{url}</p>
      </div>
    </div>
  );
}
