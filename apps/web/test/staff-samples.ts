import type { AnswerOf } from '@mohlat/contract';

/** Parts of what the staff's pages are answered. The answers themselves stand beside the pages: `*.faces.testing.ts`. */
export type RowOf<E> = AnswerOf<E> extends { items: (infer Row)[] } ? Row : never;

export const ID = '01900000-0000-7000-8000-0000000000aa';
export const AT = '2026-11-18T06:00:00Z';
export const DAY = '2026-11-18';
export const asha = { id: ID, name: 'Asha Rao' };
export const ravi = { id: '01900000-0000-7000-8000-0000000000bb', name: 'Ravi Menon' };
