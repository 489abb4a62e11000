import { main, setUp } from './lib/setup.mjs';

main(setUp);
