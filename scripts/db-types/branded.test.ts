import { expect, test } from 'vitest';
import { branded } from './branded.ts';

test('given types of tables, when branded, then amounts are paise, days business days, and nothing else', () => {
  const types = `import type { ColumnType } from "kysely";

export interface Things {
  amount_paise: number;
  asked_paise: number | null;
  held_paise: Generated<number>;
  due_on: string;
  ended_on: string | null;
  begun_on: Generated<string>;
  run_on: Timestamp;
  paise_count: number;
  once: string;
}
`;
  expect(branded(types)).toBe(`import type { BusinessDate, Paise } from '@mohlat/money';
import type { ColumnType } from "kysely";

export interface Things {
  amount_paise: Paise;
  asked_paise: Paise | null;
  held_paise: Generated<Paise>;
  due_on: BusinessDate;
  ended_on: BusinessDate | null;
  begun_on: Generated<BusinessDate>;
  run_on: Timestamp;
  paise_count: number;
  once: string;
}
`);
});
