import { compileRule, type RuleKind } from './compile.ts';
import { positionAt, type RulesProblem } from './errors.ts';
import type { SourceEntry, SourceValue } from './source.ts';
import type { RuleTest } from './typing.ts';

export interface Rule {
  /** The rule as written in the rules file, for debug logs. */
  readonly text: string;
  readonly test: RuleTest;
}

/**
 * The rules at one path. The children are in a Map, so that a key such as `__proto__` in a request
 * cannot find a built-in property.
 */
export interface RuleNode {
  /** The node's path in the tree of rules, such as `/users/$uid`. */
  readonly path: string;
  read: Rule | null;
  write: Rule | null;
  validate: Rule | null;
  indexOn: readonly string[];
  readonly children: Map<string, RuleNode>;
  /**
   * The node's `$name` child, which applies to every key that has no child of its own; null if
   * there is none.
   */
  capture: RuleNode | null;
  /**
   * Whether there is a `.validate` rule anywhere below this node. If not, new data below the node
   * does not have to be visited.
   */
  validatesBelow: boolean;
}

/** Creates a node of the tree of rules that has no rules yet. */
export function emptyNode(path: string): RuleNode {
  return {
    path,
    read: null,
    write: null,
    validate: null,
    indexOn: [],
    children: new Map(),
    capture: null,
    validatesBelow: false,
  };
}

const KINDS = { array: 'a list', string: 'a string', number: 'a number', boolean: 'a boolean' };
const FORBIDDEN_IN_KEY = /[.#$/[\]\p{Cc}]/u;

/** Builds the tree of rules from a rules file. Adds all errors to `problems`. */
export class TreeBuilder {
  readonly problems: RulesProblem[] = [];
  /** The text of the rules; null if the rules are an object, which has no lines and columns. */
  readonly #text: string | null;

  constructor(text: string | null) {
    this.#text = text;
  }

  build(source: SourceValue): RuleNode {
    const root = emptyNode('');
    const entries = this.#entries(source, undefined);
    for (const { key, at, value } of entries) {
      if (key === 'rules') this.#fill(root, value, []);
      else this.fail(at, `Unexpected "${key}" beside "rules"`);
    }
    if (source.kind === 'object' && !entries.some(({ key }) => key === 'rules')) {
      this.fail(source.at, 'Expected one object that holds "rules"');
    }
    return root;
  }

  fail(at: number, message: string, path?: string): void {
    this.problems.push({
      message,
      ...(path !== undefined && { path: path === '' ? '/' : path }),
      ...(this.#text !== null && positionAt(this.#text, at)),
    });
  }

  #fill(node: RuleNode, source: SourceValue, keys: readonly string[]): void {
    for (const entry of this.#entries(source, node.path)) {
      if (entry.key.startsWith('.')) this.#setting(node, entry, keys);
      else if (entry.key.startsWith('$')) this.#capture(node, entry, keys);
      else this.#child(node, entry, keys);
    }
    const below = [...node.children.values(), ...(node.capture ? [node.capture] : [])];
    node.validatesBelow = below.some((child) => child.validate !== null || child.validatesBelow);
  }

  #entries(source: SourceValue, path: string | undefined): SourceEntry[] {
    if (source.kind === 'object') return source.entries;
    const found = source.kind === 'null' ? 'null' : KINDS[source.kind];
    this.fail(source.at, `Expected an object of rules, not ${found}`, path);
    return [];
  }

  #setting(node: RuleNode, { key, at, value }: SourceEntry, keys: readonly string[]): void {
    switch (key) {
      case '.read':
        node.read = this.#rule(node, key, value, keys);
        break;
      case '.write':
        node.write = this.#rule(node, key, value, keys);
        break;
      case '.validate':
        node.validate = this.#rule(node, key, value, keys);
        break;
      case '.indexOn':
        node.indexOn = this.#indexes(node, value);
        break;
      default:
        this.fail(
          at,
          `Unknown rule "${key}"; there are .read, .write, .validate and .indexOn`,
          node.path,
        );
    }
  }

  #rule(node: RuleNode, kind: RuleKind, source: SourceValue, keys: readonly string[]): Rule {
    const path = `${node.path}/${kind}`;
    if (source.kind === 'boolean') {
      const { value } = source;
      return { text: String(value), test: () => value };
    }
    if (source.kind !== 'string') {
      this.fail(source.at, 'A rule is a string or a boolean', path);
      return { text: '', test: () => false };
    }
    const { value: text, offsetOf } = source;
    const test = compileRule(text, { kind, keys }, (problem) =>
      this.fail(offsetOf(problem.at), problem.message, path),
    );
    return { text, test };
  }

  #indexes(node: RuleNode, source: SourceValue): string[] {
    const items = source.kind === 'array' ? source.items : [source];
    const names: string[] = [];
    for (const item of items) {
      const path = `${node.path}/.indexOn`;
      if (item.kind !== 'string')
        this.fail(item.at, 'An index is named by a string or a list of strings', path);
      else if (!isIndexName(item.value))
        this.fail(item.at, `"${item.value}" is not a path that can be indexed`, path);
      else names.push(item.value);
    }
    return names;
  }

  #child(node: RuleNode, { key, at, value }: SourceEntry, keys: readonly string[]): void {
    const child = emptyNode(`${node.path}/${key}`);
    if (!isKey(key))
      this.fail(at, `"${key}" is not a valid key: keys cannot have . # $ / [ ]`, node.path);
    node.children.set(key, child);
    this.#fill(child, value, [...keys, key]);
  }

  #capture(node: RuleNode, { key, at, value }: SourceEntry, keys: readonly string[]): void {
    const child = emptyNode(`${node.path}/${key}`);
    if (!/^\$\w+$/.test(key)) {
      this.fail(
        at,
        `"${key}" is not a valid name: letters, digits and "_" follow the "$"`,
        node.path,
      );
    }
    if (keys.includes(key))
      this.fail(at, `"${key}" is the name of a key further up as well`, node.path);
    if (node.capture !== null) this.fail(at, 'A place can have only one "$" key', node.path);
    node.capture ??= child;
    this.#fill(child, value, [...keys, key]);
  }
}

function isKey(key: string): boolean {
  return key !== '' && !FORBIDDEN_IN_KEY.test(key);
}

function isIndexName(name: string): boolean {
  return name === '.value' || name.split('/').every(isKey);
}
