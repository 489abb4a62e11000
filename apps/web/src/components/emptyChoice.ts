import { t } from '@lingui/core/macro';

/**
 * A hint below a select without options: which kind of record to create first, and on which page.
 */
export const NO_COMPANY = t`No companies yet. Add one on the Companies page first.`;
export const NO_LOCATION = t`No locations yet. Add one on the Locations page first.`;
export const NO_LOCATION_HERE = t`This company has no locations yet. Add one on the Locations page first.`;
