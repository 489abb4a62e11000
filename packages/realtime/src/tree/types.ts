/** The value of a leaf. `null` is not a value: it means that the node does not exist. */
export type Primitive = string | number | boolean;

/** A node's priority (protocol §6); `null` if it has none. */
export type Priority = string | number | null;

/** A path in the tree: a list of keys, starting at the root. */
export type Path = readonly string[];
