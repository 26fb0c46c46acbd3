export const en = {
  staff: 'Staff',
  menu: 'Staff menu',
  toProduct: 'My own account',
  find: 'Find',
  noRole: 'No role yet',
};

export type AdminShellWords = typeof en;
