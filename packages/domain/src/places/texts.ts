/** Error texts of forms and calls in which a company or a location is chosen. */
export const COMPANY_REQUIRED = 'Company is required';
export const LOCATION_REQUIRED = 'Location is required';
