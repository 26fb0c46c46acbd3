import { exportTaxRegister } from '@mohlat/contract';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { callForFile } from '../../lib/api.ts';
import { FileButton } from '../../lib/file-button.tsx';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { useBooksWords } from './books.words.ts';

interface TaxRegisterProps {
  /** The day whose month is offered first: a return is of a month. */
  readonly throughOn: string;
}

/** The file that the GST return of some days is made from. Rule: LEND-F5 */
export function TaxRegister({ throughOn }: TaxRegisterProps) {
  const words = useBooksWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const [from, setFrom] = useState(`${throughOn.slice(0, 7)}-01`);
  const [to, setTo] = useState(throughOn);
  if (!may(exportTaxRegister)) return null;
  return (
    <Card
      title={words.taxRegister}
      description={words.taxRegisterText}
      action={
        <FileButton
          name={words.taxFileName(from, to)}
          read={() => callForFile(exportTaxRegister, { query: { from, to, language } })}
        />
      }
    >
      <div className="grid gap-3 max-md:mt-2 md:max-w-lg md:grid-cols-2">
        <TextField
          type="date"
          label={common.from}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextField
          type="date"
          label={words.to}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </div>
    </Card>
  );
}
