import { WebSocket } from 'ws';
import { socketUrl } from '../../client/events.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { type DoctorCheck, timeoutMs } from './check.js';

/** Checks that the service at SERVICE_URL answers over HTTP and WebSocket. */
export function backendChecks({ SERVICE_WS_URL }: Config, url: string, t: Translate): DoctorCheck[] {
  return [
    {
      name: t('cli.doctor.service.name'),
      async look() {
        const response = await fetch(`${url}/api/rig/pipelines`, { signal: AbortSignal.timeout(timeoutMs) });
        if (!response.ok) throw new Error(t('cli.doctor.answered', { status: String(response.status) }));
        return url;
      },
      fix: t('cli.doctor.service.fix'),
    },
    {
      name: t('cli.doctor.events.name'),
      look: () => openSocket(socketUrl(url, SERVICE_WS_URL), t),
      fix: t('cli.doctor.events.fix'),
    },
  ];
}

/** A refusal because of the missing session (401, 403) also proves that the WebSocket endpoint exists. */
function openSocket(url: string, t: Translate): Promise<string> {
  const socket = new WebSocket(url, { handshakeTimeout: timeoutMs });
  return new Promise<string>((resolve, reject) => {
    socket.once('open', () => resolve(url));
    socket.once('unexpected-response', (_request, { statusCode = 0 }) => {
      if (statusCode === 401 || statusCode === 403) resolve(t('cli.doctor.events.members', { url }));
      else reject(new Error(t('cli.doctor.events.answered', { url, status: String(statusCode) })));
    });
    socket.once('error', (error) =>
      reject(new Error(t('cli.doctor.unopened', { url, error: error.message }))),
    );
  }).finally(() => socket.terminate());
}
