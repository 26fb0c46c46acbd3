import { expect } from 'vitest';

/** The names of an object schema's fields. */
export const fieldsOf = ({ shape }: { readonly shape: object }) => Object.keys(shape);

/** At least these. */
export const holds = (...fields: readonly string[]) => expect.arrayContaining([...fields]) as unknown;
