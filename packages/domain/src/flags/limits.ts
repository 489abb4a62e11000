/** The lower and the upper limit of a voltage, in volts; both still belong to the range. */
export interface VoltageLimits {
  below: number;
  above: number;
}

/** Seconds without a sign of life after which a flag counts as offline (spec §4, §9). */
export const ONLINE_SECONDS = 300;
/** Volts outside of which a voltage is out of range, where nobody has set other limits (spec §4). */
export const SPECIFIED_VOLTAGE_LIMITS: VoltageLimits = Object.freeze({ below: 40, above: 48 });
/** Volts below the upper limit within which a voltage is a warning: above 44 (spec §4). */
export const VOLTAGE_WARNING_MARGIN = 4;
/** Percent of flags online from which the uptime trend is positive (spec §2). */
export const UPTIME_TARGET_PERCENT = 85;
/** Seconds that a pole has to report what was commanded, unless the flag has its own `moveTimeout`. */
export const DEFAULT_MOVE_TIMEOUT_SECONDS = 15;
export const MIN_MOVE_TIMEOUT_SECONDS = 5;
export const MAX_MOVE_TIMEOUT_SECONDS = 600;
/** Milliseconds after which the server lets an unconfirmed command lapse (decisions, "Commands"). */
export const COMMAND_LAPSE_MS = 15 * 60_000;
/** Milliseconds a command may be old when it reaches the database; older ones were queued on a sleeping machine. */
export const COMMAND_MAX_AGE_MS = 30_000;
/** A `lastSeen` above this is read as milliseconds, else as seconds (decisions, "Commands"). */
export const LAST_SEEN_MILLISECONDS_ABOVE = 1e11;
/** Milliseconds by which the device's and the server's clock may differ before the server's decides. */
export const CLOCK_TRUST_MS = 5 * 60_000;
