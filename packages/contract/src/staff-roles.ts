/** The roles of staff; the database says who holds which, never a request. */
export const STAFF_ROLES = ['support', 'risk', 'finance', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The time for which a second factor counts as fresh where money or limits are moved. */
export const STEP_UP_SECONDS = 15 * 60;
