import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { newWebhookSecret, signatureHeaders } from './sending/signature.ts';

/** This test runs the documented examples for verifying a delivery, without changing them. */

const DOCS = readFileSync(
  path.resolve(import.meta.dirname, '../../../../../docs/integrations.md'),
  'utf8',
);
const exampleIn = (language: string) =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(DOCS)?.[1] ?? '';

/** How to run the example in each language. The example reads a delivery from standard input. */
const RUNS = {
  js: {
    command: [process.execPath, '--input-type=module', '--eval'],
    check: `import { readFileSync } from 'node:fs';
const all = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(all.map(({ headers, body, secret }) => isFromHalyard(headers, body, secret))));`,
  },
  python: {
    command: ['python3', '-c'],
    check: `import json, sys
print(json.dumps([is_from_halyard(one["headers"], one["body"].encode(), one["secret"]) for one in json.load(sys.stdin)]))`,
  },
};
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.each(['js', 'python'] as const)('the webhook receiver example in %s', (language) => {
  test.runIf(language === 'js' || hasPython)(
    'accepts only recent deliveries that Halyard has signed',
    () => {
      const secret = newWebhookSecret();
      const body = '{"type":"flag.lamp","data":{"name":"Müller"}}';
      const at = (ms: number) => signatureHeaders(secret, 'd1', ms, body);
      const now = Date.now();
      const fresh = at(now);
      const deliveries = [
        { headers: fresh, body, secret },
        // While a secret is being replaced, a delivery also has a signature with the other secret.
        {
          headers: { ...fresh, 'webhook-signature': `v1,AAAA ${fresh['webhook-signature']}` },
          body,
          secret,
        },
        { headers: fresh, body: body.replace('lamp', 'up'), secret },
        { headers: { ...fresh, 'webhook-id': 'd2' }, body, secret },
        { headers: fresh, body, secret: newWebhookSecret() },
        // Someone may record a delivery and send it again later, unchanged or with a new time.
        { headers: at(now - 3_600_000), body, secret },
        {
          headers: { ...at(now - 3_600_000), 'webhook-timestamp': fresh['webhook-timestamp'] },
          body,
          secret,
        },
      ];
      const { command, check } = RUNS[language];
      const [program = '', ...args] = command;
      const { stdout, stderr } = spawnSync(program, [...args, `${exampleIn(language)}\n${check}`], {
        input: JSON.stringify(deliveries),
        encoding: 'utf8',
      });
      expect([stdout.trim(), stderr]).toEqual([
        JSON.stringify([true, true, false, false, false, false, false]).replaceAll(
          ',',
          language === 'python' ? ', ' : ',',
        ),
        '',
      ]);
    },
  );
});
