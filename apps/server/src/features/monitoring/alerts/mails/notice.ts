import type { AlertCondition } from '@halyard/domain';
import type { AlertNoticeKind } from '../../../../platform/database/tables/messages.ts';

/** The details of one alert for an email. */
export interface AlertNotice {
  id: string;
  kind: AlertNoticeKind;
  at: number;
  condition: AlertCondition;
  cause: string;
  since: number;
  endedAt: number | null;
  flagId: string;
  flag: string;
  companyId: string;
  company: string;
  locationId: string;
  location: string;
  /** The pole's time zone, an IANA name. */
  timeZone: string;
}
