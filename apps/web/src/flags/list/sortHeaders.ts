import type { FlagSortKey } from '@halyard/domain';
import { t } from '@lingui/core/macro';

export const FLAG_SORT_HEADERS: Record<FlagSortKey, string> = {
  company: t`Company`,
  flag: t`Flag`,
  location: t`Location`,
  status: t`Status`,
  voltage: t`Voltage`,
  position: t`Position`,
};
