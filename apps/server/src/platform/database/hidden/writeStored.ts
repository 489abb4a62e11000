import {
  AliasNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  TableNode,
  type UpdateQueryNode,
} from 'kysely';
import { HIDEABLE_TABLES, type HideableTable, storedTable } from './views.ts';

/**
 * Redirects statements that insert, update or delete from a view to the table with all records,
 * because SQLite cannot write to views. Reads still use the view, which leaves out hidden records.
 */
export const writeStored = (): KyselyPlugin => {
  const transformer = new WriteStored();
  return {
    transformQuery: ({ node }) => transformer.transformNode(node),
    transformResult: async ({ result }) => result,
  };
};

class WriteStored extends OperationNodeTransformer {
  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const next = super.transformInsertQuery(node);
    return next.into ? { ...next, into: stored(next.into) as TableNode } : next;
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const next = super.transformUpdateQuery(node);
    return next.table ? { ...next, table: stored(next.table) } : next;
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    const next = super.transformDeleteQuery(node);
    return { ...next, from: { ...next.from, froms: next.from.froms.map(stored) } };
  }
}

/**
 * Replaces a view in an SQL statement with the table that contains all records. Keeps the view's
 * name as an alias, because other parts of the statement may use it.
 */
function stored(node: OperationNode): OperationNode {
  if (AliasNode.is(node)) return { ...node, node: renamed(node.node) } as AliasNode;
  const next = renamed(node);
  return next === node || !TableNode.is(node)
    ? node
    : AliasNode.create(next, IdentifierNode.create(node.table.identifier.name));
}

function renamed(node: OperationNode): OperationNode {
  if (!TableNode.is(node)) return node;
  const { name } = node.table.identifier;
  return isHideable(name) ? TableNode.create(storedTable(name)) : node;
}

const isHideable = (name: string): name is HideableTable =>
  (HIDEABLE_TABLES as readonly string[]).includes(name);
