import type { EngineSwitch } from '@halyard/domain';
import { call } from '@/lib/api/api.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';

export const useSwitchEngine = (onDone: () => void) =>
  useHalfStaffChange(
    (body: EngineSwitch) => call('switchEngine', { body }),
    {
      done: ({ isOn }) => ({ title: isOn ? 'Autopilot is on' : 'Autopilot is off' }),
      failed: 'Failed to switch autopilot.',
    },
    onDone,
  );

/** Dismisses the notice of changed rules for this user. */
export const useDismissRules = () =>
  useHalfStaffChange(() => call('dismissChangedRules'), {
    done: 'Notice dismissed',
    failed: 'Failed to dismiss the notice.',
  });
