import { type Endpoint, ENDPOINTS } from '@mohlat/contract';

const DECLARED = new Set(Object.values<Endpoint>(ENDPOINTS).map(({ method, path }) => `${method} ${path}`));

/**
 * True for an endpoint that some feature declares, such as `POST /support/requests`. A test that spans features keeps those of
 * its rows, so that it passes without a feature that was deleted.
 */
export const isDeclared = (endpoint: string): boolean => DECLARED.has(endpoint);
