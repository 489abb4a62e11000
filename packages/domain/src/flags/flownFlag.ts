import { t } from '@halyard/messages';

/** The types of flags that a pole can fly: the US flag, a state flag, or another flag. */
export const FLOWN_FLAGS = ['us', 'state', 'other'] as const;
export type FlownFlag = (typeof FLOWN_FLAGS)[number];

/** The type of flag that a pole flies by default. */
export const DEFAULT_FLOWN_FLAG: FlownFlag = 'us';

export const FLOWN_FLAG_LABELS: Record<FlownFlag, string> = {
  us: t`US flag`,
  state: t`State flag`,
  other: t`Other flag`,
};
