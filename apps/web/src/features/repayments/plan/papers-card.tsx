import {
  getAgreementPdf,
  getInvoice,
  getKeyFactsPdf,
  getNoDues,
  getPaymentReceipt,
  getSchedulePdf,
  getSettlementLetter,
  type Payment,
} from '@mohlat/contract';
import { callForFile } from '../../../lib/api.ts';
import { DocumentLink } from '../../../lib/document-link.tsx';
import { useGlossary } from '../../../lib/glossary.ts';
import { Card } from '../../../ui/card.tsx';
import { useRepaymentsWords } from '../repayments.words.ts';

/** Lists the papers of this payment, only those that exist by now. */
export function PapersCard({ payment }: { readonly payment: Payment }) {
  const words = useRepaymentsWords().plan;
  const { documents } = useGlossary();
  const isPaid = payment.billStatus === 'paid' || payment.billStatus === 'reversed';
  // Rule: LEND-F5. One paper has the invoice and the credit note behind it.
  const isFeeGivenBack = payment.ending?.kind === 'cancelled' || payment.billStatus === 'reversed';
  const papers = [
    { name: 'key-facts', label: documents.keyFacts, declaration: getKeyFactsPdf },
    ...(isPaid ? [{ name: 'agreement', label: documents.agreement, declaration: getAgreementPdf }] : []),
    ...(payment.partPrepayments.length > 0
      ? [{ name: 'schedule', label: documents.schedule, declaration: getSchedulePdf }]
      : []),
    ...(isPaid
      ? [
          { name: 'receipt', label: documents.receipt, declaration: getPaymentReceipt },
          {
            name: 'invoice',
            label: isFeeGivenBack ? documents.creditNote : documents.invoice,
            declaration: getInvoice,
          },
        ]
      : []),
    ...(payment.status === 'completed'
      ? [
          payment.ending?.kind === 'settled'
            ? { name: 'settlement', label: documents.settlement, declaration: getSettlementLetter }
            : { name: 'no-dues', label: documents.noDues, declaration: getNoDues },
        ]
      : []),
  ];
  return (
    <Card title={words.papers}>
      <ul className="flex flex-col items-start">
        {papers.map(({ name, label, declaration }) => (
          <li key={name}>
            <DocumentLink
              load={(language) =>
                callForFile(declaration, { params: { id: payment.id }, query: { language } })
              }
              fileName={`mohlat-${name}-${payment.id.slice(-8)}.pdf`}
            >
              {label}
            </DocumentLink>
          </li>
        ))}
      </ul>
      {isPaid ? <p className="mt-2 text-small text-ink-2">{words.reported}</p> : null}
    </Card>
  );
}
