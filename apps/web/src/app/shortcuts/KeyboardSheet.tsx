import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Dialog, DialogBody } from '@/components/ui/Dialog.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { keysText, SHORTCUTS, useSingleKeys, useUsableShortcuts } from '@/lib/page/shortcuts.ts';

interface KeyboardSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Lists the keyboard shortcuts that work on the current page. Also contains a switch that turns
 * single-key shortcuts off.
 */
export default function KeyboardSheet(props: KeyboardSheetProps) {
  const shortcuts = useUsableShortcuts();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Dialog {...props} title={t`Keyboard shortcuts`} className="max-w-md">
      <DialogBody>
        <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2">
          {shortcuts.map((id) => (
            <div key={id} className="col-span-2 grid grid-cols-subgrid items-center">
              <dt>{SHORTCUTS[id].does}</dt>
              <dd className="text-right">
                <kbd className="rounded-sm border border-border bg-muted px-1.5 font-sans text-xs leading-5 whitespace-nowrap">
                  {keysText(id)}
                </kbd>
              </dd>
            </div>
          ))}
        </dl>
        <label className="flex items-center justify-between gap-6 border-t border-border pt-4">
          <span aria-hidden="true">
            <Trans>Shortcuts without Ctrl or ⌘</Trans>
          </span>
          <Switch
            checked={singleKeys}
            aria-label={t`Shortcuts without Ctrl or Command`}
            onCheckedChange={setSingleKeys}
          />
        </label>
      </DialogBody>
    </Dialog>
  );
}
