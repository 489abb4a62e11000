import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test.each(['env.example', 'halyard.env'])(
  'the example settings file %s trusts a reverse proxy, and therefore does not open the port to other computers',
  (name) => {
    const file = fileURLToPath(new URL(`../../../../../deploy/${name}`, import.meta.url));
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('TRUST_PROXY=1');
    expect(text).not.toContain('0.0.0.0');
  },
);
