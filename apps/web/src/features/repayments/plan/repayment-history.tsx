import { getRepaymentReceipt, type Repayment } from '@mohlat/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callForFile } from '../../../lib/api.ts';
import { DocumentLink } from '../../../lib/document-link.tsx';
import { UnreadFace } from '../../../lib/faces.tsx';
import {
  formatDate,
  formatDateWithYear,
  formatInstant,
  formatRupees,
  istDateOf,
} from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { MoreButton } from '../../../lib/more-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { StatusTag, type StatusTone } from '../../../ui/status.tsx';
import { PaidAhead } from './paid-ahead.tsx';
import { repaymentsQuery } from '../repayments.data.ts';
import { useRepaymentsWords } from '../repayments.words.ts';

const TONES: Record<Repayment['status'], StatusTone> = {
  initiated: 'neutral',
  succeeded: 'ok',
  failed: 'bad',
  unknown: 'due',
};

export function RepaymentHistory({ paymentId }: { readonly paymentId: string }) {
  const words = useRepaymentsWords().plan;
  const history = useInfiniteQuery(repaymentsQuery(paymentId));
  if (history.data === undefined) {
    return (
      <Card title={words.history}>
        <UnreadFace query={history}>
          <Skeleton height="row" />
        </UnreadFace>
      </Card>
    );
  }
  const items = history.data.pages.flatMap((page) => page.items);
  return (
    <Card title={words.history}>
      {items.length === 0 ? (
        <p className="text-ink-2">{words.noHistory}</p>
      ) : (
        <ul className="ruled">
          {items.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
      )}
      <MoreButton list={history} className="mt-3" />
    </Card>
  );
}

function Line({ item }: { readonly item: Repayment }) {
  const words = useRepaymentsWords();
  const { documents, reasons } = useGlossary();
  const { language } = useLanguage();
  const { takenBackOn } = item;
  const takenBack =
    takenBackOn === null
      ? item.failureReason === 'given_by_mistake' && reasons[item.failureReason]
      : words.plan.takenBackOn(formatDate(takenBackOn, language));
  return (
    <li className="py-2.5">
      <p className="figure-line items-baseline">
        <span className="text-small text-ink-2">
          {formatInstant(item.receivedAt ?? item.createdAt, language)}
        </span>
        <Money paise={item.amountPaise} decimals="always" className="font-semibold" />
      </p>
      <div className="flex flex-col items-start gap-1">
        {item.channel === 'checkout' ? null : <span>{words.plan.from[item.channel]}</span>}
        {item.isPaidByLink ? <span>{words.plan.fromLink}</span> : null}
        <StatusTag tone={TONES[item.status]}>
          {takenBack ? words.plan.takenBack : words.status.names[item.status]}
        </StatusTag>
        {takenBack ? <span className="text-small text-ink-2">{takenBack}</span> : null}
        {item.status === 'succeeded' ? (
          <DocumentLink
            load={(asked) =>
              callForFile(getRepaymentReceipt, { params: { id: item.id }, query: { language: asked } })
            }
            fileName={`mohlat-repayment-${item.id.slice(-8)}.pdf`}
          >
            {documents.receipt}
          </DocumentLink>
        ) : null}
        <RefundLines refunds={item.refunds} />
        <PaidAhead item={item} />
      </div>
    </li>
  );
}

/** Lists the refunds of a repayment. A refused one that was followed by a retry is not shown. */
function RefundLines({ refunds }: { readonly refunds: Repayment['refunds'] }) {
  const words = useRepaymentsWords().refunds;
  const { language } = useLanguage();
  const shown = refunds.filter((one, index) => one.status !== 'failed' || index === refunds.length - 1);
  return shown.map(({ id, status, amountPaise, settledAt }) => {
    const amount = formatRupees(amountPaise);
    const text =
      status === 'processed' && settledAt !== null
        ? words.returned(amount, formatDateWithYear(istDateOf(settledAt), language))
        : status === 'failed'
          ? words.refused(amount)
          : words.underWay(amount);
    return (
      <span key={id} className="text-small text-ink-2">
        {text}
      </span>
    );
  });
}

/** Money of theirs that is still here. */
export function RefundNotice({ paise }: { readonly paise: number }) {
  const words = useRepaymentsWords().refunds;
  if (paise === 0) return null;
  return (
    <Notice tone="info" title={words.title(formatRupees(paise))}>
      <p>{words.text}</p>
    </Notice>
  );
}
