import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { memo } from 'react';
import { Link } from 'wouter';
import { Trash2 } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { TableCell, TableRow, Truncate, TwoLines } from '@/components/ui/Table.tsx';
import { Sparkline } from '@/history/Sparkline.tsx';
import { locationHref, poleHref } from '@/lib/paths.ts';
import { useCanWrite } from '@/lib/realtime/connection.ts';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import type { FlagActions } from '../commands/useFlagActions.ts';
import { FlagSwitches } from '../control/FlagSwitches.tsx';
import { FlagStatus } from '../status/FlagStatus.tsx';
import { FlagVoltage } from '../status/FlagVoltage.tsx';
import { NewKeyWarning } from '../status/NewKeyWarning.tsx';
import { SimulatedBadge } from '../status/SimulatedBadge.tsx';
import type { RowSelection } from './selection/rowSelection.ts';
import { SelectBox } from './selection/SelectBox.tsx';

export interface FlagItemProps {
  flag: Flag;
  actions: FlagActions;
  maySwitch: boolean;
  /** Opens the flag's dialog. */
  onOpen?: ((flag: Flag) => void) | undefined;
  onDelete?: ((flag: Flag) => void) | undefined;
  /**
   * Set if the flag is shown on the page of a company or location. Rows and cards then do not
   * repeat the name of the company or location.
   */
  pageOf?: 'company' | 'location' | undefined;
  /** The selection of flags; omitted if flags cannot be selected. */
  selection?: RowSelection | undefined;
  /**
   * The pole's recent hourly voltages in tenths of a volt, for the sparkline. Null if there are
   * none; undefined if the table has no sparklines.
   */
  spark?: readonly (number | null)[] | null | undefined;
}

/** A row of the flag table, which rerenders only when its own flag changes. */
export const FlagRow = memo(function FlagRow({
  flag,
  actions,
  maySwitch,
  onOpen,
  onDelete,
  pageOf,
  selection,
  spark,
}: FlagItemProps) {
  const state = useFlagState(flag.id);
  const canWrite = useCanWrite();
  if (!state) return null;
  const { view } = state;
  const { name } = flag;
  return (
    <TableRow
      onOpen={onOpen && (() => onOpen(flag))}
      onSelect={selection && ((isRange) => selection.press(flag.id, isRange))}
      aria-label={flag.name}
      // Styled by CSS, so that selecting the row does not rerender it.
      className="has-[[role=checkbox][aria-checked=true]]:bg-accent"
    >
      {selection && (
        <TableCell className="p-0">
          <SelectBox flag={flag} selection={selection} />
        </TableCell>
      )}
      {pageOf === undefined && (
        <TableCell className="py-1 pr-2 in-data-[layout=narrow]:px-2">
          <TwoLines text={flag.company} />
        </TableCell>
      )}
      <TableCell className="px-2 py-1 first:pl-4 in-data-[layout=narrow]:px-1.5">
        <Link
          href={poleHref(flag.id)}
          title={flag.name}
          className="block truncate font-medium hover:underline touch:py-3"
        >
          {flag.name}
        </Link>
        <div className="flex items-center gap-1.5">
          <Truncate text={flag.flagId} className="font-mono text-xs text-muted-foreground" />
          <NewKeyWarning since={flag.newKeySince} />
          {flag.isSimulated && <SimulatedBadge />}
        </div>
      </TableCell>
      {pageOf !== 'location' && (
        <TableCell className="px-2 py-1 in-data-[layout=narrow]:px-1.5">
          <Link href={locationHref(flag.locationId)} className="block hover:underline touch:py-3">
            <TwoLines text={flag.location} />
          </Link>
        </TableCell>
      )}
      <TableCell className="px-2 py-1 in-data-[layout=narrow]:px-1.5">
        <FlagStatus
          clip
          flag={flag}
          state={state}
          actions={actions}
          writable={maySwitch && canWrite}
        />
      </TableCell>
      <TableCell className="px-2 py-1 in-data-[layout=narrow]:px-1.5" align="right">
        <FlagVoltage flag={flag} view={view} />
      </TableCell>
      {spark !== undefined && (
        <TableCell className="px-3 py-1">
          <Sparkline tenths={spark} />
        </TableCell>
      )}
      <FlagSwitches
        flag={flag}
        view={view}
        canWrite={canWrite}
        actions={actions}
        allowed={maySwitch}
      >
        {(_, control) => (
          <TableCell align="center" className="px-0">
            {control}
          </TableCell>
        )}
      </FlagSwitches>
      {onDelete && (
        <TableCell align="center" className="px-0 py-0">
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Delete ${name}`}
            title={t`Delete`}
            onClick={() => onDelete(flag)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </TableCell>
      )}
    </TableRow>
  );
});
