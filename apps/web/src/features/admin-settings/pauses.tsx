import { PAUSABLE, type Pausable, type Pause, putPause } from '@mohlat/contract';
import { useState } from 'react';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { setPause } from './settings.data.ts';
import { useSettingsWords } from './settings.words.ts';

/** First on the page: whoever looks for it sees money go wrong. Counts at once, and waits for no second person. */
export function Pauses({ paused }: { readonly paused: readonly Pause[] }) {
  const words = useSettingsWords().pauses;
  return (
    <Card title={words.title} description={words.text}>
      <ul className="flex flex-col gap-4">
        {PAUSABLE.map((capability) => (
          <Switch
            key={capability}
            capability={capability}
            pause={paused.find((one) => one.capability === capability)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface SwitchProps {
  readonly capability: Pausable;
  readonly pause: Pause | undefined;
}

function Switch({ capability, pause }: SwitchProps) {
  const words = useSettingsWords().pauses;
  const { language } = useLanguage();
  const { may } = useStaff();
  const [isAsking, setIsAsking] = useState(false);
  const { name, is, effect, goText, stop, go } = words[capability];
  const isPaused = pause !== undefined;
  const action = isPaused ? go : stop;
  return (
    <li className="flex flex-col items-start gap-3">
      {isPaused ? (
        <Notice tone="bad" title={is}>
          {words.since(formatInstant(pause.since, language), pause.by.name ?? '')} {pause.reason}
        </Notice>
      ) : (
        <p>
          <span className="font-medium">{name}</span> <span className="text-ink-2">{words.running}</span>
        </p>
      )}
      {may(putPause) ? (
        <Button tone={isPaused ? 'primary' : 'danger'} size="medium" onClick={() => setIsAsking(true)}>
          {action}
        </Button>
      ) : null}
      {isAsking ? (
        <ReasonDialog
          title={action}
          text={isPaused ? goText : effect}
          draft={`pause:${capability}:${isPaused ? 'go' : 'stop'}`}
          isDanger={!isPaused}
          onSend={(reason) => setPause(capability, { isPaused: !isPaused, reason })}
          onDone={() => {
            toast.success(isPaused ? words.gone : words.stopped);
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </li>
  );
}
