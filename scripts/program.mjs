import path from 'node:path';
import { isBuilt } from './lib/setup.mjs';

/**
 * Returns the arguments with which Node runs a workspace's program: the built file, which starts
 * faster, or the source if any source file is newer than the build. Test programs are never built.
 * @param {string} workspace the folder that contains `src` and `dist`
 * @param {string} program the program's file below `src`, without the extension
 */
export function programArgs(workspace, program) {
  const isForTests = program.split('/').includes('testing');
  if (!isForTests && isBuilt()) return [path.join(workspace, 'dist', `${program}.js`)];
  return ['--conditions=source', path.join(workspace, 'src', `${program}.ts`)];
}
