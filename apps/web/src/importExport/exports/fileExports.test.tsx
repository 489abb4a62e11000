import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { toastStore } from '@/lib/page/toast.ts';
import { renderWith } from '@/testing/render.tsx';
import { RowCounter } from './countRows.ts';
import { ExportLink } from './ExportLink.tsx';
import { ExportStatus } from './ExportStatus.tsx';
import { fileExports } from './fileExports.ts';

afterEach(() => {
  act(() => fileExports.reset());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="flags.csv"',
  'halyard-rows': '4',
};

/** Responds to the next request with a file that the test sends in parts. */
function serveFile() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  const fetched = vi.fn(async (_url: string, init: RequestInit) => {
    init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
    return new Response(body, { headers: HEADERS });
  });
  vi.stubGlobal('fetch', fetched);
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => undefined,
    }),
  );
  const clicked = vi
    .spyOn(HTMLAnchorElement.prototype, 'click')
    .mockImplementation(() => undefined);
  const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
  return {
    fetched,
    saved,
    clicked,
    send,
    end: () => controller.close(),
    fail: () => controller.error(new TypeError('network error')),
  };
}

const PANEL = { name: 'Exporting flags.csv' };
const page = (
  <>
    <ExportLink href="/api/export/flags?q=gate">Export</ExportLink>
    <ExportStatus />
  </>
);
const panel = () => screen.findByRole('region', PANEL, { timeout: 5000 });

test('a long export shows its progress, and then saves exactly the bytes that the server sent', async () => {
  const { fetched, saved, clicked, send, end } = serveFile();
  renderWith(page);
  await userEvent.click(screen.getByRole('link', { name: 'Export' }));
  await userEvent.click(screen.getByRole('link', { name: 'Export' }));
  expect(fetched).toHaveBeenCalledTimes(1);
  send('\ufeffName\r\n"Two\nlines"\r\n');
  await panel();
  await waitFor(async () => {
    send('x\r\n');
    expect(within(await panel()).getByRole('progressbar')).toHaveAttribute('max', '4');
    expect(await panel()).toHaveTextContent('of 4 rows');
  });
  send('end\r\n');
  end();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]!.text()).toMatch(/^(\ufeff)?Name\r\n"Two\nlines"\r\n(x\r\n)+end\r\n$/);
  expect(clicked).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('region', PANEL)).not.toBeInTheDocument());
  expect(screen.getByRole('status')).toHaveTextContent('flags.csv saved');
});

test('Cancel ends an export, and nothing is saved', async () => {
  const { fetched, saved, send } = serveFile();
  renderWith(page);
  await userEvent.click(screen.getByRole('link', { name: 'Export' }));
  send('Name\r\n');
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('region', PANEL)).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Export canceled');
  expect(fetched.mock.calls[0]![1].signal?.aborted).toBe(true);
  expect(saved).toEqual([]);
});

test('if an export is interrupted, an error is shown and nothing is saved', async () => {
  const { saved, send, fail } = serveFile();
  renderWith(page);
  await userEvent.click(screen.getByRole('link', { name: 'Export' }));
  send('Name\r\n');
  fail();
  await waitFor(() =>
    expect(toastStore.getSnapshot()?.description).toBe(
      'The download of flags.csv was interrupted. Nothing was saved. Try again.',
    ),
  );
  expect(saved).toEqual([]);
});

test('an export counts rows correctly no matter how the file is split into chunks, and ignores line breaks within quotes', () => {
  const bytes = new TextEncoder().encode('A,B\r\n"a\r\nb","c ""d"""\r\n1,2\r\n');
  for (let size = 1; size <= bytes.length; size++) {
    const counter = new RowCounter();
    for (let start = 0; start < bytes.length; start += size)
      counter.add(bytes.slice(start, start + size));
    expect(counter.rows).toBe(2);
  }
});
