import {
  type FlagRecord,
  POSITION_FIELDS,
  POSITION_SWITCHES,
  POSITIONS,
  type Position,
} from '@halyard/domain';
import type { AdminClient } from '@halyard/realtime';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';

/**
 * A simulated pole that uses the test's clock. It carries out and reports each command immediately.
 */
export interface SimulatedPole extends FlagAddress {
  position: Position;
  lamp: boolean;
  /** Whether the pole is online. While offline, it neither receives nor sends anything. */
  isOnline: boolean;
  /** Whether the pole is stuck. If so, it receives and reports but does not move. */
  isStuck: boolean;
  /** The positions that the pole has moved to on command, in order. */
  moves: Position[];
  /** The last command that the pole has received, so that it carries out each command only once. */
  heard: string;
}

/** The poles that are connected to the realtime database. */
export class SimulatedPoles {
  readonly #admin: AdminClient;
  readonly #clock: () => number;
  readonly #poles = new Map<string, SimulatedPole>();
  #writing: Promise<void> = Promise.resolve();

  constructor(admin: AdminClient, clock: () => number) {
    this.#admin = admin;
    this.#clock = clock;
  }

  add(pole: SimulatedPole): void {
    this.#poles.set(hardwarePath(pole), pole);
  }

  /** Makes a pole receive a change to its data. */
  hear(address: FlagAddress, record: FlagRecord): void {
    const pole = this.#poles.get(hardwarePath(address));
    if (pole?.isOnline) this.#obey(pole, record);
  }

  /** Makes all online poles report their position, and carry out the commands that they missed. */
  async report(): Promise<void> {
    for (const pole of this.#poles.values()) if (pole.isOnline) this.#say(pole);
    await this.idle();
  }

  /** Resolves when all reports are stored. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  #obey(pole: SimulatedPole, { desired, command }: FlagRecord): void {
    const orders = JSON.stringify([desired, command?.id]);
    if (pole.isStuck || pole.heard === orders) return;
    pole.heard = orders;
    const to = POSITIONS.find((position) => desired[POSITION_SWITCHES[position]] === true);
    const lamp = desired.lamp ?? pole.lamp;
    if ((to === undefined || to === pole.position) && lamp === pole.lamp) return;
    if (to !== undefined && to !== pole.position) pole.moves.push(to);
    pole.position = to ?? pole.position;
    pole.lamp = lamp;
    this.#say(pole);
  }

  #say(pole: SimulatedPole): void {
    const path = hardwarePath(pole);
    const now = this.#clock();
    const changes: Record<string, unknown> = {
      [`${path}/voltage`]: 42,
      [`${path}/seenAt`]: now,
      [`${path}/reported/lastSeen`]: Math.floor(now / 1000),
      [`${path}/reported/lamp`]: pole.lamp,
    };
    for (const field of POSITION_FIELDS)
      changes[`${path}/reported/${field}`] = field === POSITION_SWITCHES[pole.position];
    this.#writing = this.#writing.then(() => this.#admin.update('/', changes));
  }
}
