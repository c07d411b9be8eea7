import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/base/clock.js';
import { behaviours } from '../../../../src/cli/live-check/behaviours/index.js';
import { createRestClient } from '../../../../src/cli/live-check/client.js';
import { createStage } from '../../../../src/cli/live-check/stage.js';
import type { Behaviour } from './behaviour.js';
import { accepted } from './expect.js';

/** What `rigsmith live-check` observes in the real Discord, observed in the local one. */
export const live: Behaviour[] = behaviours.map(({ id, says, expected, observe }) => ({
  name: `${id}: ${says}`,
  checkOnly: true,
  async run({ tightBot }) {
    const routes = { 'POST /channels/:channelId/messages': { size: 5, windowMs: 200 } };
    const { account, channels, request } = await tightBot({ routes });
    const [guild] = accepted(await request('GET', '/users/@me/guilds'));
    const { api, token, applicationId, userId: botId } = account;
    const { stage, close } = createStage({
      rest: createRestClient({ api, token, clock: systemClock }),
      clock: systemClock,
      identifyEveryMs: 0,
      token,
      applicationId,
      botId,
      guildId: guild.id,
      channelId: channels.rigs ?? '',
    });
    try {
      assert.deepEqual(await observe(stage), expected);
    } finally {
      close();
    }
  },
}));
