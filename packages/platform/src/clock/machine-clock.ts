/**
 * The machine's time, wherever a trial's clock stands. Ages of sessions, proofs, codes and links go by it: moving a trial's
 * clock starts no session and ends none. A test moves it.
 */
export interface MachineClock {
  /** Keeps the other clock from being passed for this one. */
  readonly follows: 'machine';
  now(): Date;
}

export const machineClock: MachineClock = { follows: 'machine', now: () => new Date() };
