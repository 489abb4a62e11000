import { startPoles, startServer } from './processes.ts';

/** One server with the demo world and its poles serves all specs; answers how to stop it. */
export default async function start(): Promise<() => Promise<void>> {
  const server = await startServer();
  const poles = startPoles(server);
  process.env.HALYARD_URL = server.url;
  process.env.HALYARD_FLEET = server.fleetFile;
  return async () => {
    await poles.stop();
    await server.stop();
  };
}
