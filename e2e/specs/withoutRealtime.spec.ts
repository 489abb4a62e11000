import { findFlag, flagSwitch, openFlag, otherPosition, POLES, row } from '../world/flags.ts';
import { type RunningServer, startPoles, startServer } from '../world/processes.ts';
import { expect, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test.describe('the console with REALTIME=off', () => {
  let server: RunningServer;
  let poles: ReturnType<typeof startPoles>;
  test.beforeAll(async () => {
    server = await startServer({ REALTIME: 'off' });
    poles = startPoles(server);
  });
  test.afterAll(async () => {
    await poles.stop();
    await server.stop();
  });

  test('opens no realtime connection, and moves a pole by PATCH when a switch is clicked', async ({
    page,
  }) => {
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await signIn(page, 'company', server.url);
    // Poles still connect. The list shows them once they have reported.
    await expect(async () => {
      await findFlag(page, POLES.normal, server.url);
      await expect(row(page, POLES.normal).getByText('Online')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByText(/^(Connecting|Connected|Reconnecting|Disconnected)$/)).toHaveCount(
      0,
    );
    const target = await otherPosition(page, POLES.normal);
    await flagSwitch(page, target, POLES.normal).click();
    await expect(page.getByText('Switch updated', { exact: true })).toBeVisible();
    await expect(page.getByText('Flag switch updated successfully', { exact: true })).toBeVisible();
    await expect(row(page, POLES.normal).getByText('Confirmed')).toBeVisible({ timeout: 30_000 });
    await expect(flagSwitch(page, target, POLES.normal)).toBeChecked();
    expect(sockets).toEqual([]);
  });
});

test('the flag list stays visible if its listener is rejected, and its switches then use PATCH', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  // Forwards all messages except those that listen to hardware, which it rejects.
  await page.routeWebSocket(/\/\.ws/, (socket) => {
    const server = socket.connectToServer();
    const refused = new Set<number>();
    socket.onMessage((message) => {
      const request = parse(message);
      if (request?.d?.a === 'q' && request.d.b?.p?.includes('/hardware')) {
        refused.add(request.d.r!);
        const answer = { r: request.d.r, b: { s: 'permission_denied', d: 'Permission denied' } };
        socket.send(JSON.stringify({ t: 'd', d: answer }));
      } else {
        server.send(message);
      }
    });
  });
  const refused = page.waitForEvent('console', (message) => /was refused/.test(message.text()));
  await openFlag(page, 'company', POLES.another);
  await refused;
  await expect(row(page, POLES.another).getByText('Online')).toBeVisible();
  const target = await otherPosition(page, POLES.another);
  await flagSwitch(page, target, POLES.another).click();
  await expect(page.getByText('Switch updated', { exact: true })).toBeVisible();
  await expect(row(page, POLES.another).getByText('Confirmed')).toBeVisible({ timeout: 30_000 });
});

test('a page that loses its realtime connection says so, keeps showing the last values, and disables the switches until it reconnects', async ({
  page,
}) => {
  test.slow();
  const own = await startServer();
  const poles = startPoles(own);
  try {
    await openFlag(page, 'company', POLES.normal, own.url);
    await expect(row(page, POLES.normal).getByText('Online')).toBeVisible();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    const port = new URL(own.url).port;
    await own.stop('SIGKILL');
    await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
    await expect(row(page, POLES.normal).getByText('Online')).toBeVisible();
    await expect(flagSwitch(page, 'Flag Up', POLES.normal)).toBeDisabled();
    const again = await startServer({ DATA_DIR: own.dataDir, PORT: port });
    try {
      await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 45_000 });
      await expect(flagSwitch(page, 'Flag Up', POLES.normal)).toBeEnabled();
    } finally {
      await again.stop();
    }
  } finally {
    await poles.stop();
    await own.stop();
  }
});

interface WireRequest {
  d?: { r?: number; a?: string; b?: { p?: string } };
}

function parse(message: string | Buffer): WireRequest | null {
  try {
    return JSON.parse(message.toString()) as WireRequest;
  } catch {
    return null;
  }
}
