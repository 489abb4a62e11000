export function keepFilesInMemory(): void;
export function testFolder(): string | null;
export function shareCompiledCode(): void;
