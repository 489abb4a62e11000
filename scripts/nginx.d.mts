export function findNginx(): string | null;
export function startNginx(
  configuration: string,
): Promise<{ folder: string; stop(): Promise<void> }>;
