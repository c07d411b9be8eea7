import { WebSocket } from 'ws';
import { socketUrl } from '../../client/events.js';
import type { Config } from '../../config.js';
import { type DoctorCheck, timeoutMs } from './check.js';

/** Checks that the service at SERVICE_URL answers over HTTP and WebSocket. */
export function backendChecks({ SERVICE_WS_URL }: Config, url: string): DoctorCheck[] {
  return [
    {
      name: 'Service',
      async look() {
        const response = await fetch(`${url}/api/rig/pipelines`, { signal: AbortSignal.timeout(timeoutMs) });
        if (!response.ok) throw new Error(`answered ${response.status}`);
        return url;
      },
      fix: 'Start the service, or correct SERVICE_URL.',
    },
    {
      name: 'Service events',
      look: () => openSocket(socketUrl(url, SERVICE_WS_URL)),
      fix: 'Let the proxy of the service pass WebSocket upgrades, or correct SERVICE_WS_URL: without events, answers arrive late.',
    },
  ];
}

/** A refusal because of the missing session (401, 403) also proves that the WebSocket endpoint exists. */
function openSocket(url: string): Promise<string> {
  const socket = new WebSocket(url, { handshakeTimeout: timeoutMs });
  return new Promise<string>((resolve, reject) => {
    socket.once('open', () => resolve(url));
    socket.once('unexpected-response', (_request, { statusCode = 0 }) => {
      if (statusCode === 401 || statusCode === 403) resolve(`${url}, for members who are signed in`);
      else reject(new Error(`${url} answered ${statusCode} to a WebSocket`));
    });
    socket.once('error', (error) => reject(new Error(`${url} cannot be opened (${error.message})`)));
  }).finally(() => socket.terminate());
}
