/** Journeys that move the clock: they run after all others, for there is one clock. */
export const MOVES_CLOCK = /autopay\.spec\.ts/;
