import { t } from '@halyard/messages';

/** Error messages for choosing a company or location. */
export const COMPANY_REQUIRED = t`Company is required`;
export const LOCATION_REQUIRED = t`Location is required`;
