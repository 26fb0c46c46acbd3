export const en = {
  title: 'Audit',
  subtitle: 'Who did what, to whom, when and why. Rows are chained; none can go missing.',
  empty: 'Nothing is written down yet.',
  emptyFiltered: 'No row matches these filters.',
  from: 'From',
  to: 'Until',
  actorKind: 'Done by',
  fileName: 'audit.csv',
  what: 'Action',
  at: 'When',
  who: 'Who',
  whom: 'Whose account',
  why: 'Why',
  details: 'Before and after',
  object: 'About',
  objectId: 'Its id',
  ip: 'From address',
  request: 'Request',
};

export type AuditWords = typeof en;
