import { type Endpoint, ENDPOINTS } from '@mohlat/contract';

const PATHS = Object.values<Endpoint>(ENDPOINTS);
const DECLARED = new Set(PATHS.map(({ method, path }) => `${method} ${path}`));
/** The words in addresses of features that `rehearse -- delete` takes out. */
const DELETABLE = /\/(support|reward|hardship|referral)/;

/**
 * True for an endpoint that some feature declares, such as `POST /support/requests`. A test that spans features keeps those of
 * its rows, so that it passes without a feature that was deleted. Throws where the row is wrong: nothing that remains of a feature
 * has such an address.
 */
export function isDeclared(endpoint: string): boolean {
  if (DECLARED.has(endpoint)) return true;
  const word = DELETABLE.exec(endpoint)?.[0];
  if (word === undefined || PATHS.some(({ path }) => path.includes(word)))
    throw new Error(`No feature declares ${endpoint}.`);
  return false;
}
