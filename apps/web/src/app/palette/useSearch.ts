import type { Flag, RecordSearch } from '@halyard/domain';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN, acceptFlags, KEYS } from '@/lib/api/query.ts';
import { TYPING_PAUSE_MS } from '@/lib/lists/useListPage.ts';
import { type Found, type FoundPoles, isWhole, type Pool, poolFor } from './searchPools.ts';

/** Maximum length of a search query that the server accepts, in characters. */
const MAX_TEXT = 200;

/** The parameters of the palette's search. */
interface Asked {
  /** The text that the user typed in the palette. */
  text: string;
  /** The part of the typed text that identifies the poles of a command; '' if there is none. */
  poles: string;
}

/** The IDs of the records that the user recently chose in the command palette, by kind. */
export type RecentIds = Readonly<Record<keyof RecordSearch['named'], readonly string[]>>;

export interface Search {
  /**
   * The records that match the typed text. Until the server responds, these are still the matches
   * for the previous text.
   */
  found: Pool<Found> | undefined;
  /**
   * The poles and locations that match the typed command. Until the server responds, these are
   * still the matches for the previous text.
   */
  poles: Pool | undefined;
  /** The records that the user recently chose in the command palette. */
  named: RecordSearch['named'] | undefined;
  /** Whether `found` and `poles` contain everything that matches the typed text. */
  isSettled: boolean;
  isFailed: boolean;
}

const recordsQuery = ({ text, poles }: Asked, ids?: RecentIds) => {
  const query = {
    q: text,
    ...(poles !== '' && { poles }),
    ...Object.fromEntries(
      Object.entries(ids ?? {}).flatMap(([kind, list]) =>
        list.length === 0 ? [] : [[kind, list.join(',')]],
      ),
    ),
  };
  return queryOptions({
    queryKey: [...KEYS.search, query],
    queryFn: async ({ signal }) => {
      const answer = await call('searchRecords', { query, signal });
      const flags = [
        ...(answer.found?.flags.items ?? []),
        ...(answer.poles?.flags.items ?? []),
        ...answer.named.flags,
      ];
      await acceptFlags(flags as Flag[]);
      return { text, poles, answer };
    },
    ...ASKED_WHEN_SHOWN,
  });
};
type Answer = Awaited<ReturnType<NonNullable<ReturnType<typeof recordsQuery>['queryFn']>>>;

/**
 * Searches all records for the typed text whenever typing pauses. Sends no request if an earlier
 * response already contains all matches.
 */
export function useSearch(typed: string, poles: string, recent: RecentIds): Search {
  const text = normalized(typed);
  const first = useQuery(recordsQuery({ text: '', poles: '' }, recent));
  const [asked, setAsked] = useState<Asked | null>(null);
  const later = useQuery({
    ...recordsQuery(asked ?? { text: '', poles: '' }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const search = useMemo(
    () => searchIn([later.data, first.data], text, poles),
    [later.data, first.data, text, poles],
  );
  const { isSettled } = search;
  const isWaiting = first.isPending;
  useEffect(() => {
    // The response to the first request may be enough.
    if (isSettled || isWaiting) return;
    const timer = setTimeout(() => setAsked({ text, poles }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isSettled, isWaiting, text, poles]);
  return {
    ...search,
    named: first.data?.answer.named,
    isFailed: !isSettled && (asked === null ? first.isError : later.isError),
  };
}

/** Normalizes typed text for the server's search: lower case, single spaces, limited length. */
const normalized = (typed: string): string =>
  typed.trim().toLowerCase().replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT);

function searchIn(answers: readonly (Answer | undefined)[], text: string, poles: string) {
  const known = answers.filter((one) => one !== undefined);
  const foundIn = known.flatMap(({ text: of, answer: { found } }) =>
    found ? { text: of, found } : [],
  );
  const polesIn: Pool<FoundPoles>[] = [
    ...known.flatMap(({ poles: of, answer }) =>
      answer.poles ? { text: of, found: answer.poles } : [],
    ),
    // A search of all records also finds poles, but may leave some of them out.
    ...foundIn.filter(({ found }) => isWhole(found)),
  ];
  const found = poolFor(text, foundIn);
  const named = poles === '' ? undefined : poolFor(poles, polesIn);
  return {
    found: found ?? foundIn[0],
    poles: named ?? (poles === '' ? undefined : polesIn[0]),
    isSettled: found !== undefined && (poles === '' || named !== undefined),
  };
}
