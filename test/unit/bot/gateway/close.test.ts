import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultRestOptions, Events, type RESTOptions } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../../src/base/log.js';
import { createClientMaker } from '../../../../src/bot/gateway/client.js';
import { createFleet } from '../../../../src/bot/gateway/fleet.js';
import { openScriptedDiscord } from '../../../support/scripted-discord.js';

/** Closing a shard whose gateway cannot be reached or is not ready. */

const makeRequest = DefaultRestOptions.makeRequest as RESTOptions['makeRequest'];

async function openFleet(script: Parameters<typeof openScriptedDiscord>[0]) {
  const discord = await openScriptedDiscord(script);
  onTestFinished(discord.close);
  const maker = createClientMaker({ token: 'a.b.c', api: discord.api, readMessages: false, makeRequest });
  return { discord, fleet: createFleet({ maker, token: 'a.b.c', log: silentLog }) };
}

it('does not wait half a minute for a gateway that is silent', async () => {
  const { discord, fleet } = await openFleet({});
  await fleet.open(0, 1);
  for (const socket of discord.sockets()) socket.pause();
  const begun = Date.now();
  await fleet.close(0);
  expect(Date.now() - begun).toBeLessThan(15_000);
});

it('is final for a shard that still waits for the gateway', async () => {
  let connections = 0;
  const { discord, fleet } = await openFleet({
    onConnection: () => {
      connections += 1;
    },
  });
  const opening = fleet.open(0, 1);
  await expect.poll(() => connections).toBe(1);
  await fleet.close(0);
  await opening;
  await sleep(1_500); // discord.js would connect again after half a second
  expect(connections).toBe(1);
  expect(discord.sockets()).toEqual([]);
});

it('is not reported as a connection that comes back', async () => {
  const { fleet } = await openFleet({});
  const reported: number[] = [];
  fleet.each((client) => client.on(Events.ShardReconnecting, (shard) => reported.push(shard)));
  await fleet.open(0, 1);
  await fleet.close(0);
  expect(reported).toEqual([]);
});
