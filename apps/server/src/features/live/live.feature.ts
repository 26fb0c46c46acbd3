import type { Feature } from '#features/feature.ts';
import { LIVE_EVENTS } from '#platform/events/bus.ts';
import type { DescribedPath } from '#platform/http/openapi.ts';
import { registerLive } from './live.routes.ts';

const EVENTS: DescribedPath = {
  path: '/api/v1/events',
  method: 'get',
  operation: {
    operationId: 'streamEvents',
    summary: `Server-sent events of the caller: that something changed, never what. Their names: ${LIVE_EVENTS.join(', ')}. Their data: {"id": the object or null, "resumed": true where everything of the kind is to be read anew}`,
    security: [{ bearer: [] }],
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        description: 'The id of the last event that was heard: an event of each kind is sent at once.',
        schema: { type: 'string' },
      },
      {
        name: 'X-Page-Age',
        in: 'header',
        required: false,
        description:
          'So many milliseconds ago the caller read what it shows: events since then are sent again, a minute of them at most.',
        schema: { type: 'integer', minimum: 0 },
      },
    ],
    responses: {
      200: {
        description: 'A stream without end',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    },
  },
  errors: ['unauthorized', 'session_ended', 'account_blocked', 'mfa_required', 'busy', 'internal'],
};

export const live: Feature = {
  name: 'live',
  described: [EVENTS],
  outside: (http, parts) =>
    registerLive(http, { ...parts, streamsMax: parts.config.streamsMax }, parts.authenticate),
};
