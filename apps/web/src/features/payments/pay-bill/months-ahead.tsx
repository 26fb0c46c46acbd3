import type { Quote } from '@mohlat/contract';
import { COURSES, type Course, type CourseStep, foreseeCourse, type Proposal } from '@mohlat/lending';
import {
  addMonths,
  type Bps,
  bpsFromDecimal,
  type BusinessDate,
  compare,
  type LatePolicy,
  sumPaise,
} from '@mohlat/money';
import { dateWriter, formatRupees, today } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { Money } from '../../../ui/money.tsx';
import { useCostWords } from './cost.words.ts';

const MONTHS = 6;

/** Simulates paying on time, paying late and closing early, with the rules that book the real loan. */
export function MonthsAhead({ quote }: { readonly quote: Quote }) {
  const words = useCostWords().ahead;
  const proposal = proposalOf(quote, today());
  return (
    <div className="flex flex-col gap-5">
      <p className="text-small text-ink-2">{words.intro}</p>
      {COURSES.map((course) => (
        <CourseMonths key={course} course={course} proposal={proposal} />
      ))}
    </div>
  );
}

interface CourseMonthsProps {
  readonly course: Course;
  readonly proposal: Proposal;
}

function CourseMonths({ course, proposal }: CourseMonthsProps) {
  const words = useCostWords().ahead;
  const { language } = useLanguage();
  const steps = foreseeCourse(proposal, course);
  const total = sumPaise(steps.map((step) => step.paidPaise));
  const until = addMonths(proposal.lentOn, MONTHS);
  const shown = steps.filter((step) => compare(step.on, until) <= 0);
  const write = dateWriter(
    steps.map((step) => step.on),
    language,
  );
  const last = steps.at(-1);
  return (
    <section>
      <h4 className="font-semibold">{words.courses[course]}</h4>
      <p className="text-small text-ink-2">
        {words.total(formatRupees(total), formatRupees(total - proposal.billPaise))}
      </p>
      <ol className="ruled mt-1">
        {shown.map((step) => (
          <StepRow key={step.on} step={step} date={write(step.on)} />
        ))}
      </ol>
      {last === undefined || last === shown.at(-1) ? null : (
        <p className="text-small text-ink-3">{words.later(steps.length - shown.length, write(last.on))}</p>
      )}
    </section>
  );
}

interface StepRowProps {
  readonly step: CourseStep;
  readonly date: string;
}

function StepRow({ step, date }: StepRowProps) {
  const words = useCostWords().ahead;
  return (
    <li className="figure-line py-2 text-small">
      <span>
        {date}
        {step.chargesPaise > 0 ? (
          <span className="block text-caption text-bad-ink">
            {words.charge(formatRupees(step.chargesPaise))}
          </span>
        ) : null}
      </span>
      <span className="flex flex-col text-right">
        <Money paise={step.paidPaise} decimals="always" className="font-semibold" />
        <span className="text-caption text-ink-3">
          {step.leftPaise === 0 ? words.nothingLeft : words.left(formatRupees(step.leftPaise))}
        </span>
      </span>
    </li>
  );
}

/**
 * A price as the rules of the loan book want it, lent on a day.
 * @throws RangeError when a percentage of the server is none
 */
function proposalOf(quote: Quote, lentOn: BusinessDate): Proposal {
  return {
    id: quote.quoteId,
    lentOn,
    billPaise: quote.amountPaise,
    feePaise: quote.serviceFeePaise,
    // Inside the fee: whatever it is, the person pays the same, and no journal is shown here.
    gstBps: 0,
    aprBps: bps(quote.aprPercent),
    annualRateBps: bps(quote.annualRatePercent),
    coolingOffDays: quote.keyFacts.coolingOffDays,
    late: policyOf(quote.late),
    rows: quote.schedule.map(({ dueDate, ...row }) => ({ ...row, dueOn: dueDate })),
  };
}

function policyOf(late: Quote['late']): LatePolicy {
  return {
    graceDays: late.graceDays,
    levyOnLateDays: late.onLateDays,
    bands: late.bands,
    chargeAboveBandsPaise: late.aboveBandsPaise,
    capBps: bps(late.capPercent),
    bouncePaise: late.bouncePaise,
  };
}

function bps(percent: string): Bps {
  const read = bpsFromDecimal(percent);
  if (read === undefined) throw new RangeError(`No percentage: ${percent}`);
  return read;
}
