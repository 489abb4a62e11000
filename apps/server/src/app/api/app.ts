import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { messageOf } from '@halyard/messages/language';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
} from 'fastify';
import type { CallRefusals } from '../../features/activity/commandLog/callRefusals.ts';
import { activityHandlers } from '../../features/activity/routes.ts';
import type { StrangerRefusals } from '../../features/activity/strangerRefusals.ts';
import type { Services } from '../../features/calls/context.ts';
import type { Handlers } from '../../features/calls/handlers.ts';
import { companyHandlers } from '../../features/customers/companies/routes.ts';
import { locationHandlers } from '../../features/customers/locations/routes.ts';
import { customerHandlers } from '../../features/customers/routes.ts';
import { moveHandlers } from '../../features/flags/moves/routes.ts';
import { type PoleTests, poleTestHandlers } from '../../features/flags/poleTests/poleTests.ts';
import { refusedDeviceHandlers } from '../../features/flags/refusedDevices/routes.ts';
import { flagHandlers } from '../../features/flags/routes.ts';
import type { Lists } from '../../features/fleet/directory/lists.ts';
import { searchHandlers } from '../../features/fleet/search/routes.ts';
import { holidayHandlers } from '../../features/halfStaff/calendar/holidayRoutes.ts';
import { complianceHandlers } from '../../features/halfStaff/compliance/routes.ts';
import { poleHalfStaffHandlers } from '../../features/halfStaff/inEffect/poleRoutes.ts';
import type { SiteCounts } from '../../features/halfStaff/poles/siteCounts.ts';
import type { WrongPositionIndex } from '../../features/halfStaff/poles/wrongPositions/wrongPositionIndex.ts';
import { halfStaffHandlers } from '../../features/halfStaff/routes.ts';
import { accountHandlers } from '../../features/identity/accounts/routes.ts';
import { invitationHandlers } from '../../features/identity/invitations/routes.ts';
import { providerHandlers } from '../../features/identity/providers/routes.ts';
import { readCookie } from '../../features/identity/sessions/cookie.ts';
import type { SessionSettings, Sessions } from '../../features/identity/sessions/sessions.ts';
import { type PublicSettings, sessionHandlers } from '../../features/identity/signIn/routes.ts';
import { tokenHandlers } from '../../features/identity/tokens/routes.ts';
import type { Tokens } from '../../features/identity/tokens/tokens.ts';
import { userHandlers } from '../../features/identity/users/routes.ts';
import { importExportHandlers } from '../../features/importExport/routes.ts';
import { alertHandlers } from '../../features/monitoring/alerts/routes.ts';
import { historyHandlers } from '../../features/monitoring/history/routes.ts';
import { timelineHandlers } from '../../features/monitoring/history/timeline/routes.ts';
import type { Backups } from '../../features/operation/backup/job.ts';
import { settingsHandlers } from '../../features/operation/settings/api/routes.ts';
import type { SystemSettings } from '../../features/operation/settings/systemSettings.ts';
import { setUpListHandlers } from '../../features/operation/setUpList/routes.ts';
import { orderDeskHandlers } from '../../features/orderDesk/routes.ts';
import type { OrderSourceChecks } from '../../features/orderDesk/sources/job.ts';
import { webhookHandlers } from '../../features/webhooks/routes.ts';
import type { WebhookSettings } from '../../features/webhooks/webhooks.ts';
import type { Clock, DomainClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { DatabaseSilent } from '../../platform/database/engines/outage.ts';
import { AppError } from '../../platform/errors.ts';
import { acceptJsonOnly } from '../../platform/http/body.ts';
import {
  answerClientError,
  answerErrorsAsText,
  answerRouterError,
} from '../../platform/http/errorHandler.ts';
import { connectSources, everyAnswer, sendSecurityHeaders } from '../../platform/http/headers.ts';
import { Turns } from '../../platform/limits/turns.ts';
import { type MailCatcher, serveMails } from '../../platform/mail/catcher.ts';
import type { RealtimeLink } from '../../realtime/link.ts';
import { type StartMemorialDay, serveMemorialDay } from '../demo/memorialDayRun.ts';
import { serveDocs } from '../docs/routes.ts';
import { watchTurns } from '../metrics/limitMetrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { refuseMetrics, serveMetrics } from '../metrics/serveMetrics.ts';
import { createHealth } from './health.ts';
import { serveHelp } from './help.ts';
import { serveProviderCallback } from './providerCallback.ts';
import { registerRoutes } from './routes.ts';
import { serveWeb } from './web.ts';

/** The settings of the HTTP app. All durations are in ms. */
export interface AppSettings extends PublicSettings, SessionSettings, WebhookSettings {
  /**
   * Whether to read the client's address and the host name from headers that a reverse proxy sets.
   */
  trustProxy: boolean;
}

export interface AppParts {
  db: Database;
  link: RealtimeLink;
  /** The settings that masters can change in the console, and the mailer that uses them. */
  system: SystemSettings;
  backups: Backups;
  orderSources: OrderSourceChecks;
  poleTests: Pick<PoleTests, 'begun'>;
  lists: Lists;
  siteCounts: SiteCounts;
  wrongPositions: WrongPositionIndex;
  sessions: Sessions;
  tokens: Tokens;
  settings: AppSettings;
  clock: Clock;
  domainClock: DomainClock;
  /** Counts the refused requests of unauthenticated clients, by IP address. */
  strangers: Pick<StrangerRefusals, 'note'>;
  refusals: Pick<CallRefusals, 'note'>;
  /** The metrics and the token for reading them. Omitted if metrics are off. */
  metrics?: { metrics: Metrics; token: string };
  /** The logger, which must use `logSerializers`. If omitted, nothing is logged. */
  log?: FastifyBaseLogger;
  /** The demo's mail catcher. The page `/dev/mail` shows its emails. */
  catcher?: MailCatcher;
  /** Starts the Memorial Day simulation. Present only in the demo. */
  startMemorialDay?: StartMemorialDay;
  /** The folder with the built web console. If omitted, only the API is served. */
  webRoot?: string;
  /** The folder with the built help site. If omitted, the site is not served. */
  helpRoot?: string;
  /**
   * A function that creates the HTTP server. The server process passes one that handles realtime
   * requests before Fastify sees them.
   */
  serverFactory?: FastifyServerFactory<Server>;
}

/**
 * The maximum length of a path parameter, in characters. Location IDs are long because they contain
 * the company's ID and the city.
 */
const MAX_PARAM_LENGTH = 400;
/**
 * The time limit in ms for receiving a whole request. It keeps slow clients from tying up sockets.
 */
const REQUEST_TIMEOUT_MS = 30_000;

/** Builds the HTTP app. The caller then starts listening, or injects requests in tests. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { settings, sessions } = parts;
  const app: FastifyInstance = fastify({
    ...(parts.log ? { loggerInstance: parts.log } : {}),
    ...(parts.serverFactory ? { serverFactory: parts.serverFactory } : {}),
    // Trust only the direct peer, because the client itself may have set the entries further left
    // in X-Forwarded-For.
    trustProxy: settings.trustProxy && ((_address, hop) => hop === 0),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: answerRouterError,
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: answerClientError(everyAnswer(settings.secureCookies)),
  });
  const services: Services = {
    refusals: parts.refusals,
    db: parts.db,
    link: parts.link,
    get mailer() {
      return parts.system.mailer;
    },
    clock: parts.clock,
    domainClock: parts.domainClock,
    log: app.log,
  };

  app.decorateRequest('signedIn', null);
  app.decorateRequest('turn', null);
  const turns = new Turns();
  app.addHook('onClose', () => turns.stop());
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.isCall) await turns.ofPage(request.ip);
  });
  if (parts.metrics) {
    serveMetrics(app, parts.metrics);
    watchTurns(parts.metrics.metrics.registry, turns);
  } else refuseMetrics(app);
  acceptJsonOnly(app);
  answerErrorsAsText(app);
  await sendSecurityHeaders(app, { secure: settings.secureCookies });
  const routeParts = {
    services,
    sessions,
    tokens: parts.tokens,
    turns,
    publicOrigin: settings.publicUrl === null ? null : new URL(settings.publicUrl).origin,
    secureCookies: settings.secureCookies,
    strangers: parts.strangers,
  };
  registerRoutes(app, { ...routeParts, handlers: allHandlers(parts) });
  serveProviderCallback(app, routeParts, settings);
  serveDocs(app, settings.productName, settings.version);
  if (parts.catcher) serveMails(app, parts.catcher);
  if (parts.startMemorialDay) serveMemorialDay(app, parts.startMemorialDay);
  serveHealth(app, services);
  await serveHelp(app, parts.helpRoot);
  await serveWeb(app, parts.webRoot, {
    productName: settings.productName,
    sources: connectSources(settings.realtime),
    offlineApp: settings.offlineApp,
    hasCookie: ({ headers }) => readCookie(headers.cookie, sessions.cookieName) !== null,
  });
  return app;
}

function allHandlers(parts: AppParts): Handlers {
  const { lists, wrongPositions, sessions, settings, system, backups, poleTests, helpRoot } = parts;
  return {
    ...sessionHandlers(sessions, settings, { hasHelp: helpRoot !== undefined }),
    ...companyHandlers(lists),
    ...customerHandlers(settings),
    ...locationHandlers(lists),
    ...flagHandlers(lists),
    ...moveHandlers({ ...lists, wrongPositions }),
    ...poleHalfStaffHandlers,
    ...holidayHandlers,
    ...halfStaffHandlers(lists, parts),
    ...complianceHandlers(lists, wrongPositions.poles),
    ...historyHandlers,
    ...timelineHandlers,
    ...userHandlers(sessions, lists, settings),
    ...accountHandlers(sessions, settings),
    ...providerHandlers(settings),
    ...invitationHandlers,
    ...tokenHandlers(settings),
    ...orderDeskHandlers(settings, parts.orderSources),
    ...webhookHandlers(settings),
    ...importExportHandlers(sessions, lists, settings),
    ...alertHandlers(lists, settings),
    ...activityHandlers,
    ...refusedDeviceHandlers,
    ...poleTestHandlers(poleTests),
    ...settingsHandlers(system, backups, settings),
    ...setUpListHandlers(system),
    ...searchHandlers(lists),
  };
}

/**
 * Serves `/healthz`, which returns 200 while both databases respond and accept writes. `/readyz`
 * also shows whether this process accepts requests. While the process is starting or stopping, both
 * return 503.
 */
function serveHealth(app: FastifyInstance, services: Services): void {
  const health = createHealth(services);
  // Probes arrive every few seconds, so log only failures.
  const logLevel = app.log.level === 'silent' ? 'silent' : 'warn';
  for (const path of ['/healthz', '/readyz'])
    app.get(path, { logLevel }, async (_request, reply) => {
      const { database, realtime } = await health();
      if (!database || !realtime) {
        const state = `database ${database}, realtime ${realtime}`;
        throw new AppError('unavailable', messageOf(state), { cause: new DatabaseSilent(state) });
      }
      return reply.header('cache-control', 'no-store').type('text/plain').send('ok');
    });
}
