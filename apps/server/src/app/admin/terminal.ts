import { createInterface } from 'node:readline/promises';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACES = ['\u007f', '\b'];
/** The exit code of a program that the user interrupted with Ctrl-C. */
const INTERRUPTED = 130;

/** Whether the input comes from a terminal, where a user can respond to prompts. */
export const isInteractive = () => process.stdin.isTTY === true;

/** Prompts for one line of input. */
export async function ask(label: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ends the program on Ctrl-C or at the end of the input.
  lines.once('SIGINT', () => process.exit(INTERRUPTED));
  try {
    return await lines.question(`${label}: `);
  } finally {
    lines.close();
  }
}

/** Prompts for one line of input without showing what the user types. */
export function askHidden(label: string): Promise<string> {
  const { stdin, stdout } = process;
  // Before the prompt, because the terminal shows what a fast user types until then.
  stdin.setRawMode(true).setEncoding('utf8').resume();
  stdout.write(`${label}: `);
  return new Promise((resolve) => {
    let text = '';
    const finish = () => {
      stdin.off('data', read).setRawMode(false).pause();
      stdout.write('\n');
    };
    const read = (typed: string) => {
      for (const char of typed) {
        if (char === CTRL_C || (char === CTRL_D && text === '')) {
          finish();
          process.exit(INTERRUPTED);
        }
        if (char === '\r' || char === '\n') {
          finish();
          resolve(text);
          return;
        }
        text = BACKSPACES.includes(char) ? Array.from(text).slice(0, -1).join('') : text + char;
      }
    };
    stdin.on('data', read);
  });
}

/** Returns the first line of the piped input. */
export async function firstLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk as string;
  return text.split(/\r?\n/)[0] ?? '';
}

/** Formats rows of cells as text with aligned columns. */
export function columns(lines: readonly string[][]): string {
  const widths = lines[0]?.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths?.[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
