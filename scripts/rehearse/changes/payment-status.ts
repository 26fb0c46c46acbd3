import type { Change } from './change.ts';

export const paymentStatus: Change = {
  about: 'a payment status: the issuer holds the money of a bill',
  filesMax: 8,
  edits: [
    {
      file: 'db/migrations/9999_bills_held.sql',
      text: `-- What:  a bill whose money the issuer holds.
-- Why:   it is neither paid nor failed.
-- Locks: payments, for a moment: the check is added without a look at the rows.
-- Safe while the old version runs: yes. It never writes the status.
-- Up Migration

alter table payments drop constraint payments_bill_status_check,
  add constraint payments_bill_status_check
    check (bill_status in ('accepted', 'submitted', 'unknown', 'held', 'paid', 'failed', 'reversed')) not valid;
insert into allowed_bill_status values ('submitted', 'held'), ('unknown', 'held'), ('held', 'paid'), ('held', 'failed');
`,
    },
    {
      file: 'packages/contract/src/constants.ts',
      puts: [
        {
          at: 'export const BILL_STATUSES = ',
          instead:
            "export const BILL_STATUSES = ['accepted', 'submitted', 'unknown', 'held', 'paid', 'failed', 'reversed'] as const;",
        },
      ],
    },
    {
      file: 'apps/web/src/lib/bill-status.ts',
      puts: [
        { at: "unknown: 'due',", after: "  held: 'due'," },
        { at: "unknown: 'bad',", after: "  held: 'bad'," },
        { at: 'return words.both.unknown;', before: "    case 'held':" },
        { at: 'return [accepted, sent, { label: words.timeline.unknown', before: "    case 'held':" },
        {
          at: "return billStatus === 'accepted' || billStatus === 'submitted' ||",
          instead: "  return ['accepted', 'submitted', 'unknown', 'held'].includes(billStatus);",
        },
      ],
    },
    {
      file: 'apps/web/src/lib/glossary.en.ts',
      puts: [
        { at: 'unknown: () =>', after: "    held: () => 'Your bank is still checking. Do not pay again.'," },
      ],
    },
    {
      file: 'apps/web/src/lib/glossary.hi.ts',
      puts: [{ at: 'unknown: () =>', after: "    held: () => 'बैंक अभी जाँच रहा है। दोबारा भुगतान न करें।'," }],
    },
    {
      file: 'apps/web/src/lib/admin/codes.words.ts',
      puts: [{ at: 'billStatuses: {', after: "    held: 'Held by the issuer'," }],
    },
    {
      file: 'apps/web/src/lib/admin/codes.hi.ts',
      puts: [{ at: 'billStatuses: {', after: "    held: 'बैंक के पास रुका'," }],
    },
    {
      file: 'apps/server/src/features/payments/README.md',
      puts: [
        {
          at: '| `submitted`           | no clear answer',
          after: '| `submitted`,`unknown` | the issuer holds the money | `held` | `payment_held` |',
        },
      ],
    },
  ],
  generated: ['apps/server/src/platform/db/types.gen.ts'],
};
