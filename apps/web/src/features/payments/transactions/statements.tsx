import { getStatementCsv, getStatementPdf, listStatements, type StatementItem } from '@mohlat/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callForFile } from '../../../lib/api.ts';
import { DocumentLink } from '../../../lib/document-link.tsx';
import { ErrorFace, LoadingFace } from '../../../lib/faces.tsx';
import { formatMonth } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { keys } from '../../../lib/keys.ts';
import { readAll } from '../../../lib/queries.ts';
import { TextButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { usePaymentsWords } from '../payments.words.ts';

const SHOWN_AT_FIRST = 6;

const statementsQuery = queryOptions({
  queryKey: keys.statements,
  queryFn: ({ signal }) => readAll((page) => call(listStatements, { query: page, signal })),
});

/** The months there is a statement for, each as a PDF and as a sheet. */
export function Statements() {
  const words = usePaymentsWords().statements;
  const statements = useQuery(statementsQuery);
  const [isAll, setIsAll] = useState(false);
  if (statements.isPending) {
    return (
      <Card title={words.title}>
        <LoadingFace onRetry={() => void statements.refetch()}>
          <Skeleton height="row" />
        </LoadingFace>
      </Card>
    );
  }
  if (statements.data === undefined) {
    const onRetry = () => void statements.refetch();
    return <ErrorFace title={words.failed} error={statements.error} onRetry={onRetry} />;
  }
  const { items } = statements.data;
  return (
    <Card title={words.title} description={items.length === 0 ? words.none : words.text}>
      <ul className="ruled">
        {(isAll ? items : items.slice(0, SHOWN_AT_FIRST)).map((item) => (
          <Month key={item.month} item={item} />
        ))}
      </ul>
      {!isAll && items.length > SHOWN_AT_FIRST ? (
        <TextButton onClick={() => setIsAll(true)}>{words.older}</TextButton>
      ) : null}
    </Card>
  );
}

function Month({ item }: { readonly item: StatementItem }) {
  const words = usePaymentsWords().statements;
  const { language } = useLanguage();
  const { month, closingPaise, isComplete } = item;
  const params = { month };
  const name = formatMonth(month, language);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{name}</span>
        <span className="text-small text-ink-2">
          {isComplete ? words.owedAtEnd : words.owedNow} <Money paise={closingPaise} decimals="always" />
        </span>
      </span>
      <span className="flex flex-wrap gap-x-4">
        <DocumentLink
          load={(asked) => callForFile(getStatementPdf, { params, query: { language: asked } })}
          fileName={`mohlat-statement-${month}.pdf`}
        >
          PDF <span className="sr-only">{name}</span>
        </DocumentLink>
        <DocumentLink
          load={(asked) => callForFile(getStatementCsv, { params, query: { language: asked } })}
          fileName={`mohlat-statement-${month}.csv`}
        >
          CSV <span className="sr-only">{name}</span>
        </DocumentLink>
      </span>
    </li>
  );
}
