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
  const [asked, setAsked] = useState<Direction>();
  const { name, is, stop, go } = words[capability];
  const isPaused = pause !== undefined;
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
        <Button
          tone={isPaused ? 'primary' : 'danger'}
          size="medium"
          onClick={() => setAsked(isPaused ? 'go' : 'stop')}
        >
          {isPaused ? go : stop}
        </Button>
      ) : null}
      {asked === undefined ? null : (
        <SwitchDialog capability={capability} direction={asked} onClose={() => setAsked(undefined)} />
      )}
    </li>
  );
}

/** As it was pressed: a pause that arrives meanwhile must not turn a stop into its contrary. */
type Direction = 'stop' | 'go';

interface SwitchDialogProps {
  readonly capability: Pausable;
  readonly direction: Direction;
  readonly onClose: () => void;
}

function SwitchDialog({ capability, direction, onClose }: SwitchDialogProps) {
  const words = useSettingsWords().pauses;
  const { effect, goText, stop, go } = words[capability];
  const isStop = direction === 'stop';
  return (
    <ReasonDialog
      title={isStop ? stop : go}
      text={isStop ? effect : goText}
      draft={`pause:${capability}:${direction}`}
      isDanger={isStop}
      onSend={(reason) => setPause(capability, { isPaused: isStop, reason })}
      onDone={() => {
        toast.success(isStop ? words.stopped : words.gone);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
