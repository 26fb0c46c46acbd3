import type { ScreenFeature } from '../feature.ts';

export const bankAccounts = {
  parts: {
    'profile.bankAccounts': async () => (await import('./bank-accounts.tsx')).BankAccountsSection,
  },
} satisfies ScreenFeature;
