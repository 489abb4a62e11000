import {
  type AutopilotState,
  CRITERIA_PARAMS,
  type FlagCriteria,
  type FlagFilter,
  type PositionFilter,
  readCriteria,
  writeCriteria,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

export const FILTER_LABELS: Record<FlagFilter, string> = {
  online: t`Online`,
  offline: t`Offline`,
  alert: t`Alert`,
  'not-confirmed': t`Not confirmed`,
  locked: t`Locked`,
};

export const POSITION_FILTER_LABELS: Record<PositionFilter, string> = {
  up: t({ message: 'Up', context: 'position' }),
  half: t({ message: 'Half', context: 'position' }),
  down: t({ message: 'Down', context: 'position' }),
  unknown: t({ message: 'Unknown', context: 'position' }),
};

/** Returns the label of a position filter: "Position: Up". */
export function positionFilterText(filter: PositionFilter): string {
  const position = POSITION_FILTER_LABELS[filter];
  return t`Position: ${position}`;
}

export const AUTOPILOT_LABELS: Record<AutopilotState, string> = {
  follows: t`Follows orders`,
  off: t`Doesn’t follow orders`,
  held: t`On hold`,
};

/** Returns the URL of the flags page with one filter on. */
export const filteredFlagsHref = (filter: FlagFilter) => `/flags?show=${filter}`;

/**
 * Returns the filters from the page's URL, and a function that sets them. Each change adds a
 * history entry, so that Back undoes it.
 */
export function useFlagCriteria(): [
  criteria: FlagCriteria,
  setCriteria: (next: FlagCriteria) => void,
] {
  const [params, setParams] = useSearchParams();
  const [show, state, position, autopilot] = CRITERIA_PARAMS.map(
    (name) => params.get(name) ?? undefined,
  );
  const criteria = useMemo(
    () => readCriteria({ show, state, position, autopilot }),
    [show, state, position, autopilot],
  );
  const setCriteria = useCallback(
    (next: FlagCriteria) =>
      setParams((current) => {
        const changed = new URLSearchParams(current);
        for (const name of ['page', ...CRITERIA_PARAMS]) changed.delete(name);
        for (const [name, value] of Object.entries(writeCriteria(next))) changed.set(name, value);
        return changed;
      }),
    [setParams],
  );
  return [criteria, setCriteria];
}
