import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Authenticator,
  CredentialRefused,
  createRealtimeServer,
  type Identity,
  memoryStore,
  parseRules,
  type RealtimeServer,
} from '@halyard/realtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Live } from '../../testing/live.ts';

/**
 * Tests who may read and write which realtime path, over WebSocket and REST. Written by hand from
 * decisions ("Roles", "Who writes what", "Who reads what", "Commands"), not from the rules.
 */

const NOW = 1_800_000_000_000;

const CALLERS = {
  master: { role: 'master' },
  staff: { role: 'employee', allCompanies: true },
  companyA: { role: 'company_user', companyId: 'A' },
  locationA: { role: 'location_user', companyId: 'A', locationId: 'L1' },
  employeeA: { role: 'employee', companyId: 'A' },
  companyB: { role: 'company_user', companyId: 'B' },
  locationB: { role: 'location_user', companyId: 'B', locationId: 'L9' },
  employeeB: { role: 'employee', companyId: 'B' },
  /** An employee without a company or operator rights, who sees nothing. */
  lost: { role: 'employee' },
  /** The session has ended, so access/{sid} does not exist. */
  loggedOut: { role: 'master', sid: 'ended' },
  /** This user may not move poles, so access/ has 'look'. */
  lookerA: { role: 'employee', companyId: 'A' },
  device1: { flagId: 'P1', sid: null },
  device9: { flagId: 'P9', sid: null },
  device3: { flagId: 'P3', sid: null },
  /** With Firebase, a device's token contains its key's id, which must exist in access/. */
  google1: { flagId: 'P1' },
  revoked1: { flagId: 'P1', sid: 'revoked' },
} as const;
type Caller = keyof typeof CALLERS | 'stranger';
const EVERYONE = [...Object.keys(CALLERS), 'stranger'] as Caller[];
const OPERATOR: Caller[] = ['master', 'staff'];
const DEVICE_1: Caller[] = ['device1', 'google1'];

function identity(name: string): Identity {
  const given = CALLERS[name as keyof typeof CALLERS];
  if (!given) throw new CredentialRefused('invalid_token');
  const token = {
    role: null,
    companyId: null,
    locationId: null,
    allCompanies: false,
    flagId: null,
    sid: `s-${name}`,
    ...given,
  };
  return { auth: { uid: name, token } };
}
const authenticate: Authenticator = { credential: (name) => Promise.resolve(identity(name)) };

const flag = (id: string, companyId: string, locationId: string) => ({
  id,
  companyId,
  locationId,
  moveTimeout: 15,
  flagUp: true,
  flagDown: false,
  flagHalf: false,
  lamp: false,
  command: {
    ...{ id: 'old', issuedAt: NOW - 1000, receivedAt: NOW - 900, by: 'master' },
    ...{ from: 'half', to: 'up' },
  },
});
const { command: _, ...UNCOMMANDED } = flag('P8', 'A', 'L1');
const OF_OLDER_VERSION = { id: 'old', issuedAt: NOW - 1000, by: 'master' };
const CLOSED = {
  ...{ id: 'old', issuedAt: NOW - 1000, receivedAt: NOW - 900, by: 'master' },
  ...{ closedAt: NOW - 800, outcome: 'confirmed', requestedAt: NOW - 850, goal: 'up' },
  positionRequest: { id: 'asked', by: 'companyA', at: NOW - 5000, from: 'down', to: 'up' },
};
const NEW = { id: 'P10', companyId: 'A', locationId: 'L1' };
const LOCK = { reason: 'Rope frayed', by: 'employeeA', byName: 'ann', at: NOW - 5000 };
const TREE = {
  access: Object.fromEntries(
    Object.keys(CALLERS).map((name) => [`s-${name}`, name === 'lookerA' ? 'look' : true]),
  ),
  users: {
    'company-A': {
      hardware: {
        P1: flag('P1', 'A', 'L1'),
        P2: flag('P2', 'A', 'L2'),
        // This pole is locked.
        P3: { ...flag('P3', 'A', 'L1'), lock: LOCK },
        // The server splits these poles' movements into steps. One is at half-staff, one at the
        // peak.
        P5: { ...flag('P5', 'A', 'L1'), serverSteps: true, reported: { flagHalf: true } },
        P6: { ...flag('P6', 'A', 'L1'), serverSteps: true, reported: { flagUp: true } },
        // This pole was moved to company B. The owner does not change, because the path is burnt
        // into the device.
        P7: flag('P7', 'B', 'L9'),
        // This pole has had no command yet.
        P8: UNCOMMANDED,
        // This pole has no desired state; it only reports.
        P10: { ...NEW, reported: { flagUp: true } },
        // The command is from a version that stored no times of receipt, and one of its steps is
        // done.
        P11: { ...flag('P11', 'A', 'L1'), command: OF_OLDER_VERSION },
        P12: {
          ...flag('P12', 'A', 'L1'),
          command: { ...OF_OLDER_VERSION, requestedAt: NOW - 9000 },
        },
        // The command is closed and changed only the lamp.
        P13: { ...flag('P13', 'A', 'L1'), command: CLOSED },
      },
    },
    'company-B': { hardware: { P9: flag('P9', 'B', 'L9') } },
    companyA: { profile: { user_id: 'companyA', email: 'a@example.com' } },
  },
  companies: { A: { name: 'A', rev: 1 }, B: { name: 'B', rev: 1 } },
  locations: { L1: { companyId: 'A' }, L2: { companyId: 'A' }, L9: { companyId: 'B' } },
};

interface Read {
  title: string;
  path: string;
  /** The child to sort by, and the value that it must equal. */
  filter?: [orderBy: string, equalTo?: string];
  allowed: Caller[];
}
const A = 'users/company-A/hardware';
const B = 'users/company-B/hardware';
const READS: Read[] = [
  { title: 'the root', path: '', allowed: [] },
  { title: 'all users', path: 'users', allowed: [] },
  { title: 'an owner', path: 'users/company-A', allowed: [] },
  { title: 'all hardware of an owner', path: A, allowed: OPERATOR },
  {
    title: "an owner's flags of company A",
    path: A,
    filter: ['companyId', 'A'],
    allowed: [...OPERATOR, 'companyA', 'employeeA'],
  },
  {
    title: "an owner's flags of company B",
    path: A,
    filter: ['companyId', 'B'],
    allowed: [...OPERATOR, 'companyB', 'employeeB'],
  },
  {
    title: "an owner's flags of location L1",
    path: A,
    filter: ['locationId', 'L1'],
    allowed: [...OPERATOR, 'locationA'],
  },
  {
    title: "an owner's flags of location L2",
    path: A,
    filter: ['locationId', 'L2'],
    allowed: OPERATOR,
  },
  {
    title: 'flags by company, without saying which',
    path: A,
    filter: ['companyId'],
    allowed: OPERATOR,
  },
  { title: 'flags by their keys', path: A, filter: ['$key', 'P1'], allowed: [] },
  { title: 'flag P1', path: `${A}/P1`, allowed: [...OPERATOR, ...DEVICE_1] },
  { title: 'flag P9', path: `${B}/P9`, allowed: [...OPERATOR, 'device9'] },
  { title: 'a voltage', path: `${A}/P1/voltage`, allowed: [...OPERATOR, ...DEVICE_1] },
  { title: 'P1 under an owner that does not have it', path: `${B}/P1`, allowed: OPERATOR },
  { title: 'a profile', path: 'users/companyA/profile', allowed: ['companyA'] },
  { title: 'all companies', path: 'companies', allowed: OPERATOR },
  {
    title: 'company A',
    path: 'companies/A',
    allowed: [...OPERATOR, 'companyA', 'locationA', 'employeeA'],
  },
  {
    title: "company B's revision",
    path: 'companies/B/rev',
    allowed: [...OPERATOR, 'companyB', 'locationB', 'employeeB'],
  },
  { title: 'all locations', path: 'locations', allowed: OPERATOR },
  {
    title: 'the locations of company A',
    path: 'locations',
    filter: ['companyId', 'A'],
    allowed: ['companyA'],
  },
  { title: 'location L1', path: 'locations/L1', allowed: [...OPERATOR, 'companyA', 'locationA'] },
  { title: 'location L2', path: 'locations/L2', allowed: [...OPERATOR, 'companyA'] },
  { title: 'the access list', path: 'access', allowed: [] },
  { title: 'a session', path: 'access/s-master', allowed: ['master'] },
];

interface Write {
  title: string;
  path: string;
  changes: (caller: Caller) => Record<string, unknown>;
  allowed: Caller[];
}
const RECEIPT = { '.sv': 'timestamp' };
/** A complete, fresh command, as the console writes it. */
const command = (by: string, over: object = {}, states: object = {}) => ({
  flagUp: false,
  flagDown: true,
  flagHalf: false,
  lamp: false,
  ...states,
  command: { id: 'new', issuedAt: NOW, receivedAt: RECEIPT, by, ...over },
});
/** Splits a command into one write per field. */
const inParts = (whole: object) =>
  Object.fromEntries(Object.entries(whole).map(([field, value]) => [`command/${field}`, value]));
/** The request stored at P1. */
const STORED = { id: 'old', by: 'master', at: NOW - 900, from: 'half', to: 'up' };
const NOBODYS = { id: '', by: '', at: 0 };
/** The stored positions. */
const STILL = { flagUp: true, flagDown: false };
/** Returns a value with a priority, which may be as long as any string. */
const prioritised = (value: unknown) => ({ '.value': value, '.priority': 'x' });
const nobody = (title: string, path: string, changes: Record<string, unknown>): Write => ({
  title,
  path,
  changes: () => changes,
  allowed: [],
});
const WRITES: Write[] = [
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
  nobody('a new top-level name', '', { anything: 1 }),
];

let realtime: RealtimeServer;
let http: Server;
let port: number;

beforeAll(async () => {
  realtime = await createRealtimeServer({
    store: memoryStore(),
    rules: parseRules(
      await readFile(new URL('../../../database.rules.json', import.meta.url), 'utf8'),
    ),
    authenticate,
    clock: () => NOW,
  });
  http = createServer();
  realtime.attach(http);
  await once(http.listen(0, '127.0.0.1'), 'listening');
  port = (http.address() as AddressInfo).port;
});
afterAll(async () => {
  await realtime.close();
  http.closeAllConnections();
  http.close();
});

const rest = (caller: Caller, path: string, query = '', init: RequestInit = {}) => {
  const auth = caller === 'stranger' ? '' : `auth=${caller}&`;
  return fetch(`http://127.0.0.1:${port}/${path}.json?${auth}${query}`, init);
};

/** Sends requests over one WebSocket and returns their statuses. */
async function overSocket(caller: Caller, requests: { a: string; b: object }[]): Promise<string[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/.ws?v=5&ns=x`);
  const statuses = new Map<number, string>();
  const all = caller === 'stranger' ? requests : [{ a: 'gauth', b: { cred: caller } }, ...requests];
  const answers = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as {
        t: string;
        d: { r?: number; b: { s: string } };
      };
      if (message.t !== 'd' || message.d.r === undefined) return;
      statuses.set(message.d.r, message.d.b.s);
      if (statuses.size === all.length) resolve();
    });
  });
  await new Promise((resolve) => socket.once('open', resolve));
  for (const [r, request] of all.entries()) {
    socket.send(JSON.stringify({ t: 'd', d: { r, ...request } }));
  }
  await answers;
  socket.terminate();
  return requests.map((_, i) => statuses.get(i + (all.length - requests.length))!);
}

const wireQuery = ([child, equalTo]: NonNullable<Read['filter']>) => {
  const orderBy = child === '$key' ? '.key' : child;
  return equalTo === undefined
    ? { i: orderBy }
    : { i: orderBy, sp: equalTo, sin: true, ep: equalTo, ein: true };
};
const restQuery = ([orderBy, equalTo]: NonNullable<Read['filter']>) =>
  new URLSearchParams({
    orderBy: JSON.stringify(orderBy),
    ...(equalTo === undefined ? {} : { equalTo: JSON.stringify(equalTo) }),
  }).toString();

describe('the rules for reading', () => {
  beforeEach(() => realtime.admin.set('/', TREE));

  test.each(EVERYONE)(
    'allow %s exactly what it may read, over REST and WebSocket',
    async (caller) => {
      // A user who may not move poles sees the same as others with that role.
      const role = caller === 'lookerA' ? 'employeeA' : caller;
      const expected = READS.map(({ title, allowed }) => `${title}: ${allowed.includes(role)}`);
      const overRest: string[] = [];
      for (const { title, path, filter } of READS) {
        const { status } = await rest(caller, path, filter ? restQuery(filter) : '');
        overRest.push(`${title}: ${status === 200}`);
      }
      expect(overRest).toEqual(expected);
      for (const action of ['q', 'g']) {
        const requests = READS.map(({ path, filter }, t) => ({
          a: action,
          b: { p: `/${path}`, h: '', q: filter ? wireQuery(filter) : {}, ...(filter ? { t } : {}) },
        }));
        const statuses = await overSocket(caller, requests);
        expect(READS.map(({ title }, i) => `${title}: ${statuses[i] === 'ok'}`)).toEqual(expected);
      }
    },
  );
});

describe('the rules for windows that the console never requests', () => {
  beforeEach(() => realtime.admin.set('/', TREE));

  /**
   * The windows, as the protocol sends them. Each could be requested in thousands of variations.
   */
  const CUTS = {
    'the first ones': { l: 1, vf: 'l' },
    'the last ones': { l: 1, vf: 'r' },
    'cut at a key': { sn: 'P1' },
    'cut at both keys': { sn: 'P1', en: 'P1' },
    'without its start': { sin: false },
    'open at one end': { ep: undefined },
  };
  const OWN: Partial<Record<Caller, [path: string, query: object][]>> = {
    companyA: [
      [A, { i: 'companyId', sp: 'A', ep: 'A' }],
      ['locations', { i: 'companyId', sp: 'A', ep: 'A' }],
    ],
    employeeA: [[A, { i: 'companyId', sp: 'A', ep: 'A' }]],
    locationA: [[A, { i: 'locationId', sp: 'L1', ep: 'L1' }]],
    master: [[A, { i: 'companyId', sp: 'A', ep: 'A' }]],
    staff: [[A, { i: 'locationId', sp: 'L1', ep: 'L1' }]],
  };

  test.each(Object.entries(OWN))(
    'forbid %s to split the tenant into windows',
    async (caller, own) => {
      for (const [path, query] of own) {
        const queries = [query, ...Object.values(CUTS).map((cut) => ({ ...query, ...cut }))];
        for (const action of ['q', 'g']) {
          const statuses = await overSocket(
            caller as Caller,
            queries.map((q, t) => ({ a: action, b: { p: `/${path}`, h: '', q, t } })),
          );
          expect(statuses).toEqual(['ok', ...Object.keys(CUTS).map(() => 'permission_denied')]);
        }
      }
    },
  );

  const WINDOWS = [
    { l: 5, vf: 'l' },
    { i: '.key', sp: 'a' },
    { i: '.key', l: 2, vf: 'r' },
    { sp: null, sn: 'a' },
    { i: 'made-up', ep: null },
    { i: '.value', ep: null, en: 'x' },
  ];
  test.each([
    ['master', A],
    ['master', `${A}/P1`],
    ['master', 'companies'],
    ['master', 'locations'],
    ['staff', A],
    ['companyA', 'companies/A'],
    ['companyA', 'locations/L1'],
    ['companyA', 'users/companyA/profile'],
    ['employeeA', 'access/s-employeeA'],
  ] as const)('let %s read %s only as a whole or not at all', async (caller, path) => {
    const statuses = await overSocket(
      caller,
      [{}, ...WINDOWS].map((q, t) => ({ a: 'q', b: { p: `/${path}`, h: '', q, t } })),
    );
    expect(statuses).toEqual(['ok', ...WINDOWS.map(() => 'permission_denied')]);
  });
});

describe('the rules for writing', () => {
  test.each(EVERYONE)(
    'allow %s exactly what it may write, over REST and WebSocket; a rejected write stores nothing',
    async (caller) => {
      for (const { title, path, changes, allowed } of WRITES) {
        const may = allowed.includes(caller);
        for (const way of ['REST', 'WebSocket']) {
          await realtime.admin.set('/', TREE);
          const body = changes(caller);
          const stored =
            way === 'REST'
              ? (await rest(caller, path, '', { method: 'PATCH', body: JSON.stringify(body) })).ok
              : (await overSocket(caller, [{ a: 'm', b: { p: `/${path}`, d: body } }]))[0] === 'ok';
          expect(`${title} by ${way}: ${stored}`).toBe(`${title} by ${way}: ${may}`);
          if (!may) expect(await realtime.admin.get('/')).toEqual(TREE);
        }
      }
    },
  );
});

test('revoke and restore the right to move poles on an open connection', async () => {
  await realtime.admin.set('/', TREE);
  const live = new Live(`http://127.0.0.1:${port}`, {});
  await live.opened;
  expect(await live.ask('gauth', { cred: 'employeeA' })).toBe('ok');
  const send = (id: string) => live.ask('m', { p: `/${A}/P1`, d: command('employeeA', { id }) });
  expect(await send('one')).toBe('ok');
  await realtime.admin.set('access/s-employeeA', 'look');
  expect(await send('two')).toBe('permission_denied');
  await realtime.admin.set('access/s-employeeA', true);
  expect(await send('three')).toBe('ok');
});
