/**
 * Copies the text of a field. Without HTTPS, as on a local network, there is no clipboard API, but
 * selected text can be copied. If that fails too, the text stays selected, so that the user can
 * copy it.
 * @returns whether the text was copied
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
