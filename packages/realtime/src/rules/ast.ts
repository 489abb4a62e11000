export type UnaryOperator = '!' | '-';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type OrderOperator = '<' | '<=' | '>' | '>=';
export type EqualityOperator = '==' | '===' | '!=' | '!==';
export type BinaryOperator = ArithmeticOperator | OrderOperator | EqualityOperator;

/**
 * An expression of the rules language (protocol §19). `at` is its offset in the text of the rule.
 */
export type Expression = { at: number; depth: number } & (
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'regexp'; source: string; flags: string }
  | { kind: 'name'; name: string }
  | { kind: 'list'; items: Expression[] }
  /** The expression `object.name`, or `object['name']` with the same meaning. */
  | { kind: 'member'; object: Expression; name: string }
  /** The expression `object[key]` with a key that is computed when the rule runs. */
  | { kind: 'index'; object: Expression; key: Expression }
  | { kind: 'call'; object: Expression; method: string; args: Expression[] }
  | { kind: 'unary'; operator: UnaryOperator; operand: Expression }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  /**
   * Several operands joined by the same operator, as in `a && b && c`. Kept as one expression, so
   * that long chains are not nested deeply.
   */
  | { kind: 'logical'; operator: '&&' | '||'; operands: Expression[] }
  | { kind: 'choice'; test: Expression; yes: Expression; no: Expression }
);
