import {
  searchQuery,
  searchText,
  type WrongPositionPage,
  type WrongPositions,
} from '@halyard/domain';

/**
 * Returns one page of flags in the wrong position, as the server would. `poles` is the whole list.
 */
export function wrongPositionPage(
  { now, poles, unchecked = 0 }: WrongPositions & { unchecked?: number },
  url: URL,
): WrongPositionPage {
  const { searchParams } = url;
  const kind = searchParams.get('kind');
  const query = searchQuery(searchParams.get('q') ?? '');
  const ordered = poles.toSorted(
    (a, b) => a.kind.localeCompare(b.kind) || Number(b.isOnline) - Number(a.isOnline),
  );
  const found = ordered.filter(
    ({ pole, ...row }) =>
      (kind === null || row.kind === kind) &&
      searchText([pole.name, pole.location, pole.company]).includes(query),
  );
  const limit = Number(searchParams.get('limit'));
  const page = Number(searchParams.get('page'));
  const counted = (rows: typeof poles) => ({
    total: rows.length,
    offline: rows.filter(({ isOnline }) => !isOnline).length,
    correctable: rows.filter(({ isCorrectable }) => isCorrectable).length,
  });
  return {
    items: found.slice((page - 1) * limit, page * limit),
    total: found.length,
    page,
    next: null,
    now,
    unchecked,
    kinds: {
      'full-staff': counted(poles.filter((row) => row.kind === 'full-staff')),
      'half-staff': counted(poles.filter((row) => row.kind === 'half-staff')),
    },
  };
}
