import type { PoleAddress } from './poleAddress.ts';

/** How the pole connects: with TLS on port 443, as the library does by itself, or without on a local network. */
export type Connection = 'tls' | 'lan';

export interface PoleConfiguration {
  name: string;
  ownerId: string;
  flagId: string;
  key: string;
  address: PoleAddress;
}

/** Stands for an address that only the person knows. */
export const UNKNOWN_HOST = 'ADDRESS-OF-HALYARD';

/**
 * What goes into a sketch for the FirebaseClient library 2.x on an ESP32 (docs/devices.md holds the
 * rest of the sketch): nothing but the certificate or an unknown address is left to fill in.
 */
export function arduinoConfiguration(pole: PoleConfiguration, connection: Connection): string {
  const { host, lan } = pole.address;
  return [
    `// ${oneLine(pole.name)} (${pole.flagId})`,
    '#define ENABLE_USER_CONFIG',
    '#define ENABLE_LEGACY_TOKEN',
    '#define ENABLE_DATABASE',
    '#include <WiFi.h>',
    ...(connection === 'tls' ? ['#include <WiFiClientSecure.h>'] : []),
    '#include <FirebaseClient.h>',
    '',
    `const char *HALYARD = ${quoted((connection === 'tls' ? host : lan.host) ?? UNKNOWN_HOST)};`,
    `const char *POLE = ${quoted(`/users/${pole.ownerId}/hardware/${pole.flagId}`)};`,
    `LegacyToken key(${quoted(pole.key)});`,
    '',
    ...(connection === 'tls' ? TLS_CLIENTS : lanClients(lan.port)),
    'AsyncClientClass client(requests), stream(events);',
    'FirebaseApp app;',
    'RealtimeDatabase database;',
    '',
    '// Moves the pole to what is desired: flagUp, flagDown, flagHalf, lamp.',
    'void onDesired(AsyncResult &result);',
    '',
    '// Call it in setup(), once Wi-Fi is connected.',
    'void connectPole() {',
    ...(connection === 'tls'
      ? ['  requests.setCACert(ROOT_CERTIFICATE);', '  events.setCACert(ROOT_CERTIFICATE);']
      : []),
    '  initializeApp(client, app, getAuth(key));',
    '  app.getApp<RealtimeDatabase>(database);',
    '  database.url(HALYARD);',
    '  stream.setSSEFilters("get,put,patch,keep-alive,cancel,auth_revoked");',
    '  database.get(stream, POLE, onDesired, true, "desired");',
    '}',
    '',
  ].join('\n');
}

const TLS_CLIENTS = [
  "// The root of the server's certificate: the pole trusts no other.",
  'const char *ROOT_CERTIFICATE = R"(-----BEGIN CERTIFICATE-----',
  '…',
  '-----END CERTIFICATE-----)";',
  'WiFiClientSecure requests, events;',
];

/** The library dials 443; a client of the sketch's own goes to another port, and without TLS. */
const lanClients = (port: number) => [
  '// The library asks for port 443 with TLS: this goes to the right port, without.',
  'class PlainClient : public WiFiClient {',
  ' public:',
  '  int connect(const char *host, uint16_t) override {',
  `    return WiFiClient::connect(host, ${port});`,
  '  }',
  '};',
  'PlainClient requests, events;',
];

/** As C++ writes a text: JSON's escapes are C++'s too. */
const quoted = (text: string) => JSON.stringify(text);

/** At a backslash at its end the comment would go on in the next line. */
const oneLine = (name: string) => name.replaceAll(/[\r\n\\]/g, ' ');
