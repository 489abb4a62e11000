import type { DailyRule } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface CompanyTable {
  id: string;
  name: string;
  address1: string;
  address2: string | null;
  city: string;
  state: string;
  zip: string;
  phone: string;
  description: string | null;
  auto_half_mast: boolean;
  /** Whether orders need a second approval before they take effect at the company's poles. */
  two_approvals: Generated<boolean>;
  /** The company's follow settings (`Follows`, as JSON); null to follow everything. */
  follows: string | null;
  created_at: Time;
}

export interface LocationTable {
  id: string;
  company_id: string;
  name: string;
  address1: string;
  address2: string | null;
  city: string;
  state: string;
  zip: string;
  phone: string;
  /**
   * The latitude in degrees. Latitude and longitude are either both set or both null; if null, the
   * state's are used.
   */
  latitude: number | null;
  longitude: number | null;
  /** IANA time zone name; null to use the state's. */
  time_zone: string | null;
  daily_rule: Generated<DailyRule>;
  /** The location's follow settings (`LocationFollows`, as JSON); null if never set. */
  follows: string | null;
  created_at: Time;
}
