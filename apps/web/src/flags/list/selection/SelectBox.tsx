import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { Checkbox } from '@/components/ui/Checkbox.tsx';
import type { RowSelection } from './rowSelection.ts';

interface SelectBoxProps {
  flag: Pick<Flag, 'id' | 'name'>;
  selection: RowSelection;
  className?: string;
}

/**
 * A checkbox that selects one flag. With Shift, it selects all flags from the last clicked one to
 * this one.
 */
export function SelectBox({ flag, selection, className }: SelectBoxProps) {
  const { name } = flag;
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.has(flag.id));
  return (
    <Checkbox
      checked={isSelected}
      aria-label={t`Select ${name}`}
      className={className}
      onPress={(isRange) => selection.press(flag.id, isRange)}
    />
  );
}

interface SelectPageBoxProps {
  selection: RowSelection;
  rows: readonly Pick<Flag, 'id'>[];
  className?: string;
}

/** A checkbox that selects or deselects all flags of the page. */
export function SelectPageBox({ selection, rows, className }: SelectPageBoxProps) {
  const selected = useSyncExternalStore(
    selection.subscribe,
    () => rows.filter(({ id }) => selection.has(id)).length,
  );
  const isAll = selected === rows.length;
  return (
    <Checkbox
      checked={isAll ? true : selected > 0 ? 'mixed' : false}
      aria-label={t`Select all on this page`}
      className={className}
      onPress={() =>
        selection.set(
          rows.map(({ id }) => id),
          !isAll,
        )
      }
    />
  );
}
