import { declareCall } from './endpoint.ts';

export const getBooks = declareCall({
  name: 'getBooks',
  method: 'GET',
  path: '/admin/books',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const proveBooksNow = declareCall({
  name: 'proveBooksNow',
  method: 'POST',
  path: '/admin/books/proof',
  access: 'admin',
  roles: ['finance'],
  stepUp: false,
});

export const exportTaxRegister = declareCall({
  name: 'exportTaxRegister',
  method: 'GET',
  path: '/admin/books/tax-documents',
  access: 'admin',
  roles: ['finance', 'admin'],
  stepUp: true,
  download: true,
});

export const exportLedgerLines = declareCall({
  name: 'exportLedgerLines',
  method: 'GET',
  path: '/admin/books/ledger',
  access: 'admin',
  roles: ['finance', 'admin'],
  stepUp: true,
  download: true,
});
