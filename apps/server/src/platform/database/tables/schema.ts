import type { Kysely, Transaction } from 'kysely';
import type {
  CompanyProviderTable,
  EmailConfirmationTable,
  IdentityTable,
  InvitationTable,
  KnownBrowserTable,
  PendingSignInTable,
  ProviderDomainTable,
  ProviderSignInTable,
  RateLimitTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SessionTable,
  TemporaryPasswordTable,
  TokenTable,
  UserTable,
} from './accounts.ts';
import type { ActivityTable, CommandOriginTable } from './activity.ts';
import type {
  DeviceKeyTable,
  DeviceRefusalTable,
  FlagTable,
  FormerDeviceKeyTable,
  PoleTestTable,
} from './flags.ts';
import type {
  CalendarSubscriptionTable,
  ConfirmedDayTable,
  EnginePoleTable,
  HalfStaffMailTable,
  HalfStaffOrderTable,
  HoldTable,
  LedgerTable,
  OrderApprovalTable,
  OrderSourceTable,
  OrderTemplateTable,
  OrderVersionTable,
  OwnDayOrderTable,
  OwnDayTable,
  SourceEntryTable,
} from './halfStaff.ts';
import type {
  HistoryDayTable,
  HistoryHourTable,
  HistorySparkTable,
  HistoryStateTable,
  HistoryWatchTable,
} from './history.ts';
import type { ImportEditTable, ImportTable } from './imports.ts';
import type {
  AlertSettingsTable,
  AlertTable,
  OutgoingMailTable,
  WebhookDeliveryTable,
  WebhookTable,
} from './messages.ts';
import type { MoveFlagTable, MovePlanTable, MoveTable } from './moves.ts';
import type { CompanyTable, LocationTable } from './places.ts';
import type {
  HiddenTable,
  LeaseTable,
  OutboxTable,
  RecordChangeTable,
  SettingTable,
} from './system.ts';

/**
 * The columns of all database tables, for both engines. The files in `tables/` group them by
 * subject.
 */
export interface Schema {
  companies: CompanyTable;
  locations: LocationTable;
  users: UserTable;
  sessions: SessionTable;
  temporary_passwords: TemporaryPasswordTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  pending_sign_ins: PendingSignInTable;
  email_confirmations: EmailConfirmationTable;
  known_browsers: KnownBrowserTable;
  company_providers: CompanyProviderTable;
  provider_domains: ProviderDomainTable;
  identities: IdentityTable;
  provider_sign_ins: ProviderSignInTable;
  flags: FlagTable;
  move_plans: MovePlanTable;
  moves: MoveTable;
  move_flags: MoveFlagTable;
  device_keys: DeviceKeyTable;
  former_device_keys: FormerDeviceKeyTable;
  device_refusals: DeviceRefusalTable;
  pole_tests: PoleTestTable;
  tokens: TokenTable;
  invitations: InvitationTable;
  rate_limits: RateLimitTable;
  imports: ImportTable;
  import_edits: ImportEditTable;
  hidden: HiddenTable;
  /**
   * All companies, including hidden ones (`hidden/views.ts`). The next three tables contain all
   * locations, flags and users.
   */
  stored_companies: CompanyTable;
  stored_locations: LocationTable;
  stored_flags: FlagTable;
  stored_users: UserTable;
  settings: SettingTable;
  leases: LeaseTable;
  record_changes: RecordChangeTable;
  half_staff_orders: HalfStaffOrderTable;
  order_versions: OrderVersionTable;
  order_approvals: OrderApprovalTable;
  order_templates: OrderTemplateTable;
  own_days: OwnDayTable;
  own_day_orders: OwnDayOrderTable;
  confirmed_days: ConfirmedDayTable;
  half_staff_mails: HalfStaffMailTable;
  calendar_subscriptions: CalendarSubscriptionTable;
  order_sources: OrderSourceTable;
  source_entries: SourceEntryTable;
  holds: HoldTable;
  engine_poles: EnginePoleTable;
  ledger: LedgerTable;
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
  alert_settings: AlertSettingsTable;
  alerts: AlertTable;
  outgoing_mails: OutgoingMailTable;
  history_watches: HistoryWatchTable;
  history_states: HistoryStateTable;
  history_hours: HistoryHourTable;
  history_sparks: HistorySparkTable;
  history_days: HistoryDayTable;
  activity: ActivityTable;
  command_origins: CommandOriginTable;
  outbox: OutboxTable;
}

/** Runs queries. The database and a transaction both have this type. */
export type Queries = Kysely<Schema>;
export type Trx = Transaction<Schema>;
