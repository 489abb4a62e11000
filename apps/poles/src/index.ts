export { type ArduinoPole, type ArduinoPoleOptions, startArduinoReplay } from './arduinoReplay.ts';
export { BEHAVIOURS, type Behaviour, isBehaviour } from './behaviours.ts';
export {
  type Fleet,
  type FleetOptions,
  type FleetPole,
  type FleetStats,
  startFleet,
} from './fleet.ts';
export { DEFAULT_TIMING, type PoleTiming, type Report } from './pole.ts';
