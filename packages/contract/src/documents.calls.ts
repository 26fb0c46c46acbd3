import { declareCall } from './endpoint.ts';

export const getQuoteKeyFactsPdf = declareCall({
  name: 'getQuoteKeyFactsPdf',
  method: 'GET',
  path: '/payments/quote/{quoteId}/key-facts.pdf',
  download: true,
});

export const getKeyFactsPdf = declareCall({
  name: 'getKeyFactsPdf',
  method: 'GET',
  path: '/payments/{id}/key-facts.pdf',
  download: true,
});

export const getAgreementPdf = declareCall({
  name: 'getAgreementPdf',
  method: 'GET',
  path: '/payments/{id}/agreement.pdf',
  download: true,
});

export const getPaymentReceipt = declareCall({
  name: 'getPaymentReceipt',
  method: 'GET',
  path: '/payments/{id}/receipt.pdf',
  download: true,
});

export const getSchedulePdf = declareCall({
  name: 'getSchedulePdf',
  method: 'GET',
  path: '/payments/{id}/schedule.pdf',
  download: true,
});

export const getNoDues = declareCall({
  name: 'getNoDues',
  method: 'GET',
  path: '/payments/{id}/no-dues.pdf',
  download: true,
});

export const getSettlementLetter = declareCall({
  name: 'getSettlementLetter',
  method: 'GET',
  path: '/payments/{id}/settlement.pdf',
  download: true,
});

export const getInvoice = declareCall({
  name: 'getInvoice',
  method: 'GET',
  path: '/payments/{id}/invoice.pdf',
  download: true,
});

export const getRepaymentReceipt = declareCall({
  name: 'getRepaymentReceipt',
  method: 'GET',
  path: '/repayments/{id}/receipt.pdf',
  download: true,
});

export const listStatements = declareCall({
  name: 'listStatements',
  method: 'GET',
  path: '/statements',
});

export const getStatementPdf = declareCall({
  name: 'getStatementPdf',
  method: 'GET',
  path: '/statements/{month}.pdf',
  download: true,
});

export const getStatementCsv = declareCall({
  name: 'getStatementCsv',
  method: 'GET',
  path: '/statements/{month}.csv',
  download: true,
});
