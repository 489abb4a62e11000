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
  /**
   * The orders and half-staff days that the company follows (`Follows`, as JSON). Null if the
   * company follows everything.
   */
  follows: string | null;
  created_at: Time;
  /** The import that created the company or location. Null if it was not created by an import. */
  import_id: string | null;
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
   * The latitude of the location in degrees. Latitude and longitude are either both set or both
   * null. If they are null, the location has the coordinates of its state.
   */
  latitude: number | null;
  longitude: number | null;
  /** The IANA name of the location's time zone. Null to use the time zone of the state. */
  time_zone: string | null;
  daily_rule: Generated<DailyRule>;
  /**
   * The orders and half-staff days that the location follows (`LocationFollows`, as JSON). Null if
   * nobody has ever changed this setting for the location.
   */
  follows: string | null;
  created_at: Time;
  /** The import that created the company or location. Null if it was not created by an import. */
  import_id: string | null;
}
