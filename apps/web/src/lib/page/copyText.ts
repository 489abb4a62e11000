/**
 * Copies the text of a field. Without HTTPS, there is no clipboard API, but selected text can be
 * copied.
 * @returns whether the text was copied; if not, it stays selected
 */
export async function copyText(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}
