import { t } from '@lingui/core/macro';
import type { Ref } from 'react';
import type { FieldControlProps } from '@/components/ui/Field.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Select, type SelectOption } from '@/components/ui/Select.tsx';

/**
 * The start or end of an order, as entered. The date and time are kept when the user changes
 * `kind`, for example to "immediately".
 */
export interface Moment {
  kind: string;
  date?: string | undefined;
  time?: string | undefined;
}

interface MomentControlProps extends FieldControlProps {
  ref?: Ref<HTMLButtonElement>;
  /** The label of the date field, such as "Starts on". */
  dateLabel: string;
  /** The label of the time field, such as "Starts at". */
  timeLabel: string;
  value: Moment;
  onChange: (moment: Moment) => void;
  kinds: readonly SelectOption[];
}

export const START_KINDS = [
  { value: 'immediately', label: t`Immediately, once approved` },
  { value: 'sunrise', label: t`At sunrise on` },
  { value: 'time', label: t`At a set time` },
];
export const END_KINDS = [
  { value: 'sunset', label: t`At sunset on` },
  { value: 'noon', label: t`At noon on` },
  { value: 'time', label: t`At a set time` },
  { value: 'open', label: t`Open-ended (for example, until interment)` },
];
/**
 * The values of `kind` that need no date: `immediately` for a start, `open` for an end, and ''
 * until the user chooses one.
 */
const UNDATED = ['immediately', 'open', ''];

/**
 * A control for choosing when an order starts or ends. Each pole uses its own local time, sunrise
 * and sunset.
 */
export function MomentControl({
  dateLabel,
  timeLabel,
  value,
  onChange,
  kinds,
  ...control
}: MomentControlProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        {...control}
        value={value.kind}
        options={kinds}
        placeholder={t`Choose`}
        onValueChange={(kind) => onChange({ ...value, kind })}
      />
      {!UNDATED.includes(value.kind) && (
        <Input
          type="date"
          aria-label={dateLabel}
          className="flex-[1_1_9rem] tabular-nums"
          value={value.date ?? ''}
          onChange={(event) => onChange({ ...value, date: event.target.value })}
        />
      )}
      {value.kind === 'time' && (
        <Input
          type="time"
          aria-label={timeLabel}
          className="flex-[1_1_7rem] tabular-nums"
          value={value.time ?? ''}
          onChange={(event) => onChange({ ...value, time: event.target.value })}
        />
      )}
    </div>
  );
}
