import { t } from '@halyard/messages';

/** What a pole flies: the US flag, a state flag, or another flag. */
export const FLOWN_FLAGS = ['us', 'state', 'other'] as const;
export type FlownFlag = (typeof FLOWN_FLAGS)[number];

/** What a pole flies unless a user chooses something else. */
export const DEFAULT_FLOWN_FLAG: FlownFlag = 'us';

export const FLOWN_FLAG_LABELS: Record<FlownFlag, string> = {
  us: t`US flag`,
  state: t`State flag`,
  other: t`Other flag`,
};
