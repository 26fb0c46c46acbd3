export type { Deed } from './deeds.ts';
export { livesOf, type LivesOptions } from './lives.ts';
export { type Random, seeded } from './random.ts';
export { type Life, type LifeOptions, simulate } from './simulate.ts';
export { type Temperament, TEMPERAMENTS } from './temperaments.ts';
export type { LoanTerms } from './terms.ts';
