import {
  type AutopilotState,
  CRITERIA_PARAMS,
  type FlagCriteria,
  type FlagFilter,
  type PositionFilter,
  readCriteria,
  writeCriteria,
} from '@halyard/domain';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

export const FILTER_LABELS: Record<FlagFilter, string> = {
  online: 'Online',
  offline: 'Offline',
  alert: 'Alert',
  'not-confirmed': 'Not confirmed',
  locked: 'Locked',
};

export const POSITION_FILTER_LABELS: Record<PositionFilter, string> = {
  up: 'Up',
  half: 'Half',
  down: 'Down',
  unknown: 'Unknown',
};

export const AUTOPILOT_LABELS: Record<AutopilotState, string> = {
  follows: 'Follows orders',
  off: 'Doesn’t follow orders',
  held: 'On hold',
};

/** Link to the flags page with one filter on. */
export const filteredFlagsHref = (filter: FlagFilter) => `/flags?show=${filter}`;

/** The filters in the page's address. Each change is a history entry, so that Back undoes it. */
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
