import { fork } from 'node:child_process';

/** A process of its own that answers one message after another, so that what it measures shares no event loop with the bench. */
export interface Asked<Message> {
  ask<Answer>(message: Message): Promise<Answer>;
  stop(): void;
}

/** Starts such a process; `file` calls `answerAsked`. */
export function startAsked<Message extends object | string>(file: string): Asked<Message> {
  const child = fork(file);
  return {
    ask: <Answer>(message: Message) =>
      new Promise<Answer>((resolve, reject) => {
        const onExit = () => reject(new Error(`${file} stopped`));
        child.once('exit', onExit);
        child.once('message', (answer: { error?: string }) => {
          child.off('exit', onExit);
          if (answer.error === undefined) resolve(answer as Answer);
          else reject(new Error(answer.error));
        });
        child.send(message);
      }),
    stop: () => void child.kill(),
  };
}

/** The other side: each message is answered with what came of it, or with why nothing did. */
export function answerAsked<Message>(handle: (message: Message) => Promise<object>): void {
  process.on('message', (message: Message) => {
    void handle(message).then(
      (answer) => process.send?.(answer),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
}
