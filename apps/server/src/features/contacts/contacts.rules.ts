/** The days for which a contact may be written down after it was made, also of a loan that ended meanwhile. Rule: LEND-23 */
export const LOGGED_WITHIN_DAYS = 7;
