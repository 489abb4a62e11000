import type { EngineSwitch } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { call } from '@/lib/api/api.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';

export const useSwitchEngine = (onDone: () => void) =>
  useHalfStaffChange(
    (body: EngineSwitch) => call('switchEngine', { body }),
    {
      done: ({ isOn }) => ({ title: isOn ? t`Autopilot is on` : t`Autopilot is off` }),
      failed: t`Couldn’t change the autopilot setting.`,
    },
    onDone,
  );

/** Dismisses the notice about changed autopilot rules for this user. */
export const useDismissRules = () =>
  useHalfStaffChange(() => call('dismissChangedRules'), {
    done: t`Notice dismissed`,
    failed: t`Couldn’t dismiss the notice.`,
  });
