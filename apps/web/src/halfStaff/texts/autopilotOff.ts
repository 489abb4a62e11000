import { t } from '@lingui/core/macro';

export const AUTOPILOT_OFF = t`Autopilot is off: nothing will move.`;
