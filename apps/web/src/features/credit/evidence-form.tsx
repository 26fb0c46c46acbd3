import { EVIDENCE_BYTES_MAX, EVIDENCE_KINDS, EVIDENCE_TYPES, type EvidenceKind } from '@mohlat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { amountInWords, parseRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';
import { creditChanged, sendEvidence } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';
import { FileField } from './file-field.tsx';

type Problems = { readonly income?: string; readonly file?: string };
type Words = ReturnType<typeof useCreditWords>['evidence'];

/** What cannot be sent, said before it is. */
function problemsOf(words: Words, incomePaise: number | undefined, file: File | undefined): Problems {
  const fileProblem =
    file === undefined
      ? words.fileNeeded
      : !EVIDENCE_TYPES.some((type) => type === file.type)
        ? words.fileKind
        : file.size > EVIDENCE_BYTES_MAX
          ? words.fileLarge
          : undefined;
  return {
    ...(incomePaise === undefined || incomePaise === 0 ? { income: words.incomeNeeded } : {}),
    ...(fileProblem === undefined ? {} : { file: fileProblem }),
  };
}

export function EvidenceForm({ onDone }: { readonly onDone: () => void }) {
  const words = useCreditWords().evidence;
  const { language } = useLanguage();
  const client = useQueryClient();
  const [kind, setKind] = useState<EvidenceKind>('salary_slip');
  const [income, setIncome] = useState('');
  const [file, setFile] = useState<File>();
  const [problems, setProblems] = useState<Problems>({});
  const [share, setShare] = useState(0);
  const incomeRef = useRef<HTMLInputElement>(null);
  const sending = useMutation({
    mutationFn: (evidence: Parameters<typeof sendEvidence>[0]) => sendEvidence(evidence, setShare),
    onSuccess: async () => {
      await creditChanged(client);
      toast.success(words.sent);
      onDone();
    },
  });
  const submit = () => {
    const incomePaise = parseRupees(income);
    const found = problemsOf(words, incomePaise, file);
    setProblems(found);
    if (found.income) incomeRef.current?.focus();
    if (Object.keys(found).length > 0 || incomePaise === undefined || file === undefined) return;
    setShare(0);
    sending.mutate({ kind, monthlyIncomePaise: incomePaise, file });
  };
  const percent = Math.round(share * 100);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RadioCards
        legend={words.kind}
        name="evidence-kind"
        value={kind}
        onValueChange={setKind}
        options={EVIDENCE_KINDS.map((value) => ({
          value,
          title: words.kinds[value],
          detail: words.kindHints[value],
        }))}
      />
      <MoneyField
        ref={incomeRef}
        label={words.income}
        error={problems.income}
        value={income}
        inWords={(paise) => amountInWords(paise, language)}
        onChange={(event) => setIncome(event.currentTarget.value)}
      />
      <FileField file={file} error={problems.file} onFile={setFile} />
      {sending.error ? (
        <Notice tone="bad" isLive>
          {errorText(sending.error, language)}
        </Notice>
      ) : null}
      {sending.isPending ? (
        <Progress label={words.sendingLabel} value={percent} max={100} aside={`${percent}%`} />
      ) : null}
      <div className="flex flex-col gap-3 md:flex-row">
        <Button
          type="submit"
          size="medium"
          isPending={sending.isPending}
          pendingText={words.sending(percent)}
        >
          {words.send}
        </Button>
        <Button tone="quiet" size="medium" disabled={sending.isPending} onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
