/** The lowest and highest allowed voltage, in volts, inclusive. */
export interface VoltageLimits {
  below: number;
  above: number;
}

/** Seconds without a report after which a flag counts as offline (spec §4, §9). */
export const ONLINE_SECONDS = 300;
/** The default voltage limits of all companies (spec §4). */
export const SPECIFIED_VOLTAGE_LIMITS: VoltageLimits = Object.freeze({ below: 40, above: 48 });
/**
 * How far below the upper limit the warning range begins, in volts. With the default limits,
 * voltages above 44 V cause a warning (spec §4).
 */
export const VOLTAGE_WARNING_MARGIN = 4;
/** Minimum percentage of online flags for a positive uptime trend (spec §2). */
export const UPTIME_TARGET_PERCENT = 85;
/**
 * Default time limit, in seconds, for a pole to confirm a command. A flag's own `moveTimeout`
 * overrides it.
 */
export const DEFAULT_MOVE_TIMEOUT_SECONDS = 15;
export const MIN_MOVE_TIMEOUT_SECONDS = 5;
export const MAX_MOVE_TIMEOUT_SECONDS = 600;
/** Time in ms after which the server lets an unconfirmed command lapse (decisions, "Commands"). */
export const COMMAND_LAPSE_MS = 15 * 60_000;
/**
 * Commands that take longer than this time in ms to reach the database are rejected. They were
 * probably queued on a sleeping computer.
 */
export const COMMAND_MAX_AGE_MS = 30_000;
/**
 * A `lastSeen` value above this number is in milliseconds; any other value is in seconds
 * (decisions, "Commands").
 */
export const LAST_SEEN_MILLISECONDS_ABOVE = 1e11;
/**
 * Maximum trusted difference between the device's and the server's clock, in ms. Beyond that, the
 * server's time is used.
 */
export const CLOCK_TRUST_MS = 5 * 60_000;
