import { createContext } from 'react';

/** Since when the first page of the staff's is waited for, which stands behind their door; undefined for every later page. */
export const Opening = createContext<number | undefined>(undefined);
