import { putSettings, type AnswerOf, type SentOf, type previewSettings } from '@mohlat/contract';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { instantOfIndianTime } from '../../lib/admin/indian-time.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { formatRupees } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.tsx';
import { changeName, ChangeTable, ChangeValue } from './change-table.tsx';
import { put } from './settings.data.ts';
import { useSettingsWords } from './settings.words.ts';

type Preview = AnswerOf<typeof previewSettings>;
type Bill = Preview['bills'][number];

interface EffectProps {
  readonly effect: Preview;
  readonly change: SentOf<typeof previewSettings, 'body'>;
}

/** The effect of the change on three bills, beside their cost now. The change is sent from here. */
export function Effect({ effect, change }: EffectProps) {
  const words = useSettingsWords();
  const common = useAdminWords();
  const { may } = useStaff();
  const [isSending, setIsSending] = useState(false);
  const { changes, needsSecondPerson, bills } = effect;
  const action = needsSecondPerson ? words.propose : words.set;
  return (
    <Card title={common.changes}>
      {changes.length === 0 ? (
        <p className="text-ink-2">{words.noChanges}</p>
      ) : (
        <ChangeTable changes={changes} />
      )}
      <div className="mt-4 grid gap-4 lg:grid-cols-3">
        {bills.map((bill) => (
          <BillEffect key={bill.amountPaise} bill={bill} />
        ))}
      </div>
      {changes.length > 0 && may(putSettings) ? (
        <Button size="medium" className="mt-4" onClick={() => setIsSending(true)}>
          {action}
        </Button>
      ) : null}
      {isSending ? <Send effect={effect} change={change} onClose={() => setIsSending(false)} /> : null}
    </Card>
  );
}

function BillEffect({ bill }: { readonly bill: Bill }) {
  const words = useSettingsWords();
  const common = useAdminWords();
  const title = words.bill(formatRupees(bill.amountPaise));
  const plans = new Map(
    [...bill.before.options, ...bill.after.options].map(({ plan }) => [JSON.stringify(plan), plan]),
  );
  const total = (side: Bill['before'], plan: string) => {
    const option = side.options.find((one) => JSON.stringify(one.plan) === plan);
    return option === undefined ? (
      words.notOffered
    ) : (
      <Money paise={option.totalAmountPaise} decimals="always" />
    );
  };
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <FiguresTable
        caption={title}
        heads={[words.offer, common.before, common.after]}
        rows={[
          {
            key: 'fee',
            cells: [
              words.fee,
              <Money key="before" paise={bill.before.serviceFeePaise} decimals="always" />,
              <Money key="after" paise={bill.after.serviceFeePaise} decimals="always" />,
            ],
          },
          ...[...plans].map(([key, plan]) => ({
            key,
            cells: [
              plan.kind === 'single' ? words.single : words.emis(plan.instalments),
              total(bill.before, key),
              total(bill.after, key),
            ],
          })),
        ]}
      />
    </div>
  );
}

interface SendProps extends EffectProps {
  readonly onClose: () => void;
}

/** A change is named by its values, so that the reason of one that was dropped is not offered for another. */
const nameOf = (changes: Preview['changes']) =>
  changes.map(({ path, after }) => `${path}=${after ?? ''}`).join(' ');

function Send({ effect, change, onClose }: SendProps) {
  const words = useSettingsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const [startsAt, setStartsAt] = useState('');
  const isProposed = effect.needsSecondPerson;
  return (
    <ReasonDialog
      title={isProposed ? words.propose : words.set}
      text={isProposed ? words.proposeText : words.setText}
      confirm={isProposed ? words.propose : words.set}
      draft={`settings-change:${nameOf(effect.changes)}`}
      fields={
        <TextField
          type="datetime-local"
          label={words.startsAt}
          hint={words.startsAtHint}
          value={startsAt}
          onChange={(event) => setStartsAt(event.currentTarget.value)}
        />
      }
      {...(isProposed
        ? {
            forSecond: effect.changes.map(({ path, before, after }) => ({
              label: changeName(codes, path),
              value: (
                <>
                  <ChangeValue path={path} text={before} /> → <ChangeValue path={path} text={after} />
                </>
              ),
            })),
          }
        : {})}
      onSend={(reason) =>
        put({
          ...change,
          reason,
          ...(startsAt === '' ? {} : { startsAt: instantOfIndianTime(startsAt) }),
        })
      }
      onDone={() => {
        toast.success(isProposed ? common.proposed : words.done);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
