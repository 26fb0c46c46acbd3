import {
  changeSupportMessage,
  getSupportMessage,
  listSupportMessages,
  replyToSupportMessage,
} from '@mohlat/contract';
import { traceOf } from '#features/approvals/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { SupportDesk } from './support.desk.ts';

export function registerSupportDesk(endpoints: EndpointRegistry, desk: SupportDesk): void {
  endpoints.handle(listSupportMessages, ({ actor, query, request }) =>
    desk.list(actor, query, traceOf(request)),
  );
  endpoints.handle(getSupportMessage, ({ actor, params, request }) =>
    desk.get(actor, params.id, traceOf(request)),
  );
  endpoints.handle(replyToSupportMessage, ({ actor, params, body, request }) =>
    desk.reply(actor, params.id, body, traceOf(request)),
  );
  endpoints.handle(changeSupportMessage, ({ actor, params, body, request }) =>
    desk.change(actor, params.id, body, traceOf(request)),
  );
}
