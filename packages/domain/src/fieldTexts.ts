import { t } from '@halyard/messages';

/** Error messages shared by the fields of different kinds of records. */
export const NAME_REQUIRED = t`Name is required`;
export const ADDRESS_REQUIRED = t`Address is required`;
export const REASON_REQUIRED = t`Reason is required`;
export const STATE_REQUIRED = t`State is required`;
export const NUMBER_OF_DAYS_REQUIRED = t`Number of days is required`;
export const AT_LEAST_ONE_DAY = t`At least 1 day`;
export const ON_OR_OFF_REQUIRED = t`isOn must be true or false`;
export const WEB_ADDRESS_TOO_LONG = t`At most 2000 characters`;
export const NOT_A_WEB_ADDRESS = t`Enter a web address that begins with https://`;
