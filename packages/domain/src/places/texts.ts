import { t } from '@halyard/messages';

/** Error messages of forms and calls in which users choose a company or location. */
export const COMPANY_REQUIRED = t`Company is required`;
export const LOCATION_REQUIRED = t`Location is required`;
