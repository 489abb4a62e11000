import type { PoleAddress } from './poleAddress.ts';

/**
 * How the pole connects: with TLS on port 443 (the library's default), or without TLS on a local
 * network.
 */
export type Connection = 'tls' | 'lan';

export interface PoleConfiguration {
  name: string;
  ownerId: string;
  flagId: string;
  key: string;
  address: PoleAddress;
}

/** A placeholder for the server's host name if Halyard does not know it. The user replaces it. */
export const UNKNOWN_HOST = 'ADDRESS-OF-HALYARD';

/**
 * Returns the start of an Arduino sketch for the FirebaseClient library 2.x on an ESP32
 * (docs/devices.md has the rest). The user must add the certificate and, if Halyard does not know
 * it, the host.
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

/**
 * Code for a sketch that connects without TLS. Needed because the FirebaseClient library itself
 * always connects to port 443.
 */
const lanClients = (port: number) => [
  '// The library asks for TLS on port 443. This client uses the right port, without TLS.',
  'class PlainClient : public WiFiClient {',
  ' public:',
  '  int connect(const char *host, uint16_t) override {',
  `    return WiFiClient::connect(host, ${port});`,
  '  }',
  '};',
  'PlainClient requests, events;',
];

/** Quotes a string for C++. JSON's escapes are valid in C++ too. */
const quoted = (text: string) => JSON.stringify(text);

/**
 * Makes a name safe for a C++ comment: removes line breaks, and also backslashes, because a
 * backslash at the end would continue the comment on the next line.
 */
const oneLine = (name: string) => name.replaceAll(/[\r\n\\]/g, ' ');
