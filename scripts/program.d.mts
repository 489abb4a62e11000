export function programArgs(workspace: string, program: string): string[];
