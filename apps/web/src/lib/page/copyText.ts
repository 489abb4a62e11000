/**
 * Copies what stands in a field. Without HTTPS, as on a local network, there is no clipboard to write
 * to, but a selected text can be copied; where not even that works, it stays selected for the hand.
 * @returns whether it was copied
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
