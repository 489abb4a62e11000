import { A, B, type Caller, CLOSED, DEVICE_1, flag, LOCK, NOW, OPERATOR } from './tree.ts';

/**
 * The writes that each client may make. The list comes from the decisions ("Who writes what",
 * "Commands") and not from the rules.
 */

export interface Write {
  title: string;
  path: string;
  changes: (caller: Caller) => Record<string, unknown>;
  allowed: Caller[];
}
const RECEIPT = { '.sv': 'timestamp' };
/** Returns a complete new command, as the console writes it. */
export const command = (by: string, over: object = {}, states: object = {}) => ({
  flagUp: false,
  flagDown: true,
  flagHalf: false,
  lamp: false,
  ...states,
  command: { id: 'new', issuedAt: NOW, receivedAt: RECEIPT, by, ...over },
});
/** Splits a command into several writes, one per field. */
const inParts = (whole: object) =>
  Object.fromEntries(Object.entries(whole).map(([field, value]) => [`command/${field}`, value]));
/** The position request that is stored for the pole P1. */
const STORED = { id: 'old', by: 'master', at: NOW - 900, from: 'half', to: 'up' };
const NOBODYS = { id: '', by: '', at: 0 };
/** The stored positions of the flag, unchanged. */
const STILL = { flagUp: true, flagDown: false };
/** Returns a value with a priority. A client could store any amount of text in a priority. */
const prioritised = (value: unknown) => ({ '.value': value, '.priority': 'x' });
const nobody = (title: string, path: string, changes: Record<string, unknown>): Write => ({
  title,
  path,
  changes: () => changes,
  allowed: [],
});
export const WRITES: Write[] = [
  {
    title: 'a command to P1 (company A, location L1)',
    path: `${A}/P1`,
    changes: (by) => command(by),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a command to P1 without switches, which replaces the one before it',
    path: `${A}/P1`,
    changes: (by) => ({ command: command(by).command }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a command to the locked P3 without switches',
    path: `${A}/P3`,
    changes: (by) => ({ command: command(by).command }),
    allowed: [],
  },
  {
    title: 'a command to P2 (company A, location L2)',
    path: `${A}/P2`,
    changes: (by) => command(by),
    allowed: [...OPERATOR, 'companyA', 'employeeA'],
  },
  {
    title: 'a command to P9 (company B)',
    path: `${B}/P9`,
    changes: (by) => command(by),
    allowed: [...OPERATOR, 'companyB', 'locationB', 'employeeB'],
  },
  {
    title: 'a command to P7 (now of company B, under its old owner)',
    path: `${A}/P7`,
    changes: (by) => command(by),
    allowed: [...OPERATOR, 'companyB', 'locationB', 'employeeB'],
  },
  {
    title: 'a command 29 s old',
    path: `${A}/P1`,
    changes: (by) => command(by, { issuedAt: NOW - 29_000 }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a stop: all positions off',
    path: `${A}/P1`,
    changes: (by) => command(by, {}, { flagDown: false }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a command 31 s old',
    path: `${A}/P1`,
    changes: (by) => command(by, { issuedAt: NOW - 31_000 }),
    allowed: [],
  },
  {
    title: 'a command from the future',
    path: `${A}/P1`,
    changes: (by) => command(by, { issuedAt: NOW + 60_000 }),
    allowed: [],
  },
  {
    title: "a command in another user's name",
    path: `${A}/P1`,
    changes: () => command('somebody'),
    allowed: [],
  },
  {
    title: 'a command with the id of the command before it, which the master gave',
    path: `${A}/P1`,
    changes: (by) => command(by, { id: 'old' }),
    allowed: ['staff', 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a command 1 s ahead',
    path: `${A}/P1`,
    changes: (by) => command(by, { issuedAt: NOW + 1000 }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  ...[
    ['1.001 s ahead', { issuedAt: NOW + 1001 }],
    ['without the time of its receipt', { receivedAt: null }],
    ['received a millisecond ago', { receivedAt: NOW - 1 }],
    ['received in a millisecond', { receivedAt: NOW + 1 }],
    ['with a time of receipt that is text', { receivedAt: String(NOW) }],
    ["with an id in the server's own form", { id: 'server-4b1d' }],
    ['with an id that PostgreSQL cannot store', { id: 'a\u0000b' }],
    ['with an id of more than one line', { id: 'a\nb' }],
    ['with a blank id', { id: ' ' }],
    ['with an id beyond ASCII', { id: '\u{1f600}' }],
    ['that never becomes older than the last report of the pole', { after: NOW + 1001 }],
    ['that states up and goes down', { to: 'up' }],
    ['that states stop and goes down', { to: 'stop' }],
  ].map(([what, over]) => ({
    title: `a command ${what}`,
    path: `${A}/P1`,
    changes: (by: string) => command(by, Object(over)),
    allowed: [],
  })),
  {
    title: 'a new command in parts, with leftovers of the closed one before it',
    path: `${A}/P13`,
    changes: (by) => ({ flagUp: false, flagDown: true, ...inParts(command(by).command) }),
    allowed: [],
  },
  {
    title: 'a new command in parts, with the time of receipt of the one before it',
    path: `${A}/P1`,
    changes: (by) => ({
      lamp: true,
      ...inParts({ id: 'new', issuedAt: NOW, by }),
    }),
    allowed: [],
  },
  nobody('a new time of receipt', `${A}/P1`, { 'command/receivedAt': RECEIPT }),
  nobody('a switch and a new time of receipt', `${A}/P1`, {
    lamp: true,
    'command/receivedAt': RECEIPT,
  }),
  {
    title: 'a command that overtakes one under way',
    path: `${A}/P1`,
    changes: (by) => command(by, { after: NOW - 20_000 }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a command that no report of the pole can ever confirm',
    path: `${A}/P1`,
    changes: (by) => command(by, { after: NOW + 60_000 }),
    allowed: [],
  },
  {
    title: 'a command after a time that is not a number',
    path: `${A}/P1`,
    changes: (by) => command(by, { after: 'all' }),
    allowed: [],
  },
  {
    title: 'a command that states the previous position',
    path: `${A}/P1`,
    changes: (by) => command(by, { from: 'half' }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a command that changes only the lamp and repeats the previous request',
    path: `${A}/P1`,
    changes: (by) => command(by, { positionRequest: STORED }, { ...STILL, lamp: true }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a command that states the requested position',
    path: `${A}/P1`,
    changes: (by) => command(by, { from: 'half', to: 'down' }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a command that changes only the lamp before any request for a position',
    path: `${A}/P8`,
    changes: (by) =>
      command(by, { positionRequest: { id: '', by: '', at: 0 } }, { ...STILL, lamp: true }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  ...[
    ["another user's name", { ...STORED, by: 'companyB' }],
    ['nobody, although there was a request', { id: '', by: '', at: 0 }],
    ['a request that is not stored', { ...STORED, id: 'forged' }],
    ['a time a millisecond before', { ...STORED, at: NOW - 901 }],
    ['the time that its client gave', { ...STORED, at: NOW - 1000 }],
    ['another position', { ...STORED, to: 'down' }],
    ['another position before', { ...STORED, from: 'down' }],
    ['no position', { id: 'old', by: 'master', at: NOW - 900 }],
  ].map(([what, positionRequest]) => ({
    title: `a command for the lamp that names ${what}`,
    path: `${A}/P1`,
    changes: (by: string) => command(by, { positionRequest }, { ...STILL, lamp: true }),
    allowed: [],
  })),
  {
    title: "a command that moves the pole and repeats another user's request",
    path: `${A}/P1`,
    changes: (by) => command(by, { positionRequest: STORED }),
    allowed: [],
  },
  {
    title: 'a command for the lamp that states a position besides the previous request',
    path: `${A}/P1`,
    changes: (by) => command(by, { to: 'up', positionRequest: STORED }, { ...STILL, lamp: true }),
    allowed: [],
  },
  {
    title: 'a command for the lamp after another one for the lamp',
    path: `${A}/P13`,
    changes: (by) =>
      command(by, { positionRequest: CLOSED.positionRequest }, { ...STILL, lamp: true }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  ...[
    ['P11', NOW - 1000],
    ['P12', NOW - 9000],
  ].map(([pole, at]) => ({
    title: `a command for the lamp of ${pole} after one of an older version`,
    path: `${A}/${pole}`,
    changes: (by: string) =>
      command(by, { positionRequest: { id: 'old', by: 'master', at } }, { ...STILL, lamp: true }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'] as Caller[],
  })),
  ...[
    ['P11', NOW - 1001],
    ['P12', NOW - 1000],
  ].map(([pole, at]) => ({
    title: `a command for the lamp of ${pole} after one of an older version, at another time`,
    path: `${A}/${pole}`,
    changes: (by: string) =>
      command(by, { positionRequest: { id: 'old', by: 'master', at } }, { ...STILL, lamp: true }),
    allowed: [],
  })),
  {
    title: 'a command for the lamp of P10, which has no desired state yet',
    path: `${A}/P10`,
    changes: (by) => command(by, { positionRequest: NOBODYS }, { ...STILL, lamp: true }),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a command that lowers P10, which has no desired state yet, as if for its lamp',
    path: `${A}/P10`,
    changes: (by) => command(by, { positionRequest: NOBODYS }, { lamp: true }),
    allowed: [],
  },
  ...[
    { from: 'elsewhere' },
    { from: 'stop' },
    { to: 'elsewhere' },
    { requestedAt: NOW },
    { from: true },
    { positionRequest: 'up' },
    { positionRequest: { id: 'old', by: 'master' } },
    { positionRequest: { id: 'old', by: 'master', at: NOW + 60_000 } },
    { positionRequest: { id: 'old', by: 'm'.repeat(129), at: NOW } },
    { positionRequest: { id: 'old', by: 'master', at: NOW - 900, more: 'x'.repeat(1000) } },
  ].map((more) => ({
    title: `a command with ${JSON.stringify(more).slice(0, 60)}`,
    path: `${A}/P1`,
    changes: (by: string) => command(by, more),
    allowed: [],
  })),
  {
    title: 'a command that closes itself',
    path: `${A}/P1`,
    changes: (by) => command(by, { closedAt: NOW }),
    allowed: [],
  },
  {
    title: 'a command without a time',
    path: `${A}/P1`,
    changes: (by) => ({ flagUp: true, command: { id: 'new', receivedAt: RECEIPT, by } }),
    allowed: [],
  },
  {
    title: 'two positions at once',
    path: `${A}/P1`,
    changes: (by) => command(by, {}, { flagUp: true }),
    allowed: [],
  },
  {
    title: 'a non-boolean switch',
    path: `${A}/P1`,
    changes: (by) => command(by, {}, { lamp: 'on' }),
    allowed: [],
  },
  {
    title: 'a command to a flag that the server does not know',
    path: `${A}/NEW`,
    changes: (by) => command(by),
    allowed: [],
  },
  {
    title: 'a command together with a foreign tenant',
    path: `${A}/P1`,
    changes: (by) => ({ ...command(by), companyId: 'B' }),
    allowed: [],
  },
  {
    title: 'a switch with a priority',
    path: `${A}/P1`,
    changes: (by) => command(by, {}, { lamp: prioritised(true) }),
    allowed: [],
  },
  {
    title: 'a command with a priority',
    path: `${A}/P1`,
    changes: (by) => command(by, { '.priority': 'x' }),
    allowed: [],
  },
  {
    title: "a command's id with a priority",
    path: `${A}/P1`,
    changes: (by) => command(by, { id: prioritised('new') }),
    allowed: [],
  },
  {
    title: 'a command to the locked P3',
    path: `${A}/P3`,
    changes: (by) => command(by),
    allowed: [],
  },
  {
    title: 'a command to P3 that removes its lock',
    path: `${A}/P3`,
    changes: (by) => ({ ...command(by), lock: null }),
    allowed: [],
  },
  {
    title: 'a command to P1 that locks it',
    path: `${A}/P1`,
    changes: (by) => ({ ...command(by), lock: LOCK }),
    allowed: [],
  },
  {
    title: 'a command to P3 together with one to P1',
    path: A,
    changes: (by) => {
      const all: Record<string, unknown> = {};
      for (const id of ['P1', 'P3'])
        for (const [name, value] of Object.entries(command(by))) all[`${id}/${name}`] = value;
      return all;
    },
    allowed: [],
  },
  {
    title: 'P5, which the server steps, sent down from half-staff',
    path: `${A}/P5`,
    changes: (by) => command(by),
    allowed: [],
  },
  {
    title: 'P6, which the server steps, sent to half-staff',
    path: `${A}/P6`,
    changes: (by) => command(by, {}, { flagDown: false, flagHalf: true }),
    allowed: [],
  },
  {
    title: 'P6, which the server steps, sent down from the peak',
    path: `${A}/P6`,
    changes: (by) => command(by),
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: 'a command to P6 with a goal of its own',
    path: `${A}/P6`,
    changes: (by) => command(by, { goal: 'half' }),
    allowed: [],
  },
  nobody('P5, no longer stepped by the server', `${A}/P5`, { serverSteps: null }),
  nobody('the locked P3 unlocked', `${A}/P3`, { lock: null }),
  nobody("a lock's reason", `${A}/P3`, { 'lock/reason': 'x' }),
  nobody('a lock', `${A}/P1`, { lock: LOCK }),
  nobody("the lamp of the locked P3, within its old command's id", `${A}/P3`, { lamp: true }),
  {
    title: 'a report of the locked P3',
    path: `${A}/P3`,
    changes: () => ({ 'reported/flagUp': false, 'reported/flagDown': true }),
    allowed: ['device3'],
  },
  nobody('a switch without a command', `${A}/P1`, { lamp: true }),
  nobody('a removed switch', `${A}/P1`, { lamp: null }),
  nobody('a removed command', `${A}/P1`, { command: null }),
  {
    title: 'a report of P1',
    path: `${A}/P1`,
    changes: () => ({ 'reported/flagUp': true, 'reported/lastSeen': 1_800_000_000, voltage: 42.1 }),
    allowed: DEVICE_1,
  },
  {
    title: 'a whole report and a name of P1',
    path: `${A}/P1`,
    changes: () => ({
      reported: { flagUp: true, lamp: false },
      deviceName: 'ESP32',
      voltage: 'n/a',
    }),
    allowed: DEVICE_1,
  },
  {
    title: 'a report of P9',
    path: `${B}/P9`,
    changes: () => ({ 'reported/flagUp': true }),
    allowed: ['device9'],
  },
  nobody('a report under an owner that does not have the flag', `${B}/P1`, { voltage: 42 }),
  nobody('a non-boolean reported switch', `${A}/P1`, { 'reported/flagUp': 'yes' }),
  nobody('a reported time that is text', `${A}/P1`, { 'reported/lastSeen': 'now' }),
  nobody('text in place of the whole report', `${A}/P1`, { reported: 'x' }),
  nobody('a report with a priority', `${A}/P1`, { reported: { '.priority': 'x', lamp: true } }),
  nobody('a reported switch with a priority', `${A}/P1`, { 'reported/lamp': prioritised(true) }),
  nobody('a reported text with a priority', `${A}/P1`, { 'reported/note': prioritised('x') }),
  nobody('a voltage with a priority', `${A}/P1`, { voltage: prioritised(42) }),
  nobody('a name with a priority', `${A}/P1`, { deviceName: prioritised('ESP32') }),
  nobody('an object as voltage', `${A}/P1`, { voltage: { x: 1 } }),
  nobody('a name of 1,000 characters', `${A}/P1`, { deviceName: 'x'.repeat(1000) }),
  nobody("the flag's company", `${A}/P1`, { companyId: 'B' }),
  nobody("the flag's location", `${A}/P1`, { locationId: 'L2' }),
  nobody("the flag's id", `${A}/P1`, { id: 'P2' }),
  nobody('the time of receipt', `${A}/P1`, { seenAt: NOW }),
  nobody('the move timeout', `${A}/P1`, { moveTimeout: 1 }),
  nobody('an unknown field', `${A}/P1`, { note: 'x' }),
  nobody('a removed flag', A, { P1: null }),
  nobody('a whole flag', A, { P1: flag('P1', 'A', 'L1') }),
  nobody('a removed owner', 'users', { 'company-A': null }),
  nobody('a profile', 'users/companyA/profile', { email: 'x@example.com' }),
  nobody("a company's name", 'companies/A', { name: 'x' }),
  nobody("a company's autoHalfMast", 'companies/A', { autoHalfMast: true }),
  nobody('a location', 'locations/L1', { companyId: 'B' }),
  nobody('an entry of the access list', 'access', { 's-lost': true }),
  nobody('the summary of all flags', 'summaries', { all: { total: 9 } }),
  nobody('a number in the summary of company A', 'summaries/companies/A', { total: 9 }),
  nobody('a removed summary', 'summaries/locations', { L1: null }),
  nobody('a new top-level name', '', { anything: 1 }),
];
