import {
  COMMAND_MAX_AGE_MS,
  FIELD_RULES,
  POSITION_FIELDS,
  POSITION_SWITCHES,
  POSITIONS,
} from '@halyard/domain';
import { fieldsOf, requiredIn } from './fields.ts';
import { all, any, isHere, mayAt, mover, NO_PRIORITY, NOT_READ_ONLY, unlocked } from './guards.ts';

/** How far ahead of the server's clock the time in a client's command may be, in ms. */
const AHEAD_MS = 1000;

const was = (path: string) => `data.child('${path}').val()`;
const is = (path: string) => `newData.child('${path}').val()`;
const flagWas = (path: string) => `data.parent().child('${path}').val()`;
const flagIs = (path: string) => `newData.parent().child('${path}').val()`;
const isAbsent = (path: string) => `!newData.child('${path}').exists()`;

/**
 * Returns a rule condition: the command is new, which means that its ID or its user differs from
 * those of the stored command.
 */
const isNew = (before: (path: string) => string, after: (path: string) => string, at = '') =>
  any(...['id', 'by'].map((field) => `${after(`${at}${field}`)} != ${before(`${at}${field}`)}`));

/**
 * Returns the rule for writing a switch. The same write must contain a new command by the same
 * user, and the pole must not be locked. Some moves are not allowed if the server moves the pole in
 * steps: to half-staff, and from half-staff to down. For these moves, clients must use the API,
 * because the server first raises the flag to the top.
 */
export function switchRule(field: string) {
  const isOff = 'newData.val() == false';
  const isKept = 'data.val() == true';
  const isStepped = `${flagWas('serverSteps')} != true`;
  const steps: Record<string, string[]> = {
    flagHalf: [any(isOff, isKept, isStepped)],
    flagDown: [any(isOff, isKept, isStepped, `${flagWas('reported/flagHalf')} != true`)],
  };
  return {
    '.write': mover(
      isHere('data.parent()'),
      'newData.isBoolean()',
      ...(steps[field] ?? []),
      unlocked('.parent()'),
      `${flagIs('command/by')} == auth.uid`,
      isNew(flagWas, flagIs, 'command/'),
      NOT_READ_ONLY,
      mayAt('flag.switch', 'data.parent()'),
    ),
    '.validate': NO_PRIORITY,
  };
}

/** Returns a rule condition: at most one of Up, Down and Half is on. */
export const positionsExclude = (): string => {
  const isOn = (field: string) => `${is(field)} == true`;
  const [up, down, half] = POSITION_FIELDS as readonly [string, string, string];
  const pairs = [
    [up, down],
    [up, half],
    [down, half],
  ] as const;
  return all(...pairs.map(([one, other]) => `!(${isOn(one)} && ${isOn(other)})`));
};

/**
 * Returns a rule condition: the command's field `to` is missing, or equal to the position that the
 * switches request.
 */
function targetFits(): string {
  const isOn = (field: string) => `${flagIs(field)} == true`;
  const fields = POSITIONS.map((position) => POSITION_SWITCHES[position]);
  return any(
    `${is('to')} == null`,
    ...POSITIONS.map(
      (position) => `(${is('to')} == '${position}' && ${isOn(POSITION_SWITCHES[position])})`,
    ),
    `(${all(`${is('to')} == 'stop'`, ...fields.map((field) => `!(${isOn(field)})`))})`,
  );
}

/**
 * Returns a rule condition: the write does not change the given position switch. If the switch has
 * no stored value yet, the new value must be off, or match the pole's report.
 */
const isPositionKept = (field: string) =>
  any(
    `${flagIs(field)} == ${flagWas(field)}`,
    `(${flagWas(field)} == null && ${any(
      `${flagIs(field)} == false`,
      `${flagIs(field)} == ${flagWas(`reported/${field}`)}`,
    )})`,
  );

/**
 * Returns a rule condition for commands that change only the lamp: the command must repeat the
 * newest position request exactly. Otherwise, a user could request a position in another user's
 * name.
 */
function requestIsRepeated(): string {
  const repeated = (field: string) => is(`positionRequest/${field}`);
  const isFirst = all('!data.exists()', `${repeated('id')} == ''`, `${repeated('by')} == ''`);
  const isTheSame = all(
    "data.child('positionRequest').exists()",
    ...['id', 'by', 'at', 'from', 'to'].map(
      (field) => `${repeated(field)} == ${was(`positionRequest/${field}`)}`,
    ),
  );
  // Earlier versions stored the time of a command in another field.
  const isItsTime = any(
    `${repeated('at')} == ${was('receivedAt')}`,
    `(${was('receivedAt')} == null && ${any(
      `${repeated('at')} == ${was('requestedAt')}`,
      `(${was('requestedAt')} == null && ${repeated('at')} == ${was('issuedAt')})`,
    )})`,
  );
  const isTheLastCommand = all(
    'data.exists()',
    "!data.child('positionRequest').exists()",
    ...['id', 'by', 'from', 'to'].map((field) => `${repeated(field)} == ${was(field)}`),
    isItsTime,
  );
  return any(
    isAbsent('positionRequest'),
    `(${all(
      `${is('to')} == null`,
      ...POSITION_FIELDS.map(isPositionKept),
      any(...[isFirst, isTheSame, isTheLastCommand].map((one) => `(${one})`)),
    )})`,
  );
}

/**
 * Returns the rule for the command in a write that changes switches. A client may write the fields
 * of a command one at a time, so the conditions also apply to fields left over from the previous
 * command. Rejects old writes: a write that was stuck on a sleeping laptop must not move a pole
 * hours later.
 */
export const commandRule = () => ({
  '.write': mover(
    isHere('data.parent()'),
    unlocked('.parent()'),
    'newData.exists()',
    isNew(was, is),
    NOT_READ_ONLY,
    mayAt('flag.switch', 'data.parent()'),
  ),
  '.validate': all(
    NO_PRIORITY,
    requiredIn(FIELD_RULES.command!),
    `${is('by')} == auth.uid`,
    `${is('receivedAt')} == now`,
    `${is('issuedAt')} >= now - ${COMMAND_MAX_AGE_MS}`,
    `${is('issuedAt')} <= now + ${AHEAD_MS}`,
    ...['requestedAt', 'closedAt', 'outcome', 'goal'].map(isAbsent),
    targetFits(),
    requestIsRepeated(),
  ),
  ...fieldsOf(FIELD_RULES.command!),
  positionRequest: {
    '.validate': all(NO_PRIORITY, requiredIn(FIELD_RULES.positionRequest!)),
    ...fieldsOf(FIELD_RULES.positionRequest!),
    $other: { '.validate': false },
  },
  $other: { '.validate': false },
});
