import type { Logger } from 'pino';

/** The process's logger, which a product makes with the names it strikes out. */
export type Log = Logger;
