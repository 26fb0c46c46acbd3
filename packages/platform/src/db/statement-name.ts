/** The function that is selected from, or else the first table that is named. */
const SELECTED = /^\s*select\s+([a-z_.]+)\s*\(/i;
const NAMED = /\b(?:from|into|update)\s+"?([a-z_.]+)"?/i;
const VERB = /^\s*([a-z]+)/i;

/** Names a statement in two words for a trace: `select payment_paid`, `insert payments`. Never one of its values. */
export function statementName(text: string): string {
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const what = (SELECTED.exec(text) ?? NAMED.exec(text))?.[1]?.toLowerCase();
  return what === undefined ? verb : `${verb} ${what}`;
}
