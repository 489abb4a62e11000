/** The columns by which users and API calls can sort each list (spec §2). */
export const FLAG_SORT_KEYS = [
  'company',
  'flag',
  'location',
  'status',
  'voltage',
  'position',
] as const;
export type FlagSortKey = (typeof FLAG_SORT_KEYS)[number];

export const COMPANY_SORT_KEYS = ['name', 'locations', 'flags', 'users'] as const;
export type CompanySortKey = (typeof COMPANY_SORT_KEYS)[number];

export const LOCATION_SORT_KEYS = ['name', 'company', 'address', 'flags', 'users'] as const;
export type LocationSortKey = (typeof LOCATION_SORT_KEYS)[number];

export const USER_SORT_KEYS = ['name', 'email', 'role', 'location', 'status'] as const;
export type UserSortKey = (typeof USER_SORT_KEYS)[number];

export const ALERT_SORT_KEYS = ['flag', 'condition', 'since', 'ended'] as const;
export type AlertSortKey = (typeof ALERT_SORT_KEYS)[number];

export const WRONG_POSITION_SORT_KEYS = ['flag', 'company', 'location', 'since'] as const;
export type WrongPositionSortKey = (typeof WRONG_POSITION_SORT_KEYS)[number];

export const ORDER_SORT_KEYS = ['reason', 'authority', 'kind', 'window', 'status'] as const;
export type OrderSortKey = (typeof ORDER_SORT_KEYS)[number];

export const OUTAGE_SORT_KEYS = ['offline', 'at'] as const;
export type OutageSortKey = (typeof OUTAGE_SORT_KEYS)[number];

export const COMPLIANCE_SORT_KEYS = [
  'pole',
  'title',
  'from',
  'lowered',
  'raised',
  'result',
] as const;
export type ComplianceSortKey = (typeof COMPLIANCE_SORT_KEYS)[number];
