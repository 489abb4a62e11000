import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { transform } from '@lingui/native-tools';
import { describe, expect, test } from 'vitest';
import { type Translate, withTexts } from './compileMessages.ts';

/** Source code of a message with a value. */
const LOWER = 't`Lower $' + '{name} now`';

const english: Translate = () => undefined;

/**
 * Returns the compiled code of `expression`.
 * @param translate looks up a message's translation; by default, it finds none, so the message
 * stays in English
 */
async function built(expression: string, translate = english): Promise<string> {
  const source = `import { plural, t } from '@lingui/core/macro'; const one = ${expression};`;
  const macro = { descriptorFields: 'message' } as const;
  const { code } = await transform(source, 'file.ts', { macro });
  return withTexts(code, translate)
    .replace(/.*const one =/s, '')
    .replace(/\/\*.*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

describe('the message compiler', () => {
  test('compiles a message without placeholders to a string', async () => {
    expect(await built('t`No flags "found"`')).toBe('"No flags \\"found\\"";');
  });

  test("passes a message's placeholder values to the compiled call", async () => {
    expect(await built(LOWER)).toBe(
      '$_i18n._( { id: "", message: ["Lower ",["name"]," now"], values: { name: name } });',
    );
  });

  test('compiles all plural forms of a message', async () => {
    expect(await built("plural(n, { one: '# pole', other: '# poles' })")).toContain(
      '[["n","plural",{"one":["#"," pole"],"other":["#"," poles"]}]]',
    );
  });

  test("uses a message's translation in the language of the build", async () => {
    const ids: string[] = [];
    const spanish: Translate = (id) => {
      ids.push(id);
      return 'Bajar {name} ahora';
    };
    expect(await built(LOWER, spanish)).toContain('["Bajar ",["name"]," ahora"]');
    expect(ids).toEqual([generateMessageId('Lower {name} now')]);
  });

  test('fails if a translation cannot be parsed', async () => {
    await expect(built(LOWER, () => 'Bajar {name')).rejects.toThrow();
  });

  test('turns an element that shows only a fixed message into a string', () => {
    const code = `jsx(Trans_, { ...{}, id: "a1", message: "x" }); jsx(Trans_, { id: "a1", message: "Plain" });`;
    expect(withTexts(code, english)).toContain(' "Plain";');
    const pure = '[/* @__PURE__ */ jsx(Trans_, { id: "a1", message: "Plain" })]';
    expect(withTexts(pure, english)).toBe('["Plain"]');
  });

  test('leaves an object unchanged if it has a message property but is not a message', () => {
    const code = 'const a = { message: "x" }, b = { id: 1, message: "y" };';
    expect(withTexts(code, english)).toBe(code);
  });
});
