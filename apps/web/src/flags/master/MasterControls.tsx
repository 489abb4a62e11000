import {
  type FlagSelection,
  type MasterCounts,
  SWITCH_FIELDS,
  type SwitchField,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Card, type CardHeading } from '@/components/ui/Card.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { cn } from '@/lib/cn.ts';
import { CONTROL_OF, MASTER_LABELS } from '../commands/moveControls.ts';
import type { FlagActions } from '../commands/useFlagActions.ts';
import { onlineText } from '../texts/lockTexts.ts';
import { useMoveBlock } from './useMoveBlock.ts';
import { useMoveQuestion } from './useMoveQuestion.tsx';

/** The flags that a master control applies to. */
export interface Moved {
  /** The search and filters. The master controls move all matching flags, on all pages. */
  query: FlagSelection;
  /**
   * The number of flags that can be moved and, for each switch, the number of flags that have it
   * on.
   */
  controls: MasterCounts;
  place: string | undefined;
  /**
   * Whether the flags are the result of a text search, which may match more than the user meant.
   */
  isSearch: boolean;
}

interface MasterControlsProps extends Moved {
  actions: FlagActions;
  maySwitch: boolean;
  /** An additional control next to the title of the master controls. */
  control?: ReactNode;
}

function useMasterControls({
  query,
  controls,
  place,
  actions,
  maySwitch,
  isSearch,
}: Omit<MasterControlsProps, 'control'>) {
  const { online, locked, on } = controls;
  const reason = useMoveBlock(controls, maySwitch);
  const counts = onlineText(online, locked);
  const { press, dialog } = useMoveQuestion(actions.masterPlanned);

  const control = (field: SwitchField) => (
    <Switch
      checked={online > 0 && on[field] === online}
      aria-label={`${MASTER_LABELS[field]}, ${place === undefined ? '' : `${place}: `}${counts}`}
      disabled={reason !== undefined}
      reason={reason}
      onCheckedChange={() =>
        press({
          control: CONTROL_OF[field],
          label: MASTER_LABELS[field],
          target: { query },
          isSearch,
        })
      }
    />
  );
  return { counts, control, dialog };
}

/**
 * The master controls as a table row below the column headers. Each control is above the column of
 * its switch.
 */
export function MasterControlsRow({
  control: extra,
  columnsBefore,
  actionsColumn,
  ...props
}: MasterControlsProps & {
  /** The number of columns before the switches. */
  columnsBefore: number;
  actionsColumn: boolean;
}) {
  const { counts, control, dialog } = useMasterControls(props);
  return (
    <tr>
      <th
        scope="row"
        colSpan={columnsBefore}
        className="h-14 border-b border-border px-4 text-left text-[0.8125rem] font-medium"
      >
        <div className="flex items-center justify-between gap-6">
          <ControlsName place={props.place} counts={counts} />
          {extra}
        </div>
        {dialog}
      </th>
      {SWITCH_FIELDS.map((field) => (
        <td
          key={field}
          className="border-b border-border text-center align-middle in-data-[layout=narrow]:py-1.5"
        >
          <span
            aria-hidden="true"
            className="mb-1 block text-xs text-muted-foreground in-data-[layout=narrow]:flex in-data-[layout=narrow]:min-h-8 in-data-[layout=narrow]:items-end in-data-[layout=narrow]:justify-center"
          >
            {MASTER_LABELS[field]}
          </span>
          <span className="flex justify-center">{control(field)}</span>
        </td>
      ))}
      {actionsColumn && <td className="border-b border-border" />}
    </tr>
  );
}

/** The master controls above the cards on a small screen. */
export function MasterControlsCard({
  heading: Heading,
  control: extra,
  ...props
}: MasterControlsProps & { heading: CardHeading }) {
  const { counts, control, dialog } = useMasterControls(props);
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Heading className="min-w-0 font-medium">
          <ControlsName place={props.place} counts={counts} stacked />
        </Heading>
        {extra}
      </div>
      <div className="grid grid-cols-4">
        {SWITCH_FIELDS.map((field) => (
          <div key={field} className="grid justify-items-center gap-2">
            <span aria-hidden="true" className="text-xs text-muted-foreground">
              {MASTER_LABELS[field]}
            </span>
            {control(field)}
          </div>
        ))}
      </div>
      {dialog}
    </Card>
  );
}

interface ControlsNameProps {
  place: string | undefined;
  counts: string;
  /** Puts the counts on a separate line. */
  stacked?: boolean;
}

function ControlsName({ place, counts, stacked = false }: ControlsNameProps) {
  return (
    <span className="min-w-0 break-words">
      {place === undefined ? t`Master Controls` : t`Master Controls for ${place}`}{' '}
      <span
        className={cn('font-normal text-muted-foreground tabular-nums', stacked ? 'block' : 'ml-2')}
      >
        {counts}
      </span>
    </span>
  );
}
