import { CONTACT_CHANNELS } from '@mohlat/contract';
import { instantOfIndianTime } from '../../lib/admin/indian-time.ts';
import { oneOf } from '../../lib/admin/list.ts';
import { useTyped } from '../../lib/admin/typed.ts';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { ActionDialog, type AskedProps } from './action-dialog.tsx';
import { logContact, nameAgent } from './payments.data.ts';
import { usePaymentsWords } from './payments.words.ts';

/** Names the recovery agent; the person is sent name and number at once. Rule: LEND-23 */
export function AgentDialog({ id, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const [name, nameField] = useTyped();
  const [phone, phoneField] = useTyped();
  return (
    <ActionDialog
      {...dialog}
      id={id}
      action="name_agent"
      problem={name.trim() === '' || phone.trim() === '' ? words.missing : undefined}
      fields={
        <>
          <TextField label={words.agentName} autoComplete="off" maxLength={120} {...nameField} />
          <TextField label={words.agentPhone} autoComplete="off" inputMode="tel" {...phoneField} />
        </>
      }
      onSend={(reason) => nameAgent(id, { name: name.trim(), phone: phone.trim(), reason })}
    />
  );
}

/** Writes a call or a visit down; the rules of contact are the server's. Rule: LEND-23 */
export function ContactDialog({ id, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const [chosen, channelField] = useTyped();
  const [at, atField] = useTyped();
  const channel = oneOf(CONTACT_CHANNELS, chosen);
  return (
    <ActionDialog
      {...dialog}
      id={id}
      action="log_contact"
      reasonLabel={words.contactNote}
      reasonHint={words.contactNoteHint}
      problem={channel === undefined || at === '' ? words.missing : undefined}
      fields={
        <>
          <Select
            label={words.contactChannel}
            emptyLabel="—"
            options={CONTACT_CHANNELS.map((value) => ({ value, label: words.contactChannels[value] }))}
            {...channelField}
          />
          <TextField type="datetime-local" label={words.contactAt} hint={words.contactAtHint} {...atField} />
        </>
      }
      onSend={(note) => logContact(id, { channel: channel ?? 'call', at: instantOfIndianTime(at), note })}
    />
  );
}
