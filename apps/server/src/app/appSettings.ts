import type { Config } from '../platform/config/config.ts';
import { VERSION } from '../platform/config/version.ts';
import type { ServedCertificate } from '../platform/http/tls/openCertificate.ts';
import { secretBoxOf } from '../platform/secrets/keyFile.ts';
import type { AppSettings } from './api/app.ts';
import type { DemoClock } from './demo/demoClock.ts';
import type { StartMemorialDay } from './demo/memorialDayRun.ts';
import { DEMO_SIGN_INS } from './demo/seed.ts';
import { NAMESPACE } from './stores.ts';

/** Returns the part of the configuration that the HTTP app and the background jobs need. */
export function settingsOf(
  config: Config,
  port: number,
  {
    demoClock,
    startMemorialDay,
  }: { demoClock?: DemoClock | null; startMemorialDay?: StartMemorialDay },
): AppSettings {
  const memorialDay = demoClock?.isMemorialDay ? 'running' : startMemorialDay ? 'offered' : null;
  return {
    productName: config.productName,
    publicUrl: config.publicUrl,
    mailsPerCompany: config.mailsPerCompany,
    // Use the public port, because all processes behind one URL must use the same cookie name.
    port: config.publicUrl === null ? port : portOf(config.publicUrl),
    trustProxy: config.trustProxy,
    webhookPrivateTargets: config.webhookPrivateTargets,
    demo: config.isDemo ? { ...DEMO_SIGN_INS, memorialDay } : null,
    realtime: browserRealtime(config),
    offlineApp: config.offlineApp,
    version: VERSION,
    secrets: secretBoxOf(config),
    systemProvider: config.systemProvider,
    requireSecondFactor: config.requireSecondFactor,
    sessionIdleMs: config.sessionIdleMs,
    sessionMaxMs: config.sessionMaxMs,
    masterSessionIdleMs: config.masterSessionIdleMs,
    masterSessionMaxMs: config.masterSessionMaxMs,
    secureCookies: config.secureCookies,
  };
}

/**
 * Returns how browsers connect to the realtime database: through the console's own origin, or
 * directly to Firebase.
 */
function browserRealtime({ realtimeMode, firebase }: Config): AppSettings['realtime'] {
  if (firebase) return { mode: 'firebase', project: firebase.project };
  return realtimeMode === 'off' ? { mode: 'off' } : { mode: 'embedded', namespace: NAMESPACE };
}

/**
 * Returns the public URL to use if none is configured: the demo's URL, or a URL with the host name
 * from the TLS certificate. Null if there is neither.
 */
export function addressOf(
  { isDemo, tls }: Config,
  certificate: ServedCertificate | null,
  port: number,
): string | null {
  if (certificate !== null && certificate.first.host !== null)
    return new URL(`https://${certificate.first.host}:${port}`).origin;
  return isDemo && tls === null ? `http://localhost:${port}` : null;
}

/** Returns the port of a URL, or its scheme's default port. */
function portOf(address: string): number {
  const { port, protocol } = new URL(address);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}
