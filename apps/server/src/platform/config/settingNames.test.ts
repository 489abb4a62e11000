import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, SETTING_NAMES } from './config.ts';
import { misspelled } from './settingNames.ts';

const DOCS = path.resolve(import.meta.dirname, '../../../../../docs/configuration.md');

function readFile(text: string) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'halyard-env-')), '.env');
  writeFileSync(file, text);
  return () => readConfig({ HALYARD_ENV_FILE: file }, { demo: false });
}

test.each([
  ['SMPT_URL=smtp://mail.example.com', 'SMPT_URL', 'Did you mean SMTP_URL?'],
  ['PORT=80\nPUBLICURL=https://a.example', 'PUBLICURL', 'Did you mean PUBLIC_URL?'],
  ['trust_proxy=1', 'trust_proxy', 'Did you mean TRUST_PROXY?'],
  ['SESSION_DAYS=3', 'SESSION_DAYS', 'Did you mean SESSION_MAX_DAYS?'],
  ['POTR=1', 'POTR', 'Did you mean PORT?'],
  ['FAVORITE_COLOR=red', 'FAVORITE_COLOR', 'docs/configuration.md lists all settings.'],
])(
  'the settings check rejects %s in .env and suggests the setting with the most similar name',
  (text, name, advice) => {
    expect(readFile(text)).toThrow(
      new RegExp(`^${name} in .*\\.env is not a setting\\. ${advice.replace('?', '\\?')}$`),
    );
  },
);

test.each([
  ['# Mail\nSMTP_URL smtp://u:secret@mail.example.com', 2, 'SMTP_URL'],
  ['PORT=80\r\nSMPT_URL: smtp://mail.example.com', 2, 'SMTP_URL'],
  ['MAIL_FROM="a\nb"\n\n=5', 4, 'NAME'],
])(
  'the settings check rejects a line of .env without a name or without "=", and names the line: %j',
  (text, line, name) => {
    expect(readFile(text)).toThrow(
      new RegExp(`^line ${line} of .*\\.env is not of the form ${name}=value\\.$`),
    );
  },
);

test('the settings check allows quoted values, comments, "export" and spaces in .env', () => {
  const text = 'export PORT=80\n  HOST = ::1 # all\nMAIL_FROM="A\nPole # 1"\n#SMPT_URL\n\n';
  expect(readFile(text)).not.toThrow();
});

test('the settings check allows settings for Node and its libraries in .env', () => {
  const text = 'NODE_EXTRA_CA_CERTS=/ca.pem\nPGSSLMODE=require\nTZ=UTC\nHTTPS_PROXY=http://p\n';
  expect(readFile(`# A comment\nPORT=8080\n${text}`)).not.toThrow();
});

test('the settings check reports an unknown environment variable only if it looks like a setting', () => {
  const env = {
    SMPT_URL: 'x',
    DATABSE_URL: 'x',
    PATH: '/bin',
    HOSTNAME: 'pc',
    SESSION_MANAGER: 'x',
  };
  const others = { SSH_AUTH_SOCK: 'x', LOGNAME: 'x', POSTGRES_PASSWORD: 'x', PUBLIC_URL: 'x' };
  expect(misspelled({ ...env, ...others }, SETTING_NAMES)).toEqual([
    { name: 'SMPT_URL', meant: 'SMTP_URL' },
    { name: 'DATABSE_URL', meant: 'DATABASE_URL' },
  ]);
});

test('the settings check accepts every setting in the documentation', () => {
  const listed = readFileSync(DOCS, 'utf8').match(/^\| `[A-Z_]+`/gm) ?? [];
  const names = listed.map((cell) => cell.replace(/[|` ]/g, ''));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
});
