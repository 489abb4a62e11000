import { t } from '@halyard/messages';

/** Error texts of forms and calls where a company or a location is chosen. */
export const COMPANY_REQUIRED = t`Company is required`;
export const LOCATION_REQUIRED = t`Location is required`;
