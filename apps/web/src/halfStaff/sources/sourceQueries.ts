import { may, type OrderSource, type SessionUser } from '@halyard/domain';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN, KEYS } from '@/lib/api/query.ts';

/** The name that the URL uses for the dialog that shows the sources. */
export const SOURCES_DIALOG = 'sources';
/** The name that the URL uses for the dialog that reviews a draft from a source. */
export const DRAFT_DIALOG = 'source-draft';

const SOURCES = [...KEYS.halfStaff, 'sources'];
const DRAFTS = [...KEYS.halfStaff, 'source-drafts'];

/** Fetches the order sources with their problems. Only for users who may manage order sources. */
export const sourcesQuery = (user: SessionUser) =>
  queryOptions({
    queryKey: SOURCES,
    queryFn: ({ signal }) => call('listOrderSources', { signal }),
    enabled: may(user, 'orderSource.manage'),
    ...ASKED_WHEN_SHOWN,
  });

/** Returns whether a source is turned on and has a problem. */
export const isFailing = ({ isOn, problem }: OrderSource): boolean => isOn && problem !== null;

/**
 * Fetches the drafts that a user must review. Disabled for users who are not allowed to manage
 * order sources.
 */
export const sourceDraftsQuery = (user: SessionUser) =>
  queryOptions({
    queryKey: DRAFTS,
    queryFn: ({ signal }) => call('listSourceDrafts', { signal }),
    enabled: may(user, 'orderSource.manage'),
    ...ASKED_WHEN_SHOWN,
  });

/** Fetches one draft from a source, with its text. */
export const sourceDraftQuery = (id: string) =>
  queryOptions({
    queryKey: [...DRAFTS, id],
    queryFn: ({ signal }) => call('getSourceDraft', { params: { id }, signal }),
    // The form must not change while the user fills it in, and a draft disappears once it is
    // decided.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
