import { foundation } from './01-foundation.ts';
import { temporaryPasswords } from './02-temporaryPasswords.ts';
import { serviceAccounts } from './03-serviceAccounts.ts';
import { flagLocks } from './04-flagLocks.ts';
import { halfStaffOrders } from './05-halfStaffOrders.ts';
import { halfStaffEngine } from './06-halfStaffEngine.ts';
import { orderRevisions } from './07-orderRevisions.ts';
import { suspension } from './08-suspension.ts';
import { webhooks } from './09-webhooks.ts';
import { sessionOrigins } from './10-sessionOrigins.ts';
import { alerts } from './11-alerts.ts';
import { history } from './12-history.ts';
import { secondFactors } from './13-secondFactors.ts';
import { activityLog } from './14-activity.ts';
import { tokens } from './15-tokens.ts';
import { providers } from './16-providers.ts';
import { sealedSecrets } from './17-sealedSecrets.ts';
import { concernedFlags } from './18-concernedFlags.ts';
import { massMoves } from './19-massMoves.ts';
import { commandReceipts } from './20-commandReceipts.ts';
import { accounts } from './21-accounts.ts';
import { mastersAlerts } from './22-mastersAlerts.ts';
import { commissioning } from './23-commissioning.ts';
import { setUp } from './24-setUp.ts';
import { leases } from './25-leases.ts';
import { calendarSubscriptions } from './26-calendarSubscriptions.ts';
import { orderSources } from './27-orderSources.ts';
import { secondApprovals } from './28-secondApprovals.ts';
import { halfStaffMails } from './29-halfStaffMails.ts';
import { follows } from './30-follows.ts';
import { sourceWebhooks } from './31-sourceWebhooks.ts';
import { ownDays } from './32-ownDays.ts';
import { orderTemplates } from './33-orderTemplates.ts';
import { listChanges } from './34-listChanges.ts';
import { movePlans } from './35-movePlans.ts';
import { moveProgress } from './36-moveProgress.ts';
import { recordChanges } from './37-recordChanges.ts';
import { hiddenRecords } from './38-hiddenRecords.ts';
import { entryWording } from './39-entryWording.ts';
import type { Migration } from './migration.ts';

/**
 * The migrations that make up the schema, which is the same for both engines. The schema version is
 * the number of applied migrations. Never edit a released migration. Both engines compare text by
 * bytes (`COLLATE "C"`).
 */
export const MIGRATIONS: readonly Migration[] = [
  foundation,
  temporaryPasswords,
  serviceAccounts,
  flagLocks,
  halfStaffOrders,
  halfStaffEngine,
  orderRevisions,
  suspension,
  webhooks,
  sessionOrigins,
  alerts,
  history,
  secondFactors,
  activityLog,
  tokens,
  providers,
  sealedSecrets,
  concernedFlags,
  massMoves,
  commandReceipts,
  accounts,
  mastersAlerts,
  commissioning,
  setUp,
  leases,
  calendarSubscriptions,
  orderSources,
  secondApprovals,
  halfStaffMails,
  follows,
  sourceWebhooks,
  ownDays,
  orderTemplates,
  listChanges,
  movePlans,
  moveProgress,
  recordChanges,
  hiddenRecords,
  entryWording,
];
