import { t } from '@halyard/messages';

/** What a pole flies: the flag of the United States, a state's flag, or another one. */
export const FLOWN_FLAGS = ['us', 'state', 'other'] as const;
export type FlownFlag = (typeof FLOWN_FLAGS)[number];

/** What a pole flies unless somebody says otherwise. */
export const DEFAULT_FLOWN_FLAG: FlownFlag = 'us';

export const FLOWN_FLAG_LABELS: Record<FlownFlag, string> = {
  us: t`US flag`,
  state: t`State flag`,
  other: t`Other flag`,
};
