import type { SourceDraftText } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { errorMessage, isRefusal } from '@/lib/api/api.ts';
import { KEYS } from '@/lib/api/query.ts';
import { readTyped } from '../../paste/input/readInput.ts';
import { type ReadResult, readPasted } from '../../paste/readPasted.ts';

interface DraftResult {
  /** The draft's text with the orders found in it; null until it has loaded. */
  result: ReadResult | null;
  /** Why the document could not be read; null if it was read. */
  problem: string | null;
}

/**
 * Returns a draft's text with the orders found in it. The browser reads a document that the server
 * could not read, such as a PDF. If that fails too, the text is empty.
 */
export function useDraftResult(draft: SourceDraftText | undefined): DraftResult {
  const link = draft?.text === null ? draft.link : null;
  const linked = useQuery({
    queryKey: [...KEYS.halfStaff, 'linked-document', link],
    queryFn: async () => readPasted(await readTyped(link ?? '')),
    enabled: link !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const error = linked.isError ? problemOf(linked.error) : null;
  return useMemo(() => {
    if (!draft) return { result: null, problem: null };
    const { text, orders, unread } = draft;
    if (text !== null) return { result: { text, orders, sourceUrl: draft.link }, problem: null };
    if (linked.data) return { result: linked.data, problem: null };
    if (draft.link !== null && error === null) return { result: null, problem: null };
    const empty = { text: '', orders: [], sourceUrl: draft.link };
    return { result: empty, problem: error ?? unread ?? '' };
  }, [draft, linked.data, error]);
}

const problemOf = (error: unknown): string => (isRefusal(error) ? error.text : errorMessage(error));
