import { describe, expect, it } from 'vitest';
import { summaryOf } from './summary.ts';
import { reportAnswer } from './wire.ts';

const NOW = () => new Date('2026-11-20T06:00:00Z');

function summarise(data: object) {
  const answer = reportAnswer.parse({
    decentroTxnId: 'T',
    status: 'SUCCESS',
    data: { cCRResponse: { status: '1', cIRReportDataLst: [{ cIRReportData: data }] } },
  });
  return summaryOf(answer.data.cCRResponse.cIRReportDataLst[0]!.cIRReportData!, NOW);
}

const withAccount = (account: object) => summarise({ retailAccountDetails: [account] });
const withMonth = (key: string, paymentStatus: string) =>
  withAccount({ open: 'Yes', history48Months: [{ key, paymentStatus }] });

describe('what a decision needs of a bureau report', () => {
  it('LEND-B03: obligations are the instalments of open accounts, in paise', () => {
    const accounts = [
      { open: 'Yes', installmentAmount: '4500.50' },
      { open: 'Yes', installmentAmount: '1200' },
      { open: 'No', installmentAmount: '9000' },
      { installmentAmount: '800', dateClosed: '2025-01-31' },
      { installmentAmount: '300' },
      { open: 'Yes', installmentAmount: '' },
    ];
    expect(summarise({ retailAccountDetails: accounts }).monthlyObligations).toBe(600_050);
  });

  it.each([
    ['11-25', '31+', '2025-11-01'],
    ['10-25', '31+', undefined],
    ['10-26', '30+', '2026-10-01'],
    ['10-26', '29+', undefined],
    ['10-26', '01+', undefined],
    ['10-26', '000', undefined],
    ['10-26', '*', undefined],
    ['10-26', 'SUB', '2026-10-01'],
    ['10-26', '091-120', '2026-10-01'],
    ['nonsense', '31+', undefined],
  ])('LEND-D04: in %s a standing of %s is late since %s', (key, standing, late30On) => {
    expect(withMonth(key, standing).late30On).toBe(late30On);
  });

  it('LEND-D04: a standing in words counts from its thirtieth day', () => {
    const dateReported = '2026-11-10';
    const late = { open: 'Yes', dateReported, accountStatus: '30-59 days past due', pastDueAmount: '900' };
    expect(withAccount(late).late30On).toBe('2026-11-01');
    expect(withAccount({ ...late, accountStatus: '1-29 days past due' }).late30On).toBeUndefined();
    expect(withAccount({ ...late, accountStatus: 'Current Account' }).late30On).toBeUndefined();
  });

  it.each([
    ['11-23', 'WOF', '2023-11-01'],
    ['10-23', 'WOF', undefined],
    ['10-26', 'SET', '2026-10-01'],
    ['10-26', 'PWOS', '2026-10-01'],
    ['10-26', '91+', undefined],
  ])('LEND-D05: in %s a standing of %s is a write-off of %s', (key, standing, writtenOffOn) => {
    expect(withMonth(key, standing).writtenOffOn).toBe(writtenOffOn);
  });

  it('LEND-D05: without a history the closing date says when, and an old one is forgotten', () => {
    const account = { open: 'No', writeOffAmount: '9000', accountStatus: 'Settled' };
    expect(withAccount({ ...account, dateClosed: '2024-05-09' }).writtenOffOn).toBe('2024-05-01');
    expect(withAccount({ ...account, dateReported: '2025-05-09' }).writtenOffOn).toBe('2025-05-01');
    expect(withAccount({ ...account, dateClosed: '2021-05-09' }).writtenOffOn).toBeUndefined();
  });

  it('LEND-D06: enquiries are counted by date, ninety days back', () => {
    const enquiries = ['2026-11-20', '2026-08-22', '2026-08-21', '2026-11-21', 'soon'].map((date) => ({
      date,
    }));
    expect(summarise({ enquiries }).enquiries90DaysCount).toBe(2);
    expect(summarise({ enquiries, enquirySummary: { past30Days: '4' } }).enquiries90DaysCount).toBe(4);
  });

  it('an empty file holds nothing against a person', () => {
    expect(summarise({})).toEqual({
      activeAccountCount: 0,
      overdueAmount: 0,
      overdueAccountCount: 0,
      totalBalance: 0,
      enquiries30DaysCount: 0,
      enquiries90DaysCount: 0,
      monthlyObligations: 0,
    });
  });
});
