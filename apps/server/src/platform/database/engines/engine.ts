/** The database programs that Halyard works with. */
export type Engine = 'sqlite' | 'postgres';
