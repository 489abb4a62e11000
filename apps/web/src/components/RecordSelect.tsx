import type { User } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import {
  type ListCall,
  type ListItem,
  listPageQuery,
  locationQuery,
  userQuery,
} from '@/lib/api/listPages.ts';
import { companyQuery } from '@/lib/api/query.ts';
import { useAfterTyping } from '@/lib/lists/useListPage.ts';
import { SearchSelect, type SearchSelectOption } from './ui/SearchSelect.tsx';

/** Maximum number of options to show. */
const SHOWN = 50;

const KINDS = {
  companies: { list: 'listCompanies', one: companyQuery, searchLabel: t`Find company` },
  locations: { list: 'listLocations', one: locationQuery, searchLabel: t`Find location` },
  users: { list: 'listUsers', one: userQuery, searchLabel: t`Find employee` },
} as const satisfies Record<string, { list: ListCall; one: unknown; searchLabel: string }>;
export type RecordKind = keyof typeof KINDS;

type Row = ListItem<(typeof KINDS)[RecordKind]['list']>;

/** Restricts the records that a select offers. */
interface Limits {
  /** If set, offers only the locations and users of this company. */
  companyId?: string | undefined;
}

const pageQuery = (kind: RecordKind, { companyId }: Limits, q: string) =>
  listPageQuery(KINDS[kind].list, {
    page: '1',
    limit: String(SHOWN),
    ...(companyId !== undefined && { company: companyId }),
    ...(q !== '' && { q }),
  });

/** Returns whether there are no records to choose from. False while the records are loading. */
export function useHasNoRecords(kind: RecordKind, limits: Limits = {}, enabled = true): boolean {
  const { data, isPlaceholderData } = useQuery({ ...pageQuery(kind, limits, ''), enabled });
  return enabled && data?.total === 0 && !isPlaceholderData;
}

interface RecordSelectProps
  extends Omit<
    ComponentProps<typeof SearchSelect>,
    | 'options'
    | 'left'
    | 'isLoading'
    | 'isFailed'
    | 'searchLabel'
    | 'onSearch'
    | 'chosenLabel'
    | 'value'
  > {
  kind: RecordKind;
  /** The ID of the chosen record, or the value of a fixed option; '' if nothing is chosen. */
  value: string;
  /** If set, offers only the locations and users of this company. */
  companyId?: string | undefined;
  /** Fixed options above the records, such as "All companies". */
  fixed?: readonly SearchSelectOption[];
  /** The name of the chosen record, if the caller knows it. */
  chosenName?: string | undefined;
  /** The label to show if the chosen record does not exist or the user is not allowed to see it. */
  unknownLabel?: string;
}

const NONE: readonly SearchSelectOption[] = [];

/**
 * A select for one company, location or user. Lists the first records by name. If there are more,
 * the list has a search field, and the server searches.
 */
export function RecordSelect({
  kind,
  value,
  companyId,
  fixed = NONE,
  chosenName,
  unknownLabel = t`Unknown`,
  disabled,
  onValueChange,
  ...select
}: RecordSelectProps) {
  const { one, searchLabel } = KINDS[kind];
  /** The option that the user chose last. It may no longer be among the options on screen. */
  const [picked, setPicked] = useState<SearchSelectOption | null>(null);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const q = useAfterTyping(wanted);
  const limits = { companyId };
  const first = useQuery({ ...pageQuery(kind, limits, ''), enabled: !disabled });
  const found = useQuery({ ...pageQuery(kind, limits, q), enabled: !disabled && q !== '' });
  // The rows of another company must not stay while those of this one are loading.
  const known = first.isPlaceholderData ? undefined : first.data;
  const isWhole = known !== undefined && known.items.length === known.total;
  const answer = q === '' ? known : found.data;
  const matches = (option: SearchSelectOption) =>
    `${option.label}\n${option.detail ?? ''}`.toLowerCase().includes(wanted.toLowerCase());
  const records = (answer?.items ?? []).map((row) => optionOf(row as Row));
  const isSettled = wanted === q && !found.isPlaceholderData;
  const shown =
    wanted === '' ? [...fixed, ...records] : isSettled ? records : records.filter(matches);

  const firstRecords = (known?.items ?? []).map((row) => optionOf(row as Row));
  const listed = [...fixed, ...firstRecords, ...(picked ? [picked] : [])].find(
    (option) => option.value === value,
  );
  const isMissing =
    value !== '' && !listed && chosenName === undefined && (known !== undefined || !!disabled);
  const single = useQuery({
    ...(one(value) as UseQueryOptions<Row, Error, Row, string[]>),
    enabled: isMissing,
  });
  const chosenLabel =
    listed?.label ??
    (value === '' ? undefined : chosenName) ??
    (isMissing && single.data ? optionOf(single.data).label : undefined) ??
    (isMissing && single.isError ? unknownLabel : undefined);
  return (
    <SearchSelect
      {...select}
      disabled={disabled}
      value={value}
      chosenLabel={chosenLabel}
      options={shown}
      left={answer && isSettled ? answer.total - answer.items.length : 0}
      isLoading={answer === undefined || !isSettled}
      isFailed={q === '' ? first.isError && known === undefined : found.isError}
      searchLabel={known === undefined || isWhole ? null : searchLabel}
      onSearch={setTyped}
      onValueChange={(next) => {
        setPicked(shown.find((option) => option.value === next) ?? null);
        onValueChange(next);
      }}
    />
  );
}

/**
 * Returns a record as an option. Users are labeled with their username, because two users can have
 * the same name.
 */
function optionOf(row: Row): SearchSelectOption {
  if (!isUser(row)) return { value: row.id, label: row.name };
  return { value: row.id, label: row.username, detail: row.name };
}

const isUser = (row: Row): row is User => 'username' in row;
