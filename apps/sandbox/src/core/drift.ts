import { findHolder, isObject } from './json.ts';
import type { Json } from './json.ts';

const AMOUNTS = ['amount', 'amount_paid', 'credit'];
const REFERENCES = ['paymentRefId', 'receipt', 'order_id', 'verification_id', 'reference_id', 'refId', 'id'];
const REQUIRED = ['status', 'refId', 'id', 'verification', 'type'];

function body(root: Json): Json {
  return isObject(root.data) ? root.data : root;
}

/** Departs from the documented shape of an answer in one way. */
export function applyDrift(root: unknown, kind: unknown): void {
  if (!isObject(root)) return;
  if (kind === 'extra_field') {
    root.unexpectedField = 'a field nobody documented';
    body(root).unexpectedField = { nested: true };
  } else if (kind === 'missing_field') {
    const found = findHolder(body(root), REQUIRED);
    if (found) delete found.holder[found.key];
  } else if (kind === 'new_enum') {
    const found = findHolder(
      body(root),
      ['status', 'verification', 'match_type'],
      (v) => typeof v === 'string',
    );
    if (found) found.holder[found.key] = 'SOMETHING_NEW';
  } else if (kind === 'string_number' || kind === 'null_amount') {
    const found = findHolder(body(root), AMOUNTS, (v) => typeof v === 'number');
    if (found) found.holder[found.key] = kind === 'null_amount' ? null : String(found.holder[found.key]);
  }
}

/** Makes an answer or a webhook contradict what was asked. */
export function applyMismatch(root: unknown, kind: unknown): void {
  if (kind === 'amount') {
    const found = findHolder(root, AMOUNTS, (v) => typeof v === 'number');
    if (found) found.holder[found.key] = Number(found.holder[found.key]) + 100;
  } else if (kind === 'ref') {
    for (const key of REFERENCES) {
      const found = findHolder(root, [key], (v) => typeof v === 'string');
      if (!found) continue;
      found.holder[key] = `${String(found.holder[key]).slice(0, -4)}XXXX`;
      return;
    }
  } else if (kind === 'currency') {
    const found = findHolder(root, ['currency']);
    if (found) found.holder.currency = 'USD';
  }
}
