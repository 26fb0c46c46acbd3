export const en = {
  staff: 'Staff',
  menu: 'Staff menu',
  toProduct: 'My own account',
  noRole: 'No role yet',
  nav: {
    dashboard: 'Dashboard',
    users: 'Users',
    payments: 'Payments',
    approvals: 'Approvals',
    reviews: 'KYC reviews',
    limits: 'Suspended limits',
    hardships: 'Hardships',
    reconciliation: 'Reconciliation',
    support: 'Support',
    settings: 'Settings',
    books: 'Books',
    audit: 'Audit',
  },
};

export type AdminShellWords = typeof en;
