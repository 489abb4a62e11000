import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { CopyableText } from '@/components/ui/Copyable.tsx';
import { useProductName } from '@/lib/api/config.ts';

/** Recovery codes for the user to keep. They are shown only once. */
export function RecoveryCodes({ codes, username }: { codes: readonly string[]; username: string }) {
  const product = useProductName();
  const text = codes.join('\n');
  return (
    <div className="grid gap-4">
      <p className="text-muted-foreground">
        <Trans>
          Each code signs you in once if you don’t have your phone. Save them now, away from your
          phone; you won’t see them again.
        </Trans>
      </p>
      <CopyableText label={t`Recovery codes`} value={text} rows={codes.length} />
      <Button
        className="justify-self-start"
        onClick={() => save(`${t`${product} recovery codes for ${username}`}.txt`, `${text}\n`)}
      >
        <Download aria-hidden="true" />
        <Trans>Download</Trans>
      </Button>
    </div>
  );
}

function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.click();
  URL.revokeObjectURL(link.href);
}
