/**
 * A condition for lists: the hardship `h` lasts on a day; `day` is SQL. `isLasting` of packages/lending is the rule, and a test compares both
 * on each day. Rule: LEND-23
 */
export const lastsOn = (day: string) =>
  `(h.from_on <= ${day} and h.until_on >= ${day} and coalesce(h.ended_on >= ${day}, true))`;
