import path from 'node:path';
import { isBuilt } from './lib/setup.mjs';

/**
 * Node's arguments that run a program of a workspace: as it is built, which starts three times as
 * fast, or from its sources where any is newer than the build.
 * @param {string} workspace the folder that has `src` and `dist`
 * @param {string} program its file below `src`, without ending
 */
export function programArgs(workspace, program) {
  if (isBuilt()) return [path.join(workspace, 'dist', `${program}.js`)];
  return ['--conditions=source', '--import', 'tsx', path.join(workspace, 'src', `${program}.ts`)];
}
