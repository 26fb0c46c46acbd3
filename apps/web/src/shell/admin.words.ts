import { defineWords } from '../lib/i18n.tsx';

export const en = {
  staff: 'Staff',
  menu: 'Staff menu',
  toProduct: 'My own account',
  find: 'Find',
  noRole: 'No role yet',
};

export type AdminShellWords = typeof en;

export const useAdminShellWords = defineWords(en, () =>
  import('./admin.words.hi.ts').then((module) => module.hi),
);
