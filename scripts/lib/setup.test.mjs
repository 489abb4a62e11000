import { describe, expect, it } from 'vitest';
import { isForMachine } from './setup.mjs';

const LINUX = { os: 'linux', cpu: 'x64', libc: 'glibc' };

describe('the check whether a package is for this machine', () => {
  it('requires compiled code for this machine', () => {
    expect(isForMachine({ os: ['linux'], cpu: ['x64'] }, LINUX)).toBe(true);
    expect(isForMachine({ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }, LINUX)).toBe(true);
    const mac = { os: 'darwin', cpu: 'arm64', libc: 'musl' };
    expect(isForMachine({ os: ['darwin'], cpu: ['arm64'] }, mac)).toBe(true);
  });

  it('does not require compiled code for other machines', () => {
    expect(isForMachine({ os: ['linux'], cpu: ['x64'], libc: ['musl'] }, LINUX)).toBe(false);
    expect(isForMachine({ os: ['linux'], cpu: ['arm64'] }, LINUX)).toBe(false);
    expect(isForMachine({ os: ['darwin'], cpu: ['x64'] }, LINUX)).toBe(false);
  });

  it('does not require optional packages for any machine', () => {
    expect(isForMachine({}, LINUX)).toBe(false);
    expect(isForMachine({ cpu: ['wasm32'] }, LINUX)).toBe(false);
  });
});
