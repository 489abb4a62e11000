export function keepFilesInMemory(): void;
export function shareCompiledCode(): void;
