import { startSandbox } from './app.ts';

const DEFAULT_PORT = 3100;
/** Two sandboxes on one machine then collide in neither. */
const SMTP_PORT_ABOVE = 25;

const { env } = process;
const port = Number(env.SANDBOX_PORT || DEFAULT_PORT);
const sandbox = await startSandbox({
  port,
  smtpPort: Number(env.SANDBOX_SMTP_PORT || port + SMTP_PORT_ABOVE),
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
// The program that started this one is gone: it would not be stopped otherwise.
process.on('disconnect', stop);
