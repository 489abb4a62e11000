/** How long a browser may take to start saving a file, in milliseconds. */
const SAVE_MS = 60_000;

/** Makes the browser save a file. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVE_MS);
}
