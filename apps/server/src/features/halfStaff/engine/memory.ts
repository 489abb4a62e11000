import { type Command, commandKey, type Position } from '@halyard/domain';

/** What the engine remembers of one pole across a restart. */
export interface PoleMemory {
  /** What should hold as last entered in the ledger. */
  should: {
    key: string;
    /** Of everything that held together with it. */
    keys: readonly string[];
    position: Position | null;
    lamp: boolean | null;
    /** Epoch milliseconds; absent in what earlier versions stored. */
    until?: number | null;
  } | null;
  /** Key of the latest command seen, by a person or autopilot. Earlier versions stored its id. */
  commandId: string | null;
  /** Key of the engine's latest command that the pole has followed; its id in what earlier versions stored. */
  followedId: string | null;
  /** Position as last seen. */
  position: Position | null;
  /** Epoch milliseconds of the domain clock since which the pole has not been in the position it should. */
  apartSince: number | null;
  /** Whether it was online when it was last looked at; absent in what earlier versions stored. */
  isOnline?: boolean;
  /** Commands given for what should hold now, since the pole was last where it should be. */
  tries: number;
}

/** Of a pole that the engine has not met. */
export const NO_MEMORY: PoleMemory = {
  should: null,
  commandId: null,
  followedId: null,
  position: null,
  apartSince: null,
  tries: 0,
};

/** Whether a remembered command is this one of the engine's. @param remembered as `PoleMemory` has it */
export const isRemembered = (remembered: string | null, command: Command): boolean =>
  remembered === commandKey(command) || remembered === command.id;
