/**
 * pgbench connects anew each round, and a new connection plans every statement of the function once. The server's
 * connections live on, so so many first payments of each client are left out of the figures.
 */
export const WARM_UP = 60;
