import { startSandbox } from './app.ts';

const DEFAULT_PORT = 3100;
const DEFAULT_SMTP_PORT = 3125;

const { env } = process;
const sandbox = await startSandbox({
  port: Number(env.SANDBOX_PORT ?? DEFAULT_PORT),
  smtpPort: Number(env.SANDBOX_SMTP_PORT ?? DEFAULT_SMTP_PORT),
  ...(env.SANDBOX_DB ? { dbPath: env.SANDBOX_DB } : {}),
  ...(env.SANDBOX_WEBHOOK_TARGET ? { webhookTarget: env.SANDBOX_WEBHOOK_TARGET } : {}),
  ...(env.SANDBOX_HOLD_MS ? { holdMs: Number(env.SANDBOX_HOLD_MS) } : {}),
});
process.stdout.write(`sandbox: ${sandbox.url} (mail on port ${sandbox.smtpPort})\n`);

let isClosing = false;
const stop = () => {
  if (isClosing) return;
  isClosing = true;
  void sandbox.close().then(() => process.exit(0));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// Started by a program that is gone: nobody would stop us.
process.on('disconnect', stop);
