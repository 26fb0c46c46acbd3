export const en = {
  staff: 'Staff',
  menu: 'Staff menu',
  toProduct: 'My own account',
  search: 'Search',
  noRole: 'No role yet',
};

export type AdminShellWords = typeof en;
