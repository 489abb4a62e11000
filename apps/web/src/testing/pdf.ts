/** The distance between two lines of the PDF, in points. */
const LINE = 14;

/**
 * Returns a small PDF with these lines of ASCII text on each page; '' is an empty line. @param
 * encrypted true for a PDF that needs an unknown password
 */
export function makePdf(
  pages: readonly (readonly string[])[],
  { encrypted = false } = {},
): Uint8Array<ArrayBuffer> {
  const contents = pages.map((lines) => {
    const shown = lines.map((line) => `0 -${LINE} Td (${line.replaceAll(/[\\()]/g, '\\$&')}) Tj`);
    const stream = `BT /F1 12 Tf 72 720 Td ${shown.join(' ')} ET`;
    return `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`;
  });
  const first = 4;
  const kids = pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + 2 * at + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      content,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const secret = `<${'41'.repeat(32)}>`;
  const lock = `/ID [${secret} ${secret}] /Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O ${secret} /U ${secret} >>`;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${encrypted ? lock : ''} >>\nstartxref\n${start}\n%%EOF`;
  return new TextEncoder().encode(text);
}
