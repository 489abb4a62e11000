import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/engines.ts';

/** This test compares docs/personal-data.md with the tables and columns of a migrated database. */

const PAGE = readFileSync(
  path.resolve(import.meta.dirname, '../../../../../docs/personal-data.md'),
  'utf8',
);

/**
 * The columns without personal data, for each table that also has personal data. Every column of
 * these tables must be listed either here or in docs/personal-data.md. A column is personal if it
 * says who someone is, what they did or where they were, or if users type free text into it.
 */
const NOT_PERSONAL: Record<string, readonly string[]> = {
  users: ['id', 'import_id'],
  temporary_passwords: ['expires_at'],
  sessions: ['id', 'temporary'],
  pending_sign_ins: ['id', 'temporary', 'expires_at'],
  provider_sign_ins: ['id', 'provider', 'state', 'nonce', 'verifier', 'expires_at'],
  email_confirmations: ['id', 'expires_at'],
  tokens: [
    ...['id', 'secret_hash', 'scope', 'expires_at'],
    // These columns belong to a service account, not to a user.
    ...['role', 'company_id', 'location_id', 'all_companies'],
  ],
  imports: [
    ...['id', 'kind', 'state', 'slot', 'total', 'handled', 'created', 'updated', 'published'],
    ...[
      'invites',
      'has_logins',
      'origin',
      'key_seed',
      'key_seed_is_sealed',
      'keys_until',
      'runner',
    ],
    ...['alive_at', 'shown_at'],
  ],
  import_edits: ['import_id', 'position'],
  invitations: ['id', 'role', 'company_id', 'location_id', 'code_hash', 'expires_at'],
  calendar_subscriptions: ['id', 'company_id', 'state', 'token', 'last_read_at'],
  order_sources: [
    ...['id', 'definition', 'is_federal', 'is_on', 'etag', 'last_modified', 'next_at'],
    ...['checked_at', 'succeeded_at', 'newest_at', 'failures', 'problem', 'problem_text'],
    ...['problem_since', 'problem_mailed_at', 'secret', 'secret_is_sealed', 'refused_at'],
    ...['refused_for'],
  ],
  source_entries: [
    ...['id', 'source_id', 'key_hash', 'wording_hash', 'title', 'link', 'document', 'published_at'],
    ...['found_at', 'seen_at', 'status', 'tries', 'text', 'orders', 'unread'],
  ],
  rate_limits: ['hits', 'expires_at', 'blocked_until'],
  activity: [
    ...['id', 'category', 'kind', 'outcome', 'actor_kind', 'channel', 'company_id', 'company'],
    ...['location_id', 'flag_id', 'command_at', 'command_seq'],
  ],
  command_origins: ['id', 'channel', 'created_at'],
  move_plans: ['id'],
  moves: ['id'],
  flags: [
    ...['id', 'flag_id', 'flag_id_key', 'name', 'company_id', 'location_id', 'owner_id'],
    ...['move_timeout', 'created_at', 'server_steps', 'concerned_since', 'released_at'],
    ...['simulated', 'flies', 'import_id'],
  ],
  holds: ['id', 'flag_id', 'created_at', 'expires', 'command_id', 'released_at', 'restored_at'],
  half_staff_orders: [
    ...['id', 'company_id', 'authority', 'kind', 'reason', 'source_url', 'issued_at', 'scope'],
    ...['starts', 'ends', 'status', 'version', 'revision'],
    ...['created_at', 'approved_at', 'cancelled_at'],
  ],
  order_versions: ['id', 'order_id', 'at'],
  order_approvals: ['order_id', 'version', 'company_id', 'at'],
  own_days: ['id', 'company_id', 'name', 'kind', 'scope', 'rule', 'saved_at'],
  order_templates: ['id', 'company_id', 'name', 'terms', 'created_at'],
  confirmed_days: ['name', 'year', 'date', 'at'],
  ledger: [
    ...['seq', 'at', 'kind', 'flag_id', 'flag_name', 'company_id', 'company', 'source_key'],
    ...['prev_hash', 'hash'],
  ],
  pole_tests: [
    ...['flag_id', 'phase', 'command_id', 'restore_command_id', 'position', 'position_before'],
    ...['request_before', 'restored_at', 'took_ms', 'problem', 'ended_at'],
  ],
  device_refusals: [
    ...['id', 'reason', 'flag_id', 'flag_name', 'company_id', 'owner_id', 'device_id', 'count'],
    ...['first_at', 'last_at'],
  ],
  outgoing_mails: ['id', 'created_at', 'tries', 'next_try_at'],
  alert_settings: ['company_id'],
  webhook_deliveries: [
    ...['id', 'webhook_id', 'type', 'status', 'attempts', 'created_at', 'last_attempt_at'],
    ...['next_attempt_at', 'response_status'],
  ],
  webhooks: [
    ...['id', 'company_id', 'secret', 'secret_is_sealed', 'event_types', 'is_on', 'off_reason'],
    ...['failing_since', 'created_at'],
  ],
  settings: ['id'],
  outbox: ['id', 'created_at'],
  companies: ['id', 'created_at', 'import_id', 'auto_half_mast', 'two_approvals', 'follows'],
  locations: ['id', 'created_at', 'import_id', 'company_id', 'time_zone', 'daily_rule', 'follows'],
};

/** The columns that the page lists, as `table.column`. */
const named = new Set(PAGE.match(/(?<=`)[a-z_]+\.[a-z_\d]+(?=`)/g));
const withoutAny = new Set(
  /### Tables without personal data\n(.*?)\n#/s.exec(PAGE)?.[1]?.match(/(?<=`)[a-z_]+(?=`)/g),
);

let database: TestDatabase;
let tables: Map<string, string[]>;
beforeAll(async () => {
  database = await openTestDatabase('sqlite');
  const found = await database.db.queries.introspection.getTables();
  // The tables with hidden records have the same columns as the views without them.
  const read = found.filter(({ name }) => !name.startsWith('stored_'));
  tables = new Map(read.map(({ name, columns }) => [name, columns.map((one) => one.name)]));
});
afterAll(() => database.remove());

const isPersonal = (table: string) => [...named].some((column) => column.startsWith(`${table}.`));

test('docs/personal-data.md lists every table, either with its personal data or as a table without any', () => {
  expect(tables.size).toBeGreaterThan(40);
  for (const table of tables.keys())
    expect([isPersonal(table), withoutAny.has(table)].filter(Boolean), table).toHaveLength(1);
});

test('docs/personal-data.md lists every column of each table that contains personal data, except the columns that this test exempts with a reason', () => {
  for (const [table, columns] of tables) {
    if (!isPersonal(table)) continue;
    for (const column of columns) {
      const isNone = NOT_PERSONAL[table]?.includes(column) ?? false;
      const homes = [named.has(`${table}.${column}`), isNone];
      expect(homes.filter(Boolean), `${table}.${column}`).toHaveLength(1);
    }
  }
});

test('docs/personal-data.md lists no table or column that does not exist', () => {
  const all = [...tables].flatMap(([table, columns]) => columns.map((one) => `${table}.${one}`));
  const files = ['halyard.db', 'tree.db'];
  expect([...named].filter((one) => !all.includes(one) && !files.includes(one))).toEqual([]);
  expect([...withoutAny].filter((table) => !tables.has(table))).toEqual([]);
  const listed = Object.entries(NOT_PERSONAL).flatMap(([table, columns]) =>
    columns.map((one) => `${table}.${one}`),
  );
  expect(listed.filter((one) => !all.includes(one))).toEqual([]);
});
