// The product's HTTP server with nothing behind it: what a call costs before the auth server has done anything.
import { createHttpServer } from '../../apps/server/src/platform/http/server.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';

const log = createLog('info');
const app = await createHttpServer({ log, isHttps: false, trustedProxies: [] });
app.get('/auth/v1/user', async () => ({}));
app.post('/auth/v1/token', async () => ({}));
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url: app.listeningOrigin });
process.on('disconnect', () => process.exit(0));
