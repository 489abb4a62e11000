import path from 'node:path';
import { isBuilt } from './lib/setup.mjs';

/**
 * Node's arguments that run a program of a workspace: as it is built, which starts faster, or from its
 * sources where any is newer than the build. What is made for tests is never built.
 * @param {string} workspace the folder that has `src` and `dist`
 * @param {string} program its file below `src`, without ending
 */
export function programArgs(workspace, program) {
  const isForTests = program.split('/').includes('testing');
  if (!isForTests && isBuilt()) return [path.join(workspace, 'dist', `${program}.js`)];
  return ['--conditions=source', path.join(workspace, 'src', `${program}.ts`)];
}
