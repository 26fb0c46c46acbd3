import { FIGURE_LISTS, listAdminPayments, listUsers, type Overview } from '@mohlat/contract';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { formatMonth } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { useOverviewWords } from './overview.words.ts';

interface OverviewProps {
  readonly overview: Overview;
}

/** Shows the steps that people reach, and the arrears: by days and by the month in which the bill was paid. */
export function Portfolio({ overview }: OverviewProps) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Funnel overview={overview} />
      <Arrears overview={overview} />
      <Vintages overview={overview} />
    </div>
  );
}

function Funnel({ overview }: OverviewProps) {
  const words = useOverviewWords();
  const codes = useCodeWords();
  const { may } = useStaff();
  const signedUp = overview.funnel[0]?.people ?? 0;
  return (
    <Card title={words.funnel}>
      <FiguresTable
        caption={words.funnel}
        heads={['', words.people, words.share]}
        rows={overview.funnel.map(({ step, people }) => ({
          key: step,
          cells: [
            <Named
              key="step"
              name={codes.funnelSteps[step]}
              to={may(listUsers) ? FIGURE_LISTS.reached(step, overview) : undefined}
            />,
            people,
            signedUp === 0 ? '—' : `${Math.round((people / signedUp) * 100)} %`,
          ],
        }))}
      />
    </Card>
  );
}

function Arrears({ overview }: OverviewProps) {
  const words = useOverviewWords();
  const codes = useCodeWords();
  const { may } = useStaff();
  return (
    <Card title={words.arrears}>
      <FiguresTable
        caption={words.arrears}
        heads={[words.bucket, words.loansColumn, words.outstanding, words.due]}
        rows={overview.arrears.map(({ bucket, loans, outstandingPaise, duePaise }) => ({
          key: bucket,
          cells: [
            <Named
              key="bucket"
              name={codes.arrearsBuckets[bucket]}
              to={may(listAdminPayments) ? FIGURE_LISTS.arrears(bucket) : undefined}
            />,
            loans,
            amount('out', outstandingPaise),
            amount('due', duePaise),
          ],
        }))}
      />
    </Card>
  );
}

function Vintages({ overview }: OverviewProps) {
  const words = useOverviewWords();
  const { language } = useLanguage();
  return (
    <Card title={words.vintages} className="lg:col-span-2">
      <FiguresTable
        caption={words.vintages}
        heads={[words.month, words.loansColumn, words.paid, words.outstanding, words.late, words.lateAmount]}
        rows={overview.vintages.map((vintage) => ({
          key: vintage.month,
          cells: [
            formatMonth(vintage.month, language),
            vintage.loans,
            amount('paid', vintage.paidPaise),
            amount('out', vintage.outstandingPaise),
            vintage.lateLoans,
            amount('late', vintage.lateOutstandingPaise),
          ],
        }))}
      />
    </Card>
  );
}

const amount = (key: string, paise: number) => <Money key={key} paise={paise} decimals="always" />;

interface NamedProps {
  readonly name: string;
  /** The list of just these; left out where there is none, or none this reader may open. */
  readonly to: string | undefined;
}

/** The name of a figure: a link where there is a list of just these. */
export function Named({ name, to }: NamedProps) {
  return to === undefined ? name : <TextLink to={to}>{name}</TextLink>;
}
