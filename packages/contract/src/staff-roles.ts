/** What a member of staff may be trusted with; who holds which is in the database, never in a request. */
export const STAFF_ROLES = ['support', 'risk', 'finance', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** How long a second factor counts as fresh where money or limits are moved. */
export const STEP_UP_SECONDS = 15 * 60;
