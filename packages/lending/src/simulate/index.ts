export type { Deed } from './deeds.ts';
export { livesOf } from './lives.ts';
export { type Random, seeded } from './random.ts';
export { type Life, simulate } from './simulate.ts';
export { TEMPERAMENTS } from './temperaments.ts';
