export type Postgres =
  | { url: string; stop(): Promise<void> }
  | { url: null; reason: string; stop(): Promise<void> };

export function findPostgres(): string | null;
export function startPostgres(bin?: string | null): Promise<Postgres>;
export function createDatabase(url?: string): Promise<{ url: string; drop(): Promise<void> }>;
