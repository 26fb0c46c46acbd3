import type { Change } from './change.ts';

const FIELD = `      <TextField
        id={idOf('occupation')}
        label={words.occupation}
        autoComplete="organization-title"
        error={errors.occupation?.message}
        {...register('occupation')}
      />`;

export const profileField: Change = {
  about: 'a profile field: the occupation of a person',
  filesMax: 8,
  edits: [
    {
      file: 'db/migrations/9999_occupation.sql',
      text: `-- What:  the occupation of a person.
-- Why:   the profile asks for it.
-- Locks: profiles, for a moment; a column without a rewrite.
-- Safe while the old version runs: yes. It neither reads nor writes the column.
-- Up Migration

alter table profiles add column occupation text;
grant update (occupation) on profiles to mohlat_api;
`,
    },
    {
      file: 'packages/contract/src/me.ts',
      puts: [
        {
          at: 'monthlyIncomePaise: paiseSchema.nullable(),',
          after: '    occupation: z.string().nullable().optional(),',
        },
        {
          at: 'monthlyIncomePaise: paiseSchema.optional(),',
          after: '        occupation: z.string().trim().max(80).optional(),',
        },
      ],
    },
    {
      file: 'apps/server/src/features/me/me.repo.ts',
      puts: [
        { at: "monthlyIncomePaise: 'monthly_income_paise',", after: "  occupation: 'occupation'," },
        { at: 'readonly monthly_income_paise:', after: '  readonly occupation: string | null;' },
      ],
    },
    {
      file: 'apps/server/test/login-grants.ts',
      puts: [
        {
          at: "'select, insert, update (address_sealed,",
          instead:
            "      'select, insert, update (address_sealed, date_of_birth, full_name, mobile_end_hash, mobile_hash, mobile_sealed, monthly_income_paise, occupation, onboarded_at, pan_hash, pan_masked, pan_sealed, state_code, updated_at)',",
        },
      ],
    },
    {
      file: 'apps/web/src/features/me/profile/profile-form.tsx',
      puts: [
        { at: "'income',", after: "  'occupation'," },
        { at: 'state: z.string(),', after: '    occupation: z.string().trim().max(80),' },
        { at: 'state: me.profile.state', after: "    occupation: me.profile.occupation ?? ''," },
        {
          at: '...(dirty.state',
          after: '    ...(dirty.occupation ? { occupation: values.occupation } : {}),',
        },
        { at: '<StateField form={form} />', after: FIELD },
      ],
    },
    {
      file: 'apps/web/src/features/me/profile/profile.tsx',
      puts: [
        {
          at: '{ label: words.income, value: income === null',
          before: '          { label: words.occupation, value: me.profile.occupation || words.notGiven },',
        },
      ],
    },
    {
      file: 'apps/web/src/features/me/me.words.ts',
      puts: [{ at: "financial: 'Financial Information',", after: "    occupation: 'Occupation'," }],
    },
    {
      file: 'apps/web/src/features/me/words.hi.ts',
      puts: [{ at: 'financial: ', after: "    occupation: 'पेशा'," }],
    },
  ],
  generated: ['apps/server/src/platform/db/types.gen.ts'],
};
