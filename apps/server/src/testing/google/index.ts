export { type FilledServer, fillServer } from './console.ts';
export { type GoogleStandIn, startGoogle } from './start.ts';
