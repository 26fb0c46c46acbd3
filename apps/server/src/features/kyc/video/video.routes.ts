import {
  completeRecording,
  getRecording,
  getVideoChallenge,
  postRecording,
  putRecordingPart,
} from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { askedBy } from '../kyc.routes.ts';
import type { VideoService } from './video.service.ts';

export function registerVideo(endpoints: EndpointRegistry, video: VideoService): void {
  endpoints.handle(getVideoChallenge, ({ actor, request }) => video.challenge(actor, askedBy(request)));
  endpoints.handle(getRecording, ({ actor, params }) => video.progress(actor, params.challengeId));
  endpoints.handle(putRecordingPart, ({ actor, params, content }) =>
    video.putPart(actor, params.challengeId, params.index, content),
  );
  endpoints.handle(
    completeRecording,
    ({ actor, params, body }) => video.complete(actor, params.challengeId, body),
    { isHeavy: true },
  );
  endpoints.handle(postRecording, ({ actor, body, content }) => video.post(actor, body, content), {
    admit: (actor) => video.mayPost(actor),
  });
}
