export type Postgres =
  | { url: string; stop(): Promise<void> }
  | { url: null; reason: string; stop(): Promise<void> };

export function findPostgres(): string | null;
export function startPostgres(bin?: string | null): Promise<Postgres>;
export function startDurablePostgres(): Promise<Postgres>;
export function createDatabase(url?: string): Promise<{ url: string; drop(): Promise<void> }>;

export interface RestartablePostgres {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  abort(): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}
export function startRestartablePostgres(): Promise<RestartablePostgres | null>;
