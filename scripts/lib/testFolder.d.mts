export function keepFilesInMemory(): void;
