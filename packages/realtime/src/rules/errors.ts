/** One error in a rules file. */
export interface RulesProblem {
  /** The error message: one sentence, without the position of the error. */
  message: string;
  /**
   * The path of the error in the tree of rules, such as `/users/$uid/.read`. Missing if the JSON is
   * invalid.
   */
  path?: string;
  /**
   * The line number of the error, starting at 1. Missing if the rules were given as an object
   * instead of text.
   */
  line?: number;
  /** The column number of the error, starting at 1, in UTF-16 code units. */
  column?: number;
}

/** Thrown by `parseRules` with all errors in the rules. */
export class RulesError extends Error {
  override readonly name = 'RulesError';
  readonly problems: readonly RulesProblem[];

  constructor(problems: readonly RulesProblem[]) {
    const head =
      problems.length === 1
        ? 'The security rules have an error:'
        : `The security rules have ${problems.length} errors:`;
    super([head, ...problems.map((problem) => `  ${describe(problem)}`)].join('\n'));
    this.problems = problems;
  }
}

function describe({ message, path, line, column }: RulesProblem): string {
  const place = line === undefined ? [] : [`line ${line}, column ${column}`];
  if (path !== undefined) place.push(path);
  return place.length === 0 ? message : `${place.join(', ')}: ${message}`;
}

/**
 * An error at an offset in the text of the rules. It is reported as a problem with line and column.
 */
export class SyntaxFault extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Returns the line and column of an offset in a string. Both are counted from 1. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (
    let next = text.indexOf('\n');
    next !== -1 && next < offset;
    next = text.indexOf('\n', start)
  ) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}
