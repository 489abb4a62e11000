import { describe, expect, test } from 'vitest';
import { makePdf } from '@/testing/pdf.ts';
import { serve } from '@/testing/server.ts';
import { linkIn, readFile, readTyped, TEXT_MAX } from './readInput.ts';

const file = (name: string, content: string | Uint8Array<ArrayBuffer>, type = '') =>
  new File([content], name, { type });
const textOf = async (one: File) => (await readFile(one)).text;
const base64 = (text: string) => btoa(text);

describe('pasted text', () => {
  test('keeps its lines, with uniform line breaks', async () => {
    const read = await readTyped('Line one\r\n\r\nLine two\n');
    expect(read).toEqual({ text: 'Line one\n\nLine two\n', sourceUrl: null });
  });

  test('is rejected if it is too long', async () => {
    await expect(readTyped('a'.repeat(TEXT_MAX + 1))).rejects.toThrow(
      'The text is longer than 1,000,000 characters. Paste only the order.',
    );
  });
});

describe('a pasted link', () => {
  test.each([
    [' https://gov.example/flags \n', 'https://gov.example/flags'],
    ['HTTP://gov.example', 'HTTP://gov.example'],
    ['See https://gov.example/flags', null],
    ['https://gov.example/a https://gov.example/b', null],
    ['https://', null],
    ['javascript:alert(1)', null],
  ])('is recognized if the input contains nothing else: %j gives %j', (input, link) => {
    expect(linkIn(input)).toBe(link);
  });

  test("is fetched by the server, and becomes the order's source", async () => {
    const asked: unknown[] = [];
    serve({
      'POST /api/half-staff/read-link': (body) => {
        asked.push(body);
        const content = base64('<nav>Menu</nav><p>Flags in Jos\xe9 County</p>');
        return {
          body: {
            address: 'https://gov.example/moved',
            type: 'text/html',
            charset: 'iso-8859-1',
            content,
          },
        };
      },
    });
    expect(await readTyped('https://gov.example/flags')).toEqual({
      text: 'Flags in José County',
      sourceUrl: 'https://gov.example/flags',
    });
    expect(asked).toEqual([{ url: 'https://gov.example/flags' }]);
  });
});

describe('an uploaded file', () => {
  test('is decoded from Windows-1252 or UTF-16', async () => {
    const windows = new Uint8Array([0x93, 0x4a, 0x6f, 0x73, 0xe9, 0x94]);
    expect(await textOf(file('a.txt', windows))).toBe('“José”');
    const utf16 = new Uint8Array([0xff, 0xfe, 0x4a, 0, 0xe9, 0]);
    expect(await textOf(file('b.txt', utf16))).toBe('Jé');
  });

  test('is read without its tags and scripts if it is HTML', async () => {
    expect(await textOf(file('a.html', '<p>Flags</p><script>1</script>'))).toBe('Flags');
  });

  test('is rejected if it is larger than 10 MB', async () => {
    const large = file('a.txt', new Uint8Array(10 * 1024 * 1024 + 1));
    await expect(readFile(large)).rejects.toThrow(
      'The file is larger than 10 MB. Paste only the order’s text.',
    );
  });

  test('is rejected if its type is unknown', async () => {
    const binary = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]);
    await expect(readFile(file('order.docx', binary))).rejects.toThrow(
      'This file type isn’t supported.',
    );
  });

  test('is rejected if it contains no text', async () => {
    await expect(readFile(file('a.txt', ' \n'))).rejects.toThrow(
      'No text found. Copy the order’s text and paste it here.',
    );
  });
});

describe('an uploaded email', () => {
  const HEAD = [
    'From: press@gov.example',
    'To: desk@example.org',
    'Subject: =?utf-8?Q?Flags_for_Jos=C3=A9_Cole?=',
    'Date: Mon, 4 May 2026 22:15:00 -0500',
    'MIME-Version: 1.0',
  ];
  const mail = (...lines: string[]) => file('order.eml', [...HEAD, ...lines].join('\r\n'));

  test('is read as its subject, date and text', async () => {
    const text = await textOf(
      mail(
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Flags at half-staff for Jos=C3=A9 Cole until sun=',
        'set on May 8, 2026.',
      ),
    );
    expect(text).toBe(
      'Subject: Flags for José Cole\nDate: Mon, 4 May 2026 22:15:00 -0500\n\nFlags at half-staff for José Cole until sunset on May 8, 2026.',
    );
  });

  test('is read without its tags and styles if it has only HTML', async () => {
    const text = await textOf(
      mail(
        'Content-Type: text/html; charset=utf-8',
        '',
        '<style>p{}</style><p>Flags at half-staff</p><p>until May 8, 2026.</p>',
      ),
    );
    expect(text).toMatch(/\n\nFlags at half-staff\n\nuntil May 8, 2026\.$/);
  });

  test('is rejected if it has no text', async () => {
    await expect(readFile(mail('Content-Type: text/plain', '', ''))).rejects.toThrow(
      'No text found. Copy the order’s text and paste it here.',
    );
  });
});

describe('an uploaded email with attachments', () => {
  const attached = (name: string, pdf: Uint8Array) => [
    '--part',
    `Content-Type: application/pdf; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    btoa(String.fromCharCode(...pdf)),
  ];
  const mail = (body: string, ...pdfs: readonly string[][]) =>
    file(
      'order.eml',
      [
        'Subject: Flag order',
        'Content-Type: multipart/mixed; boundary="part"',
        '',
        '--part',
        'Content-Type: text/plain',
        '',
        body,
        ...pdfs.flat(),
        '--part--',
      ].join('\r\n'),
    );

  test('is read together with its attached PDFs', async () => {
    const order = attached('order.pdf', makePdf([['Flags at half-staff on May 8, 2026.']]));
    expect(await textOf(mail('Please see the attached order.', order))).toBe(
      'Subject: Flag order\n\nPlease see the attached order.\n\nFlags at half-staff on May 8, 2026.',
    );
    expect(await textOf(mail('', order))).toBe('Flags at half-staff on May 8, 2026.');
  });

  test('is read even if some attached PDFs could not be read, and a note lists those PDFs', async () => {
    const scan = attached('scan.pdf', makePdf([[]]));
    expect(await textOf(mail('Please see the attached order.', scan))).toBe(
      'Subject: Flag order\n\nPlease see the attached order.\n\nThe attachment “scan.pdf” was not read. ' +
        'This PDF has no text: it is probably a scan. Type or paste the text of the order.',
    );
    await expect(textOf(mail('', scan))).rejects.toThrow('This PDF has no text');
  });
});

describe('an uploaded PDF', () => {
  test('is read as lines, with a blank line between paragraphs and pages', async () => {
    const pdf = makePdf([
      ['By the Governor of Ohio', '', 'I order flags to half-staff', 'until May 8, 2026.'],
      ['Witness my hand'],
    ]);
    expect(await textOf(file('order.pdf', pdf, 'application/pdf'))).toBe(
      'By the Governor of Ohio\n\nI order flags to half-staff\nuntil May 8, 2026.\n\nWitness my hand',
    );
  });

  test('is rejected as a scan if it has no text', async () => {
    await expect(readFile(file('scan.pdf', makePdf([[]])))).rejects.toThrow(
      'This PDF has no text: it is probably a scan.',
    );
  });

  test('is rejected if it is damaged', async () => {
    await expect(readFile(file('bad.pdf', '%PDF-1.7\nnothing'))).rejects.toThrow(
      'This PDF is damaged.',
    );
  });

  test('is rejected if it has a password', async () => {
    const pdf = makePdf([['Secret']], { encrypted: true });
    await expect(readFile(file('locked.pdf', pdf))).rejects.toThrow(
      'This PDF is password-protected.',
    );
  });
});
