import { Trans } from '@lingui/react/macro';
import { ListChecks } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import type { RowSelection } from './rowSelection.ts';
import { useIsSelecting } from './useRowSelection.ts';

/** A button that starts and ends the selection of flags on cards. */
export function SelectModeButton({ selection }: { selection: RowSelection }) {
  const isOn = useIsSelecting(selection);
  return (
    <Button
      aria-pressed={isOn}
      onClick={() => (isOn ? selection.clear() : selection.begin())}
      className={isOn ? 'border-primary bg-accent text-accent-foreground' : undefined}
    >
      <ListChecks aria-hidden="true" />
      <Trans>Select</Trans>
    </Button>
  );
}
