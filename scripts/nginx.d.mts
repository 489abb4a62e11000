export function findNginx(): string | null;
export function startNginx(
  configuration: string,
  port: number,
): Promise<{ folder: string; stop(): Promise<void> }>;
