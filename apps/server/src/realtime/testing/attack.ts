import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { programArgs } from '../../testing/serverProcess.ts';

/** The settings of a program that attacks a server. */
export interface Attack {
  url: string;
  /** The session cookie of the hostile user. */
  cookie: string;
  userId: string;
  /**
   * The niceness of the attackers. At 19, they get only the CPU time that the server does not use,
   * as if they were running on another machine.
   */
  nice: number;
}

/** The IP addresses of the hostile user and of the hostile client without an account. */
export const USER_ADDRESS = '127.0.0.2';
export const STRANGER_ADDRESS = '127.0.0.3';

const PROGRAMS = ['realtime/testing/hostileAttack', 'realtime/testing/hostileCalls'];

/**
 * Attacks a server as a hostile user and from a hostile IP address, through the realtime database
 * and the API.
 * @returns a function that ends the attack
 */
export async function startAttack(attack: Attack): Promise<() => void> {
  const attackers: ChildProcess[] = [];
  // Start them one after the other. The first program requests the user's flags, which would be
  // slow while the second makes its calls.
  for (const name of PROGRAMS) attackers.push(await startAttacker(name, attack));
  return () => {
    for (const attacker of attackers) attacker.kill('SIGKILL');
  };
}

async function startAttacker(name: string, attack: Attack): Promise<ChildProcess> {
  const [program = '', ...args] = programArgs(name).reverse();
  const attacker = fork(program, {
    execArgv: args.reverse(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  attacker.send(attack);
  await once(attacker, 'message');
  return attacker;
}
