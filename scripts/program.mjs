import path from 'node:path';
import { isBuilt } from './lib/setup.mjs';

/**
 * Returns Node's arguments to run a program of a workspace: the built one, which starts faster, or
 * the sources if any is newer than the build. Test programs are never built.
 * @param {string} workspace the folder that contains `src` and `dist`
 * @param {string} program the program's file below `src`, without the extension
 */
export function programArgs(workspace, program) {
  const isForTests = program.split('/').includes('testing');
  if (!isForTests && isBuilt()) return [path.join(workspace, 'dist', `${program}.js`)];
  return ['--conditions=source', path.join(workspace, 'src', `${program}.ts`)];
}
