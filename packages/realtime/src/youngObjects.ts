import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 create every object of this process in the young generation of its heap. Must be called
 * when the process starts.
 *
 * By default, V8 creates objects directly in the old generation if most earlier objects from the
 * same place in the code have survived ("allocation site pretenuring"). While many writes wait for
 * the store, this is true for everything that a write creates. From then on, V8 would treat all
 * later writes in the same way, and only full passes of the garbage collector would remove their
 * objects.
 */
export function createObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
