export function copyDemoData(dataDir: string, program: readonly string[]): Promise<void>;
