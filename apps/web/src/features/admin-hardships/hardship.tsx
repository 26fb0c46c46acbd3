import { getAdminPayment, proposeHardshipExtension } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { LeftOut } from '../../lib/admin/left-out.tsx';
import { AccountLink } from '../../lib/admin/account-link.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { useTyped } from '../../lib/admin/typed.ts';
import { cardLabel, formatDateWithYear, formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { hardshipQuery, proposeExtension, type Hardship } from './hardships.data.ts';
import { useHardshipsWords } from './hardships.words.ts';
import { to } from '../../lib/addresses.ts';

export function Component() {
  const { id = '' } = useParams();
  const words = useHardshipsWords();
  const common = useAdminWords();
  return (
    <AdminDetail
      query={useQuery(hardshipQuery(id))}
      list={{ to: to('/admin/hardships'), name: words.title }}
      fallbackTitle={words.title}
      title={({ account }) => account.name ?? common.unnamed}
      status={({ isActive }) => (
        <StatusTag tone={isActive ? 'due' : 'neutral'}>
          {isActive ? words.states.active : words.states.ended}
        </StatusTag>
      )}
    >
      {(hardship) => (
        <div key={id} className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Told hardship={hardship} />
            <Earlier hardship={hardship} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Owed hardship={hardship} />
            <Extension hardship={hardship} />
          </div>
        </div>
      )}
    </AdminDetail>
  );
}

interface Part {
  readonly hardship: Hardship;
}

function Told({ hardship }: Part) {
  const words = useHardshipsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const { account, reason, note, createdAt, untilDate, endedDate } = hardship;
  return (
    <Card title={words.what}>
      <FactList
        facts={[
          {
            label: common.account,
            value: <AccountLink account={account} />,
          },
          { label: words.reason, value: codes.hardshipReasons[reason] },
          { label: words.note, value: note ?? common.nobody },
          { label: words.told, value: formatInstant(createdAt, language) },
          { label: words.until, value: formatDateWithYear(untilDate, language) },
          ...(endedDate === null
            ? []
            : [
                {
                  label: words.ended,
                  value: `${formatDateWithYear(endedDate, language)}. ${words.endedWhy}`,
                },
              ]),
        ]}
      />
    </Card>
  );
}

function Owed({ hardship }: Part) {
  const words = useHardshipsWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const card = cardLabel(hardship.card.bankName, hardship.card.last4);
  const amount = (paise: number) => <Money paise={paise} decimals="always" />;
  return (
    <Card title={words.owed} description={words.daysHint}>
      <FactList
        facts={[
          {
            label: words.card,
            value: may(getAdminPayment) ? (
              <TextLink to={to('/admin/payments/:id', { id: hardship.paymentId })}>{card}</TextLink>
            ) : (
              card
            ),
          },
          { label: words.outstanding, value: amount(hardship.outstandingPaise) },
          { label: words.due, value: amount(hardship.duePaise) },
          { label: words.daysPastDue, value: hardship.daysPastDue },
          {
            label: words.nextDue,
            value:
              hardship.nextDueDate === null
                ? common.nobody
                : formatDateWithYear(hardship.nextDueDate, language),
          },
        ]}
      />
    </Card>
  );
}

function Earlier({ hardship: { earlier, earlierLeftOutCount } }: Part) {
  const words = useHardshipsWords();
  const { language } = useLanguage();
  if (earlier.length === 0) return null;
  return (
    <Card title={words.earlier}>
      <ul className="flex flex-col gap-2">
        {earlier.map(({ id, fromDate, untilDate }) => (
          <li key={id}>
            <TextLink to={to('/admin/hardships/:id', { id })}>
              {words.span(formatDateWithYear(fromDate, language), formatDateWithYear(untilDate, language))}
            </TextLink>
          </li>
        ))}
      </ul>
      <LeftOut count={earlierLeftOutCount} />
    </Card>
  );
}

/** More time is given by two people; it never gives back days that were counted. */
function Extension({ hardship }: Part) {
  const words = useHardshipsWords();
  const { staff, may } = useStaff();
  const [isAsked, setIsAsked] = useState(false);
  const { openApprovalId, extensibleUntil, account } = hardship;
  if (openApprovalId !== null) {
    return (
      <Notice
        tone="due"
        title={words.waits}
        actions={
          <TextLink to={to('/admin/approvals/:id', { id: openApprovalId })}>{words.openProposal}</TextLink>
        }
      />
    );
  }
  if (!may(proposeHardshipExtension) || staff?.id === account.id) return null;
  return (
    <Card title={words.actions}>
      {extensibleUntil === null ? (
        <p className="text-ink-2">{words.longest}</p>
      ) : (
        <>
          <Button tone="secondary" size="medium" onClick={() => setIsAsked(true)}>
            {words.extend}
          </Button>
          {isAsked ? (
            <ExtensionDialog hardship={hardship} latest={extensibleUntil} onClose={() => setIsAsked(false)} />
          ) : null}
        </>
      )}
    </Card>
  );
}

interface ExtensionDialogProps extends Part {
  readonly latest: string;
  readonly onClose: () => void;
}

function ExtensionDialog({ hardship, latest, onClose }: ExtensionDialogProps) {
  const words = useHardshipsWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const [day, dayField] = useTyped();
  const isSound = day > hardship.untilDate && day <= latest;
  const last = formatDateWithYear(latest, language);
  return (
    <ReasonDialog
      title={words.extend}
      subject={hardship.account.name ?? undefined}
      text={words.extendText}
      draft={`hardship-extension:${hardship.id}`}
      problem={isSound ? undefined : words.newUntilMissing(last)}
      fields={
        <TextField
          type="date"
          label={words.newUntil}
          hint={words.newUntilHint(last)}
          min={hardship.untilDate}
          max={latest}
          {...dayField}
        />
      }
      forSecond={[
        { label: words.now, value: formatDateWithYear(hardship.untilDate, language) },
        { label: words.newUntil, value: isSound ? formatDateWithYear(day, language) : common.nobody },
        { label: words.outstanding, value: <Money paise={hardship.outstandingPaise} decimals="always" /> },
      ]}
      onSend={(reason) => proposeExtension(hardship.id, { untilDate: day, reason })}
      onDone={() => {
        toast.success(common.proposed);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
