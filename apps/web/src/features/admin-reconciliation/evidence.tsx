import {
  CHARGEBACK_EVIDENCE_BYTES_MAX,
  CHARGEBACK_EVIDENCE_FILES_MAX,
  CHARGEBACK_EVIDENCE_TYPES,
  type ChargebackDetail,
  type ChargebackEvidence,
} from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { adminChanged } from '../../lib/admin/keys.ts';
import { Failed } from '../../lib/failed.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { addEvidence, readEvidence, removeEvidence } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';
import { useSendOnce } from '../../lib/send-once.ts';

interface Part {
  readonly chargeback: ChargebackDetail;
}

/** Documents that show why the money is ours; the bank gets them with our answer. */
export function Evidence({ chargeback }: Part) {
  const words = useReconciliationWords();
  const { evidence, allowed } = chargeback;
  return (
    <Card
      title={words.evidence}
      description={words.evidenceText(evidence.length, CHARGEBACK_EVIDENCE_FILES_MAX)}
    >
      {evidence.length === 0 ? <p className="text-ink-2">{words.noEvidence}</p> : null}
      <ul className="ruled">
        {evidence.map((file) => (
          <EvidenceRow
            key={file.id}
            chargebackId={chargeback.id}
            file={file}
            isRemovable={allowed.includes('remove_evidence')}
          />
        ))}
      </ul>
      {allowed.includes('add_evidence') ? <AddForm key={evidence.length} chargeback={chargeback} /> : null}
    </Card>
  );
}

interface EvidenceRowProps {
  readonly chargebackId: string;
  readonly file: ChargebackEvidence;
  readonly isRemovable: boolean;
}

/** Opening needs the bearer, so it is fetched with a press, which is what the audit log records. */
function EvidenceRow({ chargebackId, file, isRemovable }: EvidenceRowProps) {
  const words = useReconciliationWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const [isRemoving, setIsRemoving] = useState(false);
  const reading = useSendOnce({
    mutationFn: () => readEvidence(chargebackId, file.id),
    onSuccess: (document) => saveFile(document, file.name),
    onError: (error) => toast.error(words.evidenceFailed, errorText(error, language)),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <span className="min-w-0">
        <span className="block font-medium break-words">{file.name}</span>
        <span className="text-caption text-ink-3">
          {words.evidenceOf(file.addedBy.name ?? common.unnamed, formatInstant(file.addedAt, language))}
        </span>
      </span>
      <span className="-mx-4 flex flex-wrap">
        <Button
          tone="quiet"
          size="medium"
          isPending={reading.isPending}
          aria-label={`${words.evidenceOpen}: ${file.name}`}
          onClick={() => reading.mutate()}
        >
          {words.evidenceOpen}
        </Button>
        {isRemovable ? (
          <Button
            tone="quiet"
            size="medium"
            aria-label={`${words.evidenceRemove}: ${file.name}`}
            onClick={() => setIsRemoving(true)}
          >
            {words.evidenceRemove}
          </Button>
        ) : null}
      </span>
      {isRemoving ? (
        <RemoveDialog chargebackId={chargebackId} file={file} onClose={() => setIsRemoving(false)} />
      ) : null}
    </li>
  );
}

interface RemoveDialogProps {
  readonly chargebackId: string;
  readonly file: ChargebackEvidence;
  readonly onClose: () => void;
}

function RemoveDialog({ chargebackId, file, onClose }: RemoveDialogProps) {
  const words = useReconciliationWords();
  const common = useAdminWords();
  const glossary = useGlossary();
  const { language } = useLanguage();
  const client = useQueryClient();
  const removing = useSendOnce({
    mutationFn: () => removeEvidence(chargebackId, file.id),
    onSuccess: onClose,
    onSettled: () => void adminChanged(client),
  });
  return (
    <ConfirmDialog
      title={words.evidenceRemoveTitle(file.name)}
      text={words.evidenceRemoveText}
      closeLabel={glossary.close}
      words={{
        keep: common.cancel,
        confirm: words.evidenceRemove,
        pending: common.sending,
        failed: words.evidenceRemoveFailed,
      }}
      isPending={removing.isPending}
      problem={removing.isError ? errorText(removing.error, language) : undefined}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    />
  );
}

function isTakenByRail({ size, type }: File): boolean {
  return size <= CHARGEBACK_EVIDENCE_BYTES_MAX && CHARGEBACK_EVIDENCE_TYPES.some((taken) => taken === type);
}

function useAdding(id: string) {
  const words = useReconciliationWords();
  const client = useQueryClient();
  return useSendOnce({
    mutationFn: ({ name, file }: { readonly name: string; readonly file: File }) =>
      addEvidence(id, name, file),
    onSuccess: () => toast.success(words.evidenceAdded),
    onSettled: () => void adminChanged(client),
  });
}

/** Refuses a wrong file before it is sent. The form resets after every added document. */
function AddForm({ chargeback: { id } }: Part) {
  const words = useReconciliationWords();
  const [name, setName] = useState('');
  const [file, setFile] = useState<File>();
  const [isMissing, setIsMissing] = useState(false);
  const fileRef = useRef<HTMLInputElement>(null);
  const nameRef = useRef<HTMLInputElement>(null);
  const adding = useAdding(id);
  const isWrong = file !== undefined && !isTakenByRail(file);
  const send = () => {
    const isReady = file !== undefined && name.trim() !== '' && !isWrong;
    setIsMissing(!isReady);
    // The sentence that says what is missing stands at the name.
    if (isWrong) fileRef.current?.focus();
    else if (!isReady) nameRef.current?.focus();
    if (isReady && !adding.isPending) adding.mutate({ name: name.trim(), file });
  };
  return (
    <form
      noValidate
      className="mt-3 flex flex-col gap-4 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FileField
        ref={fileRef}
        label={words.evidenceFile}
        hint={words.evidenceHint}
        chooseLabel={words.evidenceChoose}
        accept={CHARGEBACK_EVIDENCE_TYPES}
        file={file}
        error={isWrong ? words.evidenceWrong : undefined}
        onFile={setFile}
      />
      <TextField
        ref={nameRef}
        label={words.evidenceName}
        hint={words.evidenceNameHint}
        autoComplete="off"
        maxLength={120}
        value={name}
        error={isMissing && !isWrong ? words.evidenceMissing : undefined}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setIsMissing(false);
        }}
      />
      <Failed error={adding.error} title={words.evidenceAddFailed} />
      <div>
        <Button
          type="submit"
          tone="secondary"
          size="medium"
          isPending={adding.isPending}
          pendingText={words.evidenceAdding}
        >
          {words.evidenceAdd}
        </Button>
      </div>
    </form>
  );
}
