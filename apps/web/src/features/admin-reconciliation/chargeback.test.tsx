// @vitest-environment jsdom
import type { ChargebackDetail } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { toast } from '../../ui/toast.tsx';
import { chargeback as sample } from './reconciliation.faces.testing.ts';

const FILE = '01900000-0000-7000-8000-0000000000ff';
const HERE = `/admin/chargebacks/${ID}`;
const me = { id: FILE, name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };
const chargeback = (changes: Partial<ChargebackDetail> = {}): ChargebackDetail => ({ ...sample, ...changes });

const open = async (
  changes: Partial<ChargebackDetail> = {},
  answers: Answers = {},
  language: 'en' | 'hi' = 'en',
) => {
  const network = stubNetwork({
    'GET /admin/me': [200, me],
    [`GET ${HERE}`]: [200, chargeback(changes)],
    ...answers,
  });
  await openScreen(
    { path: '/admin/chargebacks/:id', lazy: () => import('./chargeback.tsx') },
    HERE,
    language,
  );
  await screen.findByRole('heading', { name: '₹500 · Asha Rao' });
  return network;
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('a chargeback', () => {
  test('is contested with a story the bank can read, and only then', async () => {
    const { sent } = await open({}, { [`POST ${HERE}/representation`]: [202, chargeback()] });
    await press('Contest it');
    await userEvent.type(dialog().getByLabelText('What happened'), 'She paid');
    await userEvent.click(dialog().getByRole('button', { name: 'Contest it' }));
    expect(dialog().getByText('Say what happened, in a sentence or two')).toBeDefined();
    await userEvent.type(dialog().getByLabelText('What happened'), ' her bill, and the bank has it.');
    await userEvent.click(dialog().getByRole('button', { name: 'Contest it' }));
    expect(await screen.findByText('On its way to the bank')).toBeDefined();
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      summary: 'She paid her bill, and the bank has it.',
    });
  });

  test('given an answer that a lost document held back, staff read what to do, and not that the rail refused', async () => {
    const by = { id: FILE, name: 'Lata Iyer' };
    const said = { summary: null, by, at: '2026-11-20T06:00:00Z', refusal: 'file_lost' };
    await open({ response: 'refused', said });
    expect(screen.getByText(/^The content of a document is lost\./)).toBeDefined();
    expect(screen.queryByText('What the rail says')).toBeNull();
  });

  test('given a half-written story, when staff close the dialog and come back to the page, the story stands there, until it is sent', async () => {
    const answers: Answers = { [`POST ${HERE}/representation`]: [202, chargeback()] };
    const story = () => dialog().getByLabelText<HTMLTextAreaElement>('What happened');
    await open({}, answers);
    await press('Contest it');
    await userEvent.type(story(), 'She paid her bill, and the bank has it.');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await press('Give it back');
    expect(dialog().getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('');
    cleanup();
    await open({}, answers);
    await press('Contest it');
    expect(story().value).toBe('She paid her bill, and the bank has it.');
    await userEvent.click(dialog().getByRole('button', { name: 'Contest it' }));
    await screen.findByText('On its way to the bank');
    expect(sessionStorage.length).toBe(0);
  });

  test('says the bank’s reason in words, beside what the bank wrote, in either language', async () => {
    const reason = (label: string) => screen.getByText(label).parentElement?.textContent;
    await open({ reasonCode: 'duplicate_processing' });
    expect(reason('The bank’s reason')).toBe('The bank’s reasonDebited twice duplicate processing');
    cleanup();
    await open({ reasonCode: 'something_new' });
    expect(reason('The bank’s reason')).toBe('The bank’s reasonsomething new');
    cleanup();
    await open({ reasonCode: 'duplicate_processing' }, {}, 'hi');
    expect(await screen.findByText('दो बार डेबिट हुआ', { exact: false })).toBeDefined();
  });

  test('given a disputed repayment that was lost, then it is called taken back and not one that never came', async () => {
    await open({ repayment: { ...sample.repayment, status: 'failed' } });
    expect(screen.getByText('Taken back by the bank')).toBeDefined();
    expect(screen.queryByText('Not received')).toBeNull();
  });

  test('that staff did not answer in time says so', async () => {
    await open({ respondBy: '2026-11-20T11:59:00Z' });
    expect(screen.getByText('Not answered in time')).toBeDefined();
    expect(screen.getByText(/^The time to answer is over\./)).toBeDefined();
    expect(screen.queryByText(/^Answer it in time/)).toBeNull();
    cleanup();
    await open({ respondBy: '2026-11-20T12:01:00Z' });
    expect(screen.queryByText('Not answered in time')).toBeNull();
    expect(screen.getByText(/^Answer it in time/)).toBeDefined();
  });

  test('is given back by two, who read what it costs', async () => {
    const { sent } = await open({}, { [`POST ${HERE}/acceptance`]: [202, { approvalId: ID }] });
    await press('Give it back');
    expect(dialog().getByText('₹1,200')).toBeDefined();
    await userEvent.type(dialog().getByLabelText('Reason'), 'She is right');
    await userEvent.click(dialog().getByRole('button', { name: 'Give it back' }));
    expect(await screen.findByText('Proposed to a second person')).toBeDefined();
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'She is right' });
  });

  test('without a document says what contesting it needs, beside what giving it back does', async () => {
    await open({ evidence: [], allowed: ['add_evidence', 'accept'] });
    expect(screen.getByText('To contest it, add a document first.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Contest it' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Give it back' })).toBeDefined();
  });

  test('gets documents of a kind and size the rail takes', async () => {
    const { sent } = await open({}, { [`POST ${HERE}/evidence`]: [201, chargeback()] });
    await press('Add a document');
    expect(screen.getByText('Choose a document and say what it shows')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('What it shows'));
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    const paper = new File(['%PDF-1.4'], 'receipt.pdf', { type: 'application/pdf' });
    await userEvent.upload(screen.getByLabelText('Document'), paper);
    await userEvent.type(screen.getByLabelText('What it shows'), 'Mail of the customer');
    await press('Add a document');
    expect(await screen.findByText('Document added')).toBeDefined();
  });

  test('loses a document only after a question, and says why it was not removed', async () => {
    const remove = `DELETE ${HERE}/evidence/${ID}`;
    await open({}, { [remove]: problem(409, 'chargeback_answered', 'The bank has our answer already.') });
    await press('Remove: Receipt of the bill');
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await dialog().findByText('The bank has our answer already.')).toBeDefined();
  });

  test('that waits for a second person leads there, and offers nothing else', async () => {
    await open({ openApprovalId: FILE, allowed: [] });
    const link = screen.getByRole('link', { name: 'Open the proposal' });
    expect(link.getAttribute('href')).toBe(`/admin/approvals/${FILE}`);
    expect(screen.queryByRole('button', { name: 'Contest it' })).toBeNull();
  });

  test('in review is the difference it became', async () => {
    const difference = {
      id: FILE,
      kind: 'chargeback_unclear',
      resolution: null,
      note: null,
      resolvedAt: null,
    };
    await open({ status: 'review', allowed: [], difference });
    const link = screen.getByRole('link', { name: 'Charged back, and nothing to take it from' });
    expect(link.getAttribute('href')).toBe(`/admin/reconciliation?break=${FILE}`);
  });
});
