import { POSITIONS } from './position.ts';
import {
  type Check,
  commandShape,
  NOTHING,
  positionRequestShape,
  reportedShape,
} from './shapes.ts';
import { TARGETS } from './values.ts';

/** The security rule for one field of a node that clients write. */
export interface FieldRule {
  /** Whether the rules reject a node without this field. */
  isRequired: boolean;
  /** An expression in the rules language; null if the field is a node with its own rule. */
  validate: string | null;
}

/**
 * Marks a field that only the server may write. Such a field gets no rule, and the security rules
 * reject writes to a field without a rule.
 */
const SERVERS = null;

type Rule = FieldRule | typeof SERVERS;

const NO_PRIORITY = 'newData.getPriority() == null';

/**
 * Builds the rule for a field.
 * @param expressions the conditions, all of which must be met
 */
const rule = (isRequired: boolean, check: Check, ...expressions: string[]): Rule =>
  check.isServers ? SERVERS : { isRequired, validate: [NO_PRIORITY, ...expressions].join(' && ') };

function text({ min, max, isVisible, notFrom }: Check): string[] {
  return [
    'newData.isString()',
    ...(min === undefined ? [] : [`newData.val().length >= ${min}`]),
    ...(max === undefined ? [] : [`newData.val().length <= ${max}`]),
    ...(isVisible ? ['newData.val().matches(/^[!-~]+$/)'] : []),
    ...(notFrom === undefined ? [] : [`!newData.val().beginsWith('${notFrom}')`]),
  ];
}

function time({ ahead, isReceipt }: Check): string[] {
  return [
    'newData.isNumber()',
    ...(ahead === undefined ? [] : [`newData.val() <= now + ${ahead}`]),
    ...(isReceipt ? ['newData.val() == now'] : []),
  ];
}

const oneOf = (choices: readonly string[]) =>
  `(${choices.map((choice) => `newData.val() == '${choice}'`).join(' || ')})`;

const NO_CHECK: Check = {};

/** Security rules for the kinds of fields that clients write in a flag's live state. */
const kinds = {
  text: (_: unknown, check = NO_CHECK) => rule(true, check, ...text(check)),
  textOrEmpty: (_: unknown, check = NO_CHECK) => rule(true, check, ...text(check)),
  time: (_: unknown, check = NO_CHECK) => rule(true, check, ...time(check)),
  optionalTime: (_: unknown, check = NO_CHECK) =>
    rule(check.isReceipt === true, check, ...time(check)),
  numberOrNull: (_: unknown, check = NO_CHECK) => rule(false, check, 'newData.isNumber()'),
  optionalState: (_: unknown, check = NO_CHECK) => rule(false, check, 'newData.isBoolean()'),
  optionalPosition: (_: unknown, check = NO_CHECK) => rule(false, check, oneOf(POSITIONS)),
  optionalTarget: (_: unknown, check = NO_CHECK) => rule(false, check, oneOf(TARGETS)),
  optionalOutcome: () => SERVERS,
  positionRequest: (): Rule => ({ isRequired: false, validate: null }),
};

/** The rules for each field of a flag's child nodes; null if no client may write the field. */
export const FIELD_RULES: Readonly<Record<string, Readonly<Record<string, FieldRule | null>>>> = {
  command: commandShape(kinds, NOTHING),
  positionRequest: positionRequestShape(kinds, NOTHING),
  reported: reportedShape(kinds, NOTHING),
};
