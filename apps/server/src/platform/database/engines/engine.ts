/** The database engines that Halyard supports. */
export type Engine = 'sqlite' | 'postgres';
