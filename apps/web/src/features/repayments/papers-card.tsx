import { getKeyFactsPdf, type Payment } from '@mohlat/contract';
import { callForFile } from '../../lib/api.ts';
import { DocumentLink } from '../../lib/document-link.tsx';
import { useGlossary } from '../../lib/glossary.ts';
import { Card } from '../../ui/card.tsx';
import { useRepaymentsWords } from './repayments.words.ts';

/** What there is in writing about this payment. */
export function PapersCard({ payment }: { readonly payment: Payment }) {
  const words = useRepaymentsWords().plan;
  const { documents } = useGlossary();
  const params = { id: payment.id };
  const name = (what: string) => `mohlat-${what}-${payment.id.slice(-8)}.pdf`;
  return (
    <Card title={words.papers}>
      <ul className="flex flex-col items-start">
        <li>
          <DocumentLink
            load={(language) => callForFile(getKeyFactsPdf, { params, query: { language } })}
            fileName={name('key-facts')}
          >
            {documents.keyFacts}
          </DocumentLink>
        </li>
      </ul>
    </Card>
  );
}
