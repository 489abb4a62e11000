export { counted } from '@halyard/domain';
