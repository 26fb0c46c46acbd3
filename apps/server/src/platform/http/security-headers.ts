import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * Headers that tell a browser what an answer may do, by lower-case name. The answers of one server all have the same, so it is written
 * once: writing the policy again took every answer a twentieth of its time.
 */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(optionsFor(isHttps))(request, answer, (error) => {
    if (error instanceof Error) throw error;
  });
  return Object.fromEntries(
    Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

function optionsFor(isHttps: boolean): HelmetOptions {
  return {
    hsts: isHttps,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // Libraries position menus and toasts with style attributes; style elements stay forbidden.
        styleSrcAttr: ["'unsafe-inline'"],
        // Staff look at a picture of a document, which is fetched with their token.
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // A recording of one's own is looked at before it is sent.
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
  };
}
